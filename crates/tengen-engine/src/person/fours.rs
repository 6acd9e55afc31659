//! The reading of wins by fours, as far as a level reads.

use crate::board::{Board, Cell, CellSet, Threat};

/// The most positions that are read.
const MOST_POSITIONS: u32 = 4_000;

/// The first move of a win by fours of the side to move within `plies`, the five included, if it is one of `allowed`.
///
/// The board's side to move must have no five, and no four of the opponent may be unanswered.
pub(super) fn win(board: &mut Board, plies: u32, allowed: &CellSet) -> Option<Cell> {
    if board.has_far_answers() {
        // In caro a four can be answered at the end of the row as well, which is not read here.
        return None;
    }
    let mut left = MOST_POSITIONS;
    (3..=plies).step_by(2).find_map(|plies| read(board, plies, allowed, None, &mut left))
}

/// As [`win`]. Where the opponent has a four, only the cell `forced` answers it.
fn read(
    board: &mut Board,
    plies: u32,
    allowed: &CellSet,
    forced: Option<Cell>,
    left: &mut u32,
) -> Option<Cell> {
    if plies < 3 {
        return None;
    }
    let side = board.side();
    let fours = board.fours(side).intersection(allowed);
    let fours = fours.iter().filter(|&cell| forced.is_none_or(|forced| forced == cell));
    for cell in fours.collect::<Vec<_>>() {
        if *left == 0 {
            return None;
        }
        *left -= 1;
        if board.is_legal(cell) && wins_after(board, cell, plies, left) {
            return Some(cell);
        }
    }
    None
}

/// Whether the four on a cell wins.
fn wins_after(board: &mut Board, cell: Cell, plies: u32, left: &mut u32) -> bool {
    let side = board.side();
    let is_open = board.threats(side, Threat::OpenFour).contains(cell);
    board.make(cell);
    let fives = *board.wins(side);
    let is_won = if !board.wins(!side).is_empty() || fives.is_empty() {
        false
    } else if is_open || fives.len() > 1 {
        true
    } else {
        fives.first().is_some_and(|answer| {
            if !board.is_legal(answer) {
                return true;
            }
            board.make(answer);
            let counter = board.wins(!side).first();
            let all = *board.empty();
            let won = board.wins(!side).len() <= 1 && read(board, plies - 2, &all, counter, left).is_some();
            board.unmake();
            won
        })
    };
    board.unmake();
    is_won
}
