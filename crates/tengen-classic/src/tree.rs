//! Alpha-beta over candidate moves, with an explicit stack instead of recursion, so that it can be interrupted
//! before any node and resumed later. A search in slices visits the same nodes as an uninterrupted one.

use tengen_game::{Color, Point};

use crate::field::Field;
use crate::meter::{Interrupt, Meter};
use crate::rank::Ranking;

/// Greater than every value.
pub(crate) const INFINITE: i32 = i32::MAX;

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// The part of a search that depends on the opponent: values, order of moves, and what is stored.
pub(crate) trait Guide {
    /// Ranks the moves to try, `ply` plies from the root; `hint` was best when the position was met before.
    fn rank(&self, field: &Field, ply: usize, hint: Option<Point>, ranking: &mut Ranking);

    /// The value of a position, to the side to move, by looking at it.
    fn evaluate(&self, field: &Field) -> i32;

    /// The value of winning with the next stone when the search still goes `remaining` plies deep, that stone
    /// included: the sooner, the more. Nothing else has such a value.
    fn win(&self, remaining: u32) -> i32;

    /// Whether a value, or its opposite, is that of a win.
    fn is_decisive(&self, value: i32) -> bool {
        value.saturating_abs() >= self.win(0)
    }

    /// The contents of a table for the position: a value that settles the window, and a move to try first.
    fn look_up(
        &mut self,
        _field: &Field,
        _remaining: u32,
        _window: (i32, i32),
    ) -> (Option<i32>, Option<Point>) {
        (None, None)
    }

    /// Stores the value of a position.
    fn keep(&mut self, _field: &Field, _remaining: u32, _value: i32, _bound: Bound, _best: Option<Point>) {}

    /// Notes that a move of `side` refuted the move before it.
    fn refuted(&mut self, _side: Color, _point: Point, _ply: usize, _remaining: u32) {}
}

/// The result of a searched position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The value to the side to move.
    pub(crate) value: i32,
    /// Whether the value is a win or a loss that no move left out could change.
    pub(crate) is_proved: bool,
    /// The line that leads there.
    pub(crate) line: Vec<Point>,
}

/// A node on the way from the root.
#[derive(Clone, Debug, Default)]
struct Frame {
    ranking: Ranking,
    next: usize,
    remaining: u32,
    alpha: i32,
    beta: i32,
    /// Alpha when the node was entered.
    floor: i32,
    best: i32,
    best_is_proved: bool,
    /// Whether every move tried so far is a proved loss.
    all_lose: bool,
    line: Vec<Point>,
}

/// A search of one depth, under way.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    field: Field,
    /// The frames of the path. The first `depth` are in use; the others keep their memory.
    frames: Vec<Frame>,
    depth: usize,
}

impl Tree {
    pub(crate) fn new(field: Field) -> Tree {
        Tree { field, frames: Vec::new(), depth: 0 }
    }

    pub(crate) fn field(&self) -> &Field {
        &self.field
    }

    /// Begins to search the root's `ranking`, `remaining` ≥ 1 plies deep.
    pub(crate) fn begin(&mut self, ranking: &Ranking, remaining: u32) {
        while self.depth > 1 {
            self.field.undo();
            self.depth -= 1;
        }
        self.depth = 0;
        let frame = self.push(remaining, -INFINITE, INFINITE);
        frame.ranking.clone_from(ranking);
    }

    /// The best of the root's moves that have been searched to the end; the value of a move whose search was
    /// interrupted counts for nothing.
    pub(crate) fn best_so_far(&self) -> Option<Found> {
        let root = self.frames[..self.depth].first()?;
        let found = |root: &Frame| Found { value: root.best, is_proved: false, line: root.line.clone() };
        (!root.line.is_empty()).then(|| found(root))
    }

    /// Searches on until all of the root's moves are done.
    pub(crate) fn run(&mut self, guide: &mut impl Guide, meter: &mut Meter) -> Result<Found, Interrupt> {
        loop {
            let Some(top) = self.depth.checked_sub(1) else {
                return Ok(Found { value: 0, is_proved: false, line: Vec::new() });
            };
            let frame = &mut self.frames[top];
            match frame.ranking.moves.get(frame.next) {
                Some(&point) if frame.alpha < frame.beta => {
                    meter.count_node()?;
                    frame.next += 1;
                    self.try_move(guide, point);
                }
                _ => {
                    let found = self.leave(guide);
                    if self.depth == 0 {
                        return Ok(found);
                    }
                    self.field.undo();
                    self.accept(guide, found);
                }
            }
        }
    }

    fn push(&mut self, remaining: u32, alpha: i32, beta: i32) -> &mut Frame {
        if self.frames.len() == self.depth {
            self.frames.push(Frame::default());
        }
        let frame = &mut self.frames[self.depth];
        self.depth += 1;
        frame.next = 0;
        frame.remaining = remaining;
        (frame.alpha, frame.beta, frame.floor, frame.best) = (alpha, beta, alpha, -INFINITE);
        (frame.best_is_proved, frame.all_lose) = (false, true);
        frame.line.clear();
        frame
    }

    fn try_move(&mut self, guide: &mut impl Guide, point: Point) {
        let Frame { remaining, alpha, beta, .. } = self.frames[self.depth - 1];
        if self.field.wins(point, self.field.side()) {
            self.accept(guide, Found { value: -guide.win(remaining), is_proved: true, line: Vec::new() });
            return;
        }
        if !self.field.is_legal(point) {
            return;
        }
        self.field.play(point);
        let known = if self.field.is_drawn() {
            (Some(0), None)
        } else if remaining == 1 {
            (Some(guide.evaluate(&self.field)), None)
        } else {
            guide.look_up(&self.field, remaining - 1, (-beta, -alpha))
        };
        match known {
            (Some(value), _) => {
                self.field.undo();
                self.accept(guide, Found { value, is_proved: false, line: Vec::new() });
            }
            (None, hint) => {
                let ply = self.depth;
                self.push(remaining - 1, -beta, -alpha);
                guide.rank(&self.field, ply, hint, &mut self.frames[ply].ranking);
            }
        }
    }

    /// Takes the score of the position after the move tried last, for the other side.
    fn accept(&mut self, guide: &mut impl Guide, after: Found) {
        let ply = self.depth - 1;
        let side = self.field.side();
        let frame = &mut self.frames[ply];
        let value = -after.value;
        let Some(&point) = frame.ranking.moves.get(frame.next.wrapping_sub(1)) else { return };
        frame.all_lose &= after.is_proved && value < 0;
        if value > frame.best {
            frame.best = value;
            frame.best_is_proved = after.is_proved;
            frame.line.clear();
            frame.line.push(point);
            frame.line.extend(after.line);
        }
        frame.alpha = frame.alpha.max(value);
        if frame.alpha >= frame.beta {
            guide.refuted(side, point, ply, frame.remaining);
        }
    }

    /// Ends the node on top.
    fn leave(&mut self, guide: &mut impl Guide) -> Found {
        self.depth -= 1;
        let frame = &self.frames[self.depth];
        if frame.line.is_empty() {
            // No move may be played.
            let value = match frame.ranking.is_forced {
                true => -guide.win(frame.remaining.saturating_sub(1)),
                false => guide.evaluate(&self.field),
            };
            return Found { value, is_proved: false, line: Vec::new() };
        }
        let value = frame.best;
        let bound = match value {
            _ if value >= frame.beta => Bound::Lower,
            _ if value <= frame.floor => Bound::Upper,
            _ => Bound::Exact,
        };
        guide.keep(&self.field, frame.remaining, value, bound, frame.line.first().copied());
        let was_whole = frame.next == frame.ranking.moves.len() && frame.ranking.is_complete;
        let is_lost = guide.is_decisive(value) && value < 0 && frame.all_lose && was_whole;
        let is_won = guide.is_decisive(value) && value > 0 && frame.best_is_proved;
        Found { value, is_proved: is_won || is_lost, line: frame.line.clone() }
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::{StopHandle, SystemClock};
    use tengen_game::{BoardSize, Position, Rule, SplitMix};

    use super::*;
    use crate::greedy::{FIGURES, point_value};

    struct Few;

    impl Guide for Few {
        fn rank(&self, field: &Field, _ply: usize, _hint: Option<Point>, ranking: &mut Ranking) {
            ranking.fill(field, 5, |point| point_value(field, point));
        }

        fn evaluate(&self, field: &Field) -> i32 {
            FIGURES.of_stones(field, field.side()) - FIGURES.of_stones(field, !field.side())
        }

        fn win(&self, remaining: u32) -> i32 {
            1_000_000 + remaining as i32
        }
    }

    /// A negamax without alpha and beta, by recursion.
    fn negamax(field: &mut Field, ranking: &Ranking, remaining: u32) -> i32 {
        let mut best = None;
        for &point in &ranking.moves {
            let value = if field.wins(point, field.side()) {
                Few.win(remaining)
            } else if field.is_legal(point) {
                field.play(point);
                let value = if field.is_drawn() {
                    0
                } else if remaining == 1 {
                    -Few.evaluate(field)
                } else {
                    let mut next = Ranking::default();
                    Few.rank(field, 0, None, &mut next);
                    -negamax(field, &next, remaining - 1)
                };
                field.undo();
                value
            } else {
                continue;
            };
            best = best.max(Some(value));
        }
        let lost = -Few.win(remaining - 1);
        best.unwrap_or_else(|| if ranking.is_forced { lost } else { Few.evaluate(field) })
    }

    #[test]
    fn alpha_beta_finds_the_value_of_minimax() {
        let clock = SystemClock::new();
        let stop = StopHandle::default();
        let mut decisive = 0;
        for seed in 0..150 {
            let rule = Rule::NAMED[seed as usize % 5];
            let mut field = Field::new(&Position::new(rule, BoardSize::new(9).unwrap()), 2);
            for ply in 0..6 + seed % 12 {
                let mut ranking = Ranking::default();
                ranking.fill(&field, 8, |point| point_value(&field, point));
                let point = ranking.moves[SplitMix::mix(seed << 8 | ply) as usize % ranking.moves.len()];
                if field.wins(point, field.side()) || !field.is_legal(point) {
                    break;
                }
                field.play(point);
            }
            let root = Ranking::of_root(&field, 5, 0, |point| point_value(&field, point));
            for remaining in 1..=4 {
                let mut tree = Tree::new(field.clone());
                tree.begin(&root, remaining);
                let mut meter = Meter::new(&clock, &stop, None, std::time::Duration::MAX, None, 0);
                let found = tree.run(&mut Few, &mut meter).unwrap();
                let expected = negamax(&mut field.clone(), &root, remaining);
                assert_eq!(found.value, expected, "{rule} {remaining} {:?}", field.board());
                decisive += u32::from(Few.is_decisive(found.value));
            }
        }
        assert!(decisive > 50, "only {decisive} positions were decided");
    }
}
