//! Whoever sits on the other side of the board: the engine, another program, a person.

mod error;
mod person;

use std::time::Duration;

use tengen_game::{Move, Position};

pub use error::OpponentError;
pub use person::{Hand, Person};

use crate::{Clock, Engine, Score, SearchLimits, SearchObserver, SearchReport, StopHandle, StopReason};

/// Somebody who is given a position and answers with a move.
///
/// It is shaped like the [`Engine`], so that a caller with an event loop can run it in slices: set a position,
/// [start](Opponent::start), and [advance](Opponent::advance) until there is a report. Whatever an opponent
/// answers is legal, or else an error says that it was not: callers need not check again. Where the report has no
/// [`best_move`](SearchReport::best_move) and the game is not over, the opponent passes.
///
/// A report's score is in the opponent's own figures and tells how it likes its position; scores of two different
/// opponents cannot be compared, except for proved mates.
///
/// ```
/// use tengen_engine::{Engine, EngineOptions, Opponent, SearchLimits, SystemClock};
/// use tengen_game::{BoardSize, Position, Rule};
///
/// let mut opponents: Vec<Box<dyn Opponent>> = vec![Box::new(Engine::new(EngineOptions::default()))];
/// for opponent in &mut opponents {
///     opponent.set_position(Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN));
///     let report = opponent.choose(&SearchLimits::depth(2), &SystemClock::new(), &mut ())?;
///     assert_eq!(report.best_move, Some(BoardSize::FIFTEEN.center()));
/// }
/// # Ok::<(), tengen_engine::OpponentError>(())
/// ```
pub trait Opponent {
    /// Who it is, as tables and records name it.
    fn name(&self) -> String;

    /// Sets the position to think about. A search that was begun ends without a report, and a stop that was
    /// asked for before is forgotten. What goes wrong here is told by the next [`Opponent::advance`].
    fn set_position(&mut self, position: Position);

    /// Begins to think about the position. The time of `limits` runs from now on, between the slices too. A
    /// search that was begun before ends without a report.
    fn start(&mut self, limits: &SearchLimits, clock: &dyn Clock);

    /// Thinks on for about `slice`; the report when it has decided, `None` when it needs another slice. An
    /// opponent that waits for somebody else, as for a person, returns `None` at once or within the slice.
    ///
    /// Without a search that was started it answers at once, if it can without thinking.
    ///
    /// # Errors
    /// When there will be no legal move: see [`OpponentError`]. The search is over then, except after an
    /// [illegal](OpponentError::Illegal) move of a person, who may try again.
    fn advance(
        &mut self,
        slice: Duration,
        clock: &dyn Clock,
        observer: &mut dyn SearchObserver,
    ) -> Result<Option<SearchReport>, OpponentError>;

    /// Ends its searches from outside.
    fn stop_handle(&self) -> StopHandle;

    /// Forgets what it learned in earlier searches. A search that was begun ends without a report.
    fn clear(&mut self);

    /// Thinks to the end, on this thread. This is no way to ask those who wait for others without blocking, such
    /// as a [`Person`]: it would ask again and again.
    ///
    /// # Errors
    /// When the opponent gives no legal move.
    fn choose(
        &mut self,
        limits: &SearchLimits,
        clock: &dyn Clock,
        observer: &mut dyn SearchObserver,
    ) -> Result<SearchReport, OpponentError> {
        self.start(limits, clock);
        loop {
            if let Some(report) = self.advance(Duration::MAX, clock, observer)? {
                return Ok(report);
            }
        }
    }
}

/// The engine never fails: its searches always end with a report.
impl Opponent for Engine {
    fn name(&self) -> String {
        "tengen".to_owned()
    }

    fn set_position(&mut self, position: Position) {
        Engine::set_position(self, position);
    }

    fn start(&mut self, limits: &SearchLimits, clock: &dyn Clock) {
        Engine::start(self, limits, clock);
    }

    fn advance(
        &mut self,
        slice: Duration,
        clock: &dyn Clock,
        observer: &mut dyn SearchObserver,
    ) -> Result<Option<SearchReport>, OpponentError> {
        Ok(Engine::advance(self, slice, clock, observer))
    }

    fn stop_handle(&self) -> StopHandle {
        Engine::stop_handle(self)
    }

    fn clear(&mut self) {
        Engine::clear(self);
    }
}

/// The report of a move that came from outside, from a person or a program elsewhere, after `time`: it is all that
/// is known about their thinking.
///
/// # Errors
/// When the move is illegal in `position`.
pub fn answer(position: &Position, played: Move, time: Duration) -> Result<SearchReport, OpponentError> {
    position.check(played).map_err(|reason| OpponentError::Illegal { played, reason })?;
    Ok(SearchReport {
        best_move: played.point(),
        score: Score::Value(0),
        pv: played.point().into_iter().collect(),
        others: Vec::new(),
        depth: 0,
        nodes: 0,
        time,
        stopped_by: StopReason::Decided,
    })
}
