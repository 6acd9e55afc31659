//! A game that is decided elsewhere, such as on a server of online play.
//!
//! The front end puts every state of the game on the board with `Match::follow`. A move of the user is on the board at
//! once, and is passed on as [`Effect::Remote`]; the next state of the server confirms it or replaces it.
//! While such a game continues, the match takes no help from the engine, and neither saves nor archives the game.
//!
//! A front end without the feature `remote` contains nothing of this: no value of [`Remote`] exists there.

#[cfg(feature = "remote")]
mod follow;
#[cfg(not(feature = "remote"))]
mod without;

use tengen_game::Move;
use tengen_game::opening::Choice;

use crate::front::Effect;
use crate::state::Match;

#[cfg(feature = "remote")]
pub use follow::{Remote, RemotePhase};
#[cfg(not(feature = "remote"))]
pub use without::Remote;

/// An action of the user in a remote game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemoteAction {
    /// A move.
    Move(Move),
    /// A choice in the opening.
    Choose(Choice),
}

impl Match {
    /// Whether a remote game is on the board and continues.
    pub fn is_remote_running(&self) -> bool {
        self.base.remote().is_some_and(Remote::is_running)
    }

    /// Passes on what the user has done in a remote game that continues.
    pub(crate) fn tell_remote(&mut self, action: RemoteAction) {
        if self.is_remote_running() {
            self.front.effects.push(Effect::Remote(action));
        }
    }
}
