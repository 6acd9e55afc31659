//! What a move does, in typed terms: [`explain`].
//!
//! Shapes and rows are read off the board. Forced wins are what the [solvers](crate::solve) prove; what they could not
//! find out within their limits is told as [undecided](Explanation::undecided), never left out in silence. Nothing is
//! estimated.
//!
//! ```
//! use tengen_engine::explain::{ExplainLimits, Fact, Shape, explain};
//! use tengen_engine::{StopHandle, SystemClock};
//! use tengen_game::{Color, Point, Position, Rule, format::diagram};
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

mod broken;
mod explainer;
mod fact;
mod forced;
mod made;
mod parts;
mod played;
mod question;
pub(crate) mod shape;
mod solvers;

use std::time::Duration;

use tengen_game::{Color, PlayError, Point, Position};

use crate::{Clock, StopHandle};
pub use explainer::Explainer;
pub use fact::{Fact, ForcedWin, Means, Two};
pub use parts::Parts;
pub use question::{Question, Undecided};
pub use shape::Shape;

/// How much the solvers may do for an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainLimits {
    /// Nodes that each question to a solver may take; there are fewer than ten. With no limit but this one an explanation
    /// is the same on every machine. With 0 only shapes are told, and every question is undecided.
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

/// What a move does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The side that plays the move.
    pub mover: Color,
    /// The move.
    pub played: Point,
    /// What it does, what matters most first; at least one fact.
    pub facts: Vec<Fact>,
    /// What the solvers could not find out. Facts that depend on it are missing.
    pub undecided: Vec<Undecided>,
    /// Nodes that the solvers visited.
    pub nodes: u64,
}

/// Why there is nothing to explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExplainError {
    /// The move cannot be played. A forbidden point is no error but [`Fact::Forbidden`].
    #[error(transparent)]
    Illegal(#[from] PlayError),
}

/// Tells what a move of the side to move does.
///
/// A stop ends the solvers alone, which leaves their questions undecided, and is not spent: whoever requested it resets
/// the handle.
///
/// # Errors
/// When the point is not on the board or occupied, or the game is over.
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
