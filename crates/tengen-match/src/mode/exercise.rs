//! A puzzle or a lesson on the board. The front end judges the moves and decides what the board shows.

use tengen_game::Point;

use super::{Mode, Picture};
use crate::consequence::Consequence;
use crate::context::Context;
use crate::{Effect, Notice, Tracked};

impl Picture {
    /// Shows this on the board as an exercise. A click is passed to the front end. The game waits.
    pub fn show_exercise(self, mode: &mut Tracked<Mode>, _: &mut Context<'_>) -> Vec<Consequence> {
        if mode.exercise().is_some() {
            mode.set(Mode::Exercise(self));
            return Vec::new();
        }
        Mode::cover_game(Mode::Exercise(self), Notice::Nothing)
    }
}

impl Mode {
    /// The exercise on the board.
    pub fn exercise(&self) -> Option<&Picture> {
        if let Mode::Exercise(picture) = self { Some(picture) } else { None }
    }

    /// Goes back from an exercise to the game.
    pub fn leave_exercise(mode: &mut Tracked<Mode>, _: &mut Context<'_>) -> Vec<Consequence> {
        if mode.exercise().is_some() { Mode::uncover_game() } else { Vec::new() }
    }
}

/// Passes the move to the front end.
pub(super) fn click(point: Point) -> Vec<Consequence> {
    vec![Consequence::Effect(Effect::Exercise(point))]
}
