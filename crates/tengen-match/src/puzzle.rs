//! Puzzles: the solver finds the win, and the engine checks each move and defends.

use tengen_analysis::{PuzzleVerdict, Score};
use tengen_game::{Move, Point};

use crate::consequence::{Consequence, in_order};
use crate::context::Context;
use crate::engine::Purpose;
use crate::{Game, Notice};

/// Milliseconds of the search whether a move of a puzzle wins.
const CHECK_MS: u32 = 4_000;

/// A position from which one side is to find a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The number of moves before the position.
    pub start_moves: usize,
}

impl Puzzle {
    /// Has the engine check the move just played.
    pub(crate) fn check_move(context: &mut Context<'_>) -> Vec<Consequence> {
        if context.game.record().is_over() {
            return Vec::new();
        }
        context.search_ms(Purpose::Check, CHECK_MS).into_iter().collect()
    }

    /// The engine has searched the position after the move just played: its score is for the other side, whose best defence it is.
    pub(crate) fn checked(game: &Game, defence: Option<Point>, score: Score) -> Vec<Consequence> {
        let position = game.record().position();
        if matches!(score, Score::Mate(plies) if plies < 0) {
            let defence = defence.map_or(Move::Pass, Move::Place);
            let mut defended = position.clone();
            let goes_on = defended.play(defence).is_ok() && !defended.is_over();
            let notice = if goes_on { Notice::Good } else { Notice::Nothing };
            return vec![Consequence::FinishTask, Consequence::Play(defence, notice)];
        }
        let missed = position.last_move().and_then(Move::point);
        let miss = |point: Point| Consequence::Notice(Notice::Miss(point.on(game.record().size())));
        let before = game.record().cursor().saturating_sub(1);
        in_order([Consequence::FinishTask, Consequence::GoTo(before)], missed.map(miss))
    }

    /// The proof of the puzzle has judged the move just played.
    pub(crate) fn judged(game: &Game, verdict: PuzzleVerdict) -> Vec<Consequence> {
        let size = game.record().size();
        let mut consequences = vec![Consequence::FinishTask];
        match verdict {
            PuzzleVerdict::Right(answer) => {
                consequences.push(Consequence::Play(Move::Place(answer), Notice::Good));
            }
            PuzzleVerdict::Solved(rest) => {
                let play = |point| Consequence::Play(Move::Place(point), Notice::Solved);
                consequences.extend(rest.into_iter().map(play));
                consequences.push(Consequence::Notice(Notice::Solved));
            }
            PuzzleVerdict::Wrong(refutation) => {
                let played = game.record().position().last_move().and_then(Move::point);
                let before = game.record().cursor().saturating_sub(1);
                consequences.push(Consequence::GoTo(before));
                let line = played.into_iter().chain(refutation).map(|point| point.on(size)).collect();
                consequences.push(Consequence::Notice(Notice::Refuted(line)));
            }
        }
        consequences
    }
}
