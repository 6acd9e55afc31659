//! The alpha-beta search of one node, and its pruning rules.

use super::history::HISTORY_LIMIT;
use super::params::SearchParams;
use super::picker::{MovePicker, PickedMove, Tier};
use super::qsearch::{LEAF_FOURS, LEAF_NODES};
use super::{
    INFINITE, Interrupt, MATE, MATE_BOUND, MAX_PLY, Searcher, StackEntry, cutoff, from_tt, is_mate, to_tt,
};
use crate::board::Cell;
use crate::tt::{Bound, TtHit};

/// What a node knows before its moves are tried.
#[derive(Clone, Copy)]
struct Node {
    alpha: i32,
    beta: i32,
    depth: i32,
    ply: usize,
    tier: Tier,
    /// Whether a fail-high is expected here.
    is_cut: bool,
    /// Whether quiet moves may be pruned here.
    prunes: bool,
    /// Whether the static evaluation is better for the side to move than two plies ago.
    improving: bool,
    /// The static evaluation, for the side to move.
    eval: i32,
    /// The table's move, where it is singular and so extended.
    singular: Option<Cell>,
}

impl Node {
    fn is_pv(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

impl Searcher<'_> {
    /// The score of the position for the side to move at a depth of `depth` plies: exact between `alpha` and `beta`, otherwise
    /// a bound.
    ///
    /// With a window wider than one point, the principal variation is found too. `is_cut`: a fail-high is expected.
    pub(super) fn alpha_beta(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        is_cut: bool,
    ) -> Result<i32, Interrupt> {
        // Step 1. Quiescence at the horizon, unless a four has to be answered first.
        let side = self.board.side();
        if ply >= MAX_PLY || depth <= 0 && self.board.wins(!side).is_empty() {
            self.qsearch_end = self.nodes + LEAF_NODES;
            return self.qsearch(alpha, beta, LEAF_FOURS, ply);
        }
        self.enter_node(ply)?;
        self.pv[ply].clear();
        let is_pv = beta - alpha > 1;
        let excluded = self.stack[ply].excluded;

        // Step 2. Decided positions.
        if excluded.is_none()
            && let Some(score) = self.decided_score(ply, is_pv)
        {
            return Ok(score);
        }

        // Step 3. Mate-distance pruning: no score here can be better than the shortest mate or worse than the longest. One point
        // is left on either side, so that the line of such a mate itself is found.
        alpha = alpha.max(-MATE + ply as i32 + 1);
        beta = beta.min(MATE - ply as i32 - 2);
        if alpha >= beta {
            return Ok(alpha);
        }

        // Step 4. The transposition table. A principal variation is searched to its end, so that it is found whole.
        let key = self.board.key();
        let hit = if excluded.is_some() { None } else { self.memory.tt.get(key) };
        let deep = hit.filter(|hit| hit.depth >= depth && !is_pv);
        if let Some(score) = deep.and_then(|hit| cutoff(hit, alpha, beta, ply)) {
            return Ok(score);
        }

        // Step 5. Threats, static evaluation, pruning and reduction of the whole node, and singular extension.
        let tier = self.tier();
        let eval = self.evaluate();
        self.stack[ply].eval = eval;
        let improving = ply >= 2 && eval > self.stack[ply - 2].eval;
        let prunes = tier == Tier::Free && !self.is_small();
        let mut node =
            Node { alpha, beta, depth, ply, tier, is_cut, prunes, improving, eval, singular: None };
        if excluded.is_none() && !is_pv && prunes {
            if let Some(score) = self.reverse_futility(&node) {
                return Ok(score);
            }
            if let Some(score) = self.razor(&node)? {
                return Ok(score);
            }
            node.depth -= self.node_reduction(&node, hit);
        }
        if let Some(hit) = hit {
            node.singular = self.singular_move(&node, hit)?;
        }

        // Step 6. Moves.
        let tt_move = hit.and_then(|hit| hit.best);
        let mut picker = MovePicker::new(self, tier, tt_move, ply);
        let result = self.search_moves(&mut picker, node);
        picker.finish(self);
        let (best, best_move) = result?;

        // Step 7. Store the result.
        if excluded.is_none() {
            let bound = Bound::of(best, alpha, beta);
            let hit = TtHit { best: best_move, score: to_tt(best, ply), depth: node.depth, bound, is_pv };
            self.memory.tt.put(key, hit, self.memory.age);
        }
        Ok(best)
    }

    /// Reverse futility pruning: near the horizon, an evaluation far above beta is trusted.
    fn reverse_futility(&self, node: &Node) -> Option<i32> {
        let &Node { beta, depth, eval, .. } = node;
        let SearchParams { reverse_depth, reverse_margin, .. } = self.params;
        let plies = depth - i32::from(node.improving);
        let is_won = eval - reverse_margin * plies >= beta && beta.abs() < MATE_BOUND;
        (depth <= reverse_depth && is_won).then_some(eval)
    }

    /// Razoring: near the horizon, a position far below alpha is searched by fours alone.
    fn razor(&mut self, node: &Node) -> Result<Option<i32>, Interrupt> {
        let &Node { alpha, depth, ply, eval, .. } = node;
        if depth > self.params.razor_depth
            || eval + self.params.razor_margin * depth > alpha
            || is_mate(alpha)
        {
            return Ok(None);
        }
        self.qsearch_end = self.nodes + LEAF_NODES;
        let score = self.qsearch(alpha, alpha + 1, LEAF_FOURS, ply)?;
        Ok((score <= alpha).then_some(score))
    }

    /// By how many plies a node is searched less: where the evaluation makes a fail-high likely, and where the table knows no
    /// move.
    fn node_reduction(&self, node: &Node, hit: Option<TtHit>) -> i32 {
        let &Node { beta, depth, is_cut, eval, .. } = node;
        let params = &self.params;
        let margin = params.fail_high_base + params.fail_high_margin * depth;
        let is_likely = is_cut && depth >= params.fail_high_depth && eval >= beta + margin;
        let is_unknown = depth >= params.internal_depth && hit.is_none_or(|hit| hit.best.is_none());
        i32::from(is_likely && beta.abs() < MATE_BOUND) + i32::from(is_unknown)
    }

    /// The table's move, if a shallower search of all other moves fails low against a bound below its score.
    fn singular_move(&mut self, node: &Node, hit: TtHit) -> Result<Option<Cell>, Interrupt> {
        let &Node { depth, ply, tier, .. } = node;
        let SearchParams { singular_depth, singular_margin, .. } = self.params;
        let Some(best) = hit.best else { return Ok(None) };
        let trusted = hit.bound != Bound::Upper && hit.depth >= depth - 3;
        if depth < singular_depth
            || !trusted
            || tier == Tier::Forced
            || is_mate(hit.score)
            || self.stack[ply].excluded.is_some()
            || ply >= MAX_PLY / 2
            || !self.board.empty().contains(best)
        {
            return Ok(None);
        }
        let bound = from_tt(hit.score, ply) - singular_margin * depth / 4;
        self.stack[ply].excluded = Some(best);
        let searched = self.alpha_beta(bound - 1, bound, (depth - 1) / 2, ply, node.is_cut);
        self.stack[ply].excluded = None;
        Ok((searched? < bound).then_some(best))
    }

    /// The best score and move of a node.
    fn search_moves(
        &mut self,
        picker: &mut MovePicker,
        mut node: Node,
    ) -> Result<(i32, Option<Cell>), Interrupt> {
        let Node { depth, ply, tier, prunes, alpha: old_alpha, .. } = node;
        let is_pv = node.is_pv();
        let side = self.board.side();
        let excluded = self.stack[ply].excluded;
        let previous = self.previous_move(ply);
        let is_futile = prunes
            && !is_pv
            && depth <= self.params.futility_depth
            && node.eval + self.params.futility_margin * depth <= node.alpha;
        let limit = move_limit(&node, &self.params);
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut quiets = [Cell::new(0, 0); 32];
        let (mut tried, mut tried_quiets) = (0, 0);
        while let Some(m) = picker.next(self) {
            if excluded == Some(m.cell) {
                continue;
            }

            // Step A. Futility and move-count pruning of quiet moves, once some move is known not to lose.
            let count = m.deferred_after.unwrap_or(tried);
            let is_late = is_futile || count >= limit;
            if prunes && m.is_quiet && tried > 0 && best > -MATE_BOUND && is_late {
                picker.skip_quiets(self);
                continue;
            }
            if !self.board.is_legal(m.cell) {
                continue;
            }

            // Step B. A move that another thread is searching is deferred: its result will be in the table.
            let hash = self.move_hash(m.cell, depth, excluded);
            if tried > 0 && m.deferred_after.is_none() && self.should_defer(hash) {
                picker.defer(m, tried);
                tried += 1;
                continue;
            }

            // Step C. The first move with the full window, the others with a null window, late ones reduced. An answer to a four
            // is no choice, and costs no depth.
            let extension = i32::from(tier == Tier::Forced || node.singular == Some(m.cell));
            let next_depth = depth - 1 + extension;
            let has_raised = node.alpha > old_alpha;
            let reduction = if prunes { self.reduction(&node, m, count, has_raised) } else { 0 };
            let is_first = tried == 0;
            tried += i32::from(m.deferred_after.is_none());
            let Node { alpha, beta, is_cut, .. } = node;
            let search_move = |search: &mut Self| {
                search.stack[ply + 1] = StackEntry::default();
                let mut score = -INFINITE;
                if !is_first {
                    let expects_cut = reduction > 0 || !is_cut;
                    score = -search.alpha_beta(
                        -alpha - 1,
                        -alpha,
                        next_depth - reduction,
                        ply + 1,
                        expects_cut,
                    )?;
                    if score > alpha && reduction > 0 {
                        let is_far = score > alpha + search.params.deeper_margin && !is_mate(score);
                        let next_depth = next_depth + i32::from(is_far);
                        score = -search.alpha_beta(-alpha - 1, -alpha, next_depth, ply + 1, !is_cut)?;
                    }
                }
                if is_first || is_pv && score > alpha {
                    let expects_cut = !is_pv && !is_cut;
                    score = -search.alpha_beta(-beta, -alpha, next_depth, ply + 1, expects_cut)?;
                }
                Ok(score)
            };
            let searched = self.with_mark(hash, |search| search.with_move(ply, m.cell, search_move));

            // Step D. A better move, or a cutoff.
            let score = searched?;
            if score > best {
                (best, best_move) = (score, Some(m.cell));
                if score > alpha {
                    node.alpha = score;
                    self.update_pv(ply, m.cell);
                }
                if score >= beta {
                    if prunes {
                        self.memory.cuts.add(tried);
                    }
                    if m.is_quiet {
                        let tried = &quiets[..tried_quiets];
                        self.memory.history.update(side, m.cell, tried, previous, depth, ply);
                    }
                    break;
                }
            }
            if m.is_quiet && tried_quiets < quiets.len() {
                quiets[tried_quiets] = m.cell;
                tried_quiets += 1;
            }
        }
        if best == -INFINITE {
            // Without a legal move the game is drawn; where the only move is excluded, it is singular.
            let score = if excluded.is_some() { node.alpha } else { 0 };
            return Ok((score, None));
        }
        Ok((best, best_move))
    }

    /// The late-move reduction of a move, in plies; `tried` moves came before it.
    fn reduction(&self, node: &Node, m: PickedMove, tried: i32, has_raised: bool) -> i32 {
        let params = &self.params;
        let (base, percent) = if m.is_quiet {
            (params.reduction_base, params.reduction_percent)
        } else {
            (params.threat_base, params.threat_percent)
        };
        if node.depth < 3 || tried < params.reduction_after || percent == 0 {
            return 0;
        }
        let mut reduction = base + log2(node.depth) * log2(tried) / 1024 * percent / 100;
        let terms = [
            (node.is_pv(), -params.reduction_pv),
            (node.is_cut, params.reduction_cut),
            (!node.improving, params.reduction_worsening),
            (has_raised, params.reduction_raised),
        ];
        reduction += terms.iter().filter(|(holds, _)| *holds).map(|(_, term)| term).sum::<i32>();
        if m.is_quiet && params.reduction_history != 0 {
            let history = self.memory.history.quiet(self.board.side(), m.cell);
            reduction -= history * params.reduction_history / HISTORY_LIMIT;
        }
        (reduction / 1024).clamp(0, node.depth - 2)
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
fn move_limit(node: &Node, params: &SearchParams) -> i32 {
    let depth = node.depth;
    let limit = params.moves_base + params.moves_percent * depth * depth.max(1) / 100;
    let percent = if node.improving { 100 } else { params.moves_worsening };
    let limit = (limit * percent / 100).max(1);
    if node.is_pv() { 2 * limit } else { limit }
}

const _: () = assert!(is_mate(MATE - MAX_PLY as i32 - 3) && !is_mate(MATE_BOUND));
