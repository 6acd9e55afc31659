//! What is known about a node before its moves are tried: pruning and reduction of the whole node, and singular extension.

use super::node::Node;
use super::params::SearchParams;
use super::picker::{MovePicker, Tier};
use super::{Interrupt, MATE_BOUND, MAX_PLY, Searcher, from_tt, is_mate};
use crate::board::Cell;
use crate::tt::{Bound, TtHit};

/// Prob-cut searches this many plies less.
const PROBCUT_PLIES: i32 = 4;

/// What a search without the table's move says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Singularity {
    /// All other moves are worse: the move is extended by this many plies.
    Extend(i32),
    /// Another move fails high as well: the node is worth at least this.
    Cut(i32),
    /// The move is reduced by this many plies.
    Reduce(i32),
    /// Nothing.
    Unknown,
}

impl Searcher<'_> {
    /// Reverse futility pruning: near the horizon, an evaluation far above beta is trusted.
    pub(super) fn reverse_futility(&self, node: &Node) -> Option<i32> {
        let &Node { beta, depth, eval, .. } = node;
        let SearchParams { reverse_depth, reverse_margin, reverse_base, reverse_improving, .. } = self.params;
        let improving = if node.improving { reverse_improving } else { 0 };
        let margin = reverse_base + reverse_margin * (100 * depth - improving) / 100;
        let is_won = eval - margin >= beta && beta.abs() < MATE_BOUND;
        (depth <= reverse_depth && is_won).then_some(eval)
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

    /// Prob-cut: a move with a threat whose reduced search is far above beta would most likely fail high at full depth.
    pub(super) fn probcut(&mut self, node: &Node, hit: Option<TtHit>) -> Result<Option<i32>, Interrupt> {
        let &Node { beta, depth, ply, is_cut, .. } = node;
        let bound = beta + self.params.probcut_margin;
        let is_refuted = hit.is_some_and(|hit| {
            hit.depth >= depth - PROBCUT_PLIES && hit.bound != Bound::Lower && from_tt(hit.score, ply) < bound
        });
        if depth < self.params.probcut_depth || bound >= MATE_BOUND || is_mate(beta) || is_refuted {
            return Ok(None);
        }
        let mut picker = MovePicker::new(self, Tier::Free, hit.and_then(|hit| hit.best), ply);
        let result = self.probcut_moves(&mut picker, bound, depth - PROBCUT_PLIES, ply, is_cut);
        picker.finish(self);
        result
    }

    fn probcut_moves(
        &mut self,
        picker: &mut MovePicker,
        bound: i32,
        depth: i32,
        ply: usize,
        is_cut: bool,
    ) -> Result<Option<i32>, Interrupt> {
        let mut tried = 0;
        while let Some(m) = picker.next(self) {
            if m.is_quiet {
                picker.skip_quiets(self);
                continue;
            }
            if tried >= 4 {
                break;
            }
            if !self.board.is_legal(m.cell) {
                continue;
            }
            tried += 1;
            let score = self.with_move(ply, m.cell, |search| {
                search.stack[ply + 1] = super::StackEntry::default();
                let score = -search.leaf(-bound, -bound + 1, ply + 1)?;
                if score < bound || depth <= 1 {
                    return Ok(score);
                }
                search.alpha_beta(-bound, -bound + 1, depth - 1, ply + 1, !is_cut).map(|score| -score)
            })?;
            if score >= bound {
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// By how many plies a node is searched less: where the evaluation makes a fail-high likely, and where the table knows no
    /// move.
    pub(super) fn node_reduction(&self, node: &Node, hit: Option<TtHit>) -> i32 {
        let &Node { beta, depth, is_cut, eval, .. } = node;
        let params = &self.params;
        let margin = params.fail_high_base + params.fail_high_margin * depth;
        let is_likely = is_cut && depth >= params.fail_high_depth && eval >= beta + margin;
        let is_unknown = depth >= params.internal_depth && hit.is_none_or(|hit| hit.best.is_none());
        i32::from(is_likely && beta.abs() < MATE_BOUND) + i32::from(is_unknown)
    }

    /// A shallower search of all moves but the table's, against a bound below its score.
    pub(super) fn singularity(&mut self, node: &Node, hit: TtHit) -> Result<Singularity, Interrupt> {
        let &Node { depth, ply, tier, beta, .. } = node;
        let SearchParams { singular_depth, singular_margin, singular_percent, .. } = self.params;
        let Some(best) = hit.best else { return Ok(Singularity::Unknown) };
        let trusted = hit.bound != Bound::Upper && hit.depth >= depth - self.params.singular_lack;
        if depth < singular_depth
            || !trusted
            || tier == Tier::Forced
            || is_mate(hit.score)
            || self.stack[ply].excluded.is_some()
            || ply >= MAX_PLY / 2
            || !self.board.empty().contains(best)
        {
            return Ok(Singularity::Unknown);
        }
        let score = from_tt(hit.score, ply);
        let bound = score - singular_margin * depth / 4;
        let others_depth = (depth - 1) * singular_percent / 100;
        let others = self.without_move(best, bound, others_depth, ply, node.is_cut)?;
        Ok(if others < bound - self.params.double_margin && !node.is_pv() {
            Singularity::Extend(2)
        } else if others < bound {
            Singularity::Extend(1)
        } else if self.params.multi_cut > 0 && bound >= beta && !node.is_pv() {
            Singularity::Cut(bound)
        } else if self.params.negative_extension > 0 && score >= beta {
            Singularity::Reduce(self.params.negative_extension)
        } else {
            Singularity::Unknown
        })
    }

    /// The score of a node without one of its moves, at most as exact as a bound.
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
