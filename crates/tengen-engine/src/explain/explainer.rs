use std::time::Duration;

use tengen_game::{PlayError, Point, Position};

use super::played::PlayedMove;
use super::solvers::{Heard, Solvers};
use super::{ExplainError, ExplainLimits, Explanation, Fact};
use crate::{Clock, StopHandle};

/// An explanation that is made slice by slice, for callers that must return to an event loop in between.
///
/// What comes out is that of [`explain`](super::explain()), whatever the slices.
#[derive(Debug)]
pub struct Explainer {
    position: Position,
    played: Point,
    limits: ExplainLimits,
    /// In the clock's time.
    deadline: Option<Duration>,
    heard: Heard,
}

impl Explainer {
    /// Begins to explain a move of the side to move. The time of the limits runs from now on, between the slices too.
    ///
    /// # Errors
    /// When the point is not on the board or occupied, or the game is over.
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
            heard: Heard::default(),
        })
    }

    /// Goes on for about `slice`; the explanation when it is complete. A stop ends the solvers alone, which leaves their
    /// questions undecided, and is not spent.
    pub fn advance(&mut self, slice: Duration, clock: &dyn Clock, stop: &StopHandle) -> Option<Explanation> {
        let (position, played) = (&self.position, self.played);
        let mut solvers = Solvers::new(&self.limits, self.deadline, slice, clock, stop, &mut self.heard);
        let mut facts = match position.check(played) {
            Err(PlayError::Forbidden { kind, .. }) => vec![Fact::Forbidden(kind)],
            _ => PlayedMove::new(position, played).facts(&mut solvers),
        };
        if solvers.is_paused {
            return None;
        }
        facts.sort_by_key(Fact::rank);
        Some(Explanation {
            mover: position.side_to_move(),
            played,
            facts,
            undecided: solvers.undecided,
            nodes: solvers.nodes,
        })
    }
}
