use tengen_game::{BoardSize, Point};

/// Where things are in the drawing, in its own units: neighbouring lines are 40 apart, and the margins hold
/// half a stone, at the left and below also the coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Geometry {
    size: BoardSize,
}

impl Geometry {
    pub(super) const CELL: i32 = 40;
    /// Above and at the right.
    const MARGIN: i32 = 24;
    /// Below and at the left.
    const WIDE_MARGIN: i32 = 40;

    pub(super) fn new(size: BoardSize) -> Geometry {
        Geometry { size }
    }

    pub(super) fn size(self) -> BoardSize {
        self.size
    }

    pub(super) fn lines(self) -> i32 {
        i32::from(self.size.lines())
    }

    /// Length of the drawing's side.
    pub(super) fn side(self) -> i32 {
        (self.lines() - 1) * Self::CELL + Self::MARGIN + Self::WIDE_MARGIN
    }

    pub(super) fn view_box(self) -> String {
        format!("0 0 {0} {0}", self.side())
    }

    /// Where column `index` from the left is drawn.
    pub(super) fn column(self, index: i32) -> i32 {
        Self::WIDE_MARGIN + index * Self::CELL
    }

    /// Where row `index` from the top is drawn.
    pub(super) fn row(self, index: i32) -> i32 {
        Self::MARGIN + index * Self::CELL
    }

    pub(super) fn x(self, point: Point) -> i32 {
        self.column(i32::from(point.x()))
    }

    pub(super) fn y(self, point: Point) -> i32 {
        self.row(i32::from(point.y()))
    }
}
