//! The static evaluation of a node: the value by tables and the network's correction.

use super::params::SearchParams;
use super::picker::Tier;
use super::{Searcher, cutoff, is_mate};
use crate::board::EVALUATION_LIMIT;
use crate::tt::TtHit;

impl Searcher<'_> {
    /// The static evaluation of the node at `ply`, for the side to move. A four hardly changes the position, but the evaluation
    /// counts the right to move: after a four, the evaluation is that of the position before.
    pub(super) fn evaluation_at(&mut self, tier: Tier, alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        if tier == Tier::Forced && ply >= 1 {
            self.stack[ply].correction = self.correction_before(ply);
            -self.stack[ply - 1].eval
        } else {
            self.evaluate(alpha, beta, depth, ply)
        }
    }

    /// The static evaluation of the node at `ply`, which is searched to `depth`, for the side to move, in engine units.
    ///
    /// The correction is predicted from the correction a ply before. Where the predicted evaluation is far outside of the window
    /// from `alpha` to `beta`, the prediction is enough: the exact correction would hardly change the search.
    pub(super) fn evaluate(&mut self, alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        let by_tables = self.board.evaluate();
        if !self.uses_network() {
            return by_tables;
        }
        let SearchParams { network_margin, network_margin_ply, prediction_base, prediction_percent, .. } =
            self.params;
        let predicted = prediction_base + self.correction_before(ply) * prediction_percent / 100;
        let margin = network_margin + network_margin_ply * depth.max(0);
        let is_far = by_tables + predicted + margin <= alpha || by_tables + predicted - margin >= beta;
        let correction = if is_far { predicted } else { self.correction(by_tables) };
        self.stack[ply].correction = correction;
        (by_tables + correction).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    /// A node's evaluation, moved part of the way to the transposition table's score where that is more exact. Both are for the side to
    /// move, in engine units; a forced win or loss in the table changes nothing.
    pub(super) fn with_table(&self, eval: i32, hit: Option<TtHit>, ply: usize) -> i32 {
        // A score is more exact if it would cut a window at the evaluation.
        hit.filter(|hit| !is_mate(hit.score))
            .and_then(|hit| cutoff(hit, eval, eval, ply))
            .map_or(eval, |score| eval + (score - eval) * self.params.table_percent / 100)
    }

    /// Whether evaluations include the network.
    pub(super) fn uses_network(&self) -> bool {
        self.params.network_margin >= 0 && self.evaluator.has_network()
    }

    /// The correction a ply before the node at `ply`, for the side to move at the node itself, in engine units.
    pub(super) fn correction_before(&self, ply: usize) -> i32 {
        self.entry_before(ply).map_or(0, |before| -before.correction)
    }

    /// The network's correction of the tables' value of the position, for the side to move, in engine units.
    pub(super) fn correction(&mut self, by_tables: i32) -> i32 {
        self.board.apply();
        self.memory.evaluations += 1;
        self.evaluator.correction(self.board, by_tables) * self.params.network_percent / 100
    }
}

#[cfg(test)]
mod tests {
    use crate::search::MATE_BOUND;
    use crate::search::testing::with_searcher;
    use crate::tt::{Bound, TtHit};

    #[test]
    fn the_tables_score_counts_in_part_where_it_is_more_exact() {
        with_searcher("table_percent=25", &[(7, 7), (7, 8)], |searcher| {
            let eval = |score, bound| {
                let hit = TtHit { best: None, score, depth: 3, bound, is_pv: false };
                searcher.with_table(100, Some(hit), 4)
            };
            assert_eq!((eval(300, Bound::Exact), eval(-100, Bound::Exact)), (150, 50));
            assert_eq!((eval(300, Bound::Lower), eval(-100, Bound::Lower)), (150, 100));
            assert_eq!((eval(300, Bound::Upper), eval(-100, Bound::Upper)), (100, 50));
            assert_eq!(eval(MATE_BOUND + 1, Bound::Exact), 100);
            assert_eq!(searcher.with_table(100, None, 4), 100);
        });
    }

    #[test]
    fn the_network_is_evaluated_where_the_predicted_evaluation_is_near_the_window() {
        let params = "network_margin=100 network_margin_ply=20 prediction_base=10 prediction_percent=50";
        with_searcher(params, &[(7, 7), (8, 8), (6, 8)], |searcher| {
            let by_tables = searcher.board.evaluate();
            // For the other side, that is 40, so that 10 + 20 are predicted.
            searcher.stack[1].correction = -40;
            let mut evaluate = |alpha: i32, depth| {
                let before = searcher.memory.evaluations;
                let alpha = by_tables + 30 + alpha;
                let correction = searcher.evaluate(alpha, alpha + 1, depth, 2) - by_tables;
                assert_eq!(searcher.stack[2].correction, correction);
                (correction, searcher.memory.evaluations > before)
            };
            let (exact, is_evaluated) = evaluate(0, 0);
            assert!(is_evaluated && exact != 30);
            for (alpha, depth) in [(99, 0), (-100, 0), (139, 2), (-140, 2)] {
                assert_eq!(evaluate(alpha, depth), (exact, true), "{alpha}, {depth}");
            }
            for (alpha, depth) in [(100, 0), (-101, 0), (140, 2), (-141, 2)] {
                assert_eq!(evaluate(alpha, depth), (30, false), "{alpha}, {depth}");
            }
        });
    }
}
