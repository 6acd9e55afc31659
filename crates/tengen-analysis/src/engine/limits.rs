use serde::{Deserialize, Serialize};

use super::{PointMessage, is_zero};
use crate::Level;

/// When a search ends, and what it looks for. The first limit that is reached counts; with none of time, depth and nodes
/// the engine searches until it is stopped, or until its move is decided.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitsMessage {
    /// Milliseconds. For `game-tree` and `minimax`, which have a time of their own without it: 100 to 10,000.
    pub time_ms: Option<u32>,
    /// Milliseconds to aim at: no iteration is begun after about as much.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_ms: Option<u32>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// How many of the best moves to find, each with its line (multi-PV); 0 is one, too. Only the engine at full strength
    /// finds more.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lines: u32,
    /// The moves to choose from; none given are all. Only the engine can be told so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<PointMessage>>,
    /// Moves that are left out of account. Only the engine can be told so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excluded: Vec<PointMessage>,
    /// Strength to play at.
    pub level: Option<Level>,
    /// Varies the moves of the lower levels.
    #[serde(default)]
    pub seed: u64,
}

/// How much the solvers may do. With no limit a proof is looked for until it is found, refuted or stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolveLimitsMessage {
    /// Milliseconds, for everything together.
    #[serde(default)]
    pub time_ms: Option<u32>,
    /// Nodes; in an explanation for each question to a solver, 100,000 if nothing else is said.
    #[serde(default)]
    pub nodes: Option<u64>,
}
