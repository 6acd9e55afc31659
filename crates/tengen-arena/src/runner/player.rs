//! Participants that are ready to play.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use tengen_analysis::{
    Character, Clock, Level, Opponent, OpponentError, SearchLimits, SearchObserver, SearchReport, StopHandle,
};
use tengen_classic::Options;
use tengen_engine::opening::swap2::{self, Decision};
use tengen_engine::{Engine, EngineOptions};
use tengen_game::{Point, Position};
use tengen_gomocup::process::{GameTime, Log, Program, ProgramOptions};

use super::{Participant, ParticipantKind, RunError, game_tree_options};
use crate::{Player, SideClock, TimeControl};

/// A participant in one worker.
pub(super) struct ReadyPlayer {
    name: String,
    level: Option<Level>,
    character: Option<Character>,
    backend: Backend,
}

enum Backend {
    /// An engine or a classical AI in this process.
    Local(PanicGuard),
    /// An engine in a separate process, which ends when this is dropped.
    Program(Box<Program>),
}

/// The time that a late program has after its grace, when its move has lost the game in any case.
const PATIENCE: Duration = Duration::from_millis(100);

impl ReadyPlayer {
    /// # Errors
    /// When the options of the participant are impossible.
    pub(super) fn new(participant: &Participant, log: Option<Log>) -> Result<ReadyPlayer, RunError> {
        let name = participant.name.clone();
        let local = |create: Create| Backend::Local(PanicGuard::new(participant.name.clone(), create));
        let (backend, (level, character)) = match &participant.plays_as {
            ParticipantKind::Tengen { hash_mib, threads, level, character, params } => {
                let options = EngineOptions {
                    hash_bytes: hash_mib << 20,
                    threads: threads.unwrap_or(1),
                    params: params.clone(),
                    ..EngineOptions::default()
                };
                let create = move || -> Box<dyn Opponent + Send> { Box::new(Engine::new(options.clone())) };
                (local(Box::new(create)), (*level, *character))
            }
            &ParticipantKind::Classic { classic, depth, breadth, think_ms, ignore_forbidden } => {
                let game_tree = game_tree_options(depth, breadth, think_ms, ignore_forbidden)
                    .map_err(|source| RunError::Participant { name: name.clone(), source })?;
                let options = Options { game_tree };
                (local(Box::new(move || options.opponent(classic))), (None, None))
            }
            kind @ ParticipantKind::Program { command, .. } => {
                let options =
                    kind.program_options(&name).unwrap_or_else(|| ProgramOptions::new(command.clone()));
                let patience = participant.control.grace + PATIENCE;
                let mut program = Program::new(ProgramOptions { patience, ..options });
                if let Some(log) = log {
                    program = program.with_log(log);
                }
                (Backend::Program(Box::new(program)), (None, None))
            }
        };
        Ok(ReadyPlayer { name, level, character, backend })
    }

    /// Clears the results of earlier games; returns the stop handle for the game with this title.
    pub(super) fn begin(&mut self, title: &str) -> StopHandle {
        self.remark(title);
        let opponent = self.opponent();
        opponent.clear();
        opponent.stop_handle()
    }

    /// Writes a remark to the log of a program, if there is one.
    pub(super) fn remark(&mut self, text: &str) {
        if let Backend::Program(program) = &mut self.backend {
            program.remark(text);
        }
    }

    /// Checks that the log has been written so far.
    pub(super) fn check_log(&mut self) -> Result<(), RunError> {
        let Backend::Program(program) = &mut self.backend else { return Ok(()) };
        program.check_log().map_err(|source| RunError::Log { name: self.name.clone(), source })
    }
}

impl Player for ReadyPlayer {
    fn opponent(&mut self) -> &mut dyn Opponent {
        match &mut self.backend {
            Backend::Local(opponent) => opponent,
            Backend::Program(program) => program.as_mut(),
        }
    }

    fn name(&mut self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, control: &TimeControl) {
        if let Backend::Program(program) = &mut self.backend {
            program.set_time(Some(game_time(control, control.clock())));
        }
    }

    /// A program manages its own time.
    fn limits(&mut self, control: &TimeControl, left: SideClock, seed: u64) -> SearchLimits {
        if let Backend::Program(program) = &mut self.backend {
            program.set_time(Some(game_time(control, left)));
        }
        SearchLimits { level: self.level, character: self.character, ..left.search_limits(control, seed) }
    }

    fn swap2(
        &mut self,
        position: &Position,
        limits: &SearchLimits,
        clock: &dyn Clock,
    ) -> Result<Decision, OpponentError> {
        let program = match &mut self.backend {
            Backend::Local(opponent) => return swap2::decide(opponent, position, limits, clock),
            Backend::Program(program) => program,
        };
        let stones: Vec<Point> = position.moves().iter().filter_map(|played| played.point()).collect();
        match program.swap2(&position.start(), &stones, limits, &mut ())? {
            // A single stone is White's next move.
            tengen_gomocup::Decision::Points(points) => match *points.as_slice() {
                [point] if !stones.is_empty() => {
                    position
                        .check(point)
                        .map_err(|reason| OpponentError::Illegal { played: point.into(), reason })?;
                    Ok(Decision::White(point))
                }
                _ => Ok(Decision::Place(points)),
            },
            tengen_gomocup::Decision::Swap => Ok(Decision::Black),
            tengen_gomocup::Decision::Nothing | tengen_gomocup::Decision::Choice(_) => {
                Err(OpponentError::Unreadable { name: self.name.clone(), text: "nothing".to_owned() })
            }
        }
    }
}

/// The clocks, as a program gets them.
fn game_time(control: &TimeControl, left: SideClock) -> GameTime {
    GameTime {
        per_move: control.per_move,
        per_game: control.per_game,
        increment: control.increment,
        left: left.left(),
    }
}

/// Creates an opponent.
type Create = Box<dyn Fn() -> Box<dyn Opponent + Send> + Send>;

/// An opponent in this process that may panic. A panic costs it the game, as a crash costs it a program, and a new opponent
/// is created for the next position.
struct PanicGuard {
    name: String,
    create: Create,
    opponent: Option<Box<dyn Opponent + Send>>,
    /// The message of a panic that has not been reported yet.
    panic: Option<String>,
    /// The stop handle while there is no opponent.
    stop: StopHandle,
}

impl PanicGuard {
    fn new(name: String, create: Create) -> PanicGuard {
        PanicGuard { name, create, opponent: None, panic: None, stop: StopHandle::default() }
    }

    /// Calls the opponent; `None` when it panics.
    fn with<T>(&mut self, act: impl FnOnce(&mut dyn Opponent) -> T) -> Option<T> {
        let (opponent, create) = (&mut self.opponent, &self.create);
        // The opponent is dropped after a panic, so that its state does not matter.
        let done = catch_unwind(AssertUnwindSafe(|| act(opponent.get_or_insert_with(create).as_mut())));
        match done {
            Ok(value) => Some(value),
            Err(payload) => {
                let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
                self.panic = Some(text.unwrap_or_else(|| "it panicked".to_owned()));
                // The destructor may panic as well.
                let broken = self.opponent.take();
                let _ = catch_unwind(AssertUnwindSafe(|| drop(broken)));
                None
            }
        }
    }

    fn failure(&mut self) -> OpponentError {
        let reason = self.panic.take().unwrap_or_else(|| "it panicked".to_owned());
        OpponentError::Failed { name: self.name.clone(), reason: format!("panic: {reason}") }
    }
}

impl Opponent for PanicGuard {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn set_position(&mut self, position: Position) {
        self.panic = None;
        self.with(|opponent| opponent.set_position(position));
    }

    fn start(&mut self, limits: &SearchLimits, clock: &dyn Clock) {
        if self.panic.is_none() {
            self.with(|opponent| opponent.start(limits, clock));
        }
    }

    fn advance(
        &mut self,
        slice: Duration,
        clock: &dyn Clock,
        observer: &mut dyn SearchObserver,
    ) -> Result<Option<SearchReport>, OpponentError> {
        if self.panic.is_some() {
            return Err(self.failure());
        }
        match self.with(|opponent| opponent.advance(slice, clock, observer)) {
            Some(answer) => answer,
            None => Err(self.failure()),
        }
    }

    fn stop_handle(&self) -> StopHandle {
        self.opponent.as_ref().map_or_else(|| self.stop.clone(), |opponent| opponent.stop_handle())
    }

    fn clear(&mut self) {
        self.with(|opponent| opponent.clear());
        // A panic that matters occurs again at the request for a move.
        self.panic = None;
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::SystemClock;
    use tengen_engine::{Engine, EngineOptions};
    use tengen_game::{BoardSize, Rule};

    use super::*;

    /// Panics in its second search.
    struct PanickingOpponent {
        engine: Engine,
        searches: u32,
    }

    impl Opponent for PanickingOpponent {
        fn name(&self) -> String {
            "fragile".to_owned()
        }
        fn set_position(&mut self, position: Position) {
            self.engine.set_position(position);
        }
        fn start(&mut self, limits: &SearchLimits, clock: &dyn Clock) {
            self.searches += 1;
            self.engine.start(limits, clock);
        }
        fn advance(
            &mut self,
            slice: Duration,
            clock: &dyn Clock,
            observer: &mut dyn SearchObserver,
        ) -> Result<Option<SearchReport>, OpponentError> {
            assert!(self.searches < 2, "a fault");
            Ok(self.engine.advance(slice, clock, observer))
        }
        fn stop_handle(&self) -> StopHandle {
            self.engine.stop_handle()
        }
        fn clear(&mut self) {}
    }

    #[test]
    fn a_panic_is_an_error_and_the_next_position_finds_a_new_opponent() {
        let create: Create = Box::new(|| {
            let engine = Engine::new(EngineOptions { hash_bytes: 1 << 20, ..EngineOptions::default() });
            Box::new(PanickingOpponent { engine, searches: 0 })
        });
        let mut guard = PanicGuard::new("fragile".to_owned(), create);
        let (limits, clock) = (SearchLimits::depth(1), SystemClock::new());
        let mut search = || {
            guard.set_position(Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN));
            guard.choose(&limits, &clock, &mut ()).map(|report| report.best_move)
        };
        assert!(matches!(search(), Ok(Some(_))));
        let error = search().unwrap_err().to_string();
        assert_eq!(error, "`fragile` failed: panic: a fault");
        assert!(matches!(search(), Ok(Some(_))));
    }
}
