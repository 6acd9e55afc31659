//! What an engine is told about its game.

use std::time::Duration;

use super::super::UNLIMITED_MS;

/// What holds for a whole game, and is told to the engine by `INFO`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameSettings {
    /// The most for one move.
    pub per_move: Option<Duration>,
    /// The budget for the whole game.
    pub per_game: Option<Duration>,
    /// What that budget grows by after each move.
    pub increment: Duration,
    /// Bytes that the engine may use.
    pub max_memory: Option<u64>,
    /// Plies after which a search ends. Engines need not know this, nor those that follow.
    pub depth: Option<u32>,
    /// Nodes after which a search ends.
    pub nodes: Option<u64>,
    /// Bytes for the table of the search.
    pub hash_bytes: Option<u64>,
    /// Threads that search.
    pub threads: Option<u32>,
    /// A folder in which the engine may keep files.
    pub folder: Option<String>,
    /// Further keys with their values, as they are.
    pub others: Vec<(String, String)>,
}

/// What stands for "no limit" where a limit for a move must be told.
const A_DAY_MS: u128 = 86_400_000;

impl GameSettings {
    /// The keys with their values, in the order in which they are sent; `left` is what is left of the budget.
    pub(super) fn lines(&self, rule_code: u32, left: Option<Duration>) -> Vec<(String, String)> {
        let mut lines: Vec<(String, String)> = Vec::new();
        let mut tell = |key: &str, value: String| lines.push((key.to_owned(), value));
        tell("rule", rule_code.to_string());
        // Zero asks for a move at once; what is shorter than a millisecond does as well.
        let turn = self.per_move.or(self.per_game).map_or(A_DAY_MS, |limit| limit.as_millis());
        tell("timeout_turn", turn.to_string());
        tell("timeout_match", self.per_game.map_or(0, |budget| budget.as_millis().max(1)).to_string());
        let unlimited = u128::from(UNLIMITED_MS.unsigned_abs());
        tell("time_left", left.map_or(unlimited, |left| left.as_millis().min(unlimited - 1)).to_string());
        tell("max_memory", self.max_memory.unwrap_or(0).to_string());
        if !self.increment.is_zero() {
            tell("time_increment", self.increment.as_millis().to_string());
        }
        let numbers = [
            ("max_depth", self.depth.map(u64::from)),
            ("max_node", self.nodes),
            ("hash_size", self.hash_bytes.map(|bytes| bytes / 1024)),
            ("thread_num", self.threads.map(u64::from)),
        ];
        for (key, number) in numbers {
            if let Some(number) = number {
                tell(key, number.to_string());
            }
        }
        if let Some(folder) = &self.folder {
            tell("folder", folder.clone());
        }
        for (key, value) in &self.others {
            tell(key, value.clone());
        }
        lines
    }
}
