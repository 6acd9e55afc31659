//! Parallel search (lazy SMP with ABDADA): helper threads search the same position as the main thread and share its
//! transposition table.
//!
//! ABDADA: threads of one search defer moves that another thread is searching (J.-C. Weill, "The ABDADA distributed
//! minimax search algorithm", 1996, as simplified by T. Kerrigan).
//!
//! Threads that start the same search at the same time would visit the same nodes in the same order. With a shared table of
//! the moves under search, each thread takes another move and finds the results of the deferred ones in the transposition
//! table.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tengen_analysis::{Clock, StopHandle};

use super::root::{Line, RootSearch};
use super::{Budget, Interrupt, MATE, Memory, Searcher, is_loss, is_mate};
use crate::board::{Board, Cell};

/// How often, and how long each time, the main thread waits for helpers that it has stopped. A helper stops within
/// [`CLOCK_INTERVAL`](super::CLOCK_INTERVAL) nodes; one that has not returned after all this time has crashed. The time is
/// divided because a machine that slept wakes up after every deadline.
const WAITS: u32 = 100;
const WAIT: Duration = Duration::from_millis(100);

/// Starts the threads that help a search.
///
/// The standard library has none for WebAssembly, where the threads are Web Workers that the owner of the engine starts.
pub trait Spawner: fmt::Debug + Send + Sync {
    /// The number of jobs that can run at the same time beside the caller.
    fn most(&self) -> usize;

    /// A search begins that has up to this number of jobs at a time.
    fn prepare(&self, jobs: usize) {
        let _ = jobs;
    }

    /// Runs the job at once beside the caller.
    ///
    /// # Errors
    /// Where no thread is free, with the job. The search continues with fewer threads, and tries again for its next slice.
    fn spawn(&self, job: Job) -> Result<(), Job>;
}

/// The threads of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemThreads;

impl Spawner for SystemThreads {
    fn most(&self) -> usize {
        if cfg!(target_family = "wasm") { 0 } else { 255 }
    }

    fn spawn(&self, job: Job) -> Result<(), Job> {
        // Without this the engine of a page would have the code of threads that never run.
        if cfg!(target_family = "wasm") {
            return Err(job);
        }
        let (sender, receiver) = channel::<Job>();
        let run = move || receiver.into_iter().for_each(Job::run);
        match thread::Builder::new().spawn(run) {
            Ok(_) => sender.send(job).map_err(|unsent| unsent.0),
            Err(_) => Err(job),
        }
    }
}

/// The work of a helper thread in a slice.
#[derive(Debug)]
pub struct Job {
    helper: Box<Helper>,
    shared: Arc<Shared>,
}

impl Job {
    /// Searches until the main thread ends the slice.
    pub fn run(mut self) {
        self.helper.search(&self.shared.nodes);
        let mut returned = self.shared.returned.lock().unwrap_or_else(PoisonError::into_inner);
        returned.push(self.helper);
        self.shared.is_returned.notify_one();
    }
}

/// A helper thread between slices.
#[derive(Clone, Debug)]
struct Helper {
    board: Board,
    memory: Memory,
    root: RootSearch,
    stop: StopHandle,
}

/// The data that the threads of a search share beside the transposition table.
#[derive(Debug, Default)]
struct Shared {
    /// The sum of the helpers' nodes.
    nodes: AtomicU64,
    /// The helpers that have ended their slice.
    returned: Mutex<Vec<Box<Helper>>>,
    is_returned: Condvar,
}

/// All helper threads. The main thread reports and keeps the limits.
#[derive(Debug, Default)]
pub(crate) struct Helpers {
    helpers: Vec<Box<Helper>>,
    shared: Arc<Shared>,
    /// The most helpers that ran in one slice.
    most_running: usize,
}

/// The clock of helpers, which only the main thread stops.
pub(crate) struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// Stops the helpers when it is dropped, so that none runs for ever where the main thread panics.
struct StopAll(Vec<StopHandle>);

impl Drop for StopAll {
    fn drop(&mut self) {
        self.0.iter().for_each(StopHandle::stop);
    }
}

impl Helpers {
    /// The helpers of a search with `threads` threads in all.
    pub(crate) fn new(threads: usize, board: &Board, memory: &Memory, root: &RootSearch) -> Helpers {
        let helper = |_| {
            Box::new(Helper {
                board: board.clone(),
                memory: memory.for_thread(),
                root: root.for_thread(),
                stop: StopHandle::default(),
            })
        };
        let helpers = if root.is_decided() { Vec::new() } else { (1..threads).map(helper).collect() };
        Helpers { helpers, ..Helpers::default() }
    }

    /// Runs the helpers while `main` searches.
    pub(crate) fn search_with(
        &mut self,
        spawner: &dyn Spawner,
        main: impl FnOnce(&AtomicU64) -> Interrupt,
    ) -> Interrupt {
        let mut stops = Vec::new();
        for helper in std::mem::take(&mut self.helpers) {
            helper.stop.reset();
            let stop = helper.stop.clone();
            match spawner.spawn(Job { helper, shared: Arc::clone(&self.shared) }) {
                Ok(()) => stops.push(stop),
                Err(Job { helper, .. }) => self.helpers.push(helper),
            }
        }
        let started = stops.len();
        let stop_all = StopAll(stops);
        let interrupt = main(&self.shared.nodes);
        drop(stop_all);
        self.most_running = self.most_running.max(started);
        self.wait_for(started);
        interrupt
    }

    /// Waits until the helpers that were started have ended their slice.
    fn wait_for(&mut self, started: usize) {
        let Shared { returned, is_returned, .. } = &*self.shared;
        let mut returned = returned.lock().unwrap_or_else(PoisonError::into_inner);
        let mut waits = 0;
        while returned.len() < started {
            assert!(waits < WAITS, "a helper thread of the search broke down");
            let waited = is_returned.wait_timeout(returned, WAIT).unwrap_or_else(PoisonError::into_inner);
            returned = waited.0;
            waits += u32::from(waited.1.timed_out());
        }
        self.helpers.append(&mut returned);
    }

    /// The most threads that searched at the same time, the main thread included.
    pub(crate) fn most_threads(&self) -> usize {
        1 + self.most_running
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

/// The best line of all threads: each votes for its first move, weighted by score and depth, and a proved win counts most. `main`
/// is the line of the main thread, which wins ties, and also where it has proved a loss: the others have only not found it yet.
/// `moves` are those that the main thread chooses from: helpers also search moves that it left out because of a win of the
/// opponent.
pub(crate) fn vote(
    main: (Line, i32),
    helpers: impl Iterator<Item = (Line, i32)>,
    moves: &[Cell],
) -> (Line, i32) {
    if is_loss(main.0.score) {
        return main;
    }
    let mut lines = vec![main];
    let is_left = |line: &Line| line.pv.first().is_some_and(|cell| moves.contains(cell));
    lines.extend(helpers.filter(|(line, depth)| is_left(line) && *depth > 0));
    let worst = lines.iter().map(|(line, _)| line.score).min().unwrap_or(0);
    /// Added to the difference of each score to the worst one, in engine units: without it, the worst line would have no vote,
    /// and lines that are nearly equal would be weighted by noise.
    const LEAST: i32 = 20;
    let weight =
        |line: &Line, depth: i32| i64::from((line.score - worst).min(MATE) + LEAST) * i64::from(depth);
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
    fn threads_vote_for_the_moves_that_the_main_thread_has_left() {
        let [good, better, left_out] = [3, 4, 5].map(|x| Cell::new(x, 4));
        let line = |cell: Cell, score: i32| (Line { score, pv: vec![cell] }, 10);
        let helpers = || [line(better, 90), line(left_out, 300)].into_iter();
        let chosen = |moves: &[Cell]| vote(line(good, 20), helpers(), moves).0.pv;
        assert_eq!(chosen(&[good, better]), [better]);
        assert_eq!(chosen(&[good]), [good]);
        assert_eq!(chosen(&[good, better, left_out]), [left_out]);
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
