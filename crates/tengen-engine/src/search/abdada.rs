//! ABDADA: threads of one search defer moves that another thread is searching (J.-C. Weill, "The ABDADA distributed
//! minimax search algorithm", 1996, as simplified by T. Kerrigan).
//!
//! Threads that start the same search at the same time would visit the same nodes in the same order. With a shared table of
//! the moves under search, each thread takes another move and finds the results of the deferred ones in the transposition
//! table.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Searcher;
use crate::board::Cell;

/// Far more slots than moves under search at a time, so that collisions are rare.
const SLOTS: usize = 1 << 14;

/// Below this depth a search takes less time than its entry in the table.
const MIN_DEPTH: i32 = 3;

/// The moves that any thread is searching now.
///
/// The table is a hint only: a move whose slot was overwritten is searched by two threads.
#[derive(Debug)]
pub(crate) struct MovesUnderSearch {
    slots: Vec<AtomicU64>,
}

/// The hash of a position, a move and the depth of its search. 0 marks an empty slot; a hash of 0 is improbable and only
/// makes its move invisible to the other threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveHash(u64);

impl MovesUnderSearch {
    pub(super) fn new() -> MovesUnderSearch {
        MovesUnderSearch { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    fn slot(&self, hash: MoveHash) -> &AtomicU64 {
        &self.slots[(hash.0 >> 32) as usize % SLOTS]
    }

    fn contains(&self, hash: MoveHash) -> bool {
        self.slot(hash).load(Ordering::Relaxed) == hash.0
    }

    fn insert(&self, hash: MoveHash) {
        self.slot(hash).store(hash.0, Ordering::Relaxed);
    }

    fn remove(&self, hash: MoveHash) {
        if self.contains(hash) {
            self.slot(hash).store(0, Ordering::Relaxed);
        }
    }
}

impl MoveHash {
    /// `excluded` is the move that a singular search of the position leaves out.
    fn new(key: u64, cell: Cell, depth: i32, excluded: Option<Cell>) -> MoveHash {
        let moves =
            (cell.index() as u64) << 16 | excluded.map_or(u64::from(u16::MAX), |cell| cell.index() as u64);
        MoveHash(key ^ (moves << 16 | depth as u64 & 0xffff).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

impl Searcher<'_> {
    /// The hash of a move that is about to be searched; `None` where there is one thread, or too little depth.
    pub(super) fn move_hash(&self, cell: Cell, depth: i32, excluded: Option<Cell>) -> Option<MoveHash> {
        let is_shared = self.memory.under_search.is_some() && depth >= MIN_DEPTH;
        is_shared.then(|| MoveHash::new(self.board.key(), cell, depth, excluded))
    }

    /// Whether another thread is searching the move, so that it should be deferred.
    pub(super) fn should_defer(&self, hash: Option<MoveHash>) -> bool {
        matches!((&self.memory.under_search, hash), (Some(moves), Some(hash)) if moves.contains(hash))
    }

    /// Runs `search` with the move marked as under search.
    pub(super) fn with_mark<T>(&mut self, hash: Option<MoveHash>, search: impl FnOnce(&mut Self) -> T) -> T {
        if let (Some(moves), Some(hash)) = (&self.memory.under_search, hash) {
            moves.insert(hash);
        }
        let result = search(self);
        if let (Some(moves), Some(hash)) = (&self.memory.under_search, hash) {
            moves.remove(hash);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_under_search_until_it_is_removed() {
        let moves = MovesUnderSearch::new();
        let cell = Cell::new(3, 4);
        let hash = MoveHash::new(7, cell, 5, None);
        let others = [
            MoveHash::new(8, cell, 5, None),
            MoveHash::new(7, Cell::new(4, 3), 5, None),
            MoveHash::new(7, cell, 6, None),
            MoveHash::new(7, cell, 5, Some(cell)),
        ];
        moves.insert(hash);
        assert!(moves.contains(hash));
        assert!(others.iter().all(|&other| !moves.contains(other)));
        moves.remove(hash);
        assert!(!moves.contains(hash));
    }

    #[test]
    fn removing_an_overwritten_move_leaves_the_new_one() {
        let moves = MovesUnderSearch::new();
        let (first, second) = (MoveHash(1 << 32 | 1), MoveHash(1 << 32 | 2));
        moves.insert(first);
        moves.insert(second);
        moves.remove(first);
        assert!(moves.contains(second));
    }
}
