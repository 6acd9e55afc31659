//! A warning of the coach about the person's last move, while the program waits.

use tengen_analysis::{Means, Proof, mate_moves};
use tengen_game::Point;

use super::{Mode, Walk};
use crate::Tracked;
use crate::consequence::Consequence;
use crate::context::Context;

/// A warning about the move just played.
#[derive(Clone, Debug, PartialEq)]
pub struct Warned {
    /// The fault of the move.
    pub warning: Warning,
    /// The move.
    pub played: Point,
    /// The kind of threats by which the win is forced.
    pub means: Means,
    /// The proof of the win: the person's in the position before the move, or the opponent's in the position after it.
    proof: Proof,
    /// The steps through the proof, once they are shown.
    walk: Option<Walk>,
}

/// The fault of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The person had a forced win in place of the move.
    Misses,
    /// The opponent has a forced win after the move.
    Loses {
        /// A move after which the opponent has none that was found.
        better: Point,
    },
}

impl Warned {
    pub(crate) fn new(warning: Warning, played: Point, means: Means, proof: Proof) -> Warned {
        Warned { warning, played, means, proof, walk: None }
    }

    /// The number of moves that the winner needs at most, the winning one included.
    pub fn moves(&self) -> u32 {
        mate_moves(self.proof.plies)
    }

    /// The steps through the proof, once they are shown.
    pub fn walk(&self) -> Option<&Walk> {
        self.walk.as_ref()
    }

    pub(super) fn walk_mut(&mut self) -> Option<&mut Walk> {
        self.walk.as_mut()
    }

    /// Whether the board shows the position before the move, where the win that was missed is shown.
    fn is_before(&self) -> bool {
        self.walk.is_some() && self.warning == Warning::Misses
    }
}

/// The commands.
impl Warned {
    /// Shows the win in steps.
    pub fn show(mode: &mut Tracked<Mode>, context: &mut Context<'_>) -> Vec<Consequence> {
        let Some(warned) = mode.warned().filter(|warned| warned.walk.is_none()) else { return Vec::new() };
        let shown = Warned { walk: Some(Walk::new(warned.proof.clone())), ..warned.clone() };
        let before = (warned.warning == Warning::Misses).then(|| Warned::before(context));
        before.into_iter().chain([Consequence::Mode(Mode::Warned(shown))]).collect()
    }

    /// Takes the move back, so that the person plays another one.
    pub fn take_back(mode: &mut Tracked<Mode>, context: &mut Context<'_>) -> Vec<Consequence> {
        match mode.warned().map(Warned::is_before) {
            None => Vec::new(),
            Some(true) => vec![Consequence::Mode(Mode::Game), Consequence::CallEngine],
            // Another position on the board ends the warning.
            Some(false) => vec![Warned::before(context)],
        }
    }

    /// Keeps the move. The program answers.
    pub fn keep(mode: &mut Tracked<Mode>, context: &mut Context<'_>) -> Vec<Consequence> {
        let after = Consequence::GoTo(context.game.record().cursor() + 1);
        let goes = match mode.warned().map(Warned::is_before) {
            None => return Vec::new(),
            Some(is_before) => is_before.then_some(after),
        };
        // A program waits after another position was on the board.
        let goes_on = [Consequence::Pause(false), Consequence::CallEngine];
        [Consequence::Mode(Mode::Game)].into_iter().chain(goes).chain(goes_on).collect()
    }

    fn before(context: &Context<'_>) -> Consequence {
        Consequence::GoTo(context.game.record().cursor().saturating_sub(1))
    }
}
