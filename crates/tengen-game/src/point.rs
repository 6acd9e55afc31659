use std::fmt;
use std::str::FromStr;

use crate::BoardSize;

/// An intersection: `x` is the column from the left, `y` the row **from the top**, both from 0.
///
/// This is the orientation of the Gomocup protocol. People write columns as letters and count rows from the
/// bottom (`h8`): see [`Point::parse`] and [`Point::on`]. Points compare by column and then by row; a board
/// lists its points row by row ([`BoardSize::points`]).
///
/// A point has no board, so it may lie beside any; [`BoardSize::contains`] checks this.
///
/// ```
/// use tengen_game::{BoardSize, Point};
///
/// let point = Point::new(1, 2);
/// assert_eq!((point.x(), point.y()), (1, 2));
/// assert_eq!(point.to_string(), "1,2");
/// assert_eq!(point.on(BoardSize::FIFTEEN).to_string(), "b13");
/// assert_eq!(point.on(BoardSize::NINETEEN).to_string(), "b17");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    x: u8,
    y: u8,
}

/// The reason for which a text names no point of a board.
///
/// ```
/// use tengen_game::{BoardSize, ParsePointError, Point};
///
/// let faulty = Point::parse("8h", BoardSize::FIFTEEN);
/// assert_eq!(faulty, Err(ParsePointError::Malformed("8h".to_owned())));
/// let outside = Point::parse("h16", BoardSize::FIFTEEN).map_err(|error| error.to_string());
/// assert_eq!(outside, Err("`h16` is not on a 15×15 board".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParsePointError {
    /// The text has not the form of a column letter and a row number.
    #[error("expected a point such as `h8` (a letter for the column, a number for the row), found `{0}`")]
    Malformed(String),
    /// The text has not the form of two numbers with a comma between.
    #[error("expected a point such as `7,7` (column and row from 0 at the top left), found `{0}`")]
    MalformedXy(String),
    /// The point is well written but lies outside the board.
    #[error("`{text}` is not on {} {size} board", size.article())]
    OffBoard {
        /// The text as it was given.
        text: String,
        /// The size of the board.
        size: BoardSize,
    },
}

impl Point {
    /// The point in column `x` from the left and row `y` from the top, both from 0. The point may lie beside a board.
    pub const fn new(x: u8, y: u8) -> Point {
        Point { x, y }
    }

    /// Column from the left, from 0.
    pub const fn x(self) -> u8 {
        self.x
    }

    /// Row from the top, from 0.
    pub const fn y(self) -> u8 {
        self.y
    }

    /// Reads `h8`: a letter (`i` included, either case) for the column, the row from 1 **at the bottom**.
    /// Nothing may stand before, between or after the two.
    ///
    /// ```
    /// # use tengen_game::{BoardSize, Point};
    /// assert_eq!(Point::parse("b13", BoardSize::FIFTEEN), Ok(Point::new(1, 2)));
    /// ```
    ///
    /// # Errors
    /// When the text is not of this form, or the point is not on the board.
    pub fn parse(text: &str, size: BoardSize) -> Result<Point, ParsePointError> {
        let malformed = || ParsePointError::Malformed(text.to_owned());
        let off_board = || ParsePointError::OffBoard { text: text.to_owned(), size };
        let mut characters = text.chars();
        let column = characters.next().filter(char::is_ascii_alphabetic).ok_or_else(malformed)?;
        let digits = characters.as_str();
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) || digits.starts_with('0') {
            return Err(malformed());
        }
        // A row number that is too long for its type is far outside the board.
        let row: u8 = digits.parse().map_err(|_| off_board())?;
        let x = column.to_ascii_lowercase() as u8 - b'a';
        let y = size.lines().checked_sub(row).ok_or_else(off_board)?;
        let point = Point::new(x, y);
        if size.contains(point) { Ok(point) } else { Err(off_board()) }
    }

    /// Reads `7,7`: column and row from 0 at the top left, as the Gomocup protocol writes them. Spaces around
    /// the numbers are passed over.
    ///
    /// ```
    /// # use tengen_game::{BoardSize, Point};
    /// assert_eq!(Point::parse_xy("1,2", BoardSize::FIFTEEN), Ok(Point::new(1, 2)));
    /// ```
    ///
    /// # Errors
    /// When the text is not of this form, or the point is not on the board.
    pub fn parse_xy(text: &str, size: BoardSize) -> Result<Point, ParsePointError> {
        let malformed = || ParsePointError::MalformedXy(text.to_owned());
        let (x, y) = text.split_once(',').ok_or_else(malformed)?;
        let x: i64 = x.trim().parse().map_err(|_| malformed())?;
        let y: i64 = y.trim().parse().map_err(|_| malformed())?;
        match (u8::try_from(x), u8::try_from(y)) {
            (Ok(x), Ok(y)) if size.contains(Point::new(x, y)) => Ok(Point::new(x, y)),
            _ => Err(ParsePointError::OffBoard { text: text.to_owned(), size }),
        }
    }

    /// This point's name on a board of `size`, to be displayed: `h8`. [`Point::parse`] reads it.
    pub const fn on(self, size: BoardSize) -> PointName {
        PointName { point: self, size }
    }

    /// The point `dx` columns to the right and `dy` rows further down, if the board has it.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Point};
    ///
    /// let corner = Point::new(0, 0);
    /// assert_eq!(corner.offset(2, 1, BoardSize::FIFTEEN), Some(Point::new(2, 1)));
    /// assert_eq!(corner.offset(-1, 0, BoardSize::FIFTEEN), None);
    /// ```
    pub fn offset(self, dx: i16, dy: i16, size: BoardSize) -> Option<Point> {
        let x = u8::try_from(i16::from(self.x).checked_add(dx)?).ok()?;
        let y = u8::try_from(i16::from(self.y).checked_add(dy)?).ok()?;
        let point = Point::new(x, y);
        size.contains(point).then_some(point)
    }
}

/// Reads `7,7`, as [`Point::parse_xy`] does, for the largest board: this is what `Display` writes. A name such as `h8` depends on
/// the size of the board; [`Point::parse`] reads it.
///
/// ```
/// use tengen_game::Point;
///
/// assert_eq!("1,2".parse(), Ok(Point::new(1, 2)));
/// let error = "h8".parse::<Point>().unwrap_err().to_string();
/// assert!(error.starts_with("expected a point such as `7,7`"));
/// ```
impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Point, ParsePointError> {
        Point::parse_xy(text, BoardSize::MAX)
    }
}

impl fmt::Display for Point {
    /// Writes `x,y` as the Gomocup protocol does; [`Point::parse_xy`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

/// A point together with its board's size, which its `h8` name depends on. Made by [`Point::on`].
///
/// It is displayed as the name, and heeds width and alignment. A point that lies beside the board gets a name
/// that no board has, such as `a0`.
///
/// ```
/// use tengen_game::{BoardSize, Point};
///
/// let name = Point::new(7, 7).on(BoardSize::FIFTEEN);
/// assert_eq!(format!("[{name:>4}]"), "[  h8]");
/// assert_eq!(name.point(), Point::new(7, 7));
/// assert_eq!(Point::new(0, 15).on(BoardSize::FIFTEEN).to_string(), "a0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PointName {
    point: Point,
    size: BoardSize,
}

impl PointName {
    /// The point without its board.
    pub const fn point(self) -> Point {
        self.point
    }
}

impl fmt::Display for PointName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b'a' + self.point.x.min(25));
        let row = i16::from(self.size.lines()) - i16::from(self.point.y);
        f.pad(&format!("{column}{row}"))
    }
}

impl fmt::Debug for PointName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: BoardSize = BoardSize::FIFTEEN;

    /// An asymmetric point, so that a swapped or mirrored axis cannot go unnoticed.
    #[test]
    fn human_notation_counts_columns_from_the_left_and_rows_from_the_bottom() {
        let point = Point::new(1, 2);
        assert_eq!(point.on(SIZE).to_string(), "b13");
        assert_eq!(Point::parse("b13", SIZE), Ok(point));
        assert_eq!(Point::parse("B13", SIZE), Ok(point));
        assert_eq!(Point::parse("a1", SIZE), Ok(Point::new(0, 14)));
        assert_eq!(Point::parse("h8", SIZE), Ok(SIZE.center()));
    }

    #[test]
    fn the_letter_i_is_not_left_out() {
        assert_eq!(Point::new(8, 0).on(SIZE).to_string(), "i15");
        assert_eq!(Point::new(9, 0).on(SIZE).to_string(), "j15");
    }

    #[test]
    fn wire_notation_counts_from_the_top_left() {
        let point = Point::new(1, 2);
        assert_eq!(point.to_string(), "1,2");
        assert_eq!(Point::parse_xy("1,2", SIZE), Ok(point));
        assert_eq!(Point::parse_xy(" 1 , 2 ", SIZE), Ok(point));
    }

    #[test]
    fn every_point_of_every_board_survives_both_notations() {
        for lines in 3..=22 {
            let size = BoardSize::new(lines).unwrap();
            for point in size.points() {
                assert_eq!(Point::parse(&point.on(size).to_string(), size), Ok(point));
                assert_eq!(Point::parse_xy(&point.to_string(), size), Ok(point));
            }
        }
    }

    #[test]
    fn malformed_points_are_distinguished_from_points_off_the_board() {
        for text in ["", "h", "8", "8h", "h08", "h0", "h-1", "h 8", "hh8", "中8", "h8x"] {
            assert_eq!(Point::parse(text, SIZE), Err(ParsePointError::Malformed(text.to_owned())), "{text}");
        }
        for text in ["h16", "p1", "z99", "h999999"] {
            let error = Point::parse(text, SIZE).unwrap_err();
            assert_eq!(error.to_string(), format!("`{text}` is not on a 15×15 board"));
        }
        for text in ["", "7", "7;7", "a,b", "7,", "7,7,7"] {
            assert!(matches!(Point::parse_xy(text, SIZE), Err(ParsePointError::MalformedXy(_))), "{text}");
        }
        for text in ["15,0", "0,15", "-1,3", "999,1"] {
            assert!(matches!(Point::parse_xy(text, SIZE), Err(ParsePointError::OffBoard { .. })), "{text}");
        }
    }
}
