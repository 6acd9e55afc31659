//! How much a move is searched: late-move reductions and move-count pruning.

use super::Searcher;
use super::history::HISTORY_LIMIT;
use super::node::Node;
use super::params::SearchParams;
use super::picker::{PickedMove, Tier};
use crate::board::Cell;

impl Searcher<'_> {
    /// The late-move reduction of a move, in plies; `tried` moves came before it.
    pub(super) fn reduction(&self, node: &Node, m: PickedMove, tried: i32, has_raised: bool) -> i32 {
        let params = &self.params;
        let (base, percent) = match node.tier {
            Tier::Forced => return 0,
            Tier::Defend => (params.defence_base, params.defence_percent),
            Tier::Free if m.is_quiet => (params.reduction_base, params.reduction_percent),
            Tier::Free => (params.threat_base, params.threat_percent),
        };
        if node.depth < 3 || tried < params.reduction_after || percent == 0 || self.is_small() {
            return 0;
        }
        let mut reduction = base + log2(node.depth) * log2(tried) / 1024 * percent / 100;
        let is_far = m.is_quiet && params.reduction_far != 0 && self.is_far(m.cell, node.ply);
        let terms = [
            (node.is_pv(), -params.reduction_pv),
            (node.was_pv, -params.reduction_was_pv),
            (node.is_cut, params.reduction_cut),
            (!node.improving, params.reduction_worsening),
            (has_raised, params.reduction_raised),
            (is_far, params.reduction_far),
        ];
        reduction += terms.iter().filter(|(holds, _)| *holds).map(|(_, term)| term).sum::<i32>();
        if m.is_quiet && params.reduction_history != 0 {
            let history = self.memory.history.quiet(self.board.side(), m.cell);
            reduction -= history * params.reduction_history / HISTORY_LIMIT;
        }
        (reduction / 1024).clamp(0, node.depth - 2)
    }

    /// The late-move reduction of a move of the root, in plies; `tried` moves came before it.
    ///
    /// It has a limit, without which there was no gain at 150,000 nodes a move. The cause was not measured; late moves keep their
    /// order from before the search, so that a good one among them may hardly be searched at all.
    pub(super) fn root_reduction(&self, root: &Node, cell: Cell, tried: i32, has_raised: bool) -> i32 {
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
    let limit = params.moves_base + params.moves_percent * depth * depth.max(1) / 100;
    let percent = if node.improving { 100 } else { params.moves_worsening };
    let limit = (limit * percent / 100).max(1);
    if node.is_pv() { 2 * limit } else { limit }
}
