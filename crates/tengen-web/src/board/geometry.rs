use tengen_game::{BoardSize, Point};

/// Where things are in the drawing, in its own units: neighbouring lines are 40 apart, and a margin of
/// 40 around the outer lines holds half a stone and the coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Geometry {
    size: BoardSize,
}

impl Geometry {
    pub(super) const CELL: i32 = 40;
    pub(super) const MARGIN: i32 = 40;

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
        (self.lines() - 1) * Self::CELL + 2 * Self::MARGIN
    }

    pub(super) fn view_box(self) -> String {
        format!("0 0 {0} {0}", self.side())
    }

    /// Where line `index` from the left, or from the top, is drawn.
    pub(super) fn line(self, index: i32) -> i32 {
        Self::MARGIN + index * Self::CELL
    }

    pub(super) fn x(self, point: Point) -> i32 {
        self.line(i32::from(point.x()))
    }

    pub(super) fn y(self, point: Point) -> i32 {
        self.line(i32::from(point.y()))
    }
}
