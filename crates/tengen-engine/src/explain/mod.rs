//! The effects of a move, in typed terms: [`explain`].
//!
//! Shapes and rows are read off the board. Forced wins are proved by the [solvers](crate::solve). A question that they
//! cannot answer within their limits is reported as [undecided](Explanation::undecided), never omitted. Nothing is estimated.
//!
//! ```
//! use tengen_analysis::{Fact, Shape, StopHandle, SystemClock};
//! use tengen_engine::explain::{ExplainLimits, explain};
//! use tengen_game::{Color, Point, Position, Rule, diagram};
//!
//! let board = diagram::read("
//!     . . . . . . . . .
//!     . . . . . . . . .
//!     . . . . . . . . .
//!     . . . . X . . . .
//!     . . . . X . . . .
//!     O X X X . . . . .
//!     . . . . . . . . .
//!     . . . . . . . . .
//!     . . . . . . O O .
//! ")?;
//! let position = Position::from_board(Rule::FREESTYLE, board, Color::Black)?;
//! let (clock, stop) = (SystemClock::new(), StopHandle::default());
//! let explanation = explain(&position, Point::new(4, 5), &ExplainLimits::default(), &clock, &stop)?;
//! let [Fact::StartsWin(win), Fact::Makes { shape, cells }] = &explanation.facts[..] else { panic!() };
//! assert_eq!((win.means.name(), win.moves), ("vcf", 3));
//! assert_eq!((*shape, cells.len()), (Shape::FourThree, 6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod played;
pub(crate) mod rows;
mod solvers;

use std::time::Duration;

use tengen_analysis::{Clock, Explanation, Fact, StopHandle};
use tengen_game::{PlayError, Point, Position};

use played::PlayedMove;
use solvers::{PastAnswers, Solvers, rank};

/// The limits of the solvers for an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainLimits {
    /// Nodes that each question to a solver may take; there are fewer than ten. If this is the only limit, an explanation
    /// is the same on every machine. With 0 only shapes are reported, and every question is undecided.
    pub nodes: u64,
    /// Time for all questions together, from the call on.
    pub time: Option<Duration>,
}

impl Default for ExplainLimits {
    /// 100,000 nodes for each question and no limit of time.
    fn default() -> ExplainLimits {
        ExplainLimits { nodes: 100_000, time: None }
    }
}

/// The reason for which there is nothing to explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExplainError {
    /// The move cannot be played. A forbidden point is no error but [`Fact::Forbidden`].
    #[error(transparent)]
    Illegal(#[from] PlayError),
}

/// Explains a move of the side to move.
///
/// A stop ends the solvers alone, which leaves their questions undecided, and is not spent: the caller resets
/// the handle.
///
/// # Errors
/// The point is not on the board or is occupied, or the game is over.
pub fn explain(
    position: &Position,
    played: Point,
    limits: &ExplainLimits,
    clock: &dyn Clock,
    stop: &StopHandle,
) -> Result<Explanation, ExplainError> {
    let mut explainer = Explainer::new(position, played, limits, clock)?;
    loop {
        if let Some(explanation) = explainer.advance(Duration::MAX, clock, stop) {
            return Ok(explanation);
        }
    }
}

/// An explanation that is made slice by slice, for callers that must return to an event loop in between.
///
/// The result is that of [`explain`](explain()) for any slices.
#[derive(Debug)]
pub struct Explainer {
    position: Position,
    played: Point,
    limits: ExplainLimits,
    /// The end of the time limit, in the clock's time.
    deadline: Option<Duration>,
    past: PastAnswers,
}

impl Explainer {
    /// Begins to explain a move of the side to move. The time of the limits runs from now on, between the slices too.
    ///
    /// # Errors
    /// The point is not on the board or is occupied, or the game is over.
    pub fn new(
        position: &Position,
        played: Point,
        limits: &ExplainLimits,
        clock: &dyn Clock,
    ) -> Result<Explainer, ExplainError> {
        match position.check(played) {
            Ok(()) | Err(PlayError::Forbidden { .. }) => {}
            Err(refusal) => return Err(refusal.into()),
        }
        Ok(Explainer {
            position: position.clone(),
            played,
            limits: limits.clone(),
            deadline: limits.time.map(|time| clock.now().saturating_add(time)),
            past: PastAnswers::default(),
        })
    }

    /// Continues for about `slice`; the explanation when it is complete. A stop ends the solvers alone, which leaves their
    /// questions undecided, and is not spent.
    pub fn advance(&mut self, slice: Duration, clock: &dyn Clock, stop: &StopHandle) -> Option<Explanation> {
        let (position, played) = (&self.position, self.played);
        let mut solvers = Solvers::new(&self.limits, self.deadline, slice, clock, stop, &mut self.past);
        let mut facts = match position.check(played) {
            Err(PlayError::Forbidden { kind, .. }) => vec![Fact::Forbidden(kind)],
            _ => PlayedMove::new(position, played).facts(&mut solvers),
        };
        if solvers.is_paused {
            return None;
        }
        facts.sort_by_key(rank);
        Some(Explanation {
            mover: position.side_to_move(),
            played,
            facts,
            undecided: solvers.undecided,
            nodes: solvers.nodes,
        })
    }
}
