use std::time::Duration;

use tengen_analysis::{Clock, Opponent, OpponentError, SearchLimits};
use tengen_engine::opening::swap2::{self, Decision};
use tengen_game::Position;

use crate::{SideClock, TimeControl};

/// One side's player in an arena: an [`Opponent`] with the extensions that only an arena needs.
///
/// The default methods suit opponents in this process. A program in another process also gets the clocks, and decides about
/// openings by itself.
pub trait Player {
    /// The opponent that searches.
    fn opponent(&mut self) -> &mut dyn Opponent;

    /// Its name in records.
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
    /// When the player makes no decision.
    fn swap2(
        &mut self,
        position: &Position,
        limits: &SearchLimits,
        clock: &dyn Clock,
    ) -> Result<Decision, OpponentError> {
        swap2::decide(self.opponent(), position, limits, clock)
    }
}

/// An opponent without extensions.
pub(crate) struct Plain<'a>(pub(crate) &'a mut dyn Opponent);

impl Player for Plain<'_> {
    fn opponent(&mut self) -> &mut dyn Opponent {
        self.0
    }
}

/// A side of a game: its player and its clock.
pub(crate) struct Side<'a> {
    pub(crate) player: &'a mut dyn Player,
    pub(crate) control: &'a TimeControl,
    pub(crate) left: SideClock,
}

impl<'a> Side<'a> {
    pub(crate) fn new(player: &'a mut dyn Player, control: &'a TimeControl) -> Side<'a> {
        player.new_game(control);
        Side { player, control, left: control.clock() }
    }

    /// The limits of a search that begins now.
    pub(crate) fn limits(&mut self, position: &Position, seed: u64) -> SearchLimits {
        self.left.set_position(position);
        self.player.limits(self.control, self.left, seed)
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
        Err(OpponentError::Overrun { name: self.player.name(), limit, time })
    }
}
