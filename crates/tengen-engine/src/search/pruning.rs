//! Decisions before the moves of a node are tried: pruning and reduction of the whole node, and singular extension.

use super::node::Node;
use super::params::SearchParams;
use super::picker::Tier;
use super::{Interrupt, MATE_BOUND, MAX_PLY, Searcher, from_tt, is_mate};
use crate::board::{Cell, Threat};
use crate::tt::{Bound, TtHit};

/// The result of a search without the table's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Singularity {
    /// All other moves are worse: the move is extended by this many plies.
    Extend(i32),
    /// Another move fails high as well: the score of the node is at least this.
    Cut(i32),
    /// The move is neither extended nor a reason for a cutoff.
    Unknown,
}

impl Node {
    /// Whether the evaluation is below alpha by a base and a margin for each ply, off the principal variation and at `depth` hundredths
    /// of a ply, of which there are at most `greatest_depth` plies.
    fn is_far_below_alpha(&self, depth: i32, greatest_depth: i32, margin: i32, base: i32) -> bool {
        !self.is_pv()
            && depth <= 100 * greatest_depth
            && self.eval + base + margin * depth / 100 <= self.alpha
    }
}

impl Searcher<'_> {
    /// Reverse futility pruning: near the horizon, an evaluation far above beta is trusted.
    pub(super) fn reverse_futility(&self, node: &Node) -> Option<i32> {
        let &Node { beta, depth, eval, .. } = node;
        let params = &self.params;
        let (greatest_depth, base) = match node.tier {
            Tier::Forced => return None,
            Tier::Defend => (params.defence_depth, params.reverse_base + params.defence_margin),
            Tier::Free => (params.reverse_depth, params.reverse_base),
        };
        if depth > greatest_depth || self.is_small() {
            return None;
        }
        let improving = if node.improving { params.reverse_improving } else { 0 };
        let has_risen = self.entry_before(node.ply).is_some_and(|above| eval + above.eval > 0);
        let risen = if has_risen { params.reverse_risen } else { 0 };
        let margin = base + params.reverse_margin * (100 * depth - improving - risen) / 100;
        // An evaluation far above beta is no exact score.
        let score = beta + (eval - beta) * params.reverse_excess / 100;
        (eval - margin >= beta && beta.abs() < MATE_BOUND).then_some(score)
    }

    /// Whether the evaluation is higher than the side to move could expect after a move that the opponent's search reduced, so
    /// that the node is searched one ply less ("hindsight").
    pub(super) fn is_better_than_expected(&self, node: &Node) -> bool {
        self.entry_before(node.ply).is_some_and(|above| {
            node.depth >= 2 && above.reduction > 0 && node.eval + above.eval > self.params.hindsight_margin
        })
    }

    /// Futility pruning: near the horizon, where the evaluation is far below alpha, quiet moves hardly raise it. A move that would
    /// be searched with a reduction is as near the horizon as one without it at less depth.
    pub(super) fn are_quiets_futile(&self, node: &Node, reduction: i32) -> bool {
        let SearchParams { futility_depth, futility_margin, futility_base, .. } = self.params;
        let depth = 100 * node.depth - reduction * self.params.futility_reduced;
        node.is_far_below_alpha(depth, futility_depth, futility_margin, futility_base)
    }

    /// Futility pruning of moves that make a three or block one.
    pub(super) fn are_threats_futile(&self, node: &Node) -> bool {
        let SearchParams { threat_futility_depth, threat_futility_margin, threat_futility_base, .. } =
            self.params;
        let depth = 100 * node.depth;
        node.is_far_below_alpha(depth, threat_futility_depth, threat_futility_margin, threat_futility_base)
    }

    /// Whether an answer to an open three is pruned near the horizon, once another one is found that does not lose: where the evaluation is
    /// far below alpha, or some answers have been tried. Such nodes have most of the moves of a search at little depth, and a late
    /// answer hardly raises alpha there. `count` moves came before it.
    pub(super) fn is_late_defence(&self, node: &Node, cell: Cell, count: i32) -> bool {
        if node.tier != Tier::Defend || self.is_small() {
            return false;
        }
        let SearchParams { defence_futility_depth, futility_margin, .. } = self.params;
        let SearchParams { defence_moves_depth, defence_moves, .. } = self.params;
        let is_futile = node.is_far_below_alpha(100 * node.depth, defence_futility_depth, futility_margin, 0);
        let is_late = !node.is_pv() && node.depth <= defence_moves_depth && count >= defence_moves;
        let own = self.board.entry(cell, self.board.side());
        (is_futile || is_late) && (own.threat <= Threat::OpenThree || own.is_plain_four)
    }

    /// Prob-cut by the table alone: a lower bound of a search that was little shallower and is far above beta.
    pub(super) fn cut_by_table(&self, node: &Node, hit: Option<TtHit>) -> Option<i32> {
        /// By how many plies the search of the bound may be shallower. It is the usual reduction of the search of a prob-cut, which the
        /// bound replaces; the margin was tuned with it.
        const PLIES: i32 = 4;
        let &Node { beta, depth, ply, prunes, .. } = node;
        let hit = hit.filter(|hit| hit.bound != Bound::Upper && !is_mate(hit.score))?;
        let bound = beta + self.params.table_cut_margin;
        let is_trusted = prunes && hit.depth >= (depth - PLIES).max(1);
        (is_trusted && from_tt(hit.score, ply) >= bound && beta.abs() < MATE_BOUND).then_some(bound)
    }

    /// Razoring: near the horizon, a position far below alpha is searched by fours alone.
    pub(super) fn razor(&mut self, node: &Node) -> Result<Option<i32>, Interrupt> {
        let &Node { alpha, depth, ply, eval, .. } = node;
        if depth > self.params.razor_depth
            || eval + self.params.razor_base + self.params.razor_margin * depth > alpha
            || is_mate(alpha)
        {
            return Ok(None);
        }
        let score = self.leaf(alpha, alpha + 1, ply)?;
        Ok((score <= alpha).then_some(score))
    }

    /// Whether the evaluation of a cut node is so far above beta that it most likely fails high, so that the node is searched one ply
    /// less ("fail-high reduction").
    pub(super) fn is_fail_high_likely(&self, node: &Node) -> bool {
        let &Node { beta, depth, is_cut, eval, .. } = node;
        let SearchParams { fail_high_depth, fail_high_base, fail_high_margin, .. } = self.params;
        let bound = beta + fail_high_base + fail_high_margin * depth;
        is_cut && depth >= fail_high_depth && eval >= bound && beta.abs() < MATE_BOUND
    }

    /// A shallower search of all moves but the table's, against a bound below its score.
    pub(super) fn singularity(&mut self, node: &Node, hit: TtHit) -> Result<Singularity, Interrupt> {
        /// Far from the horizon of any search, moves are no longer extended, so that extensions alone cannot fill the longest line.
        const LAST_PLY: usize = MAX_PLY / 2;
        let &Node { depth, ply, tier, beta, .. } = node;
        let SearchParams { singular_depth, singular_margin, singular_percent, .. } = self.params;
        let Some(best) = hit.best else { return Ok(Singularity::Unknown) };
        let trusted = hit.bound != Bound::Upper && hit.depth >= depth - self.params.singular_lack;
        if depth < singular_depth
            || !trusted
            || tier == Tier::Forced
            || is_mate(hit.score)
            || self.stack[ply].excluded.is_some()
            || ply >= LAST_PLY
            || self.is_small()
            || !self.board.empty().contains(best)
        {
            return Ok(Singularity::Unknown);
        }
        let bound = from_tt(hit.score, ply) - singular_margin * depth / 4;
        let others_depth = (depth - 1) * singular_percent / 100;
        let others = self.without_move(best, bound, others_depth, ply, node.is_cut)?;
        Ok(if others < bound - self.params.double_margin && !node.is_pv() {
            Singularity::Extend(2)
        } else if others < bound {
            Singularity::Extend(1)
        } else if bound >= beta && !node.is_pv() {
            // Another move fails high too ("multi-cut").
            Singularity::Cut(bound)
        } else {
            Singularity::Unknown
        })
    }

    /// The score of a node without one of its moves, which only has to be right about whether it is below `bound`.
    fn without_move(
        &mut self,
        excluded: Cell,
        bound: i32,
        depth: i32,
        ply: usize,
        is_cut: bool,
    ) -> Result<i32, Interrupt> {
        self.stack[ply].excluded = Some(excluded);
        let searched = self.alpha_beta(bound - 1, bound, depth, ply, is_cut);
        self.stack[ply].excluded = None;
        searched
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::with_searcher;

    /// The answer of a searcher with these parameters for a node two plies below the root that is not on a principal variation,
    /// has an alpha of 0 and may prune. `change` sets the rest of the node.
    fn answer<T>(
        params: &str,
        change: impl FnOnce(&mut Node),
        question: impl FnOnce(&mut Searcher, &Node) -> T,
    ) -> T {
        with_searcher(params, &[(7, 7), (7, 8)], |searcher| {
            let mut node = Node::root(searcher, 0, 1, 4);
            (node.ply, node.prunes, node.improving, node.was_pv) = (2, true, false, false);
            change(&mut node);
            question(searcher, &node)
        })
    }

    #[test]
    fn an_evaluation_far_above_beta_is_trusted_near_the_horizon_but_where_a_four_is_to_be_answered() {
        let params = "reverse_depth=6 reverse_margin=50 reverse_base=0 reverse_risen=0 reverse_excess=50 \
                      defence_depth=4 defence_margin=100";
        let score = |tier, depth, eval| {
            let change = |node: &mut Node| (node.tier, node.depth, node.eval) = (tier, depth, eval);
            answer(params, change, |searcher, node| searcher.reverse_futility(node))
        };
        // Half of what it is above a beta of 1 counts in the score.
        assert_eq!(score(Tier::Free, 4, 201), Some(101));
        assert_eq!(score(Tier::Free, 4, 200), None);
        assert_eq!(score(Tier::Free, 7, 2000), None);
        // Where an open three is to be answered, the margin is greater and the depth less.
        assert_eq!(score(Tier::Defend, 4, 301), Some(151));
        assert_eq!(score(Tier::Defend, 4, 300), None);
        assert_eq!(score(Tier::Defend, 5, 2000), None);
        assert_eq!(score(Tier::Forced, 1, 2000), None);
    }

    #[test]
    fn the_margin_above_beta_is_narrower_where_the_evaluation_has_risen_since_the_ply_before() {
        let params = "reverse_depth=6 reverse_margin=50 reverse_base=0 reverse_risen=100 reverse_excess=100";
        let score = |eval_above, eval| {
            let change = |node: &mut Node| node.eval = eval;
            answer(params, change, |searcher, node| {
                searcher.stack[1].eval = eval_above;
                searcher.reverse_futility(node)
            })
        };
        assert_eq!((score(-150, 151), score(-150, 150)), (Some(151), None));
        assert_eq!((score(-300, 201), score(-300, 200)), (Some(201), None), "it has fallen");
    }

    #[test]
    fn a_lower_bound_of_the_table_far_above_beta_cuts_where_its_search_was_little_shallower() {
        let cut = |score, depth, bound, prunes| {
            let hit = TtHit { best: None, score, depth, bound, is_pv: false };
            let change = |node: &mut Node| (node.depth, node.prunes) = (6, prunes);
            answer("table_cut_margin=200", change, |searcher, node| searcher.cut_by_table(node, Some(hit)))
        };
        // Beta is 1.
        assert_eq!(cut(201, 2, Bound::Lower, true), Some(201));
        assert_eq!(cut(999, 2, Bound::Exact, true), Some(201));
        assert_eq!(cut(200, 2, Bound::Lower, true), None);
        assert_eq!(cut(999, 1, Bound::Lower, true), None);
        assert_eq!(cut(999, 2, Bound::Upper, true), None);
        assert_eq!(cut(999, 2, Bound::Lower, false), None);
        assert_eq!(cut(MATE_BOUND + 1, 2, Bound::Lower, true), None, "a win is no evaluation");
        assert_eq!(answer("", |_| (), |searcher, node| searcher.cut_by_table(node, None)), None);
    }

    #[test]
    fn quiet_moves_are_futile_by_the_depth_that_their_reduction_leaves() {
        let is_futile = |params, depth, eval, reduction| {
            let change = |node: &mut Node| (node.depth, node.eval) = (depth, eval);
            answer(params, change, |searcher, node| searcher.are_quiets_futile(node, reduction))
        };
        let params = "futility_depth=6 futility_margin=50 futility_base=0 futility_reduced=50";
        assert!(is_futile(params, 6, -300, 0) && !is_futile(params, 6, -299, 0));
        assert!(is_futile(params, 6, -200, 4) && !is_futile(params, 6, -199, 4));
        assert!(is_futile(params, 8, -300, 4) && !is_futile(params, 8, -2000, 3));
    }

    #[test]
    fn moves_with_threats_are_futile_at_less_depth_only() {
        let is_futile = |params, depth, eval| {
            let change = |node: &mut Node| (node.depth, node.eval) = (depth, eval);
            answer(params, change, |searcher, node| searcher.are_threats_futile(node))
        };
        let params = "threat_futility_depth=2 threat_futility_margin=80 threat_futility_base=140";
        assert!(is_futile(params, 2, -300) && !is_futile(params, 2, -299));
        assert!(!is_futile(params, 3, -2000));
        assert!(!is_futile("threat_futility_depth=0", 1, -2000));
    }

    #[test]
    fn what_makes_or_blocks_more_than_a_three_is_no_futile_threat() {
        // Black has three in a row and a two, White a two; Black is to move.
        let mut stones =
            vec![(7, 7), (0, 0), (8, 7), (3, 3), (9, 7), (4, 3), (7, 4), (14, 0), (8, 4), (14, 14)];
        with_searcher("", &stones, |searcher| {
            let is_at_most_three = |x, y| searcher.is_at_most_three(Cell::new(x, y));
            assert!(!is_at_most_three(10, 7), "a four");
            assert!(is_at_most_three(9, 4) && is_at_most_three(5, 3), "a three, and the point of one");
        });
        stones.push((14, 7));
        with_searcher("", &stones, |searcher| {
            assert!(!searcher.is_at_most_three(Cell::new(10, 7)), "White blocks an open four");
        });
    }

    #[test]
    fn a_cut_node_far_above_beta_most_likely_fails_high() {
        let params = "fail_high_depth=5 fail_high_base=40 fail_high_margin=10";
        let is_likely = |is_cut, depth, eval| {
            let change = |node: &mut Node| (node.is_cut, node.depth, node.eval) = (is_cut, depth, eval);
            answer(params, change, |searcher, node| searcher.is_fail_high_likely(node))
        };
        // Beta is 1.
        assert!(is_likely(true, 5, 91) && !is_likely(true, 5, 90));
        assert!(is_likely(true, 7, 111) && !is_likely(true, 7, 110));
        assert!(!is_likely(true, 4, 2000) && !is_likely(false, 5, 2000));
    }

    #[test]
    fn a_reduced_move_that_the_evaluation_refutes_costs_a_ply() {
        let is_better = |reduction, eval_above, eval| {
            let change = |node: &mut Node| node.eval = eval;
            answer("hindsight_margin=120", change, |searcher, node| {
                (searcher.stack[1].reduction, searcher.stack[1].eval) = (reduction, eval_above);
                searcher.is_better_than_expected(node)
            })
        };
        assert!(is_better(1, 20, 101) && !is_better(1, 20, 100));
        assert!(!is_better(0, 20, 500), "the move was not reduced");
    }

    #[test]
    fn late_answers_to_an_open_three_are_pruned_near_the_horizon() {
        // Black threatens an open four; White has a closed three.
        let stones = [(7, 7), (3, 3), (8, 7), (4, 3), (9, 7), (5, 3), (6, 3)];
        let is_late = |params: &str, depth, eval, count, (x, y)| {
            with_searcher(params, &stones, |searcher| {
                let mut node = Node::root(searcher, 0, 1, depth);
                node.eval = eval;
                assert_eq!(node.tier, Tier::Defend);
                searcher.is_late_defence(&node, Cell::new(x, y), count)
            })
        };
        let (answer, plain_four) = ((6, 7), (2, 3));
        let by_count = "defence_moves_depth=3 defence_moves=2 defence_futility_depth=0";
        assert!(is_late(by_count, 3, 0, 2, answer) && is_late(by_count, 3, 0, 2, plain_four));
        assert!(!is_late(by_count, 3, 0, 1, answer) && !is_late(by_count, 4, 0, 9, answer));
        let by_value = "defence_moves_depth=0 defence_futility_depth=3 futility_margin=50";
        assert!(is_late(by_value, 2, -100, 1, answer) && !is_late(by_value, 2, -99, 1, answer));
        assert!(!is_late(by_value, 4, -2000, 1, answer));
    }
}
