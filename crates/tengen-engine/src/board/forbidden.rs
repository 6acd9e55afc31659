use tengen_game::{Board, Color, forbidden_kind};

use super::cell::Cell;

const SLOTS: usize = 1 << 12;

/// Asks the rules whether a point is forbidden to Black for its threes, and remembers the answers.
///
/// The definition of the forbidden double-three is recursive, and exact only in `tengen-game`; this keeps
/// a copy of the board in its form. The threats decide all but a few cells, so that this is rare.
#[derive(Clone, Debug)]
pub(crate) struct ForbiddenJudge {
    board: Board,
    /// A direct-mapped cache: the question's hash, its lowest bit replaced by the answer.
    answers: Vec<u64>,
}

impl ForbiddenJudge {
    pub(crate) fn new(board: Board) -> ForbiddenJudge {
        ForbiddenJudge { board, answers: vec![0; SLOTS] }
    }

    pub(crate) fn set(&mut self, cell: Cell, stone: Option<Color>) {
        self.board.set(cell.point(), stone);
    }

    /// Whether Black may not play on `cell`; `key` names the position.
    pub(crate) fn is_forbidden(&mut self, cell: Cell, key: u64) -> bool {
        let question = (key ^ cell.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) & !1;
        let slot = &mut self.answers[(question >> 40) as usize % SLOTS];
        if *slot & !1 != question {
            *slot = question | u64::from(forbidden_kind(&self.board, cell.point()).is_some());
        }
        *slot & 1 != 0
    }
}
