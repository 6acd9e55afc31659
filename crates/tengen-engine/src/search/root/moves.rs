//! The root moves.

use super::RootSearch;
use crate::board::Cell;
use crate::search::{Interrupt, Searcher};

/// A score with its principal variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) score: i32,
    pub(crate) pv: Vec<Cell>,
}

/// The generated legal moves, the most promising first.
pub(super) fn root_moves(searcher: &mut Searcher) -> Vec<Cell> {
    let tier = searcher.tier();
    let begin = searcher.push_moves(tier, None, 0);
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

/// The moves within `margin` of the best one, itself included, for a level that varies its play.
pub(crate) fn near_best(
    root: &RootSearch,
    searcher: &mut Searcher,
    margin: i32,
    candidates: usize,
) -> Result<Vec<Cell>, Interrupt> {
    let best = root.best().score;
    let depth = (root.finished_depth() - 1).max(0);
    let mut near = Vec::new();
    for &cell in root.moves().iter().take(candidates) {
        if Some(&cell) == root.best().pv.first() {
            near.push(cell);
            continue;
        }
        let bound = best - margin;
        let score =
            searcher.with_move(0, cell, |search| search.alpha_beta(-bound, -bound + 1, depth, 1, true))?;
        if -score >= bound {
            near.push(cell);
        }
    }
    Ok(near)
}
