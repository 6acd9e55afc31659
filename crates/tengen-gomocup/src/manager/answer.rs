//! The lines that engines send, and the reports of their searches.

use std::time::Duration;

use tengen_analysis::{Score, SearchProgress};
use tengen_game::{BoardSize, Point};

use crate::Dialect;
use crate::dialect::Order;

/// A line from an engine, read without regard to the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineLine {
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

impl EngineLine {
    /// Reads a line, with or without its end, of an engine that plays on a board of `size`.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Point};
    /// use tengen_gomocup::{EngineLine, Dialect};
    ///
    /// let read = |line| EngineLine::parse(line, Dialect::Yixin, BoardSize::FIFTEEN);
    /// assert_eq!(read("3,11\r\n"), EngineLine::Points(vec![Point::new(11, 3)]));
    /// assert_eq!(read("15,0"), EngineLine::Unreadable("15,0".to_owned()));
    /// ```
    pub fn parse(line: &str, dialect: Dialect, size: BoardSize) -> EngineLine {
        let order = dialect.order();
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let unreadable = || EngineLine::Unreadable(line.to_owned());
        match word.to_ascii_uppercase().as_str() {
            "" => EngineLine::Empty,
            "OK" => EngineLine::Ok,
            "SWAP" if rest.is_empty() => EngineLine::Swap,
            "SUGGEST" => order.parse(rest, size).map_or_else(|_| unreadable(), EngineLine::Suggestion),
            "FORBID" => forbidden(rest, order, size).map_or_else(unreadable, EngineLine::Forbidden),
            "INFO" => EngineLine::Info(rest.to_owned()),
            "MESSAGE" => EngineLine::Message(rest.to_owned()),
            "DEBUG" => EngineLine::Debug(rest.to_owned()),
            "ERROR" => EngineLine::Error(line.to_owned()),
            "UNKNOWN" => EngineLine::Unknown(line.to_owned()),
            _ if is_about(line) => EngineLine::About(line.to_owned()),
            _ => points(line, order, size).map_or_else(unreadable, EngineLine::Points),
        }
    }
}

/// Whether a line has the form `name="…", version="…"`.
fn is_about(line: &str) -> bool {
    line.split_once('=').is_some_and(|(key, value)| {
        let value = value.trim_start();
        !key.trim().is_empty() && key.trim().chars().all(char::is_alphanumeric) && value.starts_with('"')
    })
}

/// The most points that an answer has: three, to open by Swap2.
const MOST_POINTS: usize = 3;

/// Reads points with blanks between them. Some engines write a blank after each comma as well.
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

/// A block that is not complete yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct InfoBlock {
    progress: Option<SearchProgress>,
    /// The number of lines that are searched.
    lines: u32,
    /// Nodes a second, from which the time follows.
    speed: u64,
}

impl InfoBlock {
    /// Takes in the text after `INFO`; returns the report, and the number of lines, when the block is complete. Unknown keys are ignored, and a number that
    /// cannot be read is taken for zero: reports are only displayed.
    pub(crate) fn read(
        &mut self,
        text: &str,
        order: Order,
        size: BoardSize,
    ) -> Option<(SearchProgress, u32)> {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        let key = key.to_ascii_uppercase();
        if key == "PV" && value.eq_ignore_ascii_case("DONE") {
            let mut progress = self.progress.take()?;
            let ms = progress.nodes.saturating_mul(1000).checked_div(self.speed).unwrap_or(0);
            progress.time = Duration::from_millis(ms);
            return Some((progress, self.lines));
        }
        if key == "PV" {
            self.speed = 0;
            self.lines = 1;
            self.progress = Some(
                SearchProgress::new(0, Score::Value(0), Vec::new()).with_line(value.parse().unwrap_or(0)),
            );
        }
        let progress = self.progress.as_mut()?;
        match key.as_str() {
            "NUMPV" => self.lines = value.parse().unwrap_or(1),
            "DEPTH" => progress.depth = value.parse().unwrap_or(0),
            "SELDEPTH" => progress.selective_depth = value.parse().unwrap_or(0),
            "NODES" => progress.nodes = value.parse().unwrap_or(0),
            "SPEED" => self.speed = value.parse().unwrap_or(0),
            "EVAL" => progress.score = score(value).unwrap_or(Score::Value(0)),
            "BESTLINE" => progress.pv = line(value, order, size),
            _ => {}
        }
        None
    }
}

/// `+123`, `-M7`.
fn score(text: &str) -> Option<Score> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    match rest.strip_prefix(['M', 'm']) {
        Some(plies) => plies.parse::<i32>().ok().map(|plies| Score::Mate(sign * plies)),
        None => rest.parse::<i32>().ok().map(|value| Score::Value(sign * value)),
    }
}

/// The points of a line, up to the first word that is none.
fn line(text: &str, order: Order, size: BoardSize) -> Vec<Point> {
    text.split_whitespace().map_while(|point| order.parse(point, size).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> EngineLine {
        EngineLine::parse(line, Dialect::Piskvork, BoardSize::FIFTEEN)
    }

    #[test]
    fn answers_are_read_as_engines_write_them() {
        let at = Point::new;
        assert_eq!(read("7,3"), EngineLine::Points(vec![at(7, 3)]));
        assert_eq!(read(" 7, 3 \r"), EngineLine::Points(vec![at(7, 3)]));
        assert_eq!(read("0,1 2,3 4,5"), EngineLine::Points(vec![at(0, 1), at(2, 3), at(4, 5)]));
        assert_eq!(read("0,1,2,3"), EngineLine::Points(vec![at(0, 1), at(2, 3)]));
        assert_eq!(read("swap"), EngineLine::Swap);
        assert_eq!(read("OK - everything is good"), EngineLine::Ok);
        assert_eq!(read("SUGGEST 1,2"), EngineLine::Suggestion(at(1, 2)));
        assert_eq!(read("FORBID 03091400."), EngineLine::Forbidden(vec![at(3, 9), at(14, 0)]));
        assert_eq!(read("FORBID ."), EngineLine::Forbidden(vec![]));
        assert_eq!(read("MESSAGE  depth 3"), EngineLine::Message("depth 3".to_owned()));
        assert_eq!(read("ERROR no"), EngineLine::Error("ERROR no".to_owned()));
        assert!(matches!(read("name=\"X\", version=\"1\""), EngineLine::About(_)));
        assert_eq!(read("  "), EngineLine::Empty);
    }

    #[test]
    fn garbage_is_distinguished_from_answers() {
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
            assert!(matches!(read(line), EngineLine::Unreadable(_)), "{line}: {:?}", read(line));
        }
    }
}
