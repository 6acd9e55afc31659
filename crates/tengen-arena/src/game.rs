use tengen_engine::{Clock, Opponent, OpponentError, Score};
use tengen_game::{Evaluation, Move, Position, Record};

use crate::{Ending, Fault, TimeControl};

/// A game that was played, or broken off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The moves, with the time that each took and what its player thought of the position.
    pub record: Record,
    /// How it ended; `None` when somebody was told to stop.
    pub ending: Option<Ending>,
    /// What went wrong, in words, where something did.
    pub fault: Option<OpponentError>,
}

/// Plays a game from `start` on; `seats` are Black's opponent and White's.
///
/// Whoever answers too late, illegally, or not at all loses. The same `seed` gives the same game again where the
/// opponents are deterministic and the limits are nodes or plies.
///
/// ```
/// use tengen_arena::{TimeControl, play_game};
/// use tengen_engine::{Engine, EngineOptions, SystemClock};
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
    mut seats: [&mut dyn Opponent; 2],
    start: Position,
    control: &TimeControl,
    clock: &dyn Clock,
    seed: u64,
) -> PlayedGame {
    let mut record = Record::from_position(start);
    record.players.black = seats[0].name();
    record.players.white = seats[1].name();
    let mut clocks = [control.clock(), control.clock()];
    let mut ply = 0;
    loop {
        if let Some(outcome) = record.position().outcome() {
            let ending = Ending::on_board(outcome);
            return PlayedGame { record, ending: Some(ending), fault: None };
        }
        let side = record.position().side_to_move();
        let (seat, left) = (&mut seats[side.index()], &mut clocks[side.index()]);
        let limits = left.search_limits(control, seed.wrapping_add(ply));
        let started = clock.now();
        seat.set_position(record.position().clone());
        let answer = seat.choose(&limits, clock, &mut ());
        let time = clock.now().saturating_sub(started);
        let report = match answer {
            Ok(report) => report,
            Err(error) => {
                let ending = Ending::of_error(side, &error);
                return ended(record, ending, Some(error));
            }
        };
        let limit = left.limit(control).unwrap_or_default();
        if !left.spend(time, control) {
            let late = OpponentError::Overrun { name: seat.name(), limit, time };
            return ended(record, Some(Ending::fault(side, Fault::Timeout)), Some(late));
        }
        let played = report.best_move.map_or(Move::Pass, Move::Place);
        if let Err(reason) = record.play(played) {
            let error = OpponentError::Illegal { played, reason };
            let ending = Ending::of_error(side, &error);
            return ended(record, ending, Some(error));
        }
        let here = record.current();
        let notes = record.notes_mut(here);
        notes.time = Some(time);
        notes.evaluation = Some(match report.score {
            Score::Value(value) => Evaluation::Value(value),
            Score::Mate(plies) => Evaluation::Mate(plies),
        });
        ply += 1;
    }
}

/// Writes the end into the record, as far as records know such ends.
fn ended(mut record: Record, ending: Option<Ending>, fault: Option<OpponentError>) -> PlayedGame {
    if let Some(result) = ending.and_then(Ending::result) {
        // The game was going on. What only the board can show, such as a forbidden move, is not written: it was not played.
        let _ = record.end(result);
    }
    PlayedGame { record, ending, fault }
}
