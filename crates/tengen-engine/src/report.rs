use std::time::Duration;

use tengen_game::Point;

use crate::Score;

/// What a search found in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport {
    /// The best move; `None` where the game is over, or nothing but a pass is left.
    pub best_move: Option<Point>,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// Principal variation: the line that both sides should play, beginning with `best_move`.
    pub pv: Vec<Point>,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// Visited nodes.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// What ended the search.
    pub stopped_by: StopReason,
}

/// What ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// Searching on would not change the move: it is forced, or the end of the game is proved.
    Decided,
    /// The depth limit.
    Depth,
    /// The node limit.
    Nodes,
    /// The time limit.
    Time,
    /// Somebody used the stop handle.
    Stopped,
}

/// What a running search knows so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchProgress {
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// Principal variation.
    pub pv: Vec<Point>,
    /// Visited nodes.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

/// Hears from a running search, on the thread that searches.
pub trait SearchObserver {
    /// An iteration has ended, or its best move has changed.
    fn progress(&mut self, progress: &SearchProgress);
}

/// Hears nothing.
impl SearchObserver for () {
    fn progress(&mut self, _progress: &SearchProgress) {}
}

impl<F: FnMut(&SearchProgress)> SearchObserver for F {
    fn progress(&mut self, progress: &SearchProgress) {
        self(progress);
    }
}
