//! SGF's notation of points, in which records hold properties of other programs.

use crate::{BoardSize, Point};

/// A point of the board: two letters, column and row from the top, or `h8` or `8h`, the row from the bottom.
///
/// The standard's letters are small; those of some renju programs are large, RenLib reads both.
pub(crate) fn point(raw: &str, size: BoardSize) -> Option<Point> {
    let raw = raw.trim();
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

/// A point as two letters.
pub(crate) fn letters(point: Point) -> String {
    [point.x(), point.y()].map(|line| char::from(b'a' + line.min(25))).iter().collect()
}
