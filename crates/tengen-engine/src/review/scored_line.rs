//! Scores of positions with their lines, and what a proved score says of the positions that the game went on to.

use std::sync::Arc;

use tengen_analysis::{Proof, Score, SearchReport, StopReason};
use tengen_game::{Move, Point, Position};

/// The score of a position with its line.
#[derive(Clone, Debug)]
pub(super) struct ScoredLine {
    /// For the side to move.
    pub(super) score: Score,
    /// The principal variation; empty where the game is over or only a pass is left.
    pub(super) line: Vec<Move>,
    /// The proof, where a solver has proved the win.
    pub(super) proof: Option<Arc<Proof>>,
}

impl ScoredLine {
    pub(super) fn new(score: Score, line: Vec<Move>) -> ScoredLine {
        ScoredLine { score, line, proof: None }
    }

    /// The score of a game that is over; `None` where it is not.
    pub(super) fn of_end(position: &Position) -> Option<ScoredLine> {
        let winner = position.outcome()?.winner();
        let score = match winner {
            None => Score::Value(0),
            Some(winner) if winner == position.side_to_move() => Score::WON,
            Some(_) => Score::Mate(0),
        };
        Some(ScoredLine::new(score, Vec::new()))
    }

    pub(super) fn of_proof(proof: Proof) -> ScoredLine {
        let plies = i32::try_from(proof.plies).unwrap_or(i32::MAX);
        ScoredLine { score: Score::Mate(plies), line: proof.line.clone(), proof: Some(Arc::new(proof)) }
    }

    pub(super) fn of_report(report: SearchReport) -> ScoredLine {
        ScoredLine::new(report.score, report.pv.into_iter().map(Move::Place).collect())
    }

    /// The move to play.
    pub(super) fn best(&self) -> Option<Point> {
        self.line.first().copied().and_then(Move::point)
    }

    /// The line as far as it has no pass.
    pub(super) fn points(&self) -> Vec<Point> {
        self.line.iter().map_while(|played| played.point()).collect()
    }

    /// The score of the position before `played`, for the side that plays it, where this is the position after it.
    pub(super) fn before(&self, played: Move) -> ScoredLine {
        ScoredLine::new(for_mover(self.score), [vec![played], self.line.clone()].concat())
    }

    pub(super) fn wins(&self) -> bool {
        matches!(self.score, Score::Mate(plies) if plies > 0)
    }

    /// Whether this is a win, and the other none or a later one.
    pub(super) fn wins_before(&self, other: &ScoredLine) -> bool {
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

/// The score for the side that has just moved, of a score for the side to move.
pub(super) fn for_mover(score: Score) -> Score {
    match score {
        Score::Value(value) => Score::Value(-value),
        Score::Mate(plies) if plies > 0 => Score::Mate(-plies - 1),
        Score::Mate(plies) => Score::Mate(1 - plies),
    }
}

/// Whether nothing was searched because the move was forced.
pub(super) fn is_unsearched(report: &SearchReport) -> bool {
    report.stopped_by == StopReason::Decided && report.depth == 0 && matches!(report.score, Score::Value(_))
}

/// The scores of the positions after each of `moves`, played from `position` on, by what is proved of `position`. The list
/// ends where the game leaves the proof, or ends itself.
pub(super) fn followed(scored: &ScoredLine, position: &Position, moves: &[Move]) -> Vec<ScoredLine> {
    match &scored.proof {
        Some(proof) => by_proof(proof, position, moves),
        None => by_line(scored, position, moves),
    }
}

/// A proof answers every defence, so that the game leaves it only by a move of the attacker.
fn by_proof(proof: &Proof, position: &Position, moves: &[Move]) -> Vec<ScoredLine> {
    let mut found = Vec::new();
    let mut position = position.clone();
    let Some(mut at) = proof.turns.len().checked_sub(1) else { return found };
    for pair in moves.chunks(2) {
        let won = ScoredLine::of_proof(proof.at_turn(&position, at));
        let turn = &proof.turns[at];
        if pair[0] != Move::Place(turn.attack) || turn.wins() {
            break;
        }
        position.play_unchecked(pair[0]);
        found.push(after(&won));
        let Some(&defence) = pair.get(1).filter(|&&defence| position.check(defence).is_ok()) else { break };
        let Some(next) = turn.after(defence) else { break };
        position.play_unchecked(defence);
        if position.is_over() {
            break;
        }
        at = next;
        found.push(ScoredLine::of_proof(proof.at_turn(&position, at)));
    }
    found
}

/// A line without a proof says something of its own positions only.
fn by_line(scored: &ScoredLine, position: &Position, moves: &[Move]) -> Vec<ScoredLine> {
    let mut found: Vec<ScoredLine> = Vec::new();
    let mut position = position.clone();
    let mut last = scored.clone();
    for &played in moves {
        if last.line.first() != Some(&played) || !last.is_proved() {
            break;
        }
        position.play_unchecked(played);
        if position.is_over() {
            break;
        }
        last = after(&last);
        found.push(last.clone());
    }
    found
}

/// The score of the position after the first move of a proved line, for the other side.
fn after(scored: &ScoredLine) -> ScoredLine {
    let score = match scored.score {
        // The inverse of what the side that has moved sees.
        Score::Mate(plies) if plies > 0 => Score::Mate(1 - plies),
        Score::Mate(plies) => Score::Mate(-plies - 1),
        value @ Score::Value(_) => for_mover(value),
    };
    ScoredLine::new(score, scored.line.get(1..).unwrap_or_default().to_vec())
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
