//! Takebacks: the choices and moves that are removed, and the effect on the clocks.
//!
//! No player gains time by a takeback. Used time stays used, and the increments of the removed moves are taken off again. A clock therefore
//! contains its initial time, the increments of the remaining moves and the gifts, less the used time. This is at most the time that it
//! displayed when the position arose. A clock that would have run out without these increments prevents the takeback.

use tengen_game::opening::Player;

use super::{GameError, Happened, LiveGame};
use crate::Time;
use crate::message::clock_side;

impl LiveGame {
    /// The number of choices and moves that remain when a player takes back their last one; `None` if there is none. The choices of an
    /// opening cannot be taken back after the first move of the game itself.
    fn before_last_action_of(&self, player: Player) -> Option<u16> {
        let choices = self.opening.choices().len();
        let first = if self.actions.len() > choices { choices } else { 0 };
        let own = self.actions[first..].iter().rposition(|action| action.by == player);
        own.and_then(|index| u16::try_from(first + index).ok())
    }

    /// The event that takes back a player's last choice or move, and the opponent's later ones.
    ///
    /// # Errors
    /// When the player has no such action, or a clock has less time than its increments to take off.
    pub(super) fn takeback_for(&self, player: Player, now: Time) -> Result<Happened, GameError> {
        let ply = self.before_last_action_of(player).ok_or(GameError::NothingToTakeBack)?;
        let mut increments = [0; 2];
        for action in self.actions.get(usize::from(ply)..).unwrap_or_default() {
            increments[action.by as usize] += action.increment;
        }
        for (of, increment) in Player::BOTH.into_iter().zip(increments) {
            let left = self.clock.until_flag(clock_side(of), now);
            if increment > 0 && left.is_some_and(|left| left <= increment) {
                return Err(GameError::NoTimeForTakeback);
            }
        }
        Ok(Happened::TakenBack { ply, increments })
    }
}
