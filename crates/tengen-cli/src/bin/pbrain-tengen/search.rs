//! The thread that searches.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use tengen_analysis::{SearchLimits, SearchObserver, SearchProgress, SearchReport, StopHandle, SystemClock};
use tengen_engine::balance::Stones;
use tengen_engine::opening::swap2;
use tengen_engine::{Engine, EvaluationWeights};
use tengen_game::Position;
use tengen_gomocup::{Decision, Task, ThinkRequest};

use crate::Event;
use crate::engines::Engines;
use crate::strength::{self, FULL_STRENGTH};

/// The time until the last of several threads has stopped.
const REST: Duration = Duration::from_millis(4);

enum Job {
    Prepare { request: ThinkRequest, done: Sender<()> },
    Adapt { request: ThinkRequest },
    Think { request: ThinkRequest, asked: Instant, running: Arc<Running> },
    Ponder { request: ThinkRequest, running: Arc<Running> },
    Forget,
}

/// A search that was requested, and its stop handle.
#[derive(Default)]
struct Running {
    cancelled: AtomicBool,
    /// Set once the search has begun: a stop before that would be forgotten by the engine.
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

    /// Does what takes time before a first move, and returns when it is done.
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

    /// Begins a search that was asked for at `asked`.
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
        // The time since the manager asked is lost for the search.
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
        match request.task {
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
            Task::Balance { stones, bias } => {
                let stones = if stones == 1 { Stones::One } else { Stones::Two };
                let clock = self.clock.clone();
                let engine = self.engine_at(request, request.position.clone());
                running.begin(engine);
                let found = engine.balance(stones, bias, &limits, &clock, &mut report_progress);
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
        match request.lines {
            0 | 1 => strength::weaken(limits, request.strength, self.seed),
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
    let others = (1..).zip(&report.others).map(move |(line, found)| SearchProgress {
        line,
        score: found.score,
        pv: found.pv.clone(),
        ..SearchProgress::from(report)
    });
    std::iter::once(SearchProgress::from(report)).chain(others)
}
