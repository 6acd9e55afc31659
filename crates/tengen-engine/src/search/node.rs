use super::params::Params;
use super::picker::{ScoredMove, Tier};
use super::quiescence::{LEAF_FOURS, LEAF_NODES, Verdict};
use super::{
    Frame, INFINITE, Interrupt, MATE, MATE_BOUND, MAX_PLY, Searcher, cutoff, from_tt, is_mate, to_tt,
};
use crate::board::Cell;
use crate::tt::{Bound, TtHit};

/// What a node was asked, and what it knows before its moves are tried.
#[derive(Clone, Copy)]
struct Node {
    alpha: i32,
    beta: i32,
    depth: i32,
    ply: usize,
    tier: Tier,
    /// Whether a refutation is expected here.
    is_cut: bool,
    /// Whether the position is better for the side to move than two plies ago.
    improving: bool,
    eval: i32,
    /// The table's move that is so much better than the others that it is searched deeper.
    singular: Option<Cell>,
}

impl Node {
    fn is_pv(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

impl Searcher<'_> {
    /// What the position is worth to the side to move, searched `depth` plies deep; exact if it lies
    /// between `alpha` and `beta`, otherwise a bound.
    ///
    /// A window wider than one point asks for the principal variation too. `is_cut` says that a refutation is expected.
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
            self.quiescence_end = self.nodes + LEAF_NODES;
            return self.quiescence(alpha, beta, LEAF_FOURS, ply);
        }
        self.visit(ply)?;
        self.pv[ply].clear();
        let is_pv = beta - alpha > 1;
        let excluded = self.frames[ply].excluded;

        // Step 2. Decided positions.
        if excluded.is_none()
            && let Verdict::Known(score) = self.verdict(ply, is_pv)
        {
            return Ok(score);
        }

        // Step 3. Mate distance: nothing here can be better or worse than an end that is known already.
        // One point is left on either side, so that such an end itself still gets its line shown.
        alpha = alpha.max(-MATE + ply as i32 + 1);
        beta = beta.min(MATE - ply as i32 - 2);
        if alpha >= beta {
            return Ok(alpha);
        }

        // Step 4. The transposition table. A principal variation is searched through, to be shown whole.
        let key = self.board.key();
        let hit = if excluded.is_some() { None } else { self.memory.tt.get(key) };
        let deep = hit.filter(|hit| hit.depth >= depth && !is_pv);
        if let Some(score) = deep.and_then(|hit| cutoff(hit, alpha, beta, ply)) {
            return Ok(score);
        }

        // Step 5. What the position looks like, and what the opponent threatens.
        let tier = self.tier();
        let eval = self.evaluate();
        self.frames[ply].eval = eval;
        let improving = ply >= 2 && eval > self.frames[ply - 2].eval;
        let mut node = Node { alpha, beta, depth, ply, tier, is_cut, improving, eval, singular: None };
        if excluded.is_none()
            && let Some(score) = self.without_moves(&node)
        {
            return Ok(score);
        }
        if let Some(hit) = hit {
            node.singular = self.singular_move(&node, hit)?;
        }

        // Step 6. Moves. The move of the table mostly does, so that the others wait.
        let tt_move = hit.and_then(|hit| hit.best);
        let begin = self.moves.len();
        let tried_first = self.push_first_move(tier, tt_move.filter(|_| excluded.is_none()), ply);
        let result = self.search_moves(begin, tried_first, node);
        self.moves.truncate(begin);
        let (best, best_move) = result?;

        // Step 7. Remember.
        if excluded.is_none() {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best > alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let hit = TtHit { best: best_move, score: to_tt(best, ply), depth, bound, is_pv };
            self.memory.tt.put(key, hit, self.memory.age);
        }
        Ok(best)
    }

    /// The score of a node near the horizon that is so good that no move need be tried.
    fn without_moves(&self, node: &Node) -> Option<i32> {
        let &Node { beta, depth, tier, eval, .. } = node;
        if node.is_pv() || tier != Tier::Free || self.is_small() {
            return None;
        }
        // Reverse futility: the opponent hardly makes up for so much in so few plies.
        let Params { reverse_depth, reverse_margin, .. } = self.params;
        let plies = depth - i32::from(node.improving);
        let is_won = eval - reverse_margin * plies >= beta && beta.abs() < MATE_BOUND;
        (depth <= reverse_depth && is_won).then_some(eval)
    }

    /// The table's move, where a shallower search of all others finds them much worse.
    fn singular_move(&mut self, node: &Node, hit: TtHit) -> Result<Option<Cell>, Interrupt> {
        let &Node { depth, ply, tier, .. } = node;
        let Params { singular_depth, singular_margin, .. } = self.params;
        let Some(best) = hit.best else { return Ok(None) };
        let trusted = hit.bound != Bound::Upper && hit.depth >= depth - 3;
        if depth < singular_depth
            || !trusted
            || tier == Tier::Forced
            || is_mate(hit.score)
            || self.frames[ply].excluded.is_some()
            || ply >= MAX_PLY / 2
            || !self.board.empty().contains(best)
        {
            return Ok(None);
        }
        let bound = from_tt(hit.score, ply) - singular_margin * depth / 4;
        self.frames[ply].excluded = Some(best);
        let searched = self.alpha_beta(bound - 1, bound, (depth - 1) / 2, ply, node.is_cut);
        self.frames[ply].excluded = None;
        Ok((searched? < bound).then_some(best))
    }

    fn search_moves(
        &mut self,
        begin: usize,
        mut tried_first: Option<Cell>,
        mut node: Node,
    ) -> Result<(i32, Option<Cell>), Interrupt> {
        let Node { depth, ply, tier, .. } = node;
        let is_pv = node.is_pv();
        let side = self.board.side();
        let excluded = self.frames[ply].excluded;
        let before = self.move_before(ply);
        let params = self.params;
        let prunes = tier == Tier::Free && !self.is_small();
        let futile = prunes
            && !is_pv
            && depth <= params.futility_depth
            && node.eval + params.futility_margin * depth <= node.alpha;
        let limit = move_limit(depth, is_pv, &params);
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut quiets: [Option<Cell>; 32] = [None; 32];
        let (mut tried, mut quiet_tried) = (0, 0);
        let mut index = begin;
        loop {
            if index > begin
                && let Some(cell) = tried_first.take()
            {
                self.push_other_moves(tier, cell, ply);
            }
            let Some(m) = self.pick(index) else { break };
            index += 1;
            if excluded == Some(m.cell()) {
                continue;
            }

            // Step A. Pruning of quiet moves, once some move is known not to lose.
            let before_it = m.came_after().unwrap_or(tried);
            let is_late = futile || before_it >= limit;
            if prunes && m.is_quiet() && tried > 0 && best > -MATE_BOUND && is_late {
                // It is too late for all other quiet moves, too.
                self.drop_quiet_moves(index);
                continue;
            }
            if !self.board.is_legal(m.cell()) {
                continue;
            }

            // Step B. What another thread is at waits until the others are done; most likely its result is in the table then.
            let task = self.task(m.cell(), depth, excluded);
            if tried > 0 && m.came_after().is_none() && self.is_busy(task) {
                self.moves.push(m.put_off(tried));
                tried += 1;
                continue;
            }

            // Step C. The first move with the full window, late ones reduced, the others with none.
            // An answer to a four is no choice, and costs no depth.
            let extension = i32::from(tier == Tier::Forced || node.singular == Some(m.cell()));
            let next_depth = depth - 1 + extension;
            let reduction = if prunes { self.reduction(&node, m, before_it) } else { 0 };
            let is_first = tried == 0;
            tried += i32::from(m.came_after().is_none());
            let Node { alpha, beta, is_cut, .. } = node;
            let search_move = |search: &mut Self| {
                search.frames[ply + 1] = Frame::default();
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
                        score = -search.alpha_beta(-alpha - 1, -alpha, next_depth, ply + 1, !is_cut)?;
                    }
                }
                if is_first || is_pv && score > alpha {
                    let expects_cut = !is_pv && !is_cut;
                    score = -search.alpha_beta(-beta, -alpha, next_depth, ply + 1, expects_cut)?;
                }
                Ok(score)
            };
            let searched = self.told(task, |search| search.with_move(ply, m.cell(), search_move));

            // Step D. A better move, or one that refutes what the opponent did.
            let score = searched?;
            if score > best {
                (best, best_move) = (score, Some(m.cell()));
                if score > alpha {
                    node.alpha = score;
                    self.update_pv(ply, m.cell());
                }
                if score >= beta {
                    if m.is_quiet() {
                        let quiets: Vec<Cell> = quiets.iter().flatten().copied().collect();
                        self.memory.learned.refuted(side, m.cell(), &quiets, before, depth, ply);
                    }
                    break;
                }
            }
            if m.is_quiet() {
                if let Some(slot) = quiets.get_mut(quiet_tried) {
                    *slot = Some(m.cell());
                }
                quiet_tried += 1;
            }
        }
        if best == -INFINITE {
            // Without a legal move the game is drawn; with the only one left out, nothing else holds the bound.
            let score = if excluded.is_some() { node.alpha } else { 0 };
            return Ok((score, None));
        }
        Ok((best, best_move))
    }

    /// How many plies less a late quiet move is searched at first.
    fn reduction(&self, node: &Node, m: ScoredMove, tried: i32) -> i32 {
        let params = &self.params;
        if node.depth < 3 || tried < params.reduction_after || !m.is_quiet() {
            return 0;
        }
        let product = log2(node.depth) * log2(tried) / 1024;
        let on_pv = if node.is_pv() { params.reduction_pv } else { 0 };
        let reduction = params.reduction_base + product * params.reduction_percent / 100 - on_pv;
        (reduction / 1024).clamp(0, node.depth - 2)
    }
}

/// The logarithm to base 2 in 1,024ths, linear between the powers.
const fn log2(n: i32) -> i32 {
    let n = if n < 1 { 1 } else { n };
    let whole = n.ilog2() as i32;
    1024 * whole + 1024 * (n - (1 << whole)) / (1 << whole)
}

/// How many quiet moves are tried near the horizon. The order is good enough that later ones are hardly
/// ever best; a far-sighted quiet move may be overlooked at low depth.
fn move_limit(depth: i32, is_pv: bool, params: &Params) -> i32 {
    let limit = params.moves_base + params.moves_percent * depth * depth.max(1) / 100;
    if is_pv { 2 * limit } else { limit }
}

const _: () = assert!(is_mate(MATE - MAX_PLY as i32 - 3) && !is_mate(MATE_BOUND));
