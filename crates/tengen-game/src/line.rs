#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::{BoardSize, Point};

/// A direction in which stones line up.
///
/// ```
/// use tengen_game::{BoardSize, Direction, Point};
///
/// // Rows count from the top, so that "up" is negative.
/// let (dx, dy) = Direction::AntiDiagonal.step();
/// assert_eq!(Point::new(2, 9).offset(dx, dy, BoardSize::FIFTEEN), Some(Point::new(3, 8)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Direction {
    /// Along a row, to the right.
    Horizontal,
    /// Along a column, downwards.
    Vertical,
    /// The diagonal to the right and down.
    Diagonal,
    /// The diagonal to the right and up.
    AntiDiagonal,
}

impl Direction {
    /// The four directions.
    pub const ALL: [Direction; 4] =
        [Direction::Horizontal, Direction::Vertical, Direction::Diagonal, Direction::AntiDiagonal];

    /// The step to the next point: columns to the right, rows down.
    pub const fn step(self) -> (i16, i16) {
        match self {
            Direction::Horizontal => (1, 0),
            Direction::Vertical => (0, 1),
            Direction::Diagonal => (1, 1),
            Direction::AntiDiagonal => (1, -1),
        }
    }
}

/// A straight row of points: where it starts, its direction and its length.
///
/// ```
/// use tengen_game::{Direction, Line, Point};
///
/// let line = Line::new(Point::new(2, 9), Direction::AntiDiagonal, 3);
/// let points: Vec<Point> = line.points().collect();
/// assert_eq!(points, [Point::new(2, 9), Point::new(3, 8), Point::new(4, 7)]);
/// assert_eq!((line.start(), line.direction(), line.length()), (points[0], Direction::AntiDiagonal, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Line {
    start: Point,
    direction: Direction,
    length: u8,
}

impl Line {
    /// The line of `length` points from `start` on.
    ///
    /// The caller ensures that the line fits the board. A line has no board, and one that leaves the board
    /// lists points that do not exist.
    pub const fn new(start: Point, direction: Direction, length: u8) -> Line {
        Line { start, direction, length }
    }

    /// The line's first point: its leftmost one, or its topmost in a column.
    pub const fn start(&self) -> Point {
        self.start
    }

    /// The line's direction.
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// The number of points.
    pub const fn length(&self) -> u8 {
        self.length
    }

    /// The points from `start` on.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (dx, dy) = self.direction.step();
        let (x, y) = (i16::from(self.start.x()), i16::from(self.start.y()));
        (0..i16::from(self.length)).map(move |k| Point::new((x + k * dx) as u8, (y + k * dy) as u8))
    }
}

/// Every straight row of `length` points that fits a board.
///
/// They come in the order of their first points, row by row from the top left. A 15×15 board has 572 windows
/// of five. Windows of one point come four times, once in each direction.
///
/// ```
/// # use tengen_game::{windows, BoardSize};
/// assert_eq!(windows(BoardSize::FIFTEEN, 5).count(), 572);
/// ```
pub fn windows(size: BoardSize, length: u8) -> impl Iterator<Item = Line> {
    size.points().flat_map(move |start| {
        Direction::ALL.into_iter().filter_map(move |direction| {
            let (dx, dy) = direction.step();
            let last = i16::from(length) - 1;
            start.offset(last * dx, last * dy, size).map(|_| Line::new(start, direction, length))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn window_counts_of_five_agree_with_the_literature() {
        for (lines, count) in [(5, 12), (15, 572), (19, 1020), (20, 1152)] {
            assert_eq!(windows(BoardSize::new(lines).unwrap(), 5).count(), count);
        }
    }

    #[test]
    fn a_line_lists_its_points_in_its_direction() {
        let up = Line::new(Point::new(2, 9), Direction::AntiDiagonal, 3);
        assert_eq!(up.points().collect::<Vec<_>>(), [(2, 9), (3, 8), (4, 7)].map(|(x, y)| Point::new(x, y)));
    }
}
