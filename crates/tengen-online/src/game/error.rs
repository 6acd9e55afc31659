use tengen_game::PlayError;
use tengen_game::opening::{ChoiceError, OpeningPositionError, ParseChoiceError};

use crate::Time;
use crate::message::{ErrorCode, Offer, Refusal};
use crate::settings::SettingsError;

/// Why a command was refused. It has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The game has ended.
    #[error("expected a game that is being played, found one that has ended")]
    Over,
    /// The game has not ended, or has no result that counts for ratings.
    #[error("expected a game that has ended with a result, found another one")]
    NotOver,
    /// It is the opponent's turn.
    #[error("expected a move of the other player")]
    NotYourTurn,
    /// The command refers to another position.
    #[error("expected ply {ply} after {takebacks} takebacks, found ply {found_ply} after {found_takebacks}")]
    Outdated {
        /// The number of choices and moves made.
        ply: u16,
        /// The number of takebacks.
        takebacks: u16,
        /// The ply of the command.
        found_ply: u16,
        /// The number of takebacks in the command.
        found_takebacks: u16,
    },
    /// The rule does not allow the move.
    #[error(transparent)]
    Move(#[from] PlayError),
    /// The opening is not finished.
    #[error("expected a choice in the opening, found a move")]
    InOpening,
    /// The text cannot be read as a choice.
    #[error(transparent)]
    ChoiceText(#[from] ParseChoiceError),
    /// The protocol does not allow the choice.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    /// The rule does not allow the stones of the choice.
    #[error(transparent)]
    ChoicePosition(#[from] OpeningPositionError),
    /// The opponent has not made this offer, or it is no longer open.
    #[error("expected an open offer of the opponent ({0:?}), found none")]
    NoOffer(Offer),
    /// Both players must have acted first.
    #[error("expected both players to have moved before this")]
    NotStarted,
    /// Both players have acted already.
    #[error("expected a game in which one player has not moved yet; it can be resigned")]
    Started,
    /// The player has not made a choice or move that could be taken back.
    #[error("expected a move of one's own to take back, found none")]
    NothingToTakeBack,
    /// A player's time would have run out without the increments of the moves to take back.
    #[error("expected more time on both clocks than the moves to take back have added")]
    NoTimeForTakeback,
    /// The player offered a draw a short time ago.
    #[error("expected {0} more plies before another offer of a draw")]
    DrawOfferedBefore(u16),
    /// The player has made too many offers.
    #[error("expected at most {} offers in a game", super::MAX_OFFERS)]
    TooManyOffers,
    /// The game has no time limit, or the player has given time too often.
    #[error("expected a game with limited time, and at most {} gifts of time", super::MAX_GIFTS)]
    NoGift,
    /// The opponent is connected, or does not have the turn.
    #[error("expected an opponent who is disconnected and has the turn")]
    OpponentIsHere,
    /// The time to wait for the opponent's return has not passed.
    #[error("expected {0} more milliseconds of the opponent's absence")]
    ClaimTooEarly(Time),
    /// The tournament does not allow halving the time, or the player has acted.
    #[error("expected a game of an arena with berserk before the player's own first move")]
    NoBerserk,
    /// Players of a tournament cannot abort a game, and have no rematch.
    #[error("expected a game outside a tournament")]
    InTournament,
}

impl GameError {
    /// The kind of error, as clients receive it.
    pub fn code(&self) -> ErrorCode {
        match self {
            GameError::Over => ErrorCode::Over,
            GameError::NotOver
            | GameError::NotStarted
            | GameError::NothingToTakeBack
            | GameError::DrawOfferedBefore(_)
            | GameError::ClaimTooEarly(_) => ErrorCode::TooEarly,
            GameError::NotYourTurn => ErrorCode::NotYourTurn,
            GameError::Outdated { .. } => ErrorCode::Outdated,
            GameError::ChoiceText(_) => ErrorCode::Malformed,
            GameError::Move(_)
            | GameError::InOpening
            | GameError::Choice(_)
            | GameError::ChoicePosition(_) => ErrorCode::Illegal,
            GameError::NoOffer(_) => ErrorCode::NoOffer,
            GameError::TooManyOffers => ErrorCode::TooMuch,
            GameError::Started
            | GameError::NoGift
            | GameError::NoTimeForTakeback
            | GameError::OpponentIsHere
            | GameError::NoBerserk
            | GameError::InTournament => ErrorCode::NotAllowed,
        }
    }
}

impl From<GameError> for Refusal {
    fn from(error: GameError) -> Refusal {
        Refusal::new(error.code(), error.to_string())
    }
}

/// Why events do not form a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// There is no event.
    #[error("expected the creation of a game, found no event")]
    Empty,
    /// The first event is not the creation of the game, or a later one is.
    #[error("event {0}: expected the creation as the first event, and only there")]
    Creation(usize),
    /// The settings cannot be played.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// An event does not fit the state before it.
    #[error("event {number}: {source}")]
    Event {
        /// The number of the event, from 1.
        number: usize,
        /// The reason why the event does not fit.
        source: GameError,
    },
}
