use tengen_game::{Color, Point, Position};

use super::made::{Rows, stones};
use crate::board::{Board, Cell, CellSet, Pattern};

/// What stones of one colour make together, named for five in a row. For other win lengths the names count from the end:
/// a four is always one stone short of winning, a three two stones.
///
/// Open means that one more stone makes it open again; an open four wins in two ways. Under renju a three of Black's is
/// open only if Black may play one of the points that make it an open four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A four that at least two points complete: the opponent cannot close both. In caro, one that no single stone
    /// stops.
    OpenFour,
    /// Two fours or more, in different directions or in one line.
    DoubleFour,
    /// A four and an open three. Whether the three outlives the answer to the four is not looked at.
    FourThree,
    /// A four that one point completes, or that one stone stops.
    Four,
    /// Two open threes or more.
    DoubleThree,
    /// A three that one more stone makes an open four.
    OpenThree,
    /// A three that one more stone makes a four, but no open one.
    Three,
}

impl Shape {
    /// All shapes, the strongest first.
    pub const ALL: [Shape; 7] = [
        Shape::OpenFour,
        Shape::DoubleFour,
        Shape::FourThree,
        Shape::Four,
        Shape::DoubleThree,
        Shape::OpenThree,
        Shape::Three,
    ];

    /// The name in lower case with hyphens: `four-three`.
    pub const fn name(self) -> &'static str {
        match self {
            Shape::OpenFour => "open-four",
            Shape::DoubleFour => "double-four",
            Shape::FourThree => "four-three",
            Shape::Four => "four",
            Shape::DoubleThree => "double-three",
            Shape::OpenThree => "open-three",
            Shape::Three => "three",
        }
    }

    /// Whether such a shape wins as a rule, unless the opponent comes first.
    pub const fn is_decisive(self) -> bool {
        matches!(self, Shape::OpenFour | Shape::DoubleFour | Shape::FourThree | Shape::DoubleThree)
    }
}

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
