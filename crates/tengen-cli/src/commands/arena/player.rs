//! Entrants as they sit at the board.

use std::time::Duration;

use anyhow::{Context as _, Result};
use tengen_arena::{Seat, SideClock, TimeControl};
use tengen_classic::{Classic, Options};
use tengen_engine::swap2::{self, Decision};
use tengen_engine::{Clock, Engine, EngineOptions, Level, Opponent, OpponentError, SearchLimits, StopHandle};
use tengen_game::{Point, Position};
use tengen_program::{GameTime, Log, Program, ProgramOptions};
use tengen_protocol::gomocup;

use super::configuration::ConfiguredEntrant;
use super::entrant::{Kind, game_tree_options};
use super::guarded::{Guarded, Make};

/// An entrant of one worker.
pub(super) struct Player {
    name: String,
    level: Option<Level>,
    who: Who,
}

enum Who {
    /// An engine or a classic in this process.
    Here(Guarded),
    /// An engine in a process of its own, which ends with this.
    Elsewhere(Box<Program>),
}

/// How much longer than the grace a program is waited for: by then its move has lost the game in any case.
const PATIENCE: Duration = Duration::from_millis(100);

impl Player {
    /// Gets an entrant ready to play.
    ///
    /// # Errors
    /// When its settings make no sense.
    pub(super) fn new(entrant: &ConfiguredEntrant, log: Option<Log>) -> Result<Player> {
        let name = entrant.name.clone();
        let here = |make: Make| Who::Here(Guarded::new(entrant.name.clone(), make));
        let (who, level) = match &entrant.plays_as {
            &Kind::Tengen { hash_mib, threads, level } => {
                let make = move || {
                    let (hash_bytes, threads) = (hash_mib << 20, threads.unwrap_or(1));
                    Engine::new(EngineOptions { hash_bytes, threads, ..EngineOptions::default() })
                };
                (here(Box::new(move || Box::new(make()))), level.map(Level::from))
            }
            Kind::Classic { classic, depth, breadth, think_ms, ignore_forbidden } => {
                let classic: Classic = classic.parse()?;
                let game_tree = game_tree_options(*depth, *breadth, *think_ms, *ignore_forbidden)?;
                let options = Options { game_tree };
                (here(Box::new(move || classic.opponent(&options))), None)
            }
            kind @ Kind::Program { .. } => {
                let grace = TimeControl::from(&entrant.control).grace;
                let options = kind.program(&name)?.context("a program without a command")?;
                let options = ProgramOptions { patience: grace + PATIENCE, ..options };
                let program = Program::new(options);
                let program = match log {
                    Some(log) => program.with_log(log),
                    None => program,
                };
                (Who::Elsewhere(Box::new(program)), None)
            }
        };
        Ok(Player { name, level, who })
    }

    /// Forgets earlier games; returns what ends the searches of the next one, which goes under this title.
    pub(super) fn begin(&mut self, title: &str) -> StopHandle {
        self.remark(title);
        let opponent = self.opponent();
        opponent.clear();
        opponent.stop_handle()
    }
}

impl Player {
    /// Writes a remark to the log of a program, if there is one.
    pub(super) fn remark(&mut self, text: &str) {
        if let Who::Elsewhere(program) = &mut self.who {
            program.remark(text);
        }
    }

    /// Whether everything has been written to the log.
    pub(super) fn check_log(&mut self) -> Result<()> {
        let Who::Elsewhere(program) = &mut self.who else { return Ok(()) };
        program.check_log().with_context(|| format!("cannot write the log of `{}`", self.name))
    }
}

impl Seat for Player {
    fn opponent(&mut self) -> &mut dyn Opponent {
        match &mut self.who {
            Who::Here(opponent) => opponent,
            Who::Elsewhere(program) => program.as_mut(),
        }
    }

    fn name(&mut self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, control: &TimeControl) {
        if let Who::Elsewhere(program) = &mut self.who {
            program.set_time(Some(game_time(control, control.clock())));
        }
    }

    /// A program divides its time by itself.
    fn limits(&mut self, control: &TimeControl, left: SideClock, seed: u64) -> SearchLimits {
        if let Who::Elsewhere(program) = &mut self.who {
            program.set_time(Some(game_time(control, left)));
        }
        SearchLimits { level: self.level, ..left.search_limits(control, seed) }
    }

    fn swap2(
        &mut self,
        position: &Position,
        limits: &SearchLimits,
        clock: &dyn Clock,
    ) -> Result<Decision, OpponentError> {
        let program = match &mut self.who {
            Who::Here(opponent) => return swap2::decide(opponent, position, limits, clock),
            Who::Elsewhere(program) => program,
        };
        let unreadable = |text: String| OpponentError::Unreadable { name: self.name.clone(), text };
        let stones: Vec<Point> = position.moves().iter().filter_map(|played| played.point()).collect();
        let mut start = position.clone();
        while start.undo().is_some() {}
        match program.swap2(&start, &stones, limits, &mut ())? {
            // Keeping White is to play White's next stone.
            gomocup::Decision::Points(points) => match *points.as_slice() {
                [point] if !stones.is_empty() => {
                    position
                        .check(point)
                        .map_err(|reason| OpponentError::Illegal { played: point.into(), reason })?;
                    Ok(Decision::Stay(point))
                }
                _ => Ok(Decision::Place(points)),
            },
            gomocup::Decision::Swap => Ok(Decision::Swap),
            gomocup::Decision::Nothing => Err(unreadable("nothing".to_owned())),
        }
    }
}

/// The clocks, as a program is told them.
fn game_time(control: &TimeControl, left: SideClock) -> GameTime {
    GameTime {
        per_move: control.per_move,
        per_game: control.per_game,
        increment: control.increment,
        left: left.left(),
    }
}
