use serde::{Deserialize, Serialize};
use tengen_game::Move;
use tengen_game::opening::Player;

use super::{NewGame, is_zero};
use crate::Time;
use crate::id::GameId;
use crate::message::{GameOver, Offer, RatingView};

/// An event of a game. A game is the sequence of its events, and only they are stored.
///
/// The JSON format is stable: later versions read the events that are stored today.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEvent {
    /// The time of the event.
    pub at: Time,
    /// The content of the event.
    pub event: Happened,
}

fn are_zero(milliseconds: &[Time; 2]) -> bool {
    *milliseconds == [0; 2]
}

/// The content of an event.
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
        /// Milliseconds of delay for which the player was not charged.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag: Time,
    },
    /// A player made an offer.
    Offered {
        /// The player who made the offer.
        by: Player,
        /// The offer.
        offer: Offer,
    },
    /// An offer was withdrawn or declined.
    OfferClosed {
        /// The player who had made the offer.
        by: Player,
        /// The offer.
        offer: Offer,
    },
    /// Moves or choices were taken back.
    TakenBack {
        /// The number of choices and moves that remain.
        ply: u16,
        /// The milliseconds that are taken off the clocks of the first and the second player: the increments of the moves taken back.
        #[serde(default, skip_serializing_if = "are_zero")]
        increments: [Time; 2],
    },
    /// A player gave the opponent time.
    GaveTime {
        /// The player who gave the time.
        by: Player,
        /// The time in milliseconds.
        milliseconds: Time,
    },
    /// A player gave up a part of their own main time.
    Berserk {
        /// The player.
        player: Player,
        /// The time in milliseconds.
        milliseconds: Time,
    },
    /// A player connected.
    Connected {
        /// The player.
        player: Player,
    },
    /// A player disconnected.
    Disconnected {
        /// The player.
        player: Player,
    },
    /// The game continues after a period in which its server was away. No player is charged for that period.
    Resumed {
        /// The time from which the server was away.
        since: Time,
    },
    /// The game ended other than by a move.
    Ended(GameOver),
    /// The ratings were counted. The values are those of the first and the second player after the game.
    Rated([RatingView; 2]),
    /// Both players agreed on a rematch.
    Rematched(GameId),
}
