use serde::{Deserialize, Serialize};

use super::{PointMessage, ScoreMessage};

/// How thoroughly a game is gone through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EffortMessage {
    /// A few seconds for a game.
    Quick,
    /// Some ten seconds for a game.
    #[default]
    Normal,
    /// Some minutes for a game.
    Thorough,
}

impl EffortMessage {
    /// All of them, the smallest first.
    pub const ALL: [EffortMessage; 3] =
        [EffortMessage::Quick, EffortMessage::Normal, EffortMessage::Thorough];

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            EffortMessage::Quick => "quick",
            EffortMessage::Normal => "normal",
            EffortMessage::Thorough => "thorough",
        }
    }
}

/// A position of a game of which the end is proved already.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvedMessage {
    /// How many moves of the game had been played.
    pub played: u16,
    /// Plies to the forced end, as in [`ScoreMessage::Mate`]: negative where the side to move loses.
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
    pub class: ClassMessage,
    /// What the position was worth before it, with the best move.
    pub before: ScoreMessage,
    /// What it was worth after it.
    pub after: ScoreMessage,
    /// What the move gave away, in thousandths of the chances to win.
    pub loss: u16,
    /// The line that begins with the best move; empty where only a pass was left.
    pub line: Vec<PointMessage>,
    /// The forced win that was there and not played; empty if there was none.
    pub missed_win: Vec<PointMessage>,
    /// The opponent's forced win against the move, where another move would not have allowed it; empty otherwise.
    pub refutation: Vec<PointMessage>,
}

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClassMessage {
    /// The engine's choice, or one that is worth as much.
    Best,
    /// It gave away next to nothing.
    Good,
    /// At least 5 per cent of the chances.
    Slip,
    /// At least 10 per cent.
    Mistake,
    /// At least 20 per cent.
    Blunder,
}

/// How one side played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideMessage {
    /// How close its moves came to the best ones, in per cent; `None` where none was looked at.
    pub accuracy: Option<u8>,
    /// How many moves of each class it made, the best class first.
    pub classes: [u16; 5],
}
