//! What is left of remote games in a front end that has none.

use tengen_game::opening::Choice;
use tengen_game::{Color, Move};

use crate::state::Match;

/// There is no remote game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remote {}

/// There is nothing to do in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemoteAction {}

impl Match {
    /// Whether a remote game is on the board and continues: never.
    pub const fn is_remote_running(&self) -> bool {
        false
    }

    pub(crate) const fn is_remote_closed(&self) -> bool {
        false
    }

    pub(crate) const fn remote_running_side(&self) -> Option<Color> {
        None
    }

    pub(crate) const fn tell_remote_move(&self, _: Move) {}

    pub(crate) fn tell_remote_choice(&self, _: Choice) {}
}
