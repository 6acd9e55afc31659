//! The analysis board of a front end that has none.

use tengen_game::{Point, Record};

use crate::Game;
use crate::consequence::Consequence;
use crate::context::Context;
use crate::opening::Choosing;

/// There is no analysis board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalysisBoard {}

impl AnalysisBoard {
    /// No board opens.
    pub(crate) fn of_record(_: Record, _: Option<Record>) -> Vec<Consequence> {
        Vec::new()
    }

    pub(crate) fn game_mut(&mut self) -> &mut Game {
        match *self {}
    }
}

/// There are no premoves either.
impl Choosing {
    pub(crate) fn drop_premove(&mut self, _: &mut Context<'_>) -> Vec<Consequence> {
        Vec::new()
    }

    pub(crate) fn place_ahead(&mut self, _: Point, context: &mut Context<'_>) -> Vec<Consequence> {
        vec![Consequence::Notice(context.refusal_of_turn())]
    }
}
