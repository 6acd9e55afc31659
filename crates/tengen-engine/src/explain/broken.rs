//! The opponent's rows that a move breaks.

use tengen_game::{Color, Point};

use super::Shape;
use super::made::points;
use super::shape::Made;
use crate::board::{Board, Cell, CellSet, Pattern};

/// The threes of `color` that a stone of the other side's on `cell` closes or kills, open ones first. `length` is the
/// number of stones in a row that win.
pub(super) fn broken_threes(
    before: &mut Board,
    after: &mut Board,
    cell: Cell,
    color: Color,
    length: u32,
) -> Vec<Made> {
    let mut broken: Vec<Made> = (0..4)
        .filter_map(|direction| {
            let was = threes(before, cell, direction, color, length);
            let is = threes(after, cell, direction, color, length);
            broken_in_line(&was, &is)
        })
        .collect();
    broken.sort_by_key(|three| three.shape != Shape::OpenThree);
    broken
}

/// The threes in a line through `cell`: their stones, and the best that one more stone makes of them.
fn threes(
    board: &mut Board,
    cell: Cell,
    direction: usize,
    color: Color,
    length: u32,
) -> Vec<(CellSet, Pattern)> {
    let line = board.line_through(cell, direction);
    let next: Vec<Cell> = line.into_iter().filter(|&next| board.empty().contains(next)).collect();
    let pattern = |board: &Board, next| board.code(next, color).pattern(direction);
    // Parts of a four are no threes of their own.
    if next.iter().any(|&next| pattern(board, next) == Pattern::Five) {
        return Vec::new();
    }
    let mut threes: Vec<(CellSet, Pattern)> = Vec::new();
    for next in next {
        let made = pattern(board, next);
        if !matches!(made, Pattern::Four | Pattern::OpenFour) || !board.is_legal_for(next, color) {
            continue;
        }
        let row = board.row(next, direction, color);
        // One stone alone is no row, and two fours at once no open three.
        if row.needed < 2 || row.needed + 2 != length {
            continue;
        }
        match threes.iter_mut().find(|(stones, _)| *stones == row.stones) {
            Some((_, best)) => *best = made.max(*best),
            None => threes.push((row.stones, made)),
        }
    }
    threes
}

/// The strongest threes of a line that are less than they were, together.
fn broken_in_line(was: &[(CellSet, Pattern)], is: &[(CellSet, Pattern)]) -> Option<Made> {
    // Where different stones did, some of them may be left that still do.
    let left = |stones: &CellSet| {
        let parts = is.iter().filter(|(part, _)| part.intersection(stones) == *part);
        parts.map(|&(_, best)| best).max()
    };
    let broken: Vec<_> = was.iter().filter(|(stones, best)| left(stones) < Some(*best)).collect();
    let strongest = broken.iter().map(|&&(_, best)| best).max()?;
    let strongest_ones = broken.iter().filter(|&&&(_, best)| best == strongest);
    let cells: Vec<Point> =
        points(strongest_ones.fold(CellSet::EMPTY, |cells, (stones, _)| cells.union(stones)));
    let shape = if strongest == Pattern::OpenFour { Shape::OpenThree } else { Shape::Three };
    Some(Made { shape, cells })
}
