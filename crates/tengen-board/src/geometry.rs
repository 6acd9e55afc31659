use tengen_game::{BoardSize, Point, Symmetry};

/// Positions in the drawing, in its own units: neighbouring lines are 40 apart, and the margins hold
/// half a stone, at the left and below also the coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Geometry {
    size: BoardSize,
    /// The symmetry by which the board is turned.
    symmetry: Symmetry,
    has_coordinates: bool,
    /// The margin above and at the right.
    margin: i32,
    /// The margin at the left and below, where the coordinates are.
    wide_margin: i32,
}

impl Geometry {
    /// The distance between neighbouring lines.
    pub const CELL: i32 = 40;
    /// Radius of a stone.
    pub const STONE_RADIUS: f64 = 18.4;
    /// The margins of the page's board, without and with coordinates.
    const MARGINS: [i32; 2] = [24, 40];

    /// A board that is turned by `symmetry`, with or without coordinates beside it.
    pub fn new(size: BoardSize, symmetry: Symmetry, has_coordinates: bool) -> Geometry {
        Geometry::with_margins(size, symmetry, has_coordinates, Self::MARGINS)
    }

    /// A board with other margins: `narrow` on sides without coordinates, `wide` on sides with coordinates.
    pub fn with_margins(
        size: BoardSize,
        symmetry: Symmetry,
        has_coordinates: bool,
        [narrow, wide]: [i32; 2],
    ) -> Geometry {
        let wide_margin = if has_coordinates { wide } else { narrow };
        Geometry { size, symmetry, has_coordinates, margin: narrow, wide_margin }
    }

    /// The board's size.
    pub fn size(self) -> BoardSize {
        self.size
    }

    /// Lines per side.
    pub fn lines(self) -> i32 {
        i32::from(self.size.lines())
    }

    /// Whether there are letters and numbers beside the board.
    pub fn has_coordinates(self) -> bool {
        self.has_coordinates
    }

    /// Length of the drawing's side.
    pub fn side(self) -> i32 {
        (self.lines() - 1) * Self::CELL + self.margin + self.wide_margin
    }

    /// The horizontal place of the column that is number `index` from the left on the screen.
    pub fn column(self, index: i32) -> i32 {
        self.wide_margin + index * Self::CELL
    }

    /// The vertical place of the row that is number `index` from the top on the screen.
    pub fn row(self, index: i32) -> i32 {
        self.margin + index * Self::CELL
    }

    /// The distance of a point from the left.
    pub fn x(self, point: Point) -> i32 {
        self.column(i32::from(self.shown(point).x()))
    }

    /// The distance of a point from the top.
    pub fn y(self, point: Point) -> i32 {
        self.row(i32::from(self.shown(point).y()))
    }

    /// The place on the screen of a point of the game, counted from the top left.
    pub fn shown(self, point: Point) -> Point {
        self.symmetry.apply(point, self.size)
    }

    /// The point of the game at a place on the screen.
    pub fn point_at(self, place: Point) -> Point {
        self.symmetry.inverse().apply(place, self.size)
    }

    /// The point nearest to a place in the drawing; `None` more than a cell outside the board.
    pub fn nearest(self, x: f64, y: f64) -> Option<Point> {
        let cell = f64::from(Self::CELL);
        let column = (x - f64::from(self.column(0))) / cell;
        let row = (y - f64::from(self.row(0))) / cell;
        let last = self.size.lines() - 1;
        let near = |value: f64| (-1.0..=f64::from(last) + 1.0).contains(&value);
        // `f64::clamp` would link the formatting of floating-point numbers for its panic, some 15 kB.
        let line = |value: f64| (value.round() as u8).min(last);
        (near(column) && near(row)).then(|| self.point_at(Point::new(line(column), line(row))))
    }

    /// The label under the column with number `index` from the left of the screen, from 0.
    pub fn column_name(self, index: u8) -> String {
        self.name(Point::new(index, 0), Point::new(index, self.size.lines() - 1))
    }

    /// The label beside the row with number `index` from the top of the screen, from 0.
    pub fn row_name(self, index: u8) -> String {
        self.name(Point::new(0, index), Point::new(self.size.lines() - 1, index))
    }

    /// The name of the line from one place on the screen to another: a letter or a number.
    fn name(self, from: Point, to: Point) -> String {
        let [from, to] = [from, to].map(|place| self.point_at(place));
        if from.x() == to.x() {
            char::from(b'a' + from.x()).to_string()
        } else {
            (self.size.lines() - from.y()).to_string()
        }
    }
}

/// The place on the screen to which a key moves the focus from another place, as the ARIA authoring practices describe for grids; at the
/// border the focus stays. `None` for other keys.
pub fn step(key: &str, place: Point, size: BoardSize) -> Option<Point> {
    let last = size.lines() - 1;
    let by = |dx, dy| place.offset(dx, dy, size).unwrap_or(place);
    Some(match key {
        "ArrowLeft" => by(-1, 0),
        "ArrowRight" => by(1, 0),
        "ArrowUp" => by(0, -1),
        "ArrowDown" => by(0, 1),
        "Home" => Point::new(0, place.y()),
        "End" => Point::new(last, place.y()),
        "PageUp" => Point::new(place.x(), 0),
        "PageDown" => Point::new(place.x(), last),
        _ => return None,
    })
}

/// The outline of an arrow between two places of the drawing: a shaft, and a head whose tip is at the second one. Whole units are exact enough,
/// and texts of other numbers would take more code than all the drawing.
pub fn arrow_path((x1, y1): (i32, i32), (x2, y2): (i32, i32)) -> String {
    let (x, y) = (f64::from(x2 - x1), f64::from(y2 - y1));
    let length = (x * x + y * y).sqrt().max(1.0);
    let (x, y) = (x / length, y / length);
    // Each corner is this far back from the tip and this far to the side. The shaft begins at the edge of a ring.
    let tail = length - 10.0;
    let corners = [(tail, 3), (15.0, 3), (17.0, 9), (0.0, 0), (17.0, -9), (15.0, -3), (tail, -3)];
    let mut path = String::new();
    for (back, side) in corners {
        let side = f64::from(side);
        let (x, y) = (f64::from(x2) - back * x - side * y, f64::from(y2) - back * y + side * x);
        let command = if path.is_empty() { "M" } else { "L" };
        path.push_str(&format!("{command}{} {}", x.round() as i32, y.round() as i32));
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_board_has_its_own_names() {
        let names = |symmetry| {
            let geometry = Geometry::new(BoardSize::FIFTEEN, symmetry, true);
            [geometry.column_name(0), geometry.column_name(14), geometry.row_name(0), geometry.row_name(14)]
        };
        assert_eq!(names(Symmetry::Identity), ["a", "o", "15", "1"]);
        assert_eq!(names(Symmetry::Rotate180), ["o", "a", "1", "15"]);
        assert_eq!(names(Symmetry::Rotate90), ["1", "15", "a", "o"]);
        assert_eq!(names(Symmetry::MirrorColumns), ["o", "a", "15", "1"]);
    }

    #[test]
    fn points_are_found_where_they_are_drawn() {
        for symmetry in Symmetry::ALL {
            for has_coordinates in [false, true] {
                let geometry = Geometry::new(BoardSize::FIFTEEN, symmetry, has_coordinates);
                for point in BoardSize::FIFTEEN.points() {
                    let (x, y) = (f64::from(geometry.x(point)), f64::from(geometry.y(point)));
                    assert_eq!(geometry.nearest(x + 15.0, y - 15.0), Some(point));
                    assert_eq!(geometry.point_at(geometry.shown(point)), point);
                }
                assert_eq!(geometry.nearest(-60.0, 100.0), None);
            }
        }
    }

    #[test]
    fn keys_lead_over_the_board_and_not_beyond() {
        let from = |key, x, y| step(key, Point::new(x, y), BoardSize::FIFTEEN);
        assert_eq!(from("ArrowUp", 7, 7), Some(Point::new(7, 6)));
        assert_eq!(from("ArrowLeft", 0, 7), Some(Point::new(0, 7)));
        assert_eq!(from("End", 3, 7), Some(Point::new(14, 7)));
        assert_eq!(from("PageDown", 3, 7), Some(Point::new(3, 14)));
        assert_eq!(from("Enter", 3, 7), None);
    }
}
