use serde::{Deserialize, Serialize};
use tengen_game::Move;
use tengen_game::opening::Player;

use super::{NewGame, is_zero};
use crate::Time;
use crate::id::GameId;
use crate::message::{GameOver, Offer, RatingView};

/// Something that has happened in a game. A game is its events; they are what is stored.
///
/// The form in JSON is stable: what is stored today can be read later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEvent {
    /// When.
    pub at: Time,
    /// What.
    pub event: Happened,
}

fn are_zero(milliseconds: &[Time; 2]) -> bool {
    *milliseconds == [0; 2]
}

/// What has happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happened {
    /// The game was created. This is the first event.
    Created(Box<NewGame>),
    /// The player to act made a move.
    Moved {
        /// The move.
        to: Move,
        /// Milliseconds of delay for which the player was not charged.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag: Time,
    },
    /// The player to act made a choice in the opening.
    Chose {
        /// The choice as text.
        choice: String,
        /// As of a move.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag: Time,
    },
    /// A player made an offer.
    Offered {
        /// Who.
        by: Player,
        /// What.
        offer: Offer,
    },
    /// An offer was withdrawn or declined.
    OfferClosed {
        /// Who had made it.
        by: Player,
        /// What.
        offer: Offer,
    },
    /// Moves or choices were taken back.
    TakenBack {
        /// How many choices and moves are left.
        ply: u16,
        /// Milliseconds taken off the clocks of the first and the second player: the increments of what was taken back.
        #[serde(default, skip_serializing_if = "are_zero")]
        increments: [Time; 2],
    },
    /// A player gave the opponent time.
    GaveTime {
        /// Who gave it.
        by: Player,
        /// Milliseconds.
        milliseconds: Time,
    },
    /// A player gave up a part of the own main time.
    Berserk {
        /// Who.
        player: Player,
        /// Milliseconds.
        milliseconds: Time,
    },
    /// A player connected.
    Connected {
        /// Who.
        player: Player,
    },
    /// A player disconnected.
    Disconnected {
        /// Who.
        player: Player,
    },
    /// The game goes on after a time in which its server was away. No player is charged for that time.
    Resumed {
        /// Since when the server was away.
        since: Time,
    },
    /// The game ended other than by a move.
    Ended(GameOver),
    /// The ratings were counted: those of the first and the second player after the game.
    Rated([RatingView; 2]),
    /// Both players agreed on a rematch.
    Rematched(GameId),
}
