//! The root moves, and the window in which they are searched.

use super::RootSearch;
use crate::board::Cell;
use crate::search::{INFINITE, MAX_PLY, Searcher, is_mate};

/// An aspiration window: the narrower, the more is cut off. A score on its border or beyond is only a bound, and the move is
/// searched again in a window that is wider on that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    margin: i32,
}

impl Window {
    /// The first iteration with a window: the scores of earlier ones vary too much from one to the next.
    const FIRST_DEPTH: i32 = 4;

    /// The factor by which the margin grows where a score was beyond a border. With a smaller one, more searches are repeated; with this
    /// one, the window is open after about five.
    const WIDENING: i32 = 3;

    /// All scores.
    pub(super) const OPEN: Window = Window { alpha: -INFINITE, beta: INFINITE, margin: INFINITE };

    /// A window around the score of the iteration before, if there is one; `margin` is half of its width, in engine units.
    pub(super) fn around(score: Option<i32>, depth: i32, margin: i32) -> Window {
        match score {
            Some(score) if depth >= Window::FIRST_DEPTH && !is_mate(score) => {
                Window { alpha: score - margin, beta: score + margin, margin }
            }
            _ => Window::OPEN,
        }
    }

    /// Widens the window after a score that failed low.
    pub(super) fn lower(&mut self, score: i32) {
        self.widen();
        self.alpha = if is_mate(score) || self.is_open() { -INFINITE } else { score - self.margin };
    }

    /// Widens the window after a score that failed high.
    pub(super) fn raise(&mut self, score: i32) {
        self.widen();
        self.beta = if is_mate(score) || self.is_open() { INFINITE } else { score + self.margin };
    }

    fn widen(&mut self) {
        self.margin *= Window::WIDENING;
    }

    /// Whether the margin is so great that hardly a score but a mate is outside.
    fn is_open(&self) -> bool {
        self.margin > INFINITE / 4
    }
}

/// A score with its principal variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) score: i32,
    pub(crate) pv: Vec<Cell>,
}

/// The generated legal moves, the most promising first.
pub(super) fn root_moves(searcher: &mut Searcher) -> Vec<Cell> {
    let tier = searcher.tier();
    let begin = searcher.push_moves(tier, None, 0, MAX_PLY as i32);
    sorted(searcher, begin)
}

/// All legal moves, the most promising first.
pub(super) fn all_legal(searcher: &mut Searcher) -> Vec<Cell> {
    let begin = searcher.push_all(0);
    sorted(searcher, begin)
}

fn sorted(searcher: &mut Searcher, begin: usize) -> Vec<Cell> {
    let end = searcher.moves.len();
    let sorted: Vec<Cell> = (begin..end).filter_map(|index| searcher.pick(index)).map(|m| m.cell).collect();
    searcher.moves.truncate(begin);
    sorted.into_iter().filter(|&cell| searcher.board.is_legal(cell)).collect()
}

/// The moves within `margin` of the best one, itself included, for a level that varies its play. Where the limits end the comparison, the
/// moves that are known so far.
pub(crate) fn near_best(
    root: &RootSearch,
    searcher: &mut Searcher,
    margin: i32,
    candidates: usize,
) -> Vec<Cell> {
    let best = root.best().score;
    let depth = (root.finished_depth() - 1).max(0);
    let first = root.best().pv.first().copied();
    let mut near: Vec<Cell> = first.into_iter().collect();
    for &cell in root.moves().iter().take(candidates).filter(|&&cell| Some(cell) != first) {
        let bound = best - margin;
        let score =
            searcher.with_move(0, cell, |search| search.alpha_beta(-bound, -bound + 1, depth, 1, true));
        match score {
            Ok(score) if -score >= bound => near.push(cell),
            Ok(_) => {}
            Err(_) => break,
        }
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::MATE;

    const HALF_WIDTH: i32 = 60;

    #[test]
    fn a_window_widens_until_it_is_open() {
        let mut window = Window::around(Some(100), Window::FIRST_DEPTH, HALF_WIDTH);
        assert_eq!((window.alpha, window.beta), (100 - HALF_WIDTH, 100 + HALF_WIDTH));
        let mut steps = 0;
        while window.alpha > -INFINITE {
            window.lower(window.alpha - 1);
            steps += 1;
        }
        assert!((2..10).contains(&steps), "{steps}");
        assert_eq!(window.beta, 100 + HALF_WIDTH);
        window.raise(MATE - 5);
        assert_eq!(window.beta, INFINITE);
    }

    #[test]
    fn mates_and_first_iterations_have_no_window() {
        assert_eq!(Window::around(Some(MATE - 3), 9, HALF_WIDTH), Window::OPEN);
        assert_eq!(Window::around(Some(10), Window::FIRST_DEPTH - 1, HALF_WIDTH), Window::OPEN);
        assert_eq!(Window::around(None, 9, HALF_WIDTH), Window::OPEN);
    }
}
