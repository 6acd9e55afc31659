use serde::{Deserialize, Serialize};

use super::PointMessage;
use crate::{MoveClass, Score};

/// A position of a game of which the end is proved already.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvedMessage {
    /// How many moves of the game had been played.
    pub played: u16,
    /// Plies to the forced end, as in [`Score::Mate`]: negative where the side to move loses.
    pub plies: i32,
    /// The line that begins with the best move; `None` is a pass.
    pub line: Vec<Option<PointMessage>>,
}

/// What there is to say about one move of a game. Scores are told **to the side that played it**.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewedMoveMessage {
    /// Which one, from 1.
    pub number: u16,
    /// How good it was: `best`, `good`, `slip`, `mistake` or `blunder`.
    pub class: MoveClass,
    /// What the position was worth before it, with the best move.
    pub before: Score,
    /// What it was worth after it.
    pub after: Score,
    /// What the move gave away, in thousandths of the chances to win.
    pub loss: u16,
    /// The line that begins with the best move; empty where only a pass was left.
    pub line: Vec<PointMessage>,
    /// The forced win that was there and not played; empty if there was none.
    pub missed_win: Vec<PointMessage>,
    /// The opponent's forced win against the move, where another move would not have allowed it; empty otherwise.
    pub refutation: Vec<PointMessage>,
}
