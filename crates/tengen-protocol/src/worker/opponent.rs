use serde::{Deserialize, Serialize};

/// Who thinks about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpponentMessage {
    /// The engine.
    #[default]
    Tengen,
    /// A classic: sums over windows of five.
    Tuple,
    /// A classic: rows in four directions.
    Direction,
    /// A classic: the best point, one stone ahead.
    Greedy,
    /// A classic: a search of the best few candidates.
    GameTree,
    /// A classic: priorities and a short search.
    MinimaxEasy,
    /// A classic: priorities and a longer search.
    MinimaxNormal,
    /// A classic: priorities and the longest search.
    MinimaxHard,
}

/// What can be set about the classics that search. What is not set is as the classic itself has it; what a classic does not
/// have, or not so, fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TuningMessage {
    /// Plies of the search: 2 to 12 for `game-tree`, 1 to 24 for `minimax`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Moves tried in each position: 2 to 24 for `game-tree`, 1 to 484 for `minimax`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breadth: Option<u32>,
    /// Whether the search minds the points that the rule forbids; for `game-tree`. What is played is legal in any case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forbidden_moves: Option<bool>,
}

impl TuningMessage {
    /// Whether nothing is set.
    pub fn is_default(&self) -> bool {
        *self == TuningMessage::default()
    }
}
