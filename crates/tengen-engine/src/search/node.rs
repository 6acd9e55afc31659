use super::picker::Tier;
use super::quiescence::{LEAF_FOURS, LEAF_NODES, Verdict};
use super::{INFINITE, Interrupt, MATE, MATE_BOUND, MAX_PLY, Searcher, cutoff, is_mate, to_tt};
use crate::board::Cell;
use crate::tt::{Bound, TtHit};

/// Engine units that one more ply of quiet play is trusted to bring.
const FUTILITY_MARGIN: i32 = 60;

/// Plies from the horizon within which that is relied on.
const FUTILITY_DEPTH: i32 = 6;

impl Searcher<'_> {
    /// What the position is worth to the side to move, searched `depth` plies deep; exact if it lies
    /// between `alpha` and `beta`, otherwise a bound.
    ///
    /// A window wider than one point asks for the principal variation too.
    pub(super) fn alpha_beta(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
    ) -> Result<i32, Interrupt> {
        // Step 1. Quiescence at the horizon, unless a four has to be answered first.
        let side = self.board.side();
        if ply >= MAX_PLY || depth <= 0 && self.board.wins(!side).is_empty() {
            self.quiescence_end = self.nodes + LEAF_NODES;
            return self.quiescence(alpha, beta, LEAF_FOURS, ply);
        }
        self.visit()?;
        self.pv[ply].clear();
        let is_pv = beta - alpha > 1;

        // Step 2. Decided positions.
        if let Verdict::Known(score) = self.verdict(ply, is_pv) {
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
        let hit = self.memory.tt.get(key);
        let deep = hit.filter(|hit| hit.depth >= depth && !is_pv);
        if let Some(score) = deep.and_then(|hit| cutoff(hit, alpha, beta, ply)) {
            return Ok(score);
        }

        // Step 5. Moves, by what the opponent threatens. The move of the table mostly does, so that the others wait.
        let tier = self.tier();
        let tt_move = hit.and_then(|hit| hit.best);
        let begin = self.moves.len();
        let tried_first = self.push_first_move(tier, tt_move, ply);
        let result = self.search_moves(begin, tier, tried_first, (alpha, beta), depth, ply);
        self.moves.truncate(begin);
        let (best, best_move) = result?;

        // Step 6. Remember.
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.memory.tt.put(key, TtHit { best: best_move, score: to_tt(best, ply), depth, bound });
        Ok(best)
    }

    fn search_moves(
        &mut self,
        begin: usize,
        tier: Tier,
        mut tried_first: Option<Cell>,
        (mut alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
    ) -> Result<(i32, Option<Cell>), Interrupt> {
        let is_pv = beta - alpha > 1;
        let side = self.board.side();
        let prunes = tier == Tier::Free && !self.is_small();
        let futile =
            prunes && !is_pv && depth <= FUTILITY_DEPTH && self.evaluate() + FUTILITY_MARGIN * depth <= alpha;
        // An answer to a four is no choice, and costs no depth.
        let next_depth = if tier == Tier::Forced { depth } else { depth - 1 };
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut tried = 0;
        let mut index = begin;
        loop {
            if index > begin
                && let Some(cell) = tried_first.take()
            {
                self.push_other_moves(tier, cell, ply);
            }
            let Some(m) = self.pick(index) else { break };
            index += 1;

            // Step A. Pruning of quiet moves, once some move is known not to lose.
            let is_late = futile || tried >= move_limit(depth, is_pv);
            if prunes && m.quiet && tried > 0 && best > -MATE_BOUND && is_late {
                continue;
            }
            if !self.board.is_legal(m.cell) {
                continue;
            }

            // Step B. The first move with the full window, late ones reduced, the others with none.
            let reduction = if prunes && m.quiet && depth >= 3 { reduction(depth, tried, is_pv) } else { 0 };
            tried += 1;
            let is_first = tried == 1;
            let searched = self.with_move(m.cell, |search| {
                let mut score = -INFINITE;
                if !is_first {
                    score = -search.alpha_beta(-alpha - 1, -alpha, next_depth - reduction, ply + 1)?;
                    if score > alpha && reduction > 0 {
                        score = -search.alpha_beta(-alpha - 1, -alpha, next_depth, ply + 1)?;
                    }
                }
                if is_first || is_pv && score > alpha {
                    score = -search.alpha_beta(-beta, -alpha, next_depth, ply + 1)?;
                }
                Ok(score)
            });

            // Step C. A better move, or one that refutes what the opponent did.
            let score = searched?;
            if score > best {
                (best, best_move) = (score, Some(m.cell));
                if score > alpha {
                    alpha = score;
                    self.update_pv(ply, m.cell);
                }
                if score >= beta {
                    if m.quiet {
                        self.memory.reward(m.cell, side, depth, ply);
                    }
                    break;
                }
            }
        }
        // Without a legal move the game is drawn.
        Ok(if best == -INFINITE { (0, None) } else { (best, best_move) })
    }
}

/// How many quiet moves are tried near the horizon. The order is good enough that later ones are hardly
/// ever best; a far-sighted quiet move may be overlooked at low depth.
fn move_limit(depth: i32, is_pv: bool) -> i32 {
    let limit = 3 + depth * depth.max(1);
    if is_pv { 2 * limit } else { limit }
}

/// How many plies less a late quiet move is searched at first.
fn reduction(depth: i32, tried: i32, is_pv: bool) -> i32 {
    if tried < 3 {
        return 0;
    }
    let log = |n: i32| n.max(1).ilog2() as i32;
    let reduction = (log(depth) * log(tried) + 1) * 3 / 4;
    (if is_pv { reduction - 1 } else { reduction }).clamp(0, depth - 2)
}

const _: () = assert!(is_mate(MATE - MAX_PLY as i32 - 3) && !is_mate(MATE_BOUND));
