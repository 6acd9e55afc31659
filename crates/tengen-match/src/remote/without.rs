//! Remote games of a front end that has none.

use tengen_game::Color;

use crate::Game;
use crate::base::GameClick;

/// There is no remote game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remote {}

impl Remote {
    pub(crate) fn is_running(&self) -> bool {
        match *self {}
    }

    pub(crate) fn running_side(&self) -> Option<Color> {
        match *self {}
    }

    pub(crate) fn click(&self, _: &Game) -> Option<GameClick> {
        match *self {}
    }
}
