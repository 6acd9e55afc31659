use std::time::Duration;

use tengen_engine::swap2::{self, Decision};
use tengen_engine::{Clock, Opponent, OpponentError, SearchLimits};
use tengen_game::Position;

use crate::{SideClock, TimeControl};

/// Somebody at the board of an arena: an [`Opponent`] with what only an arena asks of it.
///
/// Everything but the opponent has a default that suits those who live in this process. A program elsewhere wants
/// to know the clocks as well, and decides about openings by itself.
pub trait Seat {
    /// Who thinks.
    fn opponent(&mut self) -> &mut dyn Opponent;

    /// As records name it.
    fn name(&mut self) -> String {
        self.opponent().name()
    }

    /// A game begins, under this control.
    fn new_game(&mut self, _control: &TimeControl) {}

    /// The limits of the next search; `left` is what the clock shows before it, and the same seed is to bring about the
    /// same choice among equals.
    fn limits(&mut self, control: &TimeControl, left: SideClock, seed: u64) -> SearchLimits {
        left.search_limits(control, seed)
    }

    /// The next decision in a Swap2 opening, in which the board has no stones, three or five.
    ///
    /// # Errors
    /// When there is none.
    fn swap2(
        &mut self,
        position: &Position,
        limits: &SearchLimits,
        clock: &dyn Clock,
    ) -> Result<Decision, OpponentError> {
        swap2::decide(self.opponent(), position, limits, clock)
    }
}

/// An opponent with nothing said beyond.
pub(crate) struct Plain<'a>(pub(crate) &'a mut dyn Opponent);

impl Seat for Plain<'_> {
    fn opponent(&mut self) -> &mut dyn Opponent {
        self.0
    }
}

/// A side of a game: who sits there, and what the clock shows.
pub(crate) struct Side<'a> {
    pub(crate) seat: &'a mut dyn Seat,
    pub(crate) control: &'a TimeControl,
    pub(crate) left: SideClock,
}

impl<'a> Side<'a> {
    pub(crate) fn new(seat: &'a mut dyn Seat, control: &'a TimeControl) -> Side<'a> {
        seat.new_game(control);
        Side { seat, control, left: control.clock() }
    }

    /// What the search may take from now on.
    pub(crate) fn limits(&mut self, seed: u64) -> SearchLimits {
        self.seat.limits(self.control, self.left, seed)
    }

    /// Books the time of an answer.
    ///
    /// # Errors
    /// When it came too late.
    pub(crate) fn spend(&mut self, time: Duration) -> Result<(), OpponentError> {
        let limit = self.left.limit(self.control).unwrap_or_default();
        if self.left.spend(time, self.control) {
            return Ok(());
        }
        Err(OpponentError::Overrun { name: self.seat.name(), limit, time })
    }
}
