//! Move text: `h8 i9 j10`, or run together as `h8i9j10`.

use crate::{BoardSize, Move, ParsePointError, Point};

/// A move in a move text that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, at character {column}: {source}")]
pub struct MoveTextError {
    /// Which move, from 1.
    pub number: usize,
    /// The character at which it begins, from 1.
    pub column: usize,
    /// What is wrong with it.
    pub source: ParsePointError,
}

/// Reads points in `h8` notation. Between them may be nothing, spaces, line ends, commas or semicolons.
///
/// Only the notation and the board's bounds are checked, not whether the moves can be played.
///
/// # Errors
/// The first move that names no point of the board, with its place.
pub fn read(text: &str, size: BoardSize) -> Result<Vec<Point>, MoveTextError> {
    let mut points = Vec::new();
    let is_separator = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(is_separator);
        if rest.is_empty() {
            return Ok(points);
        }
        let end = rest
            .char_indices()
            .skip(1)
            .find(|&(_, c)| is_separator(c) || !c.is_ascii_digit())
            .map_or(rest.len(), |(index, _)| index);
        let (word, after) = rest.split_at(end);
        let point = Point::parse(word, size).map_err(|source| MoveTextError {
            number: points.len() + 1,
            column: text[..text.len() - rest.len()].chars().count() + 1,
            source,
        })?;
        points.push(point);
        rest = after;
    }
}

/// Writes moves as `h8 i9 pass j10`.
pub fn write(moves: &[Move], size: BoardSize) -> String {
    let names: Vec<String> = moves.iter().map(|played| played.on(size).to_string()).collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: BoardSize = BoardSize::FIFTEEN;

    #[test]
    fn separators_are_optional() {
        let expected = [Point::new(7, 7), Point::new(8, 6), Point::new(1, 2)];
        for text in ["h8i9b13", "h8 i9 b13", " h8,i9;\nb13 ", "H8I9B13"] {
            assert_eq!(read(text, SIZE).unwrap(), expected, "{text}");
        }
        let mut moves = expected.map(Move::Place).to_vec();
        moves.push(Move::Pass);
        assert_eq!(write(&moves, SIZE), "h8 i9 b13 pass");
        assert_eq!(read("", SIZE), Ok(vec![]));
    }

    #[test]
    fn the_faulty_move_is_named() {
        let error = read("h8 z9", SIZE).unwrap_err();
        assert_eq!(error.to_string(), "move 2, at character 4: `z9` is not on a 15×15 board");
        let error = read("h8i", SIZE).unwrap_err();
        assert_eq!((error.number, error.column), (2, 3));
        assert!(read("8h", SIZE).is_err());
        assert!(read("中", SIZE).is_err());
    }
}
