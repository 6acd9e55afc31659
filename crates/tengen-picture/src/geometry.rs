use tengen_game::{BoardSize, Point};

/// Where things are in the drawing, in units of which neighbouring lines are 40 apart, as on the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Geometry {
    lines: i32,
    /// At the left and below, where the coordinates are.
    wide_margin: i32,
}

impl Geometry {
    /// From line to line.
    pub(crate) const CELL: i32 = 40;
    /// Above and at the right: half a stone, its shadow and a little air.
    const MARGIN: i32 = 26;
    /// At the left and below, where there are coordinates.
    const WIDE_MARGIN: i32 = 42;
    /// From the outermost line to the middle of a coordinate.
    const TO_COORDINATE: i32 = 29;

    pub(crate) fn new(size: BoardSize, coordinates: bool) -> Geometry {
        let wide_margin = if coordinates { Self::WIDE_MARGIN } else { Self::MARGIN };
        Geometry { lines: i32::from(size.lines()), wide_margin }
    }

    /// Length of the drawing's side.
    pub(crate) fn side(self) -> i32 {
        (self.lines - 1) * Self::CELL + Self::MARGIN + self.wide_margin
    }

    pub(crate) fn lines(self) -> i32 {
        self.lines
    }

    /// Where column `index` from the left is drawn.
    pub(crate) fn column(self, index: i32) -> i32 {
        self.wide_margin + index * Self::CELL
    }

    /// Where row `index` from the top is drawn.
    pub(crate) fn row(self, index: i32) -> i32 {
        Self::MARGIN + index * Self::CELL
    }

    pub(crate) fn x(self, point: Point) -> i32 {
        self.column(i32::from(point.x()))
    }

    pub(crate) fn y(self, point: Point) -> i32 {
        self.row(i32::from(point.y()))
    }

    /// Everything that belongs to a point (its stone with the shadow, its marks, the room for a label) lies within so much
    /// of it to each side.
    #[cfg(feature = "raster")]
    pub(crate) const REACH: i32 = 28;

    /// The middle of the coordinates beside the rows.
    pub(crate) fn row_coordinates(self) -> i32 {
        self.column(0) - Self::TO_COORDINATE
    }

    /// The middle of the coordinates under the columns.
    pub(crate) fn column_coordinates(self) -> i32 {
        self.row(self.lines - 1) + Self::TO_COORDINATE
    }
}
