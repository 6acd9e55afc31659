//! The engine service: an [`EngineService`] carries out the requests of [`tengen_analysis::engine`], one at a time.
//!
//! A long task is cut into slices: the owner of the service calls [`Service::advance`] repeatedly, and can deliver other
//! requests in between. Requests and responses are values; where they are text and bytes, [`Request::read`] and
//! [`wire::write`](tengen_analysis::wire::write) translate.

mod players;
mod pool;
mod refusal;
mod searcher;
mod seating;
mod tasks;
#[cfg(test)]
mod tests;
mod throttle;
mod waiting;

use std::time::Duration;

use tengen_analysis::engine::{Request, RequestError, Response};
use tengen_analysis::{Clock, OpponentKind, StopHandle, SystemClock};
use tengen_engine::{Engine, Spawner, bench, candidates, threats};

use crate::{Service, Stopper};

use players::Players;
pub use pool::{Pool, default_threads};
use refusal::Refusal;
pub use searcher::SearchService;
use tasks::{Explaining, Reviewing, Searching, Solving};
pub use tengen_engine::{EngineOptions, NetworkFile, WeightsError};
pub use waiting::{Step, WaitingRequests};

/// The deepest bench. It is not cut into slices, and a deeper one would take too long.
const DEEPEST_BENCH: u32 = 20;

/// Receives the responses.
pub type Answer<'a> = dyn FnMut(Response) + 'a;

/// The response to a text that is no request.
pub fn unreadable(error: &RequestError) -> Response {
    Response::Failed { id: error.id, message: error.to_string() }
}

/// Carries out the requests of a front end, one task at a time.
pub struct EngineService {
    clock: SystemClock,
    players: Players,
    task: Option<Task>,
    stopper: Stopper,
}

/// A task that takes more than one slice.
enum Task {
    Search(Searching),
    Explain(Box<Explaining>),
    Solve(Solving),
    Review(Box<Reviewing>),
}

impl Task {
    fn id(&self) -> u32 {
        match self {
            Task::Search(search) => search.id(),
            Task::Explain(explaining) => explaining.id(),
            Task::Solve(solving) => solving.id(),
            Task::Review(reviewing) => reviewing.id(),
        }
    }

    /// The handle that ends the task, which then answers with its result so far.
    fn stop_handle(&self, players: &mut Players) -> StopHandle {
        match self {
            Task::Search(_) => players.stop_handle(),
            Task::Explain(explaining) => explaining.stop_handle(),
            Task::Solve(solving) => solving.stop_handle(),
            Task::Review(reviewing) => reviewing.stop_handle(),
        }
    }
}

impl EngineService {
    /// A service with an engine of these options.
    pub fn new(options: EngineOptions) -> EngineService {
        EngineService::with_stopper(options, Stopper::default())
    }

    /// A service that can be stopped from another thread as well.
    pub fn with_stopper(options: EngineOptions, stopper: Stopper) -> EngineService {
        EngineService::of_engine(Engine::new(options), stopper)
    }

    /// A service whose engine has the threads of this spawner, in the number of the options.
    pub fn with_spawner(options: EngineOptions, spawner: Box<dyn Spawner>) -> EngineService {
        EngineService::of_engine(Engine::with_spawner(options, spawner), Stopper::default())
    }

    fn of_engine(engine: Engine, stopper: Stopper) -> EngineService {
        EngineService { clock: SystemClock::new(), players: Players::new(engine), task: None, stopper }
    }

    /// A network that the engine needs for a request and does not have; `None` if it has all of them. Without the network, the engine
    /// evaluates by tables.
    pub fn missing_network(&self, request: &Request) -> Option<NetworkFile> {
        networks_of(request).into_iter().find(|&network| !self.players.has_network(network))
    }

    /// Gives the engine a network for the tasks that begin from now on.
    ///
    /// # Errors
    /// When the file is no network of this engine.
    pub fn add_network(&mut self, file: &[u8]) -> Result<(), WeightsError> {
        self.players.add_network(file)
    }

    fn carry_out(&mut self, request: Request, answer: &mut Answer) -> Result<(), Refusal> {
        let has_network = self.missing_network(&request).is_none();
        match request {
            Request::Search { id, position, limits, opponent, tuning } => {
                let seat = seating::seat(opponent, &tuning, limits.time)?;
                seating::check_limits(&limits, opponent, &position)?;
                self.begin_with_networks(id, has_network, answer);
                self.players.seat(seat);
                let search = Searching::begin(id, position, &limits, self.players.seated(), &self.clock);
                self.begin(Task::Search(search));
            }
            Request::Explain { id, position, point, limits } => {
                let explaining = Explaining::begin(id, &position, point, &limits, &self.clock)?;
                self.finish(answer);
                self.begin(Task::Explain(Box::new(explaining)));
            }
            Request::Solve { id, position, attacker, means, limits } => {
                let solving = Solving::begin(id, &position, attacker, means, &limits, &self.clock)?;
                self.finish(answer);
                self.begin(Task::Solve(solving));
            }
            Request::Review { id, start, moves, effort, limits, proved } => {
                let reviewing = Reviewing::begin(id, &start, &moves, effort, &limits, &proved)?;
                self.begin_with_networks(id, has_network, answer);
                self.begin(Task::Review(Box::new(reviewing)));
            }
            Request::Threats { id, position } => {
                answer(Response::Threatened { id, threats: threats::threats(&position) });
            }
            Request::Candidates { id, position, most } => {
                let candidates = candidates::candidates(&position, usize::from(most));
                answer(Response::Candidates { id, candidates });
            }
            Request::Stop { id } => {
                self.stopper.forget(id);
                // The task may have ended while the message was on its way.
                if self.task.as_ref().is_some_and(|task| task.id() == id) {
                    self.finish(answer);
                }
            }
            Request::Decide { id, opening, rule, limits } => {
                if limits.time.is_none() && limits.nodes.is_none() {
                    return Err(Refusal::EndlessDecision);
                }
                self.begin_with_networks(id, has_network, answer);
                self.stopper.begin(id, self.players.engine().stop_handle());
                let choice = self.players.decide(&opening, rule, &limits, &self.clock);
                self.stopper.end();
                let choice = choice?;
                answer(Response::Decided { id, choice: choice.to_text(opening.size()) });
            }
            Request::Configure { threads: Some(0), .. } => return Err(Refusal::NoThreads),
            Request::Configure { hash_mib: Some(0), .. } => return Err(Refusal::NoHash),
            Request::Configure { threads, hash_mib, .. } => {
                self.finish(answer);
                self.players.set_threads(threads);
                self.players.set_hash(hash_mib)?;
            }
            Request::Bench { id, depth } => {
                if depth > DEEPEST_BENCH {
                    return Err(Refusal::DeepBench { most: DEEPEST_BENCH, found: depth });
                }
                self.finish(answer);
                let report = bench::bench_with(self.players.weights().clone(), depth, &self.clock);
                answer(Response::Benched { id, nodes: report.nodes, time: report.time });
            }
        }
        Ok(())
    }

    /// Ends the task before a request for which the engine evaluates positions. The engine then uses all networks that have been added.
    fn begin_with_networks(&mut self, id: u32, has_network: bool, answer: &mut Answer) {
        self.finish(answer);
        self.players.renew_weights();
        if !has_network {
            answer(Response::WithoutNetwork { id });
        }
    }

    fn begin(&mut self, task: Task) {
        self.stopper.begin(task.id(), task.stop_handle(&mut self.players));
        self.task = Some(task);
    }

    /// Ends the task, if there is one, with its result so far.
    fn finish(&mut self, answer: &mut Answer) {
        while let Some(task) = &self.task {
            task.stop_handle(&mut self.players).stop();
            // A stopped task ends at once, however long the slice.
            self.advance(Duration::MAX, answer);
        }
    }
}

impl Service for EngineService {
    type Request = Request;
    type Report = Response;

    fn is_busy(&self) -> bool {
        self.task.is_some()
    }

    fn receive(&mut self, request: Request, answer: &mut Answer) {
        let id = request.id();
        if let Err(refusal) = self.carry_out(request, answer) {
            answer(Response::Failed { id: Some(id), message: refusal.to_string() });
        }
    }

    fn advance(&mut self, slice: Duration, answer: &mut Answer) {
        let clock: &dyn Clock = &self.clock;
        let is_over = match &mut self.task {
            None => return,
            Some(Task::Search(search)) => {
                let last = search.advance(self.players.seated(), slice, clock, answer);
                let is_over = last.is_some();
                last.into_iter().for_each(|last| answer(self.players.complete(last)));
                is_over
            }
            Some(Task::Explain(explaining)) => explaining.advance(slice, clock, answer),
            Some(Task::Solve(solving)) => solving.advance(slice, clock, answer),
            Some(Task::Review(reviewing)) => reviewing.advance(self.players.engine(), slice, clock, answer),
        };
        if is_over {
            self.task = None;
            self.stopper.end();
        }
    }
}

/// The networks that the engine uses for a request.
fn networks_of(request: &Request) -> Vec<NetworkFile> {
    let (rule, size) = match request {
        Request::Search { position, opponent: OpponentKind::Tengen, .. } => {
            (position.rule(), position.size())
        }
        Request::Review { start, .. } => (start.rule(), start.size()),
        Request::Decide { opening, rule, .. } => (*rule, opening.size()),
        Request::Bench { .. } => return NetworkFile::ALL.to_vec(),
        _ => return Vec::new(),
    };
    NetworkFile::of(rule, size).into_iter().collect()
}
