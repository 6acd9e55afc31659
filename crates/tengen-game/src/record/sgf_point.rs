//! SGF's notation of points, in which records hold properties of other programs.

use crate::{BoardSize, Point};

impl Point {
    /// Reads a point in the notation of SGF, in which a record has its [`Properties`](crate::Properties): two letters, column and
    /// row from the top, or `h8` or `8h`, the row from the bottom. `None` when the text names no point of the board.
    ///
    /// The standard's letters are small; those of some renju programs are large, RenLib reads both.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Point};
    ///
    /// let point = Point::new(7, 6);
    /// for text in ["hg", "HG", "h9", "9h"] {
    ///     assert_eq!(Point::parse_sgf(text, BoardSize::FIFTEEN), Some(point));
    /// }
    /// assert_eq!(Point::parse_sgf("hz", BoardSize::FIFTEEN), None);
    /// assert_eq!(point.to_sgf(), "hg");
    /// ```
    pub fn parse_sgf(text: &str, size: BoardSize) -> Option<Point> {
        let raw = text.trim();
        let point = match *raw.as_bytes() {
            [x, y] if x.is_ascii_alphabetic() && y.is_ascii_alphabetic() => {
                let line = |letter: u8| letter.to_ascii_lowercase() - b'a';
                Some(Point::new(line(x), line(y)))
            }
            [.., last] if last.is_ascii_alphabetic() => {
                let (digits, letter) = raw.split_at(raw.len() - 1);
                Point::parse(&format!("{letter}{digits}"), size).ok()
            }
            _ => Point::parse(raw, size).ok(),
        };
        point.filter(|&point| size.contains(point))
    }

    /// The point as SGF's two small letters, column and row from the top.
    pub fn to_sgf(self) -> String {
        [self.x(), self.y()].map(|line| char::from(b'a' + line.min(25))).iter().collect()
    }
}
