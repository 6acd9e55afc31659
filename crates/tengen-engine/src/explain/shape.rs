use tengen_analysis::Shape;
use tengen_game::{Color, Point, Position};

use super::rows::{Rows, stones};
use crate::board::{Board, Cell, CellSet, Pattern};

/// A shape, and the stones that make it together with one on the point that was asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Made {
    pub(crate) shape: Shape,
    pub(crate) cells: Vec<Point>,
}

/// The shapes that the side to move makes with a legal move on `point`, which does not win: the strongest first, with all
/// rows that belong to it, then what else is to be told. `after` is the board after the move, if the game goes on.
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

/// Whether `color`, which may not do everything, can make an open four of the three through `cell`, where its stone is.
fn can_become_open_four(after: &mut Board, cell: Cell, direction: usize, color: Color) -> bool {
    after.line_through(cell, direction).into_iter().any(|next| {
        after.empty().contains(next)
            && after.code(next, color).pattern(direction) == Pattern::OpenFour
            && after.row(next, direction, color).stones.contains(cell)
            && after.is_legal_for(next, color)
    })
}
