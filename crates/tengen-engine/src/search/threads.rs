//! Several threads that search the same position, and help each other through the transposition table they share and by
//! looking at different moves.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use super::root::{Line, RootSearch};
use super::{Budget, Interrupt, MATE, Memory, Searcher, is_loss, is_mate};
use crate::board::{Board, Cell};
use crate::{Clock, StopHandle};

/// What a thread besides the first one needs, kept between slices.
#[derive(Clone, Debug)]
pub(crate) struct Helper {
    board: Board,
    memory: Memory,
    root: RootSearch,
    stop: StopHandle,
}

/// The threads besides the one that the search was called on, which reports and keeps the limits.
#[derive(Debug, Default)]
pub(crate) struct Helpers {
    helpers: Vec<Helper>,
    /// Nodes of all of them.
    nodes: AtomicU64,
}

/// Helpers are stopped, they look at no clock.
struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl Helpers {
    /// Helpers for a search with `threads` threads in all.
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

    /// Lets the helpers search while `main` does.
    pub(crate) fn search_along(&mut self, main: impl FnOnce(&AtomicU64) -> Interrupt) -> Interrupt {
        let nodes = &self.nodes;
        if self.helpers.is_empty() {
            return main(nodes);
        }
        std::thread::scope(|scope| {
            let stops: Vec<StopHandle> = self.helpers.iter().map(|helper| helper.stop.clone()).collect();
            for helper in &mut self.helpers {
                helper.stop.reset();
                // A thread that cannot be had leaves its work to the others.
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

/// The line on which the threads agree: each votes for its move with its depth, and a proof of a win counts more than
/// anything. `main` is the line of the first thread, which is right where the votes are equal, and where it has proved a
/// loss: others have only not seen it yet.
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
