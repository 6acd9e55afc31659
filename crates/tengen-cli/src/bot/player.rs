//! The player of one game: a process of the engine, on the thread of a driver.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use tengen_analysis::{Opponent as _, OpponentError, SearchLimits, SystemClock};
use tengen_engine::opening::swap2;
use tengen_engine::{Engine, EngineOptions, opening};
use tengen_game::clock::TimeControl;
use tengen_game::opening::Protocol;
use tengen_game::{Move, Point, Position};
use tengen_gomocup::Decision;
use tengen_gomocup::process::{GameTime, Program, ProgramOptions};
use tengen_online::id::GameId;
use tengen_online::message::{GameCommand, GameSnapshot};
use tengen_worker::driver::{Driver, Event};
use tengen_worker::{Service, Stopper};

use super::client::{CallError, Client};
use super::note;

/// Memory for the transposition table of the engine that decides openings, in bytes.
const HASH_BYTES: usize = 8 << 20;
/// The most time for a decision in an opening, and the part of the time left that it may take.
const OPENING_TIME: Duration = Duration::from_secs(3);
const OPENING_SHARE: u32 = 20;
/// The least time for a move: with less, engines find none.
const LEAST: Duration = Duration::from_millis(50);
/// The pause before a move is sent again, and the time after which no further attempt is made.
const AGAIN: Duration = Duration::from_secs(1);
const GIVE_UP: Duration = Duration::from_secs(120);

/// The engine of a player and its limits.
#[derive(Clone, Debug)]
pub(super) struct PlayerOptions {
    pub(super) program: ProgramOptions,
    pub(super) move_time: Duration,
    pub(super) margin: Duration,
    pub(super) swap2: bool,
}

/// A turn of the player.
pub(super) struct Turn {
    snapshot: GameSnapshot,
    /// The moment at which the turn began, by the clock of this machine.
    at: Instant,
}

impl Turn {
    pub(super) fn of(snapshot: &GameSnapshot) -> Turn {
        Turn { snapshot: snapshot.clone(), at: Instant::now() }
    }

    /// The time until the clock runs out. The margin allows for the time that messages travel.
    fn left(&self, margin: Duration) -> Option<Duration> {
        let clock = &self.snapshot.clock;
        let left = Duration::from_millis(clock.until?.saturating_sub(clock.at));
        Some(left.saturating_sub(self.at.elapsed()).saturating_sub(margin).max(LEAST))
    }
}

/// The thread of a player. Dropping the handle stops the search, and the thread ends after the turn.
pub(super) struct PlayerHandle(Driver<Turn>);

impl PlayerHandle {
    /// # Errors
    /// When the system starts no thread.
    pub(super) fn start(client: Client, options: PlayerOptions, game: GameId) -> io::Result<PlayerHandle> {
        let make = move |stopper| Player {
            client: client.clone(),
            program: Program::new(options.program.clone()),
            options: options.clone(),
            game,
            engine: None,
            turn: None,
            stopper,
        };
        let listener = move |event| {
            match event {
                Event::Ready => {}
                Event::Report(fault) => note(&format!("{game}: {fault}")),
                Event::Crashed => note(&format!("{game}: the player has crashed")),
            }
            true
        };
        Driver::start("player", make, listener).map(PlayerHandle)
    }

    pub(super) fn ask(&self, turn: Turn) {
        self.0.send(turn);
    }
}

/// The reason why a turn failed.
#[derive(Debug, thiserror::Error)]
enum PlayerFault {
    #[error(transparent)]
    Program(#[from] OpponentError),
    #[error(transparent)]
    Server(#[from] CallError),
}

struct Player {
    client: Client,
    options: PlayerOptions,
    game: GameId,
    program: Program,
    /// Tengen's engine, which decides where the program cannot.
    engine: Option<Engine>,
    /// The turn to decide. After takebacks a later turn replaces it.
    turn: Option<Turn>,
    stopper: Stopper,
}

/// The number of the only search of a player.
const SEARCH: u32 = 0;

impl Service for Player {
    type Request = Turn;
    type Report = PlayerFault;

    fn is_busy(&self) -> bool {
        self.turn.is_some()
    }

    fn receive(&mut self, turn: Turn, _report: &mut dyn FnMut(PlayerFault)) {
        self.turn = Some(turn);
    }

    /// Decides and sends the whole turn.
    fn advance(&mut self, _slice: Duration, report: &mut dyn FnMut(PlayerFault)) {
        let Some(turn) = self.turn.take() else { return };
        let command = self.decide(&turn, report);
        if let Some(Err(error)) = command.map(|command| self.send(&command)) {
            report(error.into());
        }
    }
}

impl Player {
    /// The command for a turn. A program that fails is started again once, and resigns when it fails again. A player that is no longer
    /// needed has no command: its program was stopped, and an error of the program then means nothing.
    fn decide(&mut self, turn: &Turn, report: &mut dyn FnMut(PlayerFault)) -> Option<GameCommand> {
        let (ply, takebacks) = (turn.snapshot.ply(), turn.snapshot.takebacks);
        for _ in 0..2 {
            let decided = if turn.snapshot.opening.is_finished() {
                self.choose_move(turn).map(|to| GameCommand::Move { ply, takebacks, to })
            } else {
                self.choose(turn).map(|choice| GameCommand::Choose { ply, takebacks, choice })
            };
            self.stopper.end();
            if self.stopper.is_closed() {
                return None;
            }
            match decided {
                Ok(command) => return Some(command),
                Err(error) => report(error.into()),
            }
        }
        Some(GameCommand::Resign)
    }

    fn choose_move(&mut self, turn: &Turn) -> Result<Move, OpponentError> {
        let position = position(turn)?;
        if position.legal_moves().next().is_none() {
            return Ok(Move::Pass);
        }
        self.program.set_time(Some(self.time(turn)));
        self.program.set_position(position);
        self.stopper.begin(SEARCH, self.program.stop_handle());
        let limits = SearchLimits::time(self.options.move_time);
        let report = self.program.choose(&limits, &SystemClock::new(), &mut ())?;
        Ok(report.best_move.map_or(Move::Pass, Move::Place))
    }

    /// A choice in the opening: the program's where it can decide and the user allows it, and otherwise that of Tengen's engine.
    fn choose(&mut self, turn: &Turn) -> Result<String, OpponentError> {
        let GameSnapshot { opening, settings, .. } = &turn.snapshot;
        let left = turn.left(self.options.margin).map_or(OPENING_TIME, |left| left / OPENING_SHARE);
        let limits = SearchLimits::time(left.clamp(LEAST, OPENING_TIME));
        if self.options.swap2 && opening.protocol() == Protocol::Swap2 {
            let stones = opening.stones().to_vec();
            self.program.set_time(Some(self.time(turn)));
            let start = Position::new(settings.rule, settings.size);
            self.stopper.begin(SEARCH, self.program.stop_handle());
            let decision = self.program.swap2(&start, &stones, &limits, &mut ())?;
            let decision = swap2_decision(decision, &stones, &self.options.program.title())?;
            return Ok(decision.to_choice(opening).to_text(settings.size));
        }
        let options = EngineOptions { hash_bytes: HASH_BYTES, ..EngineOptions::default() };
        let engine = self.engine.get_or_insert_with(|| Engine::new(options));
        self.stopper.begin(SEARCH, engine.stop_handle());
        let choice = opening::decide(engine, opening, settings.rule, &limits, &SystemClock::new());
        let choice = choice.map_err(|error| failed(error, "the opening"))?;
        Ok(choice.to_text(settings.size))
    }

    /// The clocks in the form in which a program receives them.
    fn time(&self, turn: &Turn) -> GameTime {
        let snapshot = &turn.snapshot;
        let move_time = self.options.move_time;
        let per_move = |limit: Duration| GameTime { per_move: Some(limit), ..GameTime::default() };
        let Some(left) = turn.left(self.options.margin) else { return per_move(move_time) };
        if snapshot.settings.tempo.is_correspondence() {
            return per_move(left.min(move_time));
        }
        let seconds = |seconds: u32| Duration::from_secs(u64::from(seconds));
        match snapshot.settings.tempo.control() {
            TimeControl::Unlimited | TimeControl::PerMove { .. } => per_move(left),
            TimeControl::Fischer { main, increment } => GameTime {
                per_move: None,
                per_game: Some(seconds(main).max(left)),
                increment: seconds(increment),
                left: Some(left),
            },
            TimeControl::ByoYomi { main, period, .. } => {
                let own = snapshot.you.map(|you| snapshot.clock.left[you as usize]);
                match own.filter(|own| own.main > 0) {
                    // Until the main time has run out, each move may take a period in addition to its share.
                    Some(own) => GameTime {
                        per_move: None,
                        per_game: Some(seconds(main).max(Duration::from_millis(own.main))),
                        increment: seconds(period) / 2,
                        left: Some(Duration::from_millis(own.main).min(left)),
                    },
                    None => {
                        per_move(left.min(seconds(period).saturating_sub(self.options.margin).max(LEAST)))
                    }
                }
            }
        }
    }

    /// Sends a command until the server accepts or refuses it.
    fn send(&self, command: &GameCommand) -> Result<(), CallError> {
        let start = Instant::now();
        loop {
            match self.client.play(self.game, command) {
                Err(error) if error.is_temporary() && start.elapsed() < GIVE_UP => thread::sleep(AGAIN),
                done => return done,
            }
        }
    }
}

fn position(turn: &Turn) -> Result<Position, OpponentError> {
    turn.snapshot.position().map_err(|error| failed(error, "the server's game"))
}

fn failed(error: impl ToString, name: &str) -> OpponentError {
    OpponentError::Failed { name: name.to_owned(), reason: error.to_string() }
}

/// A program's answer in a Swap2 opening with these stones.
fn swap2_decision(
    decision: Decision,
    stones: &[Point],
    name: &str,
) -> Result<swap2::Decision, OpponentError> {
    match decision {
        Decision::Points(points) => Ok(match *points.as_slice() {
            // A single stone is White's next move.
            [point] if !stones.is_empty() => swap2::Decision::White(point),
            _ => swap2::Decision::Place(points),
        }),
        Decision::Swap => Ok(swap2::Decision::Black),
        Decision::Nothing | Decision::Choice(_) => {
            Err(OpponentError::Unreadable { name: name.to_owned(), text: "nothing".to_owned() })
        }
    }
}
