//! The analysis board of a front end that has none.

use tengen_game::Record;

use crate::Game;
use crate::state::Match;

/// There is no analysis board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalysisBoard {}

impl AnalysisBoard {
    pub(crate) fn game_mut(&mut self) -> &mut Game {
        match *self {}
    }
}

impl Match {
    pub(crate) const fn close_analysis_board(&self) {}

    /// There are no premoves either.
    pub(crate) const fn drop_premove(&self) {}

    pub(crate) fn analyse_record(&self, _: Record) {}
}
