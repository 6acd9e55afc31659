//! Puzzles: the solver finds the win, and the engine checks each move and defends.

use tengen_analysis::Score;
use tengen_game::{Color, Move, NodeId, Point};

use crate::Notice;
use crate::state::Match;
use crate::task::Purpose;

/// Milliseconds to see whether a move of a puzzle wins.
const CHECK_MS: u32 = 4_000;

/// A position from which one side is to find a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Puzzle {
    pub(crate) start: NodeId,
}

impl Match {
    /// How many moves there were before the puzzle.
    pub fn start_moves(&self) -> usize {
        let record = self.game.record();
        let start = self.puzzle.map_or(NodeId::START, |puzzle| puzzle.start);
        std::iter::successors(record.parent(start), |&node| record.parent(node)).count()
    }

    /// The side that is to find the win.
    pub fn solver(&self) -> Option<Color> {
        self.puzzle.map(|_| self.game.mover_after(self.start_moves()))
    }

    /// Has the engine check the move just played in a puzzle; `false` where there is none.
    pub(crate) fn check_move(&mut self) -> bool {
        let is_checked = self.solver().is_some_and(|solver| solver != self.game.side_to_move());
        if is_checked && !self.game.record().is_over() {
            self.search_ms(Purpose::Check, CHECK_MS);
        }
        is_checked
    }

    /// The score of the move just played in a puzzle is known, for the other side, and that side's best defence.
    pub(crate) fn checked(&mut self, defence: Option<Point>, score: Score) {
        self.task.set(None);
        if matches!(score, Score::Mate(plies) if plies < 0) {
            let defended = self.play(defence.map_or(Move::Pass, Move::Place), Notice::Nothing);
            if defended.is_ok() && !self.game.record().is_over() {
                self.notice.set(Notice::Good);
            }
            return;
        }
        let missed = self.game.record().position().last_move().and_then(Move::point);
        let before = self.game.record().cursor().saturating_sub(1);
        self.go_to(before);
        if let Some(point) = missed {
            self.notice.set(Notice::Miss(point.on(self.game.record().size())));
        }
    }
}
