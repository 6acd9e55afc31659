//! The judgement of any position as a puzzle, such as one of the page's editor.

use tengen_analysis::PuzzleKind;
use tengen_game::Position;
use tengen_puzzles::{Fault, Soundness, only_defence, win_by_fours};

use crate::fours::{Solver, holds};
use crate::threats;

/// Judges a position as a puzzle of this kind: whether it has a solution, and no other. A win by threats may begin with a quiet move.
/// Positions of games take some seconds at most; a crowded one may take longer.
pub fn judge(position: &Position, kind: PuzzleKind) -> Soundness {
    match kind {
        PuzzleKind::Fours => win_by_fours(position, &mut Solver),
        PuzzleKind::Threats | PuzzleKind::Quiet => threats::judge(position),
        PuzzleKind::Defence => match only_defence(position, usize::MAX, &mut Solver) {
            Soundness::Sound(puzzle) => match holds(&puzzle) {
                Some(true) => Soundness::Sound(puzzle),
                Some(false) => Soundness::Unsolvable,
                None => Soundness::Faulty(Fault::TooMany),
            },
            found => found,
        },
    }
}
