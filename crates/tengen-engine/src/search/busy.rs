//! Which moves the threads of a search are at, so that each of them turns to one that no other is at.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Searcher;
use crate::board::Cell;

/// Many times the moves that the threads can be at, so that they hardly ever get into each other's place.
const SLOTS: usize = 1 << 14;

/// Shallower moves are searched sooner than told of.
const LEAST_DEPTH: i32 = 3;

/// The moves that are being searched by any thread (J.-C. Weill, "The ABDADA distributed minimax search algorithm", 1996,
/// as simplified by T. Kerrigan). Threads that are set to the same search go the same way through it, one a hair behind
/// the other; told what the others are at, they go apart and meet again where the results are in the transposition table.
///
/// It is advice and nothing more: what is overwritten by another move in the same slot is searched twice.
#[derive(Debug)]
pub(crate) struct BusyMoves {
    slots: Vec<AtomicU64>,
}

/// A move in a position, searched to a depth; in one number, never 0 but by an unlikely chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Task(u64);

impl BusyMoves {
    pub(super) fn new() -> BusyMoves {
        BusyMoves { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    fn slot(&self, task: Task) -> &AtomicU64 {
        &self.slots[(task.0 >> 32) as usize % SLOTS]
    }

    fn contains(&self, task: Task) -> bool {
        self.slot(task).load(Ordering::Relaxed) == task.0
    }

    fn enter(&self, task: Task) {
        self.slot(task).store(task.0, Ordering::Relaxed);
    }

    fn leave(&self, task: Task) {
        if self.contains(task) {
            self.slot(task).store(0, Ordering::Relaxed);
        }
    }
}

impl Task {
    /// `excluded` is the move that the search of the position leaves out.
    fn new(key: u64, cell: Cell, depth: i32, excluded: Option<Cell>) -> Task {
        let moves =
            (cell.index() as u64) << 16 | excluded.map_or(u64::from(u16::MAX), |cell| cell.index() as u64);
        Task(key ^ (moves << 16 | depth as u64 & 0xffff).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

impl Searcher<'_> {
    /// What the other threads are told of a move about to be searched here, if there are any.
    pub(super) fn task(&self, cell: Cell, depth: i32, excluded: Option<Cell>) -> Option<Task> {
        let is_told = self.memory.busy.is_some() && depth >= LEAST_DEPTH;
        is_told.then(|| Task::new(self.board.key(), cell, depth, excluded))
    }

    /// Whether another thread is at a move that this one is not at.
    pub(super) fn is_busy(&self, task: Option<Task>) -> bool {
        matches!((&self.memory.busy, task), (Some(busy), Some(task)) if busy.contains(task))
    }

    /// Lets the other threads know what this one is at until `search` returns.
    pub(super) fn told<T>(&mut self, task: Option<Task>, search: impl FnOnce(&mut Self) -> T) -> T {
        if let (Some(busy), Some(task)) = (&self.memory.busy, task) {
            busy.enter(task);
        }
        let result = search(self);
        if let (Some(busy), Some(task)) = (&self.memory.busy, task) {
            busy.leave(task);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_busy_until_it_is_left() {
        let busy = BusyMoves::new();
        let cell = Cell::new(3, 4);
        let task = Task::new(7, cell, 5, None);
        let others = [
            Task::new(8, cell, 5, None),
            Task::new(7, Cell::new(4, 3), 5, None),
            Task::new(7, cell, 6, None),
            Task::new(7, cell, 5, Some(cell)),
        ];
        busy.enter(task);
        assert!(busy.contains(task));
        assert!(others.iter().all(|&other| !busy.contains(other)));
        busy.leave(task);
        assert!(!busy.contains(task));
    }

    #[test]
    fn who_was_overwritten_takes_nothing_away_from_others() {
        let busy = BusyMoves::new();
        let (first, second) = (Task(1 << 32 | 1), Task(1 << 32 | 2));
        busy.enter(first);
        busy.enter(second);
        busy.leave(first);
        assert!(busy.contains(second));
    }
}
