//! Parallel search (lazy SMP with ABDADA): helper threads search the same position as the main thread and share its
//! transposition table.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use super::root::{Line, RootSearch};
use super::{Budget, Interrupt, MATE, Memory, Searcher, is_loss, is_mate};
use tengen_analysis::{Clock, StopHandle};

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
                // The search goes on with fewer threads where one cannot be spawned.
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
