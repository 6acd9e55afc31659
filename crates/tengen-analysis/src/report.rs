use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_game::{Point, Score};

use crate::milliseconds;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport {
    /// The best move; `None` where the game is over, or only a pass is left.
    pub best_move: Option<Point>,
    /// The score **to the side to move**.
    pub score: Score,
    /// Principal variation: the line that both sides should play, beginning with `best_move`.
    pub pv: Vec<Point>,
    /// The next moves after the best one, best first, if the limits request several lines.
    pub others: Vec<SearchLine>,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// Visited nodes, of all threads.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// What ended the search.
    pub stopped_by: StopReason,
}

impl SearchReport {
    /// All lines of the search, the best first; none without a best move.
    pub fn lines(&self) -> Vec<SearchLine> {
        let best = self.best_move.map(|_| SearchLine { score: self.score, pv: self.pv.clone() });
        best.into_iter().chain(self.others.iter().cloned()).collect()
    }
}

/// A move with what follows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchLine {
    /// The score **to the side to move** if it plays so.
    pub score: Score,
    /// The line that both sides should play from here.
    pub pv: Vec<Point>,
}

/// What ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// Searching on would not change the move: it is forced, or the end of the game is proved.
    Decided,
    /// The depth limit.
    Depth,
    /// The node limit.
    Nodes,
    /// The time limit.
    Time,
    /// The stop handle was used.
    Stopped,
}

/// The state of a running search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchProgress {
    /// The rank of the move: 0 is the best, others occur if the limits request several lines.
    pub line: u32,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// Plies of the longest line that was searched; 0 where that is not counted.
    pub selective_depth: u32,
    /// The score **to the side to move**.
    pub score: Score,
    /// Principal variation.
    pub pv: Vec<Point>,
    /// Visited nodes, of all threads.
    pub nodes: u64,
    /// Time spent; in messages whole milliseconds.
    #[serde(rename = "time_ms", with = "milliseconds")]
    pub time: Duration,
    /// How many of a thousand entries of the transposition table this search has filled; 0 where that is not counted.
    pub hash_per_mille: u32,
}

/// The state of a search at its end.
impl From<&SearchReport> for SearchProgress {
    fn from(report: &SearchReport) -> SearchProgress {
        SearchProgress {
            line: 0,
            depth: report.depth,
            selective_depth: 0,
            score: report.score,
            pv: report.pv.clone(),
            nodes: report.nodes,
            time: report.time,
            hash_per_mille: 0,
        }
    }
}

/// Receives the progress of a running search, on the thread that searches.
pub trait SearchObserver {
    /// An iteration has ended, or its best move has changed.
    fn progress(&mut self, progress: &SearchProgress);
}

/// Ignores it.
impl SearchObserver for () {
    fn progress(&mut self, _progress: &SearchProgress) {}
}

impl<F: FnMut(&SearchProgress)> SearchObserver for F {
    fn progress(&mut self, progress: &SearchProgress) {
        self(progress);
    }
}

/// How many there were each second, of nodes for example; 0 where no time has passed.
pub fn per_second(count: u64, time: Duration) -> u64 {
    let rate = (u128::from(count) * 1_000_000).checked_div(time.as_micros()).unwrap_or(0);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_by_the_second() {
        assert_eq!(per_second(500, Duration::from_millis(250)), 2_000);
        assert_eq!(per_second(500, Duration::ZERO), 0);
    }
}
