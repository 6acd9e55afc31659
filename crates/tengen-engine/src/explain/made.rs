//! The rows that a stone makes, direction by direction.

use tengen_game::{Color, Direction, Point};

use super::fact::Two;
use crate::board::{Board, Cell, CellSet, Pattern, Row};

/// What a stone on an empty cell makes in the four directions.
pub(super) struct Rows {
    cell: Cell,
    /// Stones in a row that win.
    length: u32,
    rows: [(Pattern, Row); 4],
}

impl Rows {
    pub(super) fn new(board: &Board, cell: Cell, color: Color, length: u32) -> Rows {
        let rows = [0, 1, 2, 3]
            .map(|direction| (board.code(cell, color).pattern(direction), board.row(cell, direction, color)));
        Rows { cell, length, rows }
    }

    /// Takes the open threes that never become open fours for closed ones.
    pub(super) fn close_threes(&mut self, mut stays_open: impl FnMut(usize) -> bool) {
        for (direction, (pattern, _)) in self.rows.iter_mut().enumerate() {
            if *pattern == Pattern::OpenThree && !stays_open(direction) {
                *pattern = Pattern::Three;
            }
        }
    }

    /// The other stones of each row of a pattern. A single stone is told only where it is a four.
    pub(super) fn of(&self, wanted: Pattern) -> Vec<CellSet> {
        let rows = self.rows.iter().filter(|(pattern, _)| *pattern == wanted);
        let rows = rows.filter(|(_, row)| wanted >= Pattern::Four || row.needed > 0);
        rows.map(|(_, row)| row.stones).collect()
    }

    /// The other stones of each open four; or those of each two fours in one line, for which it takes more stones than
    /// for one.
    pub(super) fn open_fours(&self, double: bool) -> Vec<CellSet> {
        let rows = self.rows.iter().filter(|(pattern, _)| *pattern == Pattern::OpenFour);
        rows.filter(|(_, row)| (row.needed + 2 > self.length) == double).map(|(_, row)| row.stones).collect()
    }

    /// The twos.
    pub(super) fn twos(&self) -> Vec<Two> {
        let twos = Direction::ALL.into_iter().zip(&self.rows).filter(|(_, (pattern, row))| {
            matches!(pattern, Pattern::Two | Pattern::OpenTwo) && row.needed > 0
        });
        twos.map(|(direction, (pattern, row))| Two {
            direction,
            is_open: *pattern == Pattern::OpenTwo,
            cells: stones(row.stones, self.cell),
        })
        .collect()
    }
}

/// The points of a row and of the stone that joins it, in board order.
pub(super) fn stones(mut row: CellSet, cell: Cell) -> Vec<Point> {
    row.insert(cell);
    points(row)
}

/// The points of the cells, in board order.
pub(super) fn points(cells: CellSet) -> Vec<Point> {
    cells.iter().map(Cell::point).collect()
}
