//! The quiescence search, and the scores of positions that need no search.

use super::picker::Tier;
use super::{Interrupt, MAX_PLY, Searcher, cutoff, to_tt, win_at};
use crate::board::{Cell, Threat};
use crate::tt::{Bound, TtHit};

/// The threats that make a four.
const FOURS: usize = Threat::Four.bit() | Threat::FourThree.bit() | Threat::OpenFour.bit();

/// The threats that may decide a position at once for the side to move. In renju, so may a four that Black is forbidden to answer.
const DECIDING: usize = Threat::FourThree.bit() | Threat::OpenFour.bit() | Threat::Win.bit();

impl Searcher<'_> {
    /// Quiescence search of a leaf, which stands pat after `leaf_nodes` nodes: if both sides have many fours, the number of lines
    /// explodes, and few of them change the score.
    pub(super) fn leaf(&mut self, alpha: i32, beta: i32, ply: usize) -> Result<i32, Interrupt> {
        self.qsearch_end = self.nodes + u64::from(self.params.leaf_nodes.unsigned_abs());
        self.qsearch(alpha, beta, self.params.leaf_fours, ply)
    }

    /// Quiescence search: the side to move stands pat or plays fours that also make a three or more. The opponent has to answer them.
    /// Of plain fours, of which there are many, only those count that build a four-three or an open four; the others would only delay the
    /// decision by two plies.
    ///
    /// `fours` is the number of fours that may still be played.
    fn qsearch(&mut self, mut alpha: i32, beta: i32, fours: i32, ply: usize) -> Result<i32, Interrupt> {
        self.enter_node(ply)?;
        self.pv[ply].clear();
        if let Some(score) = self.decided_score(ply, beta - alpha > 1) {
            return Ok(score);
        }
        let side = self.board.side();
        if self.board.threatens(!side, Threat::Win) {
            if ply >= MAX_PLY {
                return Ok(self.evaluate(alpha, beta, 0, ply));
            }
            return self.qsearch_reply(alpha, beta, fours, ply);
        }
        let standing = self.evaluate(alpha, beta, 0, ply);
        if standing >= beta || fours <= 0 || ply >= MAX_PLY || self.nodes >= self.qsearch_end {
            return Ok(standing);
        }
        if self.board.threat_mask(side) & FOURS == 0 {
            return Ok(standing);
        }
        self.board.apply();
        let attack = self.board.fours(side);
        // Depth 0 is a full quiescence search; one with fewer fours left has a negative depth.
        let depth = fours - self.params.leaf_fours;
        let key = self.board.key();
        let hit = self.memory.tt.get(key);
        let deep = hit.filter(|hit| hit.depth >= depth && beta - alpha == 1);
        if let Some(score) = deep.and_then(|hit| cutoff(hit, alpha, beta, ply)) {
            return Ok(score);
        }
        let old_alpha = alpha;
        let (mut best, mut best_move) = (standing, None);
        alpha = alpha.max(standing);
        let begin = self.push_forcing(attack.iter(), hit.and_then(|hit| hit.best));
        let end = self.moves.len();
        let mut result = Ok(());
        for index in begin..end {
            let Some(m) = self.pick(index) else { break };
            let only_delays = self.board.entry(m.cell, side).is_plain_four && !self.builds_a_win(m.cell);
            if only_delays || !self.board.is_legal(m.cell) {
                continue;
            }
            let searched =
                self.with_sums(ply, m.cell, |search| search.qsearch(-beta, -alpha, fours - 1, ply + 1));
            let score = match searched {
                Ok(score) => -score,
                Err(interrupt) => {
                    result = Err(interrupt);
                    break;
                }
            };
            if score > best {
                (best, best_move) = (score, Some(m.cell));
                if score > alpha {
                    alpha = score;
                    self.update_pv(ply, m.cell);
                }
                if score >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(begin);
        result?;
        let bound = Bound::of(best, old_alpha, beta);
        self.memory.tt.put(
            key,
            TtHit { best: best_move, score: to_tt(best, ply), depth, bound, is_pv: false },
            self.memory.age,
        );
        Ok(best)
    }

    /// Whether a plain four gives the side to move its first cell for a four-three or an open four: the four is then a part of a win
    /// by fours, where others only delay the decision.
    pub(super) fn builds_a_win(&mut self, cell: Cell) -> bool {
        const BUILT: usize = Threat::FourThree.bit() | Threat::OpenFour.bit();
        let side = self.board.side();
        if !self.board.entry(cell, side).may_build || self.board.threat_mask(side) & BUILT != 0 {
            return false;
        }
        self.board.make_sums(cell);
        let is_built = self.board.threat_mask(side) & BUILT != 0;
        self.board.unmake();
        is_built
    }

    /// The quiescence search of a position in which a four has to be answered. The answer may be a four itself, so that the
    /// number of fours left stays the same.
    fn qsearch_reply(&mut self, alpha: i32, beta: i32, fours: i32, ply: usize) -> Result<i32, Interrupt> {
        self.stack[ply].correction = self.correction_before(ply);
        self.board.apply();
        let begin = self.push_moves(Tier::Forced, None, ply, 0);
        let end = self.moves.len();
        let (mut best, mut result) = (None, Ok(()));
        for index in begin..end {
            let cell = self.moves[index].cell;
            let alpha = best.map_or(alpha, |best: i32| best.max(alpha));
            let searched = self.with_sums(ply, cell, |search| search.qsearch(-beta, -alpha, fours, ply + 1));
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

    /// The score of a position that is decided by the threats on the board: a certain draw, a win in one, or an own open four,
    /// four-three or (in renju) four on a forbidden point that the opponent cannot answer with fours. Sets the principal variation if `with_pv`.
    pub(super) fn decided_score(&mut self, ply: usize, with_pv: bool) -> Option<i32> {
        /// Where more points are empty, Black has a legal move for the next plies: a forbidden point has black stones around.
        const MOST_STALLED: usize = 40;
        let moves_left = self.board.moves_left();
        if self.board.is_dead() || self.board.empty().is_empty() || moves_left == 0 {
            return Some(0);
        }
        let side = self.board.side();
        let forbids = self.board.forbids(!side);
        let deciding = if forbids { DECIDING | Threat::Four.bit() } else { DECIDING };
        if self.board.threat_mask(side) & deciding == 0 {
            return None;
        }
        self.board.apply();
        if let Some(cell) = self.board.wins(side).first() {
            self.pv[ply].push(cell);
            return Some(win_at(ply));
        }
        // Where Black may soon have no legal move left the game could end in a draw first.
        let may_stall = self.board.rule().has_forbidden_moves() && self.board.empty().len() <= MOST_STALLED;
        // An open four wins with the third ply, a four-three with the fifth.
        if !self.board.wins(!side).is_empty() || may_stall || moves_left < 3 {
            return None;
        }
        if let Some(cell) = self.open_four() {
            if with_pv {
                self.pv[ply] = self.line_of_open_four(cell, ply);
            }
            return Some(win_at(ply + 2));
        }
        if forbids && let Some(cell) = self.four_on_forbidden() {
            if with_pv {
                self.pv[ply] = self.line_of_open_four(cell, ply);
            }
            return Some(win_at(ply + 2));
        }
        if moves_left < 5 {
            return None;
        }
        let (cell, answer) = self.winning_four_three(ply)?;
        if with_pv {
            self.show_four_three(cell, answer, ply);
        }
        Some(win_at(ply + 4))
    }

    /// An own four whose only answer is forbidden to the opponent. The opponent must not be able to make five.
    fn four_on_forbidden(&mut self) -> Option<Cell> {
        let side = self.board.side();
        if !self.board.has_forbidden_cells(!side) {
            return None;
        }
        self.board.fours(side).iter().find(|&cell| {
            self.board.make(cell);
            let answer = self.board.wins(side).first();
            let is_won = answer.is_some_and(|answer| !self.board.is_legal(answer));
            self.board.unmake();
            is_won
        })
    }

    /// A four-three that wins, and the answer to its four: the opponent can make no four, not even with that answer, so that
    /// the open four comes in time.
    ///
    /// `None` under rules where a four may have several answers or the open four may be forbidden: these need a search.
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

#[cfg(test)]
mod tests {
    use tengen_game::Rule;

    use super::*;
    use crate::search::INFINITE;
    use crate::search::testing::{with_searcher, with_searcher_of};

    #[test]
    fn a_four_three_is_shown_after_the_longest_line_too() {
        // Black has three in a row and two in a column, which meet on (10, 7).
        let stones = [
            (7, 7),
            (6, 7),
            (8, 7),
            (0, 0),
            (9, 7),
            (0, 14),
            (10, 5),
            (14, 0),
            (10, 6),
            (14, 14),
            (3, 12),
            (1, 3),
        ];
        with_searcher("", &stones, |searcher| {
            searcher.show_four_three(Cell::new(10, 7), Cell::new(11, 7), MAX_PLY);
            assert_eq!(searcher.pv[MAX_PLY].len(), 5, "{:?}", searcher.pv[MAX_PLY]);
        });
    }

    /// Black has a closed three in a row and one in a column. A stone on (7, 7) makes a four of the first and, with (8, 8), an
    /// open three with the point on which the second becomes a four.
    const BUILDING: [(u8, u8); 14] = [
        (4, 7),
        (3, 7),
        (5, 7),
        (9, 13),
        (6, 7),
        (0, 0),
        (8, 8),
        (14, 0),
        (9, 10),
        (0, 14),
        (9, 11),
        (14, 14),
        (9, 12),
        (0, 5),
    ];

    #[test]
    fn a_win_that_begins_with_a_plain_four_is_found_where_the_four_builds_a_four_three() {
        with_searcher("", &BUILDING, |searcher| {
            let [builds, only_delays] = [Cell::new(7, 7), Cell::new(8, 7)];
            for cell in [builds, only_delays] {
                assert!(searcher.board.entry(cell, searcher.board.side()).is_plain_four, "{cell:?}");
            }
            assert!(searcher.builds_a_win(builds) && !searcher.builds_a_win(only_delays));
            assert!(!searcher.is_quiet(builds) && searcher.is_quiet(only_delays));
            // A four, its answer, the four-three, its answer, the open four, an answer, five.
            assert_eq!(searcher.leaf(-INFINITE, INFINITE, 0), Ok(win_at(6)));
            assert_eq!(searcher.pv[0].len(), 7, "{:?}", searcher.pv[0]);
            assert_eq!(searcher.pv[0][0], builds);
        });
    }

    #[test]
    fn a_four_that_black_is_forbidden_to_answer_wins() {
        // Black has a row with a gap that would be an overline; White has a closed three that needs this point.
        let mut stones =
            vec![(5, 5), (8, 6), (6, 5), (8, 7), (7, 5), (8, 8), (9, 5), (0, 0), (10, 5), (14, 14), (8, 9)];
        let decided = |rule, stones: &[(u8, u8)]| {
            with_searcher_of(rule, "", stones, |searcher| {
                (searcher.decided_score(0, true), searcher.pv[0].first().copied())
            })
        };
        assert_eq!(decided(Rule::Renju, &stones), (Some(win_at(2)), Some(Cell::new(8, 4))));
        assert_eq!(decided(Rule::Standard, &stones).0, None, "there Black may answer");
        // Without the last black stone of the row, the point makes five.
        stones[8] = (12, 12);
        assert_eq!(decided(Rule::Renju, &stones).0, None, "Black would win first");
    }
}
