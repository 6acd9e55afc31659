//! What a position is worth, and by which line.

use std::sync::Arc;

use tengen_game::{Move, Point, Position};

use crate::solve::Proof;
use crate::{Score, SearchReport, StopReason};

/// What is known of a position.
#[derive(Clone, Debug)]
pub(super) struct Worth {
    /// To the side to move.
    pub(super) score: Score,
    /// What should follow; empty where nothing can, or only a pass.
    pub(super) line: Vec<Move>,
    /// How every defence is met, where a solver has proved the win.
    pub(super) proof: Option<Arc<Proof>>,
}

impl Worth {
    pub(super) fn new(score: Score, line: Vec<Move>) -> Worth {
        Worth { score, line, proof: None }
    }

    /// What a game that is over is worth to whoever would be to move.
    pub(super) fn of_end(position: &Position) -> Option<Worth> {
        let winner = position.outcome()?.winner();
        let score = match winner {
            None => Score::Value(0),
            Some(winner) if winner == position.side_to_move() => Score::WON,
            Some(_) => Score::Mate(0),
        };
        Some(Worth::new(score, Vec::new()))
    }

    pub(super) fn of_proof(proof: Proof) -> Worth {
        let plies = i32::try_from(proof.plies).unwrap_or(i32::MAX);
        Worth { score: Score::Mate(plies), line: proof.line.clone(), proof: Some(Arc::new(proof)) }
    }

    pub(super) fn of_report(report: SearchReport) -> Worth {
        Worth::new(report.score, report.pv.into_iter().map(Move::Place).collect())
    }

    /// The move to play.
    pub(super) fn best(&self) -> Option<Point> {
        self.line.first().copied().and_then(Move::point)
    }

    /// The line as far as it has no pass.
    pub(super) fn points(&self) -> Vec<Point> {
        self.line.iter().map_while(|played| played.point()).collect()
    }

    /// What the position before `played` is worth to the other side, if it plays so and this is what comes of it.
    pub(super) fn before(&self, played: Move) -> Worth {
        Worth::new(for_mover(self.score), [vec![played], self.line.clone()].concat())
    }

    pub(super) fn wins(&self) -> bool {
        matches!(self.score, Score::Mate(plies) if plies > 0)
    }

    /// Whether this is a win, and the other none or a later one.
    pub(super) fn wins_before(&self, other: &Worth) -> bool {
        match (self.score, other.score) {
            (Score::Mate(own), Score::Mate(others)) if others > 0 => own > 0 && own < others,
            _ => self.wins(),
        }
    }

    /// Whether the end of the game is proved.
    pub(super) fn is_proved(&self) -> bool {
        matches!(self.score, Score::Mate(_))
    }

    pub(super) fn loses(&self) -> bool {
        matches!(self.score, Score::Mate(plies) if plies <= 0)
    }
}

/// A score that is told to the side to move, as the side sees it that has just moved.
pub(super) fn for_mover(score: Score) -> Score {
    match score {
        Score::Value(value) => Score::Value(-value),
        Score::Mate(plies) if plies > 0 => Score::Mate(-plies - 1),
        Score::Mate(plies) => Score::Mate(1 - plies),
    }
}

/// Whether a report is no more than a look at the board: the move was forced, and nothing was searched.
pub(super) fn is_unsearched(report: &SearchReport) -> bool {
    report.stopped_by == StopReason::Decided && report.depth == 0 && matches!(report.score, Score::Value(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_that_moved_sees_the_opposite_one_ply_longer() {
        assert_eq!(for_mover(Score::Value(30)), Score::Value(-30));
        assert_eq!(for_mover(Score::Mate(0)), Score::Mate(1));
        assert_eq!(for_mover(Score::Mate(-2)), Score::Mate(3));
        assert_eq!(for_mover(Score::Mate(1)), Score::Mate(-2));
    }
}
