use std::fmt;

use crate::Point;

/// The number of lines on each side of a square board: 3 to 22.
///
/// ```
/// use tengen_game::{BoardSize, Point};
///
/// let size = BoardSize::new(13)?;
/// assert_eq!((size.lines(), size.area()), (13, 169));
/// assert_eq!(size.center(), Point::new(6, 6));
/// assert!(size.contains(Point::new(12, 0)) && !size.contains(Point::new(13, 0)));
/// // Row by row from the top left.
/// assert_eq!(size.points().nth(14), Some(Point::new(1, 1)));
/// assert_eq!(size.to_string(), "13×13");
/// # Ok::<(), tengen_game::BoardSizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoardSize(u8);

/// The board size is outside 3 to 22.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board has 3 to 22 lines a side, not {0}")]
pub struct BoardSizeError(pub usize);

impl BoardSize {
    /// The smallest board, 3×3.
    pub const MIN: BoardSize = BoardSize(3);
    /// The largest board, 22×22.
    pub const MAX: BoardSize = BoardSize(22);
    /// The board of renju and of most Gomoku.
    pub const FIFTEEN: BoardSize = BoardSize(15);
    /// The Go board.
    pub const NINETEEN: BoardSize = BoardSize(19);
    /// The board of Gomocup's freestyle leagues.
    pub const TWENTY: BoardSize = BoardSize(20);

    /// A board of `lines` × `lines` points.
    ///
    /// # Errors
    /// When `lines` is not within 3 to 22.
    pub fn new(lines: usize) -> Result<BoardSize, BoardSizeError> {
        match u8::try_from(lines) {
            Ok(lines) if (Self::MIN.0..=Self::MAX.0).contains(&lines) => Ok(BoardSize(lines)),
            _ => Err(BoardSizeError(lines)),
        }
    }

    /// The article before the size in an English sentence: "an" before 8×8, 11×11 and 18×18, "a" before the others.
    ///
    /// ```
    /// use tengen_game::BoardSize;
    ///
    /// let sentence = |size: BoardSize| format!("{} {size} board", size.article());
    /// assert_eq!(sentence(BoardSize::new(8)?), "an 8×8 board");
    /// assert_eq!(sentence(BoardSize::FIFTEEN), "a 15×15 board");
    /// # Ok::<(), tengen_game::BoardSizeError>(())
    /// ```
    pub const fn article(self) -> &'static str {
        match self.0 {
            8 | 11 | 18 => "an",
            _ => "a",
        }
    }

    /// The number of lines on each side.
    pub const fn lines(self) -> u8 {
        self.0
    }

    /// The number of points on the whole board.
    pub const fn area(self) -> usize {
        self.0 as usize * self.0 as usize
    }

    /// Whether `point` lies on a board of this size.
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.0 && point.y() < self.0
    }

    /// The middle of the board; on even sizes the point right and below the middle (n/2 rounded
    /// down, counted from 0 at the top left), as Gomocup's opening files have it.
    pub const fn center(self) -> Point {
        Point::new(self.0 / 2, self.0 / 2)
    }

    /// Every point, row by row from the top left.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        let lines = self.0;
        (0..lines).flat_map(move |y| (0..lines).map(move |x| Point::new(x, y)))
    }

    /// The points that boards of this size mark with a dot, in board order.
    ///
    /// 15×15 has five, as the rules of the Renju International Federation draw it: the centre and d4, d12, l4, l12. Larger boards with an
    /// odd number of lines have nine, as in Go; boards under 9×9 have only their centre, if they have one. Boards with an even number of
    /// lines have four, or none.
    ///
    /// ```
    /// use tengen_game::BoardSize;
    ///
    /// let size = BoardSize::new(9)?;
    /// let names: Vec<String> = size.star_points().iter().map(|point| point.on(size).to_string()).collect();
    /// assert_eq!(names, ["c7", "g7", "e5", "c3", "g3"]);
    /// assert_eq!(BoardSize::FIFTEEN.star_points().len(), 5);
    /// assert_eq!(BoardSize::TWENTY.star_points().len(), 4);
    /// # Ok::<(), tengen_game::BoardSizeError>(())
    /// ```
    pub fn star_points(self) -> Vec<Point> {
        let n = self.0;
        let edge = match n {
            0..=8 => None,
            9..=12 => Some(2),
            _ => Some(3),
        };
        let middle = (n % 2 == 1).then_some(n / 2);
        let is_edge = |line: u8| edge.is_some_and(|edge| line == edge || line == n - 1 - edge);
        // Boards of 9 to 12 lines and of 15 have a point in the centre, but none in the middle of their sides.
        let is_star = |point: &Point| {
            let lines = [point.x(), point.y()];
            let is_center = lines.iter().all(|&line| Some(line) == middle);
            let has_middles = n >= 13 && n != 15 || edge.is_none();
            is_center || lines.iter().all(|&line| is_edge(line) || has_middles && Some(line) == middle)
        };
        self.points().filter(is_star).collect()
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}×{0}", self.0)
    }
}

impl TryFrom<u8> for BoardSize {
    type Error = BoardSizeError;

    /// Converts like [`BoardSize::new`], for a number from a file or a link.
    fn try_from(lines: u8) -> Result<BoardSize, BoardSizeError> {
        BoardSize::new(usize::from(lines))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_outside_3_to_22_are_refused() {
        for lines in [0, 2, 23, 256, 259] {
            assert_eq!(BoardSize::new(lines), Err(BoardSizeError(lines)));
        }
        assert_eq!(BoardSize::new(3), Ok(BoardSize::MIN));
        assert_eq!(BoardSize::new(22), Ok(BoardSize::MAX));
        assert_eq!(BoardSizeError(2).to_string(), "a board has 3 to 22 lines a side, not 2");
    }

    #[test]
    fn fifteen_has_the_five_stars_of_the_rule_books() {
        let stars = BoardSize::FIFTEEN.star_points();
        let names: Vec<String> = stars.iter().map(|point| point.on(BoardSize::FIFTEEN).to_string()).collect();
        assert_eq!(names, ["d12", "l12", "h8", "d4", "l4"]);
    }

    #[test]
    fn star_points_stay_on_the_board_and_do_not_repeat() {
        for lines in 3..=22 {
            let size = BoardSize::new(lines).unwrap();
            let stars = size.star_points();
            assert!(stars.iter().all(|&p| size.contains(p)));
            assert!(stars.windows(2).all(|w| w[0] != w[1]), "{size} repeats a star");
            let expected = match lines {
                3 | 5 | 7 => 1,
                4 | 6 | 8 => 0,
                9 | 11 | 15 => 5,
                10 | 12 => 4,
                n if n % 2 == 1 => 9,
                _ => 4,
            };
            assert_eq!(stars.len(), expected, "{size}");
        }
    }
}
