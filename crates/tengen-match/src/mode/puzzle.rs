//! A puzzle on the board. The front end judges the moves and decides what the board shows.

use tengen_game::Point;

use super::{Mode, Picture};
use crate::consequence::Consequence;
use crate::context::Context;
use crate::{Effect, Notice, Tracked};

impl Picture {
    /// Shows this on the board as a puzzle. A click is passed to the front end. The game waits.
    pub fn show_puzzle(self, mode: &mut Tracked<Mode>, _: &mut Context<'_>) -> Vec<Consequence> {
        if mode.puzzle().is_some() {
            mode.set(Mode::Puzzle(self));
            return Vec::new();
        }
        Mode::cover_game(Mode::Puzzle(self), Notice::Nothing)
    }
}

impl Mode {
    /// The puzzle on the board.
    pub fn puzzle(&self) -> Option<&Picture> {
        if let Mode::Puzzle(picture) = self { Some(picture) } else { None }
    }

    /// Goes back from a puzzle to the game.
    pub fn leave_puzzle(mode: &mut Tracked<Mode>, _: &mut Context<'_>) -> Vec<Consequence> {
        if mode.puzzle().is_some() { Mode::uncover_game() } else { Vec::new() }
    }
}

/// Passes the solver's move to the front end.
pub(super) fn click(point: Point) -> Vec<Consequence> {
    vec![Consequence::Effect(Effect::Puzzle(point))]
}
