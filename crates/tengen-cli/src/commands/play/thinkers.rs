//! The adapter between a [`Match`] and the programs that search in this process or in separate ones.

use tengen_analysis::engine::{Request, Response};
use tengen_analysis::{
    Opponent, OpponentError, SearchLimits, SearchObserver, SearchProgress, SearchReport, SystemClock,
};
use tengen_classic::GameTreeOptions;
use tengen_engine::{Engine, EngineOptions};
use tengen_game::{Color, Move, Position};
use tengen_gomocup::process::Program;
use tengen_match::{Effect, Engine as EngineService, ExternalAnswer, Match, Purpose};

use super::players::{Player, Table};

/// The program for a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Thinker {
    /// The player of this colour, who is to move.
    Seat(Color, Player),
    /// The engine at full strength, which belongs to neither side.
    Analyst,
}

/// A position to search.
#[derive(Clone, Debug)]
pub(super) struct Task {
    /// The number of the task in the match.
    pub(super) id: u32,
    pub(super) thinker: Thinker,
    pub(super) position: Position,
    pub(super) limits: SearchLimits,
}

impl Task {
    /// The task that an effect requests; `None` for other effects, and for tasks that the match has replaced meanwhile.
    pub(super) fn of(effect: &Effect, game: &Match, table: &Table) -> Option<Task> {
        let side = game.game.side_to_move();
        let seat = || Thinker::Seat(side, table.player(side).clone());
        let task = match effect {
            Effect::AskExternal(id) => {
                let record = game.game.record();
                let (position, limits) = (record.position().clone(), table.limits(record.cursor()));
                Task { id: *id, thinker: seat(), position, limits }
            }
            Effect::Ask(Request::Search { id, position, limits, .. }) => {
                let is_move = game.engine.purpose() == Some(Purpose::Move);
                let thinker = if is_move { seat() } else { Thinker::Analyst };
                let mut limits = limits.clone();
                if let Some(even) = table.even.as_ref().filter(|_| is_move) {
                    limits.excluded.extend(even.moves_to_leave(position));
                }
                Task { id: *id, thinker, position: position.clone(), limits }
            }
            _ => return None,
        };
        game.engine.task.is_some_and(|current| current.id == task.id).then_some(task)
    }
}

/// Passes the progress of a task to the match.
pub(super) fn progress(game: &mut Match, id: u32, progress: &SearchProgress) {
    game.on_response(Response::Progress { id, progress: progress.clone() });
}

/// Gives the match the result of a task.
pub(super) fn answer(game: &mut Match, id: u32, result: Result<SearchReport, OpponentError>) {
    let is_external = game.engine.task.is_some_and(|task| task.id == id && task.purpose == Purpose::External);
    if is_external {
        let answer = match result {
            Ok(report) => {
                // A program that only returns its move has no score of the position.
                if report.depth > 0 {
                    progress(game, id, &SearchProgress::from(&report));
                }
                // Without a legal point, the program passes.
                ExternalAnswer::Play(report.best_move.map_or(Move::Pass, Move::Place))
            }
            Err(OpponentError::Resigned(_)) => ExternalAnswer::Resign,
            Err(error) => ExternalAnswer::Fail(error.to_string()),
        };
        return game.give(|engine, context| EngineService::external_answered(engine, id, answer, context));
    }
    game.on_response(match result {
        Ok(report) => Response::Finished {
            id,
            best_move: report.best_move,
            progress: SearchProgress::from(&report),
            lines: Vec::new(),
            stopped_by: None,
            statistics: None,
            threads: 1,
        },
        Err(error) => Response::Failed { id: Some(id), message: error.to_string() },
    });
}

/// The programs of a game. Each is created at its first search, and keeps its tables.
#[derive(Default)]
pub(super) struct Thinkers {
    tree: GameTreeOptions,
    seats: [Option<(Player, Box<dyn Opponent + Send>)>; 2],
    analyst: Option<Box<dyn Opponent + Send>>,
}

impl Thinkers {
    /// The programs of a table; Black's and White's `programs` have been started already.
    pub(super) fn new(table: &Table, programs: [Option<Program>; 2]) -> Thinkers {
        let mut players = table.players.iter().cloned();
        let seats = programs.map(|program| {
            let (player, program) = players.next().zip(program)?;
            Some((player, Box::new(program) as Box<dyn Opponent + Send>))
        });
        Thinkers { tree: table.tree.clone(), seats, analyst: None }
    }

    /// # Errors
    /// When the player is a human.
    pub(super) fn opponent(
        &mut self,
        thinker: &Thinker,
    ) -> Result<&mut (dyn Opponent + Send + 'static), OpponentError> {
        let Thinker::Seat(color, player) = thinker else {
            let engine = || Box::new(Engine::new(EngineOptions::default())) as Box<dyn Opponent + Send>;
            return Ok(self.analyst.get_or_insert_with(engine).as_mut());
        };
        let seat = &mut self.seats[color.index()];
        if seat.as_ref().is_none_or(|(seated, _)| seated != player) {
            *seat = player.opponent(&self.tree).map(|opponent| (player.clone(), opponent));
        }
        match seat {
            Some((_, opponent)) => Ok(opponent.as_mut()),
            None => Err(OpponentError::Unready {
                name: player.title().to_owned(),
                reason: "a human's moves are typed".to_owned(),
            }),
        }
    }

    /// Carries out a task to its end, on this thread.
    ///
    /// # Errors
    /// When the program gives no legal move.
    pub(super) fn choose(&mut self, task: Task) -> Result<SearchReport, OpponentError> {
        let opponent = self.opponent(&task.thinker)?;
        opponent.set_position(task.position);
        opponent.choose(&task.limits, &SystemClock::new(), &mut () as &mut dyn SearchObserver)
    }

    /// Clears the results of searches in a game that is no longer played.
    pub(super) fn clear(&mut self) {
        let seated = self.seats.iter_mut().flatten().map(|(_, opponent)| opponent);
        seated.chain(&mut self.analyst).for_each(|opponent| opponent.clear());
    }
}
