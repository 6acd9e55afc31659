use super::{Interrupt, MAX_PLY, Searcher, cutoff, is_mate, to_tt, win_at};
use crate::StopReason;
use crate::board::{Cell, Threat};
use crate::tt::{Bound, TtHit};

/// Fours in a row that the quiescence search follows at most below the main search.
pub(super) const LEAF_FOURS: i32 = 7;

/// Nodes after which a quiescence search tries no more fours: where both sides have many, their lines
/// multiply, and hardly ever lead anywhere.
pub(super) const LEAF_NODES: u64 = 100;

/// Fours in a row that the search at the root follows.
const VCF_FOURS: i32 = 30;

const VCF_SALT: u64 = 0x7c15_9e37_1ce4_e5b9;

/// A score if the position is decided by the threats on the board, with no search.
pub(super) enum Verdict {
    Known(i32),
    Unknown,
}

impl Searcher<'_> {
    /// Searches on by fours alone (VCF: victory by continuous fours), or stands pat.
    ///
    /// Fours leave the opponent one answer, so that their lines stay narrow. `fours` is how many more the
    /// side to move may play.
    pub(super) fn quiescence(
        &mut self,
        mut alpha: i32,
        beta: i32,
        fours: i32,
        ply: usize,
    ) -> Result<i32, Interrupt> {
        self.visit(ply)?;
        self.pv[ply].clear();
        if let Verdict::Known(score) = self.verdict(ply, beta - alpha > 1) {
            return Ok(score);
        }
        let side = self.board.side();
        if !self.board.wins(!side).is_empty() {
            if ply >= MAX_PLY {
                return Ok(self.evaluate());
            }
            return self.forced_reply(alpha, beta, fours, ply);
        }
        let standing = self.evaluate();
        if standing >= beta || fours <= 0 || ply >= MAX_PLY || self.nodes >= self.quiescence_end {
            return Ok(standing);
        }
        let attack = self.board.fours(side);
        if attack.is_empty() {
            return Ok(standing);
        }
        // Depth 0 is a full quiescence search, less is one with fewer fours.
        let depth = fours - LEAF_FOURS;
        let key = self.board.key() ^ self.vcf_salt;
        let hit = self.memory.tt.get(key);
        let deep = hit.filter(|hit| hit.depth >= depth && beta - alpha == 1);
        if let Some(score) = deep.and_then(|hit| cutoff(hit, alpha, beta, ply)) {
            return Ok(score);
        }
        let old_alpha = alpha;
        let (mut best, mut best_move) = (standing, None);
        alpha = alpha.max(standing);
        let begin = self.moves.len();
        self.push_fours(attack.iter(), hit.and_then(|hit| hit.best));
        let end = self.moves.len();
        let mut result = Ok(());
        for index in begin..end {
            let Some(m) = self.pick(index) else { break };
            if !self.board.is_legal(m.cell()) {
                continue;
            }
            let searched =
                self.with_move(ply, m.cell(), |search| search.quiescence(-beta, -alpha, fours - 1, ply + 1));
            let score = match searched {
                Ok(score) => -score,
                Err(interrupt) => {
                    result = Err(interrupt);
                    break;
                }
            };
            if score > best {
                (best, best_move) = (score, Some(m.cell()));
                if score > alpha {
                    alpha = score;
                    self.update_pv(ply, m.cell());
                }
                if score >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(begin);
        result?;
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.memory.tt.put(
            key,
            TtHit { best: best_move, score: to_tt(best, ply), depth, bound, is_pv: false },
            self.memory.age,
        );
        Ok(best)
    }

    /// Looks for a win by continuous fours that is longer than what the leaves see, with at most `nodes`
    /// nodes. The score and its line, if there is one.
    pub(super) fn vcf(&mut self, nodes: u64, ply: usize) -> Result<Option<i32>, Interrupt> {
        let side = self.board.side();
        if !self.board.wins(!side).is_empty() || self.board.fours(side).is_empty() {
            return Ok(None);
        }
        let limit = self.budget.nodes;
        let own_limit = self.nodes.saturating_add(nodes);
        self.budget.nodes = Some(limit.map_or(own_limit, |limit| limit.min(own_limit)));
        // Depths mean something else here, so that these entries must not be taken for others.
        self.vcf_salt = VCF_SALT;
        self.quiescence_end = u64::MAX;
        let result = self.quiescence(-super::INFINITE, super::INFINITE, VCF_FOURS, ply);
        self.vcf_salt = 0;
        self.budget.nodes = limit;
        match result {
            Ok(score) => Ok(Some(score).filter(|&score| is_mate(score))),
            Err(Interrupt::End(StopReason::Nodes)) if limit.is_none_or(|limit| self.nodes < limit) => {
                Ok(None)
            }
            Err(interrupt) => Err(interrupt),
        }
    }

    /// Whether the side to move is seen to win by continuous fours.
    pub(super) fn wins_by_fours(&mut self, nodes: u64, ply: usize) -> Result<bool, Interrupt> {
        Ok(self.vcf(nodes, ply)?.is_some_and(|score| score > 0))
    }

    /// Whether the opponent would win by continuous fours if it were its turn now.
    pub(super) fn is_threatened_by_fours(&mut self, nodes: u64) -> Result<bool, Interrupt> {
        self.board.pass();
        let wins = self.wins_by_fours(nodes, 0);
        self.board.pass();
        wins
    }

    /// Answers a four. The answer may be a four itself, so the count of fours does not change sides.
    fn forced_reply(&mut self, alpha: i32, beta: i32, fours: i32, ply: usize) -> Result<i32, Interrupt> {
        let begin = self.push_moves(super::picker::Tier::Forced, None, ply);
        let end = self.moves.len();
        let (mut best, mut result) = (None, Ok(()));
        for index in begin..end {
            let cell = self.moves[index].cell();
            let alpha = best.map_or(alpha, |best: i32| best.max(alpha));
            let searched =
                self.with_move(ply, cell, |search| search.quiescence(-beta, -alpha, fours, ply + 1));
            let score = match searched {
                Ok(score) => -score,
                Err(interrupt) => {
                    result = Err(interrupt);
                    break;
                }
            };
            if best.is_none_or(|best| score > best) {
                best = Some(score);
                self.update_pv(ply, cell);
            }
            if score >= beta {
                break;
            }
        }
        self.moves.truncate(begin);
        result?;
        // With no legal move at all the game is drawn.
        Ok(best.unwrap_or(0))
    }

    fn push_fours(&mut self, cells: impl Iterator<Item = Cell>, tt_move: Option<Cell>) {
        for cell in cells {
            let order = if tt_move == Some(cell) { i32::MAX } else { self.board.order(cell) };
            self.moves.push(super::picker::ScoredMove::new(cell, order, false));
        }
    }

    /// Judges positions that are decided: a draw for sure, a win in one, or an own open four or four-three that the
    /// opponent cannot meet with fours. Leaves the line in the principal variation if `with_pv`.
    pub(super) fn verdict(&mut self, ply: usize, with_pv: bool) -> Verdict {
        let moves_left = self.board.moves_left();
        if self.board.is_dead() || self.board.empty().is_empty() || moves_left == 0 {
            return Verdict::Known(0);
        }
        let side = self.board.side();
        if let Some(cell) = self.board.wins(side).first() {
            self.pv[ply].push(cell);
            return Verdict::Known(win_at(ply));
        }
        // Where Black may soon have no legal move left the game could end in a draw first.
        let may_stall = self.board.rule().has_forbidden_moves() && self.board.empty().len() <= 40;
        if !self.board.wins(!side).is_empty() || may_stall || moves_left < 3 {
            return Verdict::Unknown;
        }
        if let Some(cell) = self.open_four() {
            if with_pv {
                self.pv[ply] = self.line_of_open_four(cell, ply);
            }
            return Verdict::Known(win_at(ply + 2));
        }
        if moves_left < 5 {
            return Verdict::Unknown;
        }
        let Some((cell, answer)) = self.winning_four_three(ply) else { return Verdict::Unknown };
        if with_pv {
            self.show_four_three(cell, answer, ply);
        }
        Verdict::Known(win_at(ply + 4))
    }

    /// A four with an open three that wins by itself, and the answer to the four: the opponent can make no four, not even
    /// with that answer, so that the open four comes in time.
    ///
    /// Where a four may have several answers, or the open four may be forbidden, only a search can tell.
    fn winning_four_three(&mut self, ply: usize) -> Option<(Cell, Cell)> {
        let side = self.board.side();
        let cells = *self.board.threats(side, Threat::FourThree);
        let is_plain = !self.board.has_far_answers() && !self.board.forbids(side);
        if cells.is_empty() || !is_plain || !self.board.fours(!side).is_empty() {
            return None;
        }
        cells.iter().find_map(|cell| {
            let answer = self.with_move(ply, cell, |search| {
                let answer = search.board.wins(side).first()?;
                let gains_nothing = !search.board.code(answer, !side).has_three();
                (gains_nothing && search.board.is_legal(answer)).then_some(answer)
            });
            Some((cell, answer?))
        })
    }

    fn show_four_three(&mut self, cell: Cell, answer: Cell, ply: usize) {
        let mut line = vec![cell, answer];
        self.with_move(ply, cell, |search| {
            search.with_move(ply + 1, answer, |search| {
                if let Some(four) = search.open_four() {
                    line.extend(search.line_of_open_four(four, ply + 2));
                }
            });
        });
        self.pv[ply] = line;
    }

    /// The line of an open four on `cell`: the answer takes one of the winning cells, the other wins.
    fn line_of_open_four(&mut self, cell: Cell, ply: usize) -> Vec<Cell> {
        let side = self.board.side();
        let mut line = vec![cell];
        self.with_move(ply, cell, |search| {
            let wins = *search.board.wins(side);
            let answer = wins.iter().find(|&answer| search.board.is_legal(answer));
            let Some(answer) = answer.or_else(|| search.any_legal_move()) else { return };
            line.push(answer);
            line.extend(search.with_move(ply + 1, answer, |search| search.board.wins(side).first()));
        });
        line
    }
}
