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
