//! The rows that a stone makes, direction by direction, and the rows of the opponent that it breaks.

use tengen_analysis::{Shape, Two};
use tengen_game::{Color, Direction, Point, Position};

use crate::board::{Board, Cell, CellSet, Pattern, Row};

/// The rows of a stone on an empty cell in the four directions.
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

    /// Turns the open threes that never become open fours into closed ones.
    pub(super) fn close_threes(&mut self, mut stays_open: impl FnMut(usize) -> bool) {
        for (direction, (pattern, _)) in self.rows.iter_mut().enumerate() {
            if *pattern == Pattern::OpenThree && !stays_open(direction) {
                *pattern = Pattern::Three;
            }
        }
    }

    /// The other stones of each row of a pattern. A single stone is reported only if it is a four.
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
    // Where different sets of stones made a row, some of them may be left that still do.
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

/// A shape, and the stones that make it together with one on the point in question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Made {
    pub(crate) shape: Shape,
    pub(crate) cells: Vec<Point>,
}

/// The shapes that the side to move makes with a legal move on `point`, which does not win: the strongest first, with all
/// rows that belong to it, then further facts. `after` is the board after the move, if the game continues.
pub(crate) fn shapes(
    position: &Position,
    before: &Board,
    after: Option<&mut Board>,
    point: Point,
) -> Vec<Made> {
    let (color, cell) = (position.side_to_move(), Cell::from(point));
    let length = u32::from(position.rule().win_length().stones());
    let mut rows = Rows::new(before, cell, color, length);
    if let Some(after) = after.filter(|after| after.forbids(color)) {
        rows.close_threes(|direction| can_become_open_four(after, cell, direction, color));
    }
    let mut made: Vec<Made> = Vec::new();
    let mut tell = |shape, cells: CellSet| {
        let cells = stones(cells, cell);
        made.push(Made { shape, cells });
    };
    let [double_fours, open_fours] = [true, false].map(|double| rows.open_fours(double));
    let (fours, open_threes) = (rows.of(Pattern::Four), rows.of(Pattern::OpenThree));
    if !open_fours.is_empty() {
        tell(Shape::OpenFour, union(&open_fours));
        return made;
    }
    if !double_fours.is_empty() || fours.len() > 1 {
        tell(Shape::DoubleFour, union(&double_fours).union(&union(&fours)));
        return made;
    }
    match (fours.is_empty(), open_threes.len()) {
        (false, 1..) => {
            tell(Shape::FourThree, union(&fours).union(&union(&open_threes)));
            return made;
        }
        (true, 2..) => {
            tell(Shape::DoubleThree, union(&open_threes));
            return made;
        }
        (false, 0) => tell(Shape::Four, union(&fours)),
        (true, 1) => tell(Shape::OpenThree, union(&open_threes)),
        (true, 0) => {}
    }
    rows.of(Pattern::Three).into_iter().for_each(|row| tell(Shape::Three, row));
    made
}

fn union(rows: &[CellSet]) -> CellSet {
    rows.iter().fold(CellSet::EMPTY, |all, row| all.union(row))
}

/// Whether `color`, which may have forbidden moves, can make an open four of the three through `cell`, where its stone is.
fn can_become_open_four(after: &mut Board, cell: Cell, direction: usize, color: Color) -> bool {
    after.line_through(cell, direction).into_iter().any(|next| {
        after.empty().contains(next)
            && after.code(next, color).pattern(direction) == Pattern::OpenFour
            && after.row(next, direction, color).stones.contains(cell)
            && after.is_legal_for(next, color)
    })
}
