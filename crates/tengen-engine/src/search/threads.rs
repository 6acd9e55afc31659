//! Parallel search (lazy SMP with ABDADA): helper threads search the same position as the main thread and share its
//! transposition table.
//!
//! ABDADA: threads of one search defer moves that another thread is searching (J.-C. Weill, "The ABDADA distributed
//! minimax search algorithm", 1996, as simplified by T. Kerrigan).
//!
//! Threads that start the same search at the same time would visit the same nodes in the same order. With a shared table of
//! the moves under search, each thread takes another move and finds the results of the deferred ones in the transposition
//! table.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tengen_analysis::{Clock, StopHandle};

use super::root::{Line, RootSearch};
use super::{Budget, Interrupt, MATE, Memory, Searcher, is_loss, is_mate};
use crate::board::{Board, Cell};

/// A helper thread between slices.
#[derive(Clone, Debug)]
pub(crate) struct Helper {
    board: Board,
    memory: Memory,
    root: RootSearch,
    stop: StopHandle,
}

/// All helper threads. The main thread reports and keeps the limits.
#[derive(Debug, Default)]
pub(crate) struct Helpers {
    helpers: Vec<Helper>,
    /// The sum of their nodes.
    nodes: AtomicU64,
}

/// The clock of helpers, which only the main thread stops.
struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl Helpers {
    /// The helpers of a search with `threads` threads in all.
    pub(crate) fn new(threads: usize, board: &Board, memory: &Memory, root: &RootSearch) -> Helpers {
        let helper = |_| Helper {
            board: board.clone(),
            memory: memory.for_thread(),
            root: root.for_thread(),
            stop: StopHandle::default(),
        };
        let helpers = if root.is_decided() { Vec::new() } else { (1..threads).map(helper).collect() };
        Helpers { helpers, nodes: AtomicU64::new(0) }
    }

    /// Runs the helpers while `main` searches.
    pub(crate) fn search_with(&mut self, main: impl FnOnce(&AtomicU64) -> Interrupt) -> Interrupt {
        let nodes = &self.nodes;
        if self.helpers.is_empty() {
            return main(nodes);
        }
        std::thread::scope(|scope| {
            let stops: Vec<StopHandle> = self.helpers.iter().map(|helper| helper.stop.clone()).collect();
            for helper in &mut self.helpers {
                helper.stop.reset();
                // The search continues with fewer threads where one cannot be spawned.
                let _ = std::thread::Builder::new().spawn_scoped(scope, || helper.search(nodes));
            }
            let interrupt = main(nodes);
            for stop in stops {
                stop.stop();
            }
            interrupt
        })
    }

    /// The best lines of the helpers, with the depths of their last finished iterations.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (Line, i32)> {
        self.helpers.iter().map(|helper| (helper.root.best(), helper.root.finished_depth()))
    }
}

impl Helper {
    fn search(&mut self, nodes: &AtomicU64) {
        let mut searcher = Searcher::new(
            &mut self.board,
            &mut self.memory,
            &NoClock,
            &self.stop,
            Budget::default(),
            self.root.nodes,
            nodes,
        );
        searcher.is_helper = true;
        self.root.advance(&mut searcher, Duration::MAX, &mut ());
    }
}

/// The best line of all threads: each votes for its first move, weighted by score and depth, and a proved win counts most.
/// `main` is the line of the main thread, which wins ties, and also where it has proved a loss: the others have only not seen
/// it yet.
pub(crate) fn vote(main: (Line, i32), helpers: impl Iterator<Item = (Line, i32)>) -> (Line, i32) {
    if is_loss(main.0.score) {
        return main;
    }
    let mut lines = vec![main];
    lines.extend(helpers.filter(|(line, depth)| !line.pv.is_empty() && *depth > 0));
    let worst = lines.iter().map(|(line, _)| line.score).min().unwrap_or(0);
    let weight = |line: &Line, depth: i32| i64::from((line.score - worst).min(MATE) + 20) * i64::from(depth);
    let votes = |cell: Option<&Cell>| -> i64 {
        let same = lines.iter().filter(|(line, _)| line.pv.first() == cell);
        same.map(|(line, depth)| weight(line, *depth)).sum()
    };
    let rank = |(line, depth): &(Line, i32)| {
        let proof = if is_mate(line.score) { line.score } else { 0 };
        (proof, votes(line.pv.first()), *depth)
    };
    let mut best = 0;
    for index in 1..lines.len() {
        if rank(&lines[index]) > rank(&lines[best]) {
            best = index;
        }
    }
    lines.swap_remove(best)
}

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
