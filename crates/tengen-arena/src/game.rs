use std::num::NonZeroU16;
use std::sync::atomic::{AtomicBool, Ordering};

use tengen_analysis::{Clock, Opponent, OpponentError, SearchReport};
use tengen_game::opening::Opening;
use tengen_game::{BoardSize, Color, Move, Position, Record, Rule};

use crate::adjudication::{Adjudicator, score_of};
use crate::player::{Opened, Plain, Side, open_swap2};
use crate::{Adjudication, Ending, Player, TimeControl};

/// A game that was played, or broken off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The moves, with the time that each took and what its player thought of the position.
    pub record: Record,
    /// The end of the game; `None` after a stop.
    pub ending: Option<Ending>,
    /// The error that ended the game, if one did.
    pub fault: Option<OpponentError>,
    /// The opening protocol, with the choices of both players.
    pub opening: Option<Opening>,
    /// Whether the players exchanged colours in the opening, so that the first player had the white stones at the end.
    pub swapped: bool,
    /// The numbers of moves that Black and White have found, without those of the opening.
    pub found: [usize; 2],
}

impl PlayedGame {
    /// An opponent that fails before it has found this many moves in a game is [broken](PlayedGame::broken).
    pub const FIRST_MOVES: usize = 3;

    /// The error of an opponent that is broken: it could not be made ready for the game, or failed in its first moves. Its loss
    /// is no evidence of strength, and the next game would most likely go the same way.
    pub fn broken(&self) -> Option<&OpponentError> {
        let error = self.fault.as_ref()?;
        let loser = !self.ending?.winner()?;
        match error {
            OpponentError::Unready { .. } => Some(error),
            OpponentError::Failed { .. } if self.found[loser.index()] < PlayedGame::FIRST_MOVES => {
                Some(error)
            }
            _ => None,
        }
    }
}

/// The beginning of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameStart {
    /// A position; the first player has Black.
    Position(Box<Position>),
    /// An empty board with a Swap2 opening, which the first player begins.
    Swap2 {
        /// The rule.
        rule: Rule,
        /// The size of the board.
        size: BoardSize,
        /// Moves after which the game is a draw.
        max_moves: Option<NonZeroU16>,
    },
}

/// The terms of a game: its beginning, its limits and the conditions of its end.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// The beginning of the game.
    pub start: &'a GameStart,
    /// The time of the first player and of the second.
    pub controls: [&'a TimeControl; 2],
    /// The rules by which the game is ended early.
    pub adjudication: Adjudication,
    /// The seed of random choices. The same seed repeats the game where the opponents are deterministic and the limits
    /// are nodes or plies.
    pub seed: u64,
    /// Measures the time.
    pub clock: &'a dyn Clock,
    /// Breaks the game off once it is set. The caller must end a running search by its stop handle, **after** it has
    /// set this.
    pub stop: &'a AtomicBool,
}

/// Plays a game from `start` on; `opponents` are Black's and White's.
///
/// A player that answers too late, illegally, or not at all loses. The same `seed` gives the same game again where the
/// opponents are deterministic and the limits are nodes or plies.
///
/// ```
/// use tengen_arena::{TimeControl, play_game};
/// use tengen_analysis::SystemClock;
/// use tengen_engine::{Engine, EngineOptions};
/// use tengen_game::{BoardSize, Position, Rule};
///
/// let (mut black, mut white) = (Engine::new(EngineOptions::default()), Engine::new(EngineOptions::default()));
/// let start = Position::new("free-4".parse()?, BoardSize::new(7)?);
/// let control = TimeControl { nodes: Some(200), ..TimeControl::default() };
/// let game = play_game([&mut black, &mut white], start, &control, &SystemClock::new(), 1);
/// assert!(game.record.is_over() && game.ending.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_game(
    opponents: [&mut dyn Opponent; 2],
    start: Position,
    control: &TimeControl,
    clock: &dyn Clock,
    seed: u64,
) -> PlayedGame {
    let [mut first, mut second] = opponents.map(Plain);
    let terms = Terms {
        start: &GameStart::Position(Box::new(start)),
        controls: [control; 2],
        adjudication: Adjudication::default(),
        seed,
        clock,
        stop: &AtomicBool::new(false),
    };
    play([&mut first, &mut second], &terms)
}

/// Plays a game between two players; the first has Black, or begins the opening protocol.
///
/// A player that answers too late, illegally, or not at all loses.
pub fn play(players: [&mut dyn Player; 2], terms: &Terms<'_>) -> PlayedGame {
    let [first, second] = players;
    let [of_first, of_second] = terms.controls;
    let mut sides = [Side::new(first, of_first), Side::new(second, of_second)];
    let Opened { position, opening, swapped, played, failed } = match terms.start {
        GameStart::Position(position) => Opened::at(Position::clone(position)),
        &GameStart::Swap2 { rule, size, max_moves } => {
            open_swap2(&mut sides, Position::new(rule, size).with_max_moves(max_moves), terms)
        }
    };
    if swapped {
        sides.reverse();
    }
    let mut record = Record::from_position(position);
    record.players.black = sides[0].player.name();
    record.players.white = sides[1].player.name();
    let game = Game { sides, record, opening, swapped, found: [0; 2] };
    match failed {
        Some((loser, error)) => game.failed(loser, error),
        None => game.go_on(played, terms),
    }
}

/// A game under way; the sides are Black and White.
struct Game<'a> {
    sides: [Side<'a>; 2],
    record: Record,
    opening: Option<Opening>,
    swapped: bool,
    found: [usize; 2],
}

impl Game<'_> {
    /// Plays to the end; `played` is the next move, if it was decided with the opening.
    fn go_on(mut self, mut played: Option<tengen_game::Point>, terms: &Terms<'_>) -> PlayedGame {
        let mut adjudicator = Adjudicator::new(terms.adjudication);
        let mut ply = 0;
        loop {
            if let Some(outcome) = self.record.position().outcome() {
                let ending = Ending::on_board(outcome);
                return self.ended(Some(ending), None);
            }
            let mover = self.record.position().side_to_move();
            if let Some(point) = played.take() {
                // The move's time was booked with the decision about the opening.
                if let Err(reason) = self.record.play(point) {
                    return self.failed(mover, OpponentError::Illegal { played: point.into(), reason });
                }
                continue;
            }
            let seed = terms.seed.wrapping_add(ply);
            let report = match self.next_move(mover, seed, terms) {
                Ok(Some(report)) => report,
                Ok(None) => return self.ended(None, None),
                Err(error) => return self.failed(mover, error),
            };
            let judged = adjudicator.record(mover, &report, self.record.cursor());
            if judged.is_some() && !self.record.is_over() {
                return self.ended(judged, None);
            }
            ply += 1;
        }
    }

    /// Requests a move of `mover` and plays it; `None` when the game is to be broken off.
    fn next_move(
        &mut self,
        mover: Color,
        seed: u64,
        terms: &Terms<'_>,
    ) -> Result<Option<SearchReport>, OpponentError> {
        let side = &mut self.sides[mover.index()];
        let limits = side.limits(self.record.position(), seed);
        // The call may start a program, which costs neither side time.
        side.player.opponent().set_position(self.record.position().clone());
        // The opponent clears a stop that was requested before the position was set.
        if terms.stop.load(Ordering::SeqCst) {
            return Ok(None);
        }
        let started = terms.clock.now();
        let answer = side.player.opponent().choose(&limits, terms.clock, &mut ());
        let time = terms.clock.now().saturating_sub(started);
        if terms.stop.load(Ordering::SeqCst) {
            return Ok(None);
        }
        let report = answer?;
        side.spend(time)?;
        let played = report.best_move.map_or(Move::Pass, Move::Place);
        self.record.play(played).map_err(|reason| OpponentError::Illegal { played, reason })?;
        self.found[mover.index()] += 1;
        let here = self.record.current();
        let notes = self.record.notes_mut(here);
        notes.time = Some(time);
        notes.evaluation = score_of(&report);
        Ok(Some(report))
    }

    fn failed(self, loser: Color, error: OpponentError) -> PlayedGame {
        let ending = Ending::of_error(loser, &error);
        self.ended(ending, Some(error))
    }

    /// Writes the end into the record, if records have such an end.
    fn ended(mut self, ending: Option<Ending>, fault: Option<OpponentError>) -> PlayedGame {
        if let Some(result) = ending.and_then(Ending::result) {
            // An end on the board is in the record already. An end that only the board can show, such as a forbidden
            // move that was not played, is not written.
            let _ = self.record.end(result);
        }
        let Game { record, opening, swapped, found, .. } = self;
        PlayedGame { record, ending, fault, opening, swapped, found }
    }
}
