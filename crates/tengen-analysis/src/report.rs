use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_game::{Point, Score};

use crate::milliseconds;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// The reason for which the search ended.
    pub stopped_by: StopReason,
}

impl SearchReport {
    /// A report of this move and its score. Its line is the move alone, and its depth, nodes and time are 0.
    pub fn new(best_move: Option<Point>, score: Score, stopped_by: StopReason) -> SearchReport {
        SearchReport {
            best_move,
            score,
            pv: best_move.into_iter().collect(),
            others: Vec::new(),
            depth: 0,
            nodes: 0,
            time: Duration::ZERO,
            stopped_by,
        }
    }

    /// Sets [`best_move`](SearchReport::best_move).
    #[must_use]
    pub fn with_best_move(self, best_move: Option<Point>) -> SearchReport {
        SearchReport { best_move, ..self }
    }

    /// Sets [`score`](SearchReport::score).
    #[must_use]
    pub fn with_score(self, score: Score) -> SearchReport {
        SearchReport { score, ..self }
    }

    /// Sets [`pv`](SearchReport::pv).
    #[must_use]
    pub fn with_pv(self, pv: Vec<Point>) -> SearchReport {
        SearchReport { pv, ..self }
    }

    /// Sets [`others`](SearchReport::others).
    #[must_use]
    pub fn with_others(self, others: Vec<SearchLine>) -> SearchReport {
        SearchReport { others, ..self }
    }

    /// Sets [`depth`](SearchReport::depth).
    #[must_use]
    pub fn with_depth(self, depth: u32) -> SearchReport {
        SearchReport { depth, ..self }
    }

    /// Sets [`nodes`](SearchReport::nodes).
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> SearchReport {
        SearchReport { nodes, ..self }
    }

    /// Sets [`time`](SearchReport::time).
    #[must_use]
    pub fn with_time(self, time: Duration) -> SearchReport {
        SearchReport { time, ..self }
    }

    /// Sets [`stopped_by`](SearchReport::stopped_by).
    #[must_use]
    pub fn with_stopped_by(self, stopped_by: StopReason) -> SearchReport {
        SearchReport { stopped_by, ..self }
    }

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

/// The reason for which a search ended.
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
#[non_exhaustive]
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
    /// The number of a thousand entries of the transposition table that this search has filled; 0 where that is not
    /// counted.
    pub hash_per_mille: u32,
}

impl SearchProgress {
    /// The state of a search that has found this line at this depth. All other numbers are 0.
    pub fn new(depth: u32, score: Score, pv: Vec<Point>) -> SearchProgress {
        SearchProgress {
            line: 0,
            depth,
            selective_depth: 0,
            score,
            pv,
            nodes: 0,
            time: Duration::ZERO,
            hash_per_mille: 0,
        }
    }

    /// Sets [`line`](SearchProgress::line).
    #[must_use]
    pub fn with_line(self, line: u32) -> SearchProgress {
        SearchProgress { line, ..self }
    }

    /// Sets [`depth`](SearchProgress::depth).
    #[must_use]
    pub fn with_depth(self, depth: u32) -> SearchProgress {
        SearchProgress { depth, ..self }
    }

    /// Sets [`selective_depth`](SearchProgress::selective_depth).
    #[must_use]
    pub fn with_selective_depth(self, selective_depth: u32) -> SearchProgress {
        SearchProgress { selective_depth, ..self }
    }

    /// Sets [`score`](SearchProgress::score).
    #[must_use]
    pub fn with_score(self, score: Score) -> SearchProgress {
        SearchProgress { score, ..self }
    }

    /// Sets [`pv`](SearchProgress::pv).
    #[must_use]
    pub fn with_pv(self, pv: Vec<Point>) -> SearchProgress {
        SearchProgress { pv, ..self }
    }

    /// Sets [`nodes`](SearchProgress::nodes).
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> SearchProgress {
        SearchProgress { nodes, ..self }
    }

    /// Sets [`time`](SearchProgress::time).
    #[must_use]
    pub fn with_time(self, time: Duration) -> SearchProgress {
        SearchProgress { time, ..self }
    }

    /// Sets [`hash_per_mille`](SearchProgress::hash_per_mille).
    #[must_use]
    pub fn with_hash_per_mille(self, hash_per_mille: u32) -> SearchProgress {
        SearchProgress { hash_per_mille, ..self }
    }
}

/// The state of a search at its end.
impl From<&SearchReport> for SearchProgress {
    fn from(report: &SearchReport) -> SearchProgress {
        SearchProgress::new(report.depth, report.score, report.pv.clone())
            .with_nodes(report.nodes)
            .with_time(report.time)
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

/// The rate of a count, such as nodes, in each second; 0 where no time has passed.
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
