//! The alpha-beta search of one node.

use super::params::SearchParams;
use super::picker::{MovePicker, Tier};
use super::pruning::Singularity;
use super::reduction::move_limit;
use super::{
    INFINITE, Interrupt, MATE, MATE_BOUND, MAX_PLY, Searcher, StackEntry, cutoff, from_tt, is_mate, to_tt,
};
use crate::board::{Cell, Threat};
use crate::tt::{Bound, TtHit};

/// The state of a node before its moves are tried.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) tier: Tier,
    /// Whether a fail-high is expected here.
    pub(super) is_cut: bool,
    /// Whether quiet moves may be pruned here.
    pub(super) prunes: bool,
    /// Whether the static evaluation is better for the side to move than two plies ago.
    pub(super) improving: bool,
    /// The static evaluation, for the side to move, with a part of what the table's score adds to it.
    pub(super) eval: i32,
    /// Whether the node was once on a principal variation.
    pub(super) was_pv: bool,
    /// Whether the table has a fail-low of the node by a search that was little shallower.
    pub(super) fails_low: bool,
    /// Whether the table's move is not quiet.
    pub(super) has_threat_move: bool,
    /// The table's move, and by how many plies it is extended.
    extended: Option<(Cell, i32)>,
}

/// How a move of a node is searched.
#[derive(Clone, Copy)]
pub(super) struct MoveSearch {
    /// The plies after the move, without a reduction.
    pub(super) depth: i32,
    /// By how many plies the first search with a null window is shallower.
    pub(super) reduction: i32,
    /// The move is searched with the full window at once: the first move of a node is.
    pub(super) has_full_window: bool,
    /// The move is deferred where another thread is searching it.
    pub(super) may_be_deferred: bool,
}

impl Node {
    /// The root, which is always on the principal variation, and where no move is pruned. Its evaluation counts as neither above nor
    /// below alpha.
    pub(super) fn root(searcher: &mut Searcher, alpha: i32, beta: i32, depth: i32) -> Node {
        let tier = searcher.tier();
        Node {
            alpha,
            beta,
            depth,
            ply: 0,
            tier,
            is_cut: false,
            prunes: false,
            improving: true,
            eval: alpha,
            was_pv: true,
            fails_low: false,
            has_threat_move: false,
            extended: None,
        }
    }

    pub(super) fn is_pv(&self) -> bool {
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
        if ply >= MAX_PLY || depth <= 0 && !self.board.threatens(!side, Threat::Win) {
            return self.leaf(alpha, beta, ply);
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
        // A singular search is one of the same position.
        if excluded.is_none() {
            self.stack[ply].eval = self.evaluation_at(tier, alpha, beta, depth, ply);
        }
        let eval = self.stack[ply].eval;
        let improving = ply >= 2 && eval > self.stack[ply - 2].eval + self.params.improving_margin;
        let prunes = tier == Tier::Free && !self.is_small();
        let was_pv = hit.is_some_and(|hit| hit.is_pv);
        let fails_low = hit.is_some_and(|hit| has_failed_low(hit, alpha, depth, ply));
        let mut node = Node {
            alpha,
            beta,
            depth,
            ply,
            tier,
            is_cut,
            prunes,
            improving,
            eval: self.with_table(eval, hit, ply),
            was_pv,
            fails_low,
            has_threat_move: false,
            extended: None,
        };
        if excluded.is_none()
            && !is_pv
            && let Some(score) = self.cut_by_table(&node, hit).or_else(|| self.reverse_futility(&node))
        {
            return Ok(score);
        }
        self.board.apply();
        if excluded.is_none() && !is_pv && prunes {
            node.depth -= i32::from(self.is_better_than_expected(&node));
            if let Some(score) = self.razor(&node)? {
                return Ok(score);
            }
            node.depth -= i32::from(self.is_fail_high_likely(&node));
        }
        if let Some(hit) = hit {
            node.has_threat_move = tier == Tier::Free && hit.best.is_some_and(|best| !self.is_quiet(best));
            if is_pv && prunes && hit.depth >= 0 {
                node.depth -= (depth - hit.depth).max(0) * self.params.shallow_entry / 1024;
                node.depth = node.depth.max(1);
            }
            node.extended = match self.singularity(&node, hit)? {
                Singularity::Extend(plies) => hit.best.map(|best| (best, plies)),
                Singularity::Cut(score) => return Ok(score),
                Singularity::Unknown => None,
            };
        }

        // Step 6. Moves.
        let tt_move = hit.and_then(|hit| hit.best);
        let mut picker = MovePicker::new(self, tier, tt_move, ply, node.depth);
        let result = self.search_moves(&mut picker, node);
        picker.finish(self);
        let (best, best_move) = result?;

        // Step 7. Store the result.
        if excluded.is_none() {
            let bound = Bound::of(best, alpha, beta);
            let is_pv = is_pv || was_pv;
            let hit = TtHit { best: best_move, score: to_tt(best, ply), depth: node.depth, bound, is_pv };
            self.memory.tt.put(key, hit, self.memory.age);
        }
        Ok(best)
    }

    /// The best score and move of a node.
    fn search_moves(
        &mut self,
        picker: &mut MovePicker,
        mut node: Node,
    ) -> Result<(i32, Option<Cell>), Interrupt> {
        /// The most quiet moves before a cutoff that get a penalty. Most cutoffs come far earlier, and an array allocates nothing.
        const MOST_PENALTIES: usize = 32;
        let Node { depth, ply, tier, prunes, alpha: old_alpha, .. } = node;
        let side = self.board.side();
        let excluded = self.stack[ply].excluded;
        let previous = self.previous_move(ply);
        let are_threats_futile = self.are_threats_futile(&node);
        let limit = move_limit(&node, &self.params);
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut quiets = [Cell::new(0, 0); MOST_PENALTIES];
        let (mut tried, mut tried_quiets) = (0, 0);
        while let Some(m) = picker.next(self) {
            if excluded == Some(m.cell) {
                continue;
            }

            // Step A. Futility and move-count pruning, once some move is found that does not lose.
            let count = m.deferred_after.unwrap_or(tried);
            let has_raised = node.alpha > old_alpha;
            let reduction = self.reduction(&node, m, count, has_raised);
            if prunes && tried > 0 && best > -MATE_BOUND {
                if m.is_quiet && (count >= limit || self.are_quiets_futile(&node, reduction)) {
                    picker.skip_quiets(self);
                    continue;
                }
                if are_threats_futile && !m.is_quiet && self.is_at_most_three(m.cell) {
                    continue;
                }
            }
            if tried > 0 && best > -MATE_BOUND && self.is_late_defence(&node, m.cell, count) {
                continue;
            }
            if !self.board.is_legal(m.cell) {
                continue;
            }

            // Step B. The search of the move. An answer to a four is no choice, and costs no depth.
            let extended = node.extended.filter(|(cell, _)| *cell == m.cell);
            let extension = extended.map_or(i32::from(tier == Tier::Forced), |(_, plies)| plies);
            let how = MoveSearch {
                depth: depth - 1 + extension,
                reduction,
                has_full_window: tried == 0,
                may_be_deferred: tried > 0 && m.deferred_after.is_none(),
            };
            let score = self.search_move(&node, m.cell, how)?;
            let tried_before = tried;
            tried += i32::from(m.deferred_after.is_none());
            let Some(score) = score else {
                picker.defer(m, tried_before);
                continue;
            };

            // Step C. A better move, or a cutoff.
            if score > best {
                (best, best_move) = (score, Some(m.cell));
                if score > node.alpha {
                    node.alpha = score;
                    self.update_pv(ply, m.cell);
                }
                if score >= node.beta {
                    if prunes {
                        self.memory.cuts.add(tried);
                    }
                    if m.is_quiet {
                        let tried = &quiets[..tried_quiets];
                        let changes = history_changes(&self.params, depth);
                        self.memory.history.update(side, m.cell, tried, previous, changes, ply);
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

    /// The score of a move of `node`, of the root as well, for the side that makes it. `None`: another thread is searching the move, so
    /// that it is deferred, and its result will be in the table.
    pub(super) fn search_move(
        &mut self,
        node: &Node,
        cell: Cell,
        how: MoveSearch,
    ) -> Result<Option<i32>, Interrupt> {
        let ply = node.ply;
        let hash = self.move_hash(cell, node.depth, self.stack[ply].excluded);
        if how.may_be_deferred && self.should_defer(hash) {
            return Ok(None);
        }
        self.memory.tt.prefetch(self.board.key_after(cell));
        let search_made = |search: &mut Self| {
            search.stack[ply + 1] = StackEntry::default();
            search.search_made_move(node, how)
        };
        self.with_mark(hash, |search| search.with_sums(ply, cell, search_made)).map(Some)
    }

    /// The score of a move of `node` that has just been made, for the side that made it: with the full window, or with a null window and
    /// less deeply at first, and again where it turns out better than that.
    fn search_made_move(&mut self, node: &Node, how: MoveSearch) -> Result<i32, Interrupt> {
        let &Node { alpha, beta, ply, is_cut, .. } = node;
        let MoveSearch { depth, reduction, has_full_window, .. } = how;
        let mut score = -INFINITE;
        if !has_full_window {
            let expects_cut = reduction > 0 || !is_cut;
            self.stack[ply].reduction = reduction;
            let searched = self.alpha_beta(-alpha - 1, -alpha, depth - reduction, ply + 1, expects_cut);
            self.stack[ply].reduction = 0;
            score = -searched?;
            if score > alpha && reduction > 0 {
                let is_far = score > alpha + self.params.deeper_margin && !is_mate(score);
                score = -self.alpha_beta(-alpha - 1, -alpha, depth + i32::from(is_far), ply + 1, !is_cut)?;
            }
        }
        if has_full_window || node.is_pv() && score > alpha {
            let expects_cut = !node.is_pv() && !is_cut;
            score = -self.alpha_beta(-beta, -alpha, depth, ply + 1, expects_cut)?;
        }
        Ok(score)
    }
}

/// Whether the table has an upper bound that is not above `alpha`, by a search that was little shallower than `depth`.
fn has_failed_low(hit: TtHit, alpha: i32, depth: i32, ply: usize) -> bool {
    /// By how many plies the search of the bound may be shallower. It was not tuned: only a reduction depends on it, so that a wrong
    /// bound does little harm.
    const PLIES: i32 = 3;
    hit.bound == Bound::Upper && hit.depth >= depth - PLIES && from_tt(hit.score, ply) <= alpha
}

/// The bonus of a cutoff for the history of the quiet move that caused it, and the penalty for the quiet moves before it.
fn history_changes(params: &SearchParams, depth: i32) -> [i32; 2] {
    [params.history_bonus, params.history_penalty]
        .map(|percent| (depth * depth * percent / 100).min(params.history_most))
}

const _: () = assert!(is_mate(MATE - MAX_PLY as i32 - 3) && !is_mate(MATE_BOUND));
