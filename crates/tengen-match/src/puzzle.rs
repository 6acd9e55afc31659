//! Puzzles: the solver finds the win, and the engine checks each move and defends.

use tengen_analysis::Score;
use tengen_game::{Move, Point};

use crate::Notice;
use crate::engine::Purpose;
use crate::state::Match;

/// Milliseconds of the search whether a move of a puzzle wins.
const CHECK_MS: u32 = 4_000;

/// A position from which one side is to find a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The number of moves before the position.
    pub start_moves: usize,
}

impl Match {
    /// Has the engine check the move just played in a puzzle; `false` where there is none.
    pub(crate) fn check_move(&mut self) -> bool {
        let is_checked =
            self.base.solver(&self.game).is_some_and(|solver| solver != self.game.side_to_move());
        if is_checked && !self.game.record().is_over() {
            self.search_ms(Purpose::Check, CHECK_MS);
        }
        is_checked
    }

    /// The engine has searched the position after the move just played in a puzzle: its score is for the other side, whose best defence it
    /// is.
    pub(crate) fn checked(&mut self, defence: Option<Point>, score: Score) {
        self.engine.finish_task();
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
