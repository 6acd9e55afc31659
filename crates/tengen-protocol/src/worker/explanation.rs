use serde::{Deserialize, Serialize};

use super::{ColorMessage, PointMessage};

/// What a move does, in the names from which `tengen-text` makes sentences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplanationMessage {
    /// The side that plays the move.
    pub mover: ColorMessage,
    /// The move.
    pub played: PointMessage,
    /// Stones in a row that win, by which shapes are named.
    pub win_length: u8,
    /// What it does, what matters most first; at least one fact.
    pub facts: Vec<FactMessage>,
    /// What the solvers could not find out. Facts that depend on it are missing.
    pub undecided: Vec<UndecidedMessage>,
    /// Nodes that the solvers visited.
    pub nodes: u64,
}

/// Something that a move does. What a kind of fact does not have is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactMessage {
    /// The kind of fact: `starts-win`.
    pub fact: String,
    /// How a win is forced: `vcf` or `vct`.
    pub means: String,
    /// How many moves the winner needs.
    pub moves: u32,
    /// A line that wins; `None` is a pass.
    pub line: Vec<Option<PointMessage>>,
    /// What is made, blocked or denied: `open-three`.
    pub shape: String,
    /// What makes a point forbidden, or why a game is a draw: `double-three`, `board-full`.
    pub reason: String,
    /// The points of each row, or all points as if they were one row.
    pub rows: Vec<Vec<PointMessage>>,
}

/// Something that a solver had to give up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndecidedMessage {
    /// What was asked, as the kind of fact: `allows-win`.
    pub question: String,
    /// By what means: `vcf` or `vct`.
    pub means: String,
    /// Why there was no answer: `nodes`, `time` or `stopped`.
    pub stop: String,
}
