//! The jobs of the search thread.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use tengen_analysis::{SearchLimits, SearchObserver, SearchProgress, SearchReport, SystemClock};
use tengen_engine::balance::Stones;
use tengen_engine::opening::{self, swap2};
use tengen_engine::{Engine, EvaluationWeights};
use tengen_gomocup::{Decision, HashFileRequest, Task, ThinkRequest};
use tengen_worker::{Service, Stopper};

use super::strength::{FULL_STRENGTH, weaken};
use crate::Event;
use crate::engines::Engines;
use crate::hash_file::{self, HashFileResult};

/// The time until the last of several threads has stopped.
const REST: Duration = Duration::from_millis(4);

/// A job for the search thread. `id` is the number by which a search is stopped.
pub(super) enum Job {
    Prepare { request: ThinkRequest, done: Sender<()> },
    Adapt { request: ThinkRequest },
    Think { id: u32, request: ThinkRequest, asked: Instant },
    Ponder { id: u32, request: ThinkRequest },
    Forget,
    HashFile { request: HashFileRequest, done: Sender<HashFileResult> },
}

/// Carries out jobs, each as a whole: the protocol's machine sends no job that must be carried out during a search.
pub(super) struct SearchService {
    engines: Engines,
    clock: SystemClock,
    /// The seed of the choice among equally good moves below full strength and among Swap2 openings. It differs from start to start, so
    /// that games differ.
    seed: u64,
    stopper: Stopper,
}

impl Service for SearchService {
    type Request = Job;
    type Report = Event;

    fn is_busy(&self) -> bool {
        false
    }

    fn receive(&mut self, job: Job, report: &mut dyn FnMut(Event)) {
        match job {
            Job::Prepare { request, done } => {
                self.engines.for_game(request.resources.into()).set_position(request.position);
                self.engines.clear();
                // The receiver may have been dropped when the program ends.
                let _ = done.send(());
            }
            Job::Adapt { request } => {
                let resources = request.resources.into();
                self.engines.adapt(resources);
                // Tables of patterns depend on the rule.
                self.engines.at_once(resources).set_position(request.position);
            }
            Job::Think { id, request, asked } => {
                let decision = self.decide(id, &request, asked, report);
                self.stopper.end();
                report(Event::Decided(decision, asked.elapsed()));
            }
            Job::Ponder { id, request } => {
                self.ponder(id, &request);
                self.stopper.end();
            }
            Job::Forget => self.engines.clear(),
            Job::HashFile { request, done } => {
                let _ = done.send(hash_file::carry_out(&mut self.engines, request));
            }
        }
    }

    fn advance(&mut self, _slice: Duration, _report: &mut dyn FnMut(Event)) {}
}

impl SearchService {
    /// A service whose engines evaluate positions by `weights`.
    pub(super) fn new(weights: EvaluationWeights, stopper: Stopper) -> SearchService {
        let seed = RandomState::new().build_hasher().finish();
        SearchService { engines: Engines::new(weights), clock: SystemClock::new(), seed, stopper }
    }

    fn decide(
        &mut self,
        id: u32,
        request: &ThinkRequest,
        asked: Instant,
        report: &mut dyn FnMut(Event),
    ) -> Decision {
        let limits = limits(request, asked);
        let mut report_progress = |progress: &SearchProgress| report(Event::Progress(progress.clone()));
        match &request.task {
            Task::Move => {
                let limits = self.limits_of_move(request, limits);
                let found = self.search(id, request, &limits, &mut report_progress);
                // An interrupted iteration may have reported a best move that is one of the other lines as well.
                for line in lines_of(&found).filter(|_| !found.others.is_empty()) {
                    report_progress(&line);
                }
                found.best_move.map_or(Decision::Nothing, |point| Decision::Points(vec![point]))
            }
            Task::Swap2(_) => {
                let limits = SearchLimits { seed: self.seed, ..limits };
                let clock = self.clock.clone();
                let engine = self.begin(id, request);
                match swap2::decide_by_engine(engine, &request.position, &limits, &clock) {
                    swap2::Decision::Place(points) => Decision::Points(points),
                    swap2::Decision::White(point) => Decision::Points(vec![point]),
                    swap2::Decision::Black => Decision::Swap,
                }
            }
            Task::Opening(opening) => {
                let limits = SearchLimits { seed: self.seed, ..limits };
                let (clock, rule) = (self.clock.clone(), request.position.rule());
                let engine = self.begin(id, request);
                let choice = opening::decide(engine, opening, rule, &limits, &clock);
                choice.map_or(Decision::Nothing, Decision::Choice)
            }
            Task::Balance { stones, bias } => {
                let stones = if *stones == 1 { Stones::One } else { Stones::Two };
                let clock = self.clock.clone();
                let engine = self.begin(id, request);
                let found = engine.balance(stones, *bias, &limits, &clock, &mut report_progress);
                found.map_or(Decision::Nothing, |balance| Decision::Points(balance.points))
            }
        }
    }

    /// Searches until it is stopped or the result is proved. Below full strength the opponent's time is not used, and limits of
    /// nodes and plies hold here as well.
    fn ponder(&mut self, id: u32, request: &ThinkRequest) {
        if request.strength < FULL_STRENGTH || request.level.is_some() {
            return;
        }
        let limits = SearchLimits { depth: request.depth, nodes: request.nodes, ..SearchLimits::default() };
        self.search(id, request, &limits, &mut ());
    }

    /// The limits of a move. A request for several lines is analysis, and is answered at full strength.
    fn limits_of_move(&self, request: &ThinkRequest, limits: SearchLimits) -> SearchLimits {
        let limits = SearchLimits { excluded: request.excluded.clone(), ..limits };
        match request.lines {
            0 | 1 => weaken(limits, request.level, request.strength, request.character, self.seed),
            lines => SearchLimits { lines, ..limits },
        }
    }

    fn search(
        &mut self,
        id: u32,
        request: &ThinkRequest,
        limits: &SearchLimits,
        observer: &mut dyn SearchObserver,
    ) -> SearchReport {
        let clock = self.clock.clone();
        self.begin(id, request).search(limits, &clock, observer)
    }

    /// The engine with the position of the request, about to search. From now on the search can be stopped.
    fn begin(&mut self, id: u32, request: &ThinkRequest) -> &mut Engine {
        let engine = self.engines.for_search(request.resources.into());
        engine.set_position(request.position.clone());
        self.stopper.begin(id, engine.stop_handle());
        engine
    }
}

/// The limits of the request. The time since the request is subtracted from that of the search.
fn limits(request: &ThinkRequest, asked: Instant) -> SearchLimits {
    let mut passed = asked.elapsed();
    if request.resources.threads > 1 {
        passed += REST.min(request.time / 8);
    }
    SearchLimits {
        depth: request.depth,
        nodes: request.nodes,
        target: request.target.map(|target| target.saturating_sub(passed)),
        ..SearchLimits::time(request.time.saturating_sub(passed))
    }
}

/// The final result of a search, line by line.
fn lines_of(report: &SearchReport) -> impl Iterator<Item = SearchProgress> {
    let others = (1..).zip(&report.others).map(move |(line, found)| {
        SearchProgress::from(report).with_line(line).with_score(found.score).with_pv(found.pv.clone())
    });
    std::iter::once(SearchProgress::from(report)).chain(others)
}
