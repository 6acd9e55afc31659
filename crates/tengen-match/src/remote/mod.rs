//! A game that is decided elsewhere, such as on a server of online play.
//!
//! The front end puts every state of the game on the board with `Match::follow`. A move of the user is on the board at
//! once, and is passed on as [`Effect::Remote`](crate::Effect::Remote); the next state of the server confirms it or replaces it.
//! While such a game continues, the match takes no help from the engine, and neither saves nor archives the game.
//!
//! A front end without the feature `remote` contains nothing of this: no value of [`Remote`] exists there.

#[cfg(feature = "remote")]
mod follow;
#[cfg(not(feature = "remote"))]
mod without;

use tengen_game::Move;
use tengen_game::opening::Choice;

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
