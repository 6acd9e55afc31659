//! How much a move is searched: late-move reductions and move-count pruning.

use super::Searcher;
use super::history::HISTORY_LIMIT;
use super::node::Node;
use super::params::SearchParams;
use super::picker::{PickedMove, Tier};
use crate::board::Cell;

/// The least depth of a node with reductions: at less, a reduced move would be left to the quiescence search, which tries fours alone.
const LEAST_DEPTH: i32 = 3;

impl Searcher<'_> {
    /// The late-move reduction of a move, in plies; `tried` moves came before it.
    pub(super) fn reduction(&self, node: &Node, m: PickedMove, tried: i32, has_raised: bool) -> i32 {
        /// The greatest difference of evaluation and alpha that counts, in engine units: beyond it the position is nearly decided, and
        /// the difference would outweigh all other terms.
        const MOST_DEFICIT: i32 = 300;
        let params = &self.params;
        let (base, percent) = match node.tier {
            Tier::Forced => return 0,
            Tier::Defend => return self.defence_reduction(node, tried),
            Tier::Free if m.is_quiet => (params.reduction_base, params.reduction_percent),
            Tier::Free => (params.threat_base, params.threat_percent),
        };
        if node.depth < LEAST_DEPTH || tried < params.reduction_after || self.is_small() {
            return 0;
        }
        let mut reduction = base + log2(node.depth) * log2(tried) / 1024 * percent / 100;
        let is_far = m.is_quiet && self.is_far(m.cell, node.ply);
        let terms = [
            (node.is_pv(), -params.reduction_pv),
            (node.was_pv, -params.reduction_was_pv),
            (node.is_cut, params.reduction_cut),
            (!node.improving, params.reduction_worsening),
            (has_raised, params.reduction_raised),
            (is_far, params.reduction_far),
            (node.fails_low, params.reduction_fail_low),
            (m.is_quiet && node.has_threat_move, params.reduction_threat_move),
        ];
        reduction += terms.iter().filter(|(holds, _)| *holds).map(|(_, term)| term).sum::<i32>();
        if m.is_quiet {
            let history = self.memory.history.quiet(self.board.side(), m.cell);
            reduction -= history * params.reduction_history / HISTORY_LIMIT;
            reduction +=
                (node.alpha - node.eval).clamp(-MOST_DEFICIT, MOST_DEFICIT) * params.reduction_deficit / 100;
        }
        // The reduction leaves at least one ply to search.
        (reduction / 1024).clamp(0, node.depth - 2)
    }

    /// The late-move reduction of an answer to an open three, in plies. The first two are never reduced: few answers are good.
    fn defence_reduction(&self, node: &Node, tried: i32) -> i32 {
        const AFTER: i32 = 2;
        let params = &self.params;
        if params.defence_reduction == 0 || node.depth < LEAST_DEPTH || tried < AFTER || self.is_small() {
            return 0;
        }
        let late = log2(node.depth) * log2(tried) / 1024 * params.reduction_percent / 100;
        let of_pv = if node.is_pv() { params.reduction_pv } else { 0 };
        ((params.defence_reduction + late - of_pv) / 1024).clamp(0, node.depth - 2)
    }

    /// The late-move reduction of a move of the root, in plies; `tried` moves came before it.
    ///
    /// The reduction has a limit, without which there was no gain at 150,000 nodes a move. The cause was not measured; late moves
    /// keep their order from before the search, so that a good one among them may hardly be searched at all.
    pub(super) fn root_reduction(&mut self, root: &Node, cell: Cell, tried: i32, has_raised: bool) -> i32 {
        let m = PickedMove { cell, is_quiet: self.is_quiet(cell), deferred_after: None };
        self.reduction(root, m, tried, has_raised).min(self.params.root_reduction)
    }

    /// Whether a move is far from the opponent's last move.
    fn is_far(&self, cell: Cell, ply: usize) -> bool {
        let Some(last) = self.previous_move(ply) else { return false };
        let distance = cell.x().abs_diff(last.x()).max(cell.y().abs_diff(last.y()));
        distance as i32 >= self.params.far_distance
    }
}

/// The logarithm to base 2 in 1,024ths, linear between the powers.
const fn log2(n: i32) -> i32 {
    let n = if n < 1 { 1 } else { n };
    let whole = n.ilog2() as i32;
    1024 * whole + 1024 * (n - (1 << whole)) / (1 << whole)
}

/// Move-count pruning: how many quiet moves are tried near the horizon. Later ones are rarely best; a strategic quiet move
/// may be overlooked at low depth.
pub(super) fn move_limit(node: &Node, params: &SearchParams) -> i32 {
    let depth = node.depth;
    let limit = (params.moves_base + params.moves_percent * depth * depth.max(1) / 100).max(1);
    if node.is_pv() { limit * params.moves_pv / 100 } else { limit }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::with_searcher;

    /// The reductions of a move on the corner after two stones in the middle, by how many moves came before it: at the root, and in
    /// a node of the same depth that is not on a principal variation, with this evaluation below alpha.
    fn reductions(params: &str, depth: i32, deficit: i32, tried: &[i32]) -> Vec<(i32, i32)> {
        with_searcher(params, &[(7, 7), (7, 8)], |searcher| {
            let root = Node::root(searcher, -100, 100, depth);
            let mut other = root;
            (other.beta, other.was_pv, other.eval) = (root.alpha + 1, false, root.alpha - deficit);
            let cell = Cell::new(0, 0);
            let m = PickedMove { cell, is_quiet: true, deferred_after: None };
            let reductions = |&tried| {
                let at_root = searcher.root_reduction(&root, cell, tried, false);
                (at_root, searcher.reduction(&other, m, tried, false))
            };
            tried.iter().map(reductions).collect()
        })
    }

    #[test]
    fn late_moves_are_reduced_more_and_those_of_the_root_at_most_by_its_limit() {
        let params = "root_reduction=1 reduction_pv=1024 reduction_base=768 reduction_percent=50";
        let by_order = reductions(params, 12, 0, &[0, 2, 5, 20, 100]);
        assert_eq!(by_order[..2], [(0, 0), (0, 0)], "the first moves are never reduced");
        assert!(by_order.is_sorted(), "{by_order:?}");
        let (at_root, elsewhere) = by_order[4];
        assert_eq!(at_root, 1);
        assert!(elsewhere > 4, "{elsewhere}");
        let without = reductions("root_reduction=0", 12, 0, &[100]);
        assert_eq!(without[0].0, 0);
        assert!(without[0].1 > 2, "{without:?}");
    }

    #[test]
    fn nothing_is_reduced_near_the_horizon_and_something_is_left_to_search() {
        assert_eq!(reductions("", 2, 0, &[100]), [(0, 0)]);
        let most = reductions("reduction_base=3072 reduction_percent=200 root_reduction=20", 4, 0, &[100]);
        assert_eq!(most, [(2, 2)]);
    }

    #[test]
    fn moves_are_reduced_by_more_or_less_where_the_table_says_that_the_node_fails_low() {
        with_searcher("reduction_fail_low=-1024", &[(7, 7), (7, 8)], |searcher| {
            let mut node = Node::root(searcher, 0, 1, 12);
            let m = PickedMove { cell: Cell::new(0, 0), is_quiet: true, deferred_after: None };
            let before = searcher.reduction(&node, m, 20, false);
            node.fails_low = true;
            assert!(before >= 1);
            assert_eq!(searcher.reduction(&node, m, 20, false), before - 1);
        });
    }

    #[test]
    fn quiet_moves_are_reduced_more_the_further_the_evaluation_is_below_alpha() {
        let by_deficit = |params, deficit| reductions(params, 12, deficit, &[20])[0];
        let params = "reduction_deficit=1024";
        let (at_root, even) = by_deficit(params, 0);
        assert_eq!(by_deficit(params, 100), (at_root, even + 1));
        assert_eq!(by_deficit(params, -100), (at_root, even - 1));
        // No more than for 300 units.
        assert_eq!(by_deficit(params, 300), (at_root, even + 3));
        assert_eq!(by_deficit(params, 10_000), (at_root, even + 3));
        assert_eq!(by_deficit("reduction_deficit=0", 300), by_deficit("reduction_deficit=0", 0));
    }

    #[test]
    fn late_answers_to_an_open_three_are_reduced() {
        // Black threatens an open four.
        let stones = [(7, 7), (0, 0), (8, 7), (14, 0), (9, 7)];
        let reductions = |params: &str, depth| {
            with_searcher(params, &stones, |searcher| {
                let mut node = Node::root(searcher, 0, 1, depth);
                node.was_pv = false;
                assert_eq!(node.tier, Tier::Defend);
                let m = PickedMove { cell: Cell::new(6, 7), is_quiet: false, deferred_after: None };
                [0, 1, 2, 6].map(|tried| searcher.reduction(&node, m, tried, false))
            })
        };
        let params = "defence_reduction=1024 reduction_percent=50";
        assert_eq!(reductions(params, 8), [0, 0, 2, 4]);
        assert_eq!(reductions(params, 3), [0, 0, 1, 1], "a ply is left");
        assert_eq!(reductions(params, 2), [0; 4]);
        assert_eq!(reductions("defence_reduction=0", 12), [0; 4]);
    }
}
