//! What is done with the requests: the tests sit at it as a page does.

use std::time::Duration;

use tengen_engine::{Clock, EngineOptions, StopHandle, SystemClock, bench, candidates, threats};
use tengen_game::{Position, Rule};
use tengen_protocol::worker::{PositionMessage, Request, Response, read_opening};

use crate::explaining::Explaining;
use crate::players::Players;
use crate::refusal::Refusal;
use crate::reviewing::Reviewing;
use crate::searching::Searching;
use crate::solving::Solving;
use crate::stopper::Stopper;
use crate::translate;

/// The deepest bench. Nothing can be heard during one, and a deeper one would hardly end.
const DEEPEST_BENCH: u32 = 20;

/// Hears the responses.
pub type Answer<'a> = dyn FnMut(Response) + 'a;

/// Somebody who carries out what a page asks for, one thing at a time.
pub struct Desk {
    clock: SystemClock,
    players: Players,
    task: Option<Task>,
    stopper: Stopper,
}

/// What takes more than one slice.
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

    /// What ends it, with what it has found.
    fn stop_handle(&self, players: &mut Players) -> StopHandle {
        match self {
            Task::Search(_) => players.stop_handle(),
            Task::Explain(explaining) => explaining.stop_handle(),
            Task::Solve(solving) => solving.stop_handle(),
            Task::Review(reviewing) => reviewing.stop_handle(),
        }
    }
}

impl Desk {
    /// A desk at which an engine of these options sits.
    pub fn new(options: EngineOptions) -> Desk {
        Desk::heeding(options, Stopper::default())
    }

    /// A desk that is stopped from another thread as well.
    pub fn heeding(options: EngineOptions, stopper: Stopper) -> Desk {
        Desk { clock: SystemClock::new(), players: Players::new(options), task: None, stopper }
    }

    /// Whether there is something to [go on](Desk::advance) with.
    pub fn is_busy(&self) -> bool {
        self.task.is_some()
    }

    /// Takes a message.
    pub fn receive(&mut self, text: &str, answer: &mut Answer) {
        let request = match Request::read(text) {
            Ok(request) => request,
            Err(error) => return answer(Response::Failed { id: error.id, message: error.to_string() }),
        };
        let id = id_of(&request);
        if let Err(refusal) = self.carry_out(request, answer) {
            answer(Response::Failed { id: Some(id), message: refusal.to_string() });
        }
    }

    fn carry_out(&mut self, request: Request, answer: &mut Answer) -> Result<(), Refusal> {
        match request {
            Request::Search { id, position, limits, opponent, tuning } => {
                let position = Position::try_from(&position)?;
                let seat = translate::seat(opponent, &tuning, limits.time_ms)?;
                let limits = translate::limits(&limits, opponent, &position)?;
                self.finish(answer);
                self.players.seat(seat);
                let search = Searching::begin(id, position, &limits, &mut self.players, &self.clock);
                self.begin(Task::Search(search));
            }
            Request::Explain { id, position, point, limits } => {
                let position = Position::try_from(&position)?;
                let explaining = Explaining::begin(id, &position, point, &limits, &self.clock)?;
                self.finish(answer);
                self.begin(Task::Explain(Box::new(explaining)));
            }
            Request::Solve { id, position, attacker, means, limits } => {
                let position = Position::try_from(&position)?;
                let solving = Solving::begin(id, &position, attacker, means, &limits, &self.clock)?;
                self.finish(answer);
                self.begin(Task::Solve(solving));
            }
            Request::Review { id, game, effort, limits, proved } => {
                let reviewing = Reviewing::begin(id, &game, effort, &limits, &proved)?;
                self.finish(answer);
                self.begin(Task::Review(Box::new(reviewing)));
            }
            Request::Threats { id, position } => answer(threatened(id, &position)?),
            Request::Candidates { id, position, most } => {
                let position = Position::try_from(&position)?;
                let candidates = candidates::candidates(&position, usize::from(most));
                answer(Response::Candidates { id, candidates: translate::candidates(&candidates) });
            }
            Request::Stop { id } => {
                // It may have ended while the message was on its way.
                if self.task.as_ref().is_some_and(|task| task.id() == id) {
                    self.finish(answer);
                }
            }
            Request::Decide { id, protocol, rule, size, choices, limits } => {
                let opening = read_opening(&protocol, size, &choices)?;
                let rule: Rule = rule.parse()?;
                if limits.time_ms.is_none() && limits.nodes.is_none() {
                    return Err(Refusal::EndlessDecision);
                }
                self.finish(answer);
                let limits = translate::limits_of_decision(&limits);
                self.stopper.begin(id, self.players.engine().stop_handle());
                let choice = self.players.decide(&opening, rule, &limits, &self.clock);
                self.stopper.end();
                let choice = choice?;
                answer(Response::Decided { id, choice: choice.to_text(opening.size()) });
            }
            Request::Bench { id, depth } => {
                if depth > DEEPEST_BENCH {
                    return Err(Refusal::DeepBench { most: DEEPEST_BENCH, found: depth });
                }
                self.finish(answer);
                let report = bench::bench(depth, &self.clock);
                let time_ms = translate::milliseconds(report.time);
                answer(Response::Benched { id, nodes: report.nodes, time_ms });
            }
        }
        Ok(())
    }

    fn begin(&mut self, task: Task) {
        self.stopper.begin(task.id(), task.stop_handle(&mut self.players));
        self.task = Some(task);
    }

    /// Works on for about a slice.
    pub fn advance(&mut self, slice: Duration, answer: &mut Answer) {
        let clock: &dyn Clock = &self.clock;
        let is_over = match &mut self.task {
            None => return,
            Some(Task::Search(search)) => search.advance(&mut self.players, slice, clock, answer),
            Some(Task::Explain(explaining)) => explaining.advance(slice, clock, answer),
            Some(Task::Solve(solving)) => solving.advance(slice, clock, answer),
            Some(Task::Review(reviewing)) => reviewing.advance(self.players.engine(), slice, clock, answer),
        };
        if is_over {
            self.task = None;
            self.stopper.end();
        }
    }

    /// Ends what goes on, if there is anything, with what it has found.
    fn finish(&mut self, answer: &mut Answer) {
        while let Some(task) = &self.task {
            task.stop_handle(&mut self.players).stop();
            // What has been stopped ends at once, however long the slice.
            self.advance(Duration::MAX, answer);
        }
    }
}

fn threatened(id: u32, position: &PositionMessage) -> Result<Response, Refusal> {
    let position = Position::try_from(position)?;
    let threats = threats::threats(&position).map(|of_side| translate::threats(&of_side));
    Ok(Response::Threatened { id, threats })
}

fn id_of(request: &Request) -> u32 {
    match request {
        Request::Search { id, .. }
        | Request::Explain { id, .. }
        | Request::Solve { id, .. }
        | Request::Review { id, .. }
        | Request::Threats { id, .. }
        | Request::Candidates { id, .. }
        | Request::Decide { id, .. }
        | Request::Stop { id }
        | Request::Bench { id, .. } => *id,
    }
}
