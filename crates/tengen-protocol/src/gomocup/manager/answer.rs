//! The lines that engines send.

use tengen_game::{BoardSize, Point};

use crate::gomocup::Dialect;
use crate::gomocup::dialect::Order;

/// A line from an engine, read without regard to what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrainLine {
    /// `OK`, with or without a text after it.
    Ok,
    /// Coordinates: `7,7`, or several with blanks between.
    Points(Vec<Point>),
    /// `SWAP`.
    Swap,
    /// `SUGGEST 7,7`.
    Suggestion(Point),
    /// `FORBID 0309.`
    Forbidden(Vec<Point>),
    /// `INFO …`, of Yixin's dialect, without the first word.
    Info(String),
    /// `MESSAGE …`, without the first word.
    Message(String),
    /// `DEBUG …`, without the first word.
    Debug(String),
    /// `ERROR …`, the whole line.
    Error(String),
    /// `UNKNOWN …`, the whole line.
    Unknown(String),
    /// The answer to `ABOUT`: pairs such as `name="…"`.
    About(String),
    /// Nothing but blanks.
    Empty,
    /// Anything else; also points that are not on the board.
    Unreadable(String),
}

impl BrainLine {
    /// Reads a line, with or without its end, of an engine that plays on a board of `size`.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Point};
    /// use tengen_protocol::gomocup::{BrainLine, Dialect};
    ///
    /// let read = |line| BrainLine::parse(line, Dialect::Yixin, BoardSize::FIFTEEN);
    /// assert_eq!(read("3,11\r\n"), BrainLine::Points(vec![Point::new(11, 3)]));
    /// assert_eq!(read("15,0"), BrainLine::Unreadable("15,0".to_owned()));
    /// ```
    pub fn parse(line: &str, dialect: Dialect, size: BoardSize) -> BrainLine {
        let order = dialect.order();
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let unreadable = || BrainLine::Unreadable(line.to_owned());
        match word.to_ascii_uppercase().as_str() {
            "" => BrainLine::Empty,
            "OK" => BrainLine::Ok,
            "SWAP" if rest.is_empty() => BrainLine::Swap,
            "SUGGEST" => order.parse(rest, size).map_or_else(|_| unreadable(), BrainLine::Suggestion),
            "FORBID" => forbidden(rest, order, size).map_or_else(unreadable, BrainLine::Forbidden),
            "INFO" => BrainLine::Info(rest.to_owned()),
            "MESSAGE" => BrainLine::Message(rest.to_owned()),
            "DEBUG" => BrainLine::Debug(rest.to_owned()),
            "ERROR" => BrainLine::Error(line.to_owned()),
            "UNKNOWN" => BrainLine::Unknown(line.to_owned()),
            _ if is_about(line) => BrainLine::About(line.to_owned()),
            _ => points(line, order, size).map_or_else(unreadable, BrainLine::Points),
        }
    }
}

/// Whether it looks like `name="…", version="…"`.
fn is_about(line: &str) -> bool {
    line.split_once('=').is_some_and(|(key, value)| {
        let value = value.trim_start();
        !key.trim().is_empty() && key.trim().chars().all(char::is_alphanumeric) && value.starts_with('"')
    })
}

/// The most points that an answer has: three, to open by Swap2.
const MOST_POINTS: usize = 3;

/// Blanks stand between points, and some engines write one after each comma as well.
fn points(line: &str, order: Order, size: BoardSize) -> Option<Vec<Point>> {
    let mut numbers = line.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty());
    let commas = line.matches(',').count();
    let mut points = Vec::new();
    while let Some(first) = numbers.next() {
        let second = numbers.next()?;
        points.push(order.parse(&format!("{first},{second}"), size).ok()?);
        if points.len() > MOST_POINTS {
            return None;
        }
    }
    let separate = commas == points.len() || commas + 1 == 2 * points.len();
    (!points.is_empty() && separate).then_some(points)
}

/// Two digits for each coordinate, and a full stop at the end.
fn forbidden(text: &str, order: Order, size: BoardSize) -> Option<Vec<Point>> {
    let digits = text.strip_suffix('.')?.as_bytes();
    if digits.len() % 4 != 0 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = |pair: &[u8]| 10 * (pair[0] - b'0') + (pair[1] - b'0');
    let point =
        |four: &[u8]| order.parse(&format!("{},{}", number(&four[..2]), number(&four[2..])), size).ok();
    digits.chunks_exact(4).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> BrainLine {
        BrainLine::parse(line, Dialect::Piskvork, BoardSize::FIFTEEN)
    }

    #[test]
    fn answers_are_read_as_engines_write_them() {
        let at = Point::new;
        assert_eq!(read("7,3"), BrainLine::Points(vec![at(7, 3)]));
        assert_eq!(read(" 7, 3 \r"), BrainLine::Points(vec![at(7, 3)]));
        assert_eq!(read("0,1 2,3 4,5"), BrainLine::Points(vec![at(0, 1), at(2, 3), at(4, 5)]));
        assert_eq!(read("0,1,2,3"), BrainLine::Points(vec![at(0, 1), at(2, 3)]));
        assert_eq!(read("swap"), BrainLine::Swap);
        assert_eq!(read("OK - everything is good"), BrainLine::Ok);
        assert_eq!(read("SUGGEST 1,2"), BrainLine::Suggestion(at(1, 2)));
        assert_eq!(read("FORBID 03091400."), BrainLine::Forbidden(vec![at(3, 9), at(14, 0)]));
        assert_eq!(read("FORBID ."), BrainLine::Forbidden(vec![]));
        assert_eq!(read("MESSAGE  depth 3"), BrainLine::Message("depth 3".to_owned()));
        assert_eq!(read("ERROR no"), BrainLine::Error("ERROR no".to_owned()));
        assert!(matches!(read("name=\"X\", version=\"1\""), BrainLine::About(_)));
        assert_eq!(read("  "), BrainLine::Empty);
    }

    #[test]
    fn garbage_is_told_from_answers() {
        for line in [
            "15,0",
            "-1,3",
            "7",
            "7 3",
            "7,3,1",
            "7;3",
            "1,2 3",
            "0,0 1,1 2,2 3,3",
            "h8",
            "SWAP 7,7",
            "FORBID 03",
            "FORBID 9999.",
            "SUGGEST",
            "=\"\"",
            "=\"x\"",
            "\u{4e2d},\u{4e2d}",
            "Segmentation fault",
        ] {
            assert!(matches!(read(line), BrainLine::Unreadable(_)), "{line}: {:?}", read(line));
        }
    }
}
