//! The moves that a search chooses from.

use super::RootSearch;
use crate::board::Cell;
use crate::search::{Interrupt, Searcher};

/// The legal moves that are worth a try, the most promising first.
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
    let sorted: Vec<Cell> = (begin..end).filter_map(|index| searcher.pick(index)).map(|m| m.cell()).collect();
    searcher.moves.truncate(begin);
    sorted.into_iter().filter(|&cell| searcher.board.is_legal(cell)).collect()
}

/// The moves after which the opponent has no win by continuous fours, as far as `nodes` nodes can tell; all of them if
/// there is none.
pub(super) fn moves_against_fours(
    searcher: &mut Searcher,
    moves: &[Cell],
    nodes: u64,
) -> Result<Vec<Cell>, Interrupt> {
    let each = nodes / moves.len().max(1) as u64;
    let mut safe = Vec::new();
    for &cell in moves {
        if !searcher.with_move(0, cell, |search| search.wins_by_fours(each, 1))? {
            safe.push(cell);
        }
    }
    Ok(if safe.is_empty() { moves.to_vec() } else { safe })
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
