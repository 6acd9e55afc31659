//! The thread that searches, also with less than full strength, which managers ask for by `INFO strength`.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use tengen_analysis::{
    Level, SearchLimits, SearchObserver, SearchProgress, SearchReport, StopHandle, SystemClock,
};
use tengen_engine::balance::Stones;
use tengen_engine::opening::{self, swap2};
use tengen_engine::{Engine, EvaluationWeights};
use tengen_game::Position;
use tengen_gomocup::{Decision, HashFileRequest, Task, ThinkRequest};

use crate::Event;
use crate::engines::Engines;
use crate::hash_file::{self, HashFileResult};

/// The time until the last of several threads has stopped.
const REST: Duration = Duration::from_millis(4);

enum Job {
    Prepare { request: ThinkRequest, done: Sender<()> },
    Adapt { request: ThinkRequest },
    Think { request: ThinkRequest, asked: Instant, running: Arc<Running> },
    Ponder { request: ThinkRequest, running: Arc<Running> },
    Forget,
    HashFile { request: HashFileRequest, done: Sender<HashFileResult> },
}

/// A search that was requested, and its stop handle.
#[derive(Default)]
struct Running {
    cancelled: AtomicBool,
    /// Set once the search has begun: the engine would clear an earlier stop.
    handle: OnceLock<StopHandle>,
}

impl Running {
    /// The search begins; it ends at once if it has been cancelled before.
    fn begin(&self, engine: &Engine) {
        // The order matters: either this thread sees the cancellation, or the other one the handle.
        let handle = self.handle.get_or_init(|| engine.stop_handle());
        if self.cancelled.load(Ordering::SeqCst) {
            handle.stop();
        }
    }
}

/// Sends jobs to the search thread.
pub(crate) struct Searcher {
    jobs: Sender<Job>,
    running: Option<Arc<Running>>,
}

impl Searcher {
    /// Starts the thread, which reports to `events` and evaluates positions by `weights`.
    pub(crate) fn spawn(events: Sender<Event>, weights: EvaluationWeights) -> Searcher {
        let (jobs, orders) = mpsc::channel();
        thread::spawn(move || {
            let searched = catch_unwind(AssertUnwindSafe(|| work(&orders, &events, weights)));
            if searched.is_err() {
                // The manager gets an error instead of waiting for a move that will not come.
                let _ = events.send(Event::SearchFailed);
            }
        });
        Searcher { jobs, running: None }
    }

    /// Prepares the engine for a first move, which takes time, and returns when it is ready.
    pub(crate) fn prepare(&mut self, request: ThinkRequest) {
        self.stop();
        let (done, wait) = mpsc::channel();
        let _ = self.jobs.send(Job::Prepare { request, done });
        // An error means that the thread has ended and has reported why.
        let _ = wait.recv();
    }

    /// Begins to prepare for other settings, while no question waits. Ends pondering.
    pub(crate) fn adapt(&mut self, request: ThinkRequest) {
        self.stop();
        let _ = self.jobs.send(Job::Adapt { request });
    }

    /// Begins a search that the manager requested at the moment `asked`.
    pub(crate) fn think(&mut self, request: ThinkRequest, asked: Instant) {
        let running = self.run();
        let _ = self.jobs.send(Job::Think { request, asked, running });
    }

    /// Begins to search in the opponent's time; the results stay in the transposition table.
    pub(crate) fn ponder(&mut self, request: ThinkRequest) {
        let running = self.run();
        let _ = self.jobs.send(Job::Ponder { request, running });
    }

    fn run(&mut self) -> Arc<Running> {
        Arc::clone(self.running.insert(Arc::default()))
    }

    /// Clears the results of earlier searches.
    pub(crate) fn forget(&mut self) {
        let _ = self.jobs.send(Job::Forget);
    }

    /// Writes the table to a file or reads it from one, and returns when that is done. Ends pondering.
    pub(crate) fn hash_file(&mut self, request: HashFileRequest) -> HashFileResult {
        self.stop();
        let (done, wait) = mpsc::channel();
        let _ = self.jobs.send(Job::HashFile { request, done });
        // An error means that the thread has ended and has reported why.
        wait.recv().unwrap_or_else(|_| Err("the search has failed".to_owned()))
    }

    /// Ends the last search, even if the thread has not begun it yet.
    pub(crate) fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.cancelled.store(true, Ordering::SeqCst);
            if let Some(handle) = running.handle.get() {
                handle.stop();
            }
        }
    }
}

fn work(orders: &Receiver<Job>, events: &Sender<Event>, weights: EvaluationWeights) {
    let seed = RandomState::new().build_hasher().finish();
    let mut thread = SearchThread { engines: Engines::new(weights), clock: SystemClock::new(), seed };
    while let Ok(job) = orders.recv() {
        match job {
            Job::Prepare { request, done } => {
                thread.engines.for_game(request.resources.into()).set_position(request.position);
                thread.engines.clear();
                let _ = done.send(());
            }
            Job::Adapt { request } => {
                let resources = request.resources.into();
                thread.engines.adapt(resources);
                // Another rule has other tables of patterns.
                thread.engines.at_once(resources).set_position(request.position);
            }
            Job::Think { request, asked, running } => {
                let decision = thread.decide(&request, asked, &running, events);
                if events.send(Event::Decided(decision, asked.elapsed())).is_err() {
                    return;
                }
            }
            Job::Ponder { request, running } => thread.ponder(&request, &running),
            Job::Forget => thread.engines.clear(),
            Job::HashFile { request, done } => {
                let _ = done.send(hash_file::carry_out(&mut thread.engines, request));
            }
        }
    }
}

/// The state of the search thread.
struct SearchThread {
    engines: Engines,
    clock: SystemClock,
    /// Chooses among equally good moves below full strength and among Swap2 openings. It differs from start to start, so that games differ.
    seed: u64,
}

impl SearchThread {
    fn decide(
        &mut self,
        request: &ThinkRequest,
        asked: Instant,
        running: &Running,
        events: &Sender<Event>,
    ) -> Decision {
        // The search has less time by what has passed since the request.
        let mut passed = asked.elapsed();
        if request.resources.threads > 1 {
            passed += REST.min(request.time / 8);
        }
        let limits = SearchLimits {
            depth: request.depth,
            nodes: request.nodes,
            target: request.target.map(|target| target.saturating_sub(passed)),
            ..SearchLimits::time(request.time.saturating_sub(passed))
        };
        let mut report_progress = |progress: &SearchProgress| {
            // A closed channel is noticed at the end of the search.
            let _ = events.send(Event::Progress(progress.clone()));
        };
        match &request.task {
            Task::Move => {
                let limits = self.limits_of_move(request, limits);
                let report =
                    self.search(request, request.position.clone(), &limits, running, &mut report_progress);
                // An interrupted iteration may have reported a best move that is one of the other lines as well.
                for line in lines_of(&report).filter(|_| !report.others.is_empty()) {
                    report_progress(&line);
                }
                report.best_move.map_or(Decision::Nothing, |point| Decision::Points(vec![point]))
            }
            Task::Swap2(_) => {
                let limits = SearchLimits { seed: self.seed, ..limits };
                let clock = self.clock.clone();
                let engine = self.engine_at(request, request.position.clone());
                running.begin(engine);
                match swap2::decide_by_engine(engine, &request.position, &limits, &clock) {
                    swap2::Decision::Place(points) => Decision::Points(points),
                    swap2::Decision::White(point) => Decision::Points(vec![point]),
                    swap2::Decision::Black => Decision::Swap,
                }
            }
            Task::Opening(opening) => {
                let limits = SearchLimits { seed: self.seed, ..limits };
                let (clock, rule) = (self.clock.clone(), request.position.rule());
                let engine = self.engine_at(request, request.position.clone());
                running.begin(engine);
                let choice = opening::decide(engine, opening, rule, &limits, &clock);
                choice.map_or(Decision::Nothing, Decision::Choice)
            }
            Task::Balance { stones, bias } => {
                let stones = if *stones == 1 { Stones::One } else { Stones::Two };
                let clock = self.clock.clone();
                let engine = self.engine_at(request, request.position.clone());
                running.begin(engine);
                let found = engine.balance(stones, *bias, &limits, &clock, &mut report_progress);
                found.map_or(Decision::Nothing, |balance| Decision::Points(balance.points))
            }
        }
    }

    /// Searches until it is stopped or the result is proved. Below full strength the opponent's time is not used, and limits of
    /// nodes and plies hold here as well.
    fn ponder(&mut self, request: &ThinkRequest, running: &Running) {
        if request.strength < FULL_STRENGTH {
            return;
        }
        let limits = SearchLimits { depth: request.depth, nodes: request.nodes, ..SearchLimits::default() };
        self.search(request, request.position.clone(), &limits, running, &mut ());
    }

    /// A question for several lines is analysis, and is answered at full strength.
    fn limits_of_move(&self, request: &ThinkRequest, limits: SearchLimits) -> SearchLimits {
        let limits = SearchLimits { excluded: request.excluded.clone(), ..limits };
        match request.lines {
            0 | 1 => weaken(limits, request.strength, self.seed),
            lines => SearchLimits { lines, ..limits },
        }
    }

    /// The engine with that position, about to search.
    fn engine_at(&mut self, request: &ThinkRequest, position: Position) -> &mut Engine {
        let engine = self.engines.for_search(request.resources.into());
        engine.set_position(position);
        engine
    }

    fn search(
        &mut self,
        request: &ThinkRequest,
        position: Position,
        limits: &SearchLimits,
        running: &Running,
        observer: &mut dyn SearchObserver,
    ) -> SearchReport {
        let clock = self.clock.clone();
        let engine = self.engine_at(request, position);
        engine.start(limits, &clock);
        running.begin(engine);
        loop {
            if let Some(report) = engine.advance(Duration::MAX, &clock, observer) {
                return report;
            }
        }
    }
}

/// The final result of a search, line by line.
fn lines_of(report: &SearchReport) -> impl Iterator<Item = SearchProgress> {
    let others = (1..).zip(&report.others).map(move |(line, found)| {
        SearchProgress::from(report).with_line(line).with_score(found.score).with_pv(found.pv.clone())
    });
    std::iter::once(SearchProgress::from(report)).chain(others)
}

/// Full strength.
const FULL_STRENGTH: u8 = 100;

/// Below this percentage it plays without any search, and overlooks threats.
const FIRST_WITH_SEARCH: u8 = 20;

/// From this percentage on it plays its best move, after this many nodes …
const FIRST_WITHOUT_LEVEL: u8 = 50;
const FEWEST_NODES: f64 = 5_000.0;

/// … doubled for each step of this many percent.
const DOUBLED_EVERY: f64 = 5.0;

/// The limits of a search at a percentage of full strength.
///
/// | percent | play |
/// |---|---|
/// | 0 to 19 | the level `Easy` |
/// | 20 to 49 | the level `Normal`, with one ply more for every ten percent: two at 20, four from 40 on |
/// | 50 to 99 | full strength with a limit of nodes: 5,000 at 50, twice as many for every five percent more |
/// | 100 | full strength |
fn weaken(limits: SearchLimits, percent: u8, seed: u64) -> SearchLimits {
    if percent >= FULL_STRENGTH {
        return limits;
    }
    let (level, depth, nodes) = if percent < FIRST_WITH_SEARCH {
        (Some(Level::Easy), None, None)
    } else if percent < FIRST_WITHOUT_LEVEL {
        (Some(Level::Normal), Some(u32::from(percent / 10)), None)
    } else {
        let doublings = f64::from(percent - FIRST_WITHOUT_LEVEL) / DOUBLED_EVERY;
        (None, None, Some((FEWEST_NODES * doublings.exp2()) as u64))
    };
    SearchLimits {
        level,
        seed,
        depth: least(limits.depth, depth),
        nodes: least(limits.nodes, nodes),
        ..limits
    }
}

/// The narrower of two limits.
fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weakened(percent: u8) -> (Option<Level>, Option<u32>, Option<u64>) {
        let limits = weaken(SearchLimits::default(), percent, 7);
        (limits.level, limits.depth, limits.nodes)
    }

    #[test]
    fn percentages_are_levels_and_nodes() {
        assert_eq!(weakened(0), (Some(Level::Easy), None, None));
        assert_eq!(weakened(19), (Some(Level::Easy), None, None));
        assert_eq!(weakened(20), (Some(Level::Normal), Some(2), None));
        assert_eq!(weakened(49), (Some(Level::Normal), Some(4), None));
        assert_eq!(weakened(50), (None, None, Some(5_000)));
        assert_eq!(weakened(60), (None, None, Some(20_000)));
        assert_eq!(weakened(100), (None, None, None));
        assert!((50..99).all(|percent| weakened(percent).2 < weakened(percent + 1).2));
    }

    #[test]
    fn the_managers_limits_hold() {
        let asked = SearchLimits { depth: Some(3), nodes: Some(100), ..SearchLimits::default() };
        for percent in 0..=100 {
            let limits = weaken(asked.clone(), percent, 0);
            assert!(limits.depth <= Some(3) && limits.nodes <= Some(100), "{percent}");
            assert!(limits.depth.is_some() && limits.nodes.is_some(), "{percent}");
        }
    }
}
