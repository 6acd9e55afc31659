//! Move text: `h8 i9 pass j10`, or run together as `h8i9passj10`.

use crate::one_move::PASS;
use crate::{BoardSize, Move, ParsePointError, PlayError, Point};

/// A move in a move text that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, at character {column}: {source}")]
pub struct MoveTextError {
    /// The number of the move, from 1.
    pub number: usize,
    /// The character at which the move begins, from 1.
    pub column: usize,
    /// The fault of the move.
    pub source: MoveTextFault,
}

/// A fault of a move in a move text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextFault {
    /// The move names no point of the board.
    #[error(transparent)]
    Point(#[from] ParsePointError),
    /// The move is a pass, where only stones can be placed.
    #[error("expected a point, found a pass")]
    Pass,
}

/// A move of a move text that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}: {source}")]
pub struct MovePlayError {
    /// The number of the move, from 1.
    pub number: usize,
    /// The reason why the rule refuses the move.
    pub source: PlayError,
}

/// Reads moves: points in `h8` notation, and `pass`, in either case. Between them may be nothing, spaces, line
/// ends, commas, semicolons or `_`, and before each its number with a dot (`1. h8 2. i9`).
///
/// Only the notation and the board's bounds are checked, not whether the moves can be played.
///
/// ```
/// use tengen_game::{BoardSize, Move, Point, moves};
///
/// let played = moves::read("h8 pass b13", BoardSize::FIFTEEN)?;
/// assert_eq!(played, [Move::Place(Point::new(7, 7)), Move::Pass, Move::Place(Point::new(1, 2))]);
/// assert_eq!(moves::write(&played, BoardSize::FIFTEEN), "h8 pass b13");
/// # Ok::<(), tengen_game::moves::MoveTextError>(())
/// ```
///
/// # Errors
/// The first move that is no pass and names no point of the board, with its place.
pub fn read(text: &str, size: BoardSize) -> Result<Vec<Move>, MoveTextError> {
    read_each(text, |word| Ok(Move::parse(word, size)?))
}

/// Reads like [`read()`], where only stones can be placed, as in an opening.
///
/// # Errors
/// The first move that names no point of the board, such as a pass, with its place.
pub fn read_points(text: &str, size: BoardSize) -> Result<Vec<Point>, MoveTextError> {
    read_each(text, |word| match is_pass(word) {
        true => Err(MoveTextFault::Pass),
        false => Ok(Point::parse(word, size)?),
    })
}

fn is_pass(word: &str) -> bool {
    word.eq_ignore_ascii_case(PASS)
}

/// Reads one word after the other.
fn read_each<T>(
    text: &str,
    read: impl Fn(&str) -> Result<T, MoveTextFault>,
) -> Result<Vec<T>, MoveTextError> {
    let read = |(index, (at, word)): (usize, (usize, &str))| {
        read(word).map_err(|source| MoveTextError {
            number: index + 1,
            column: text[..at].chars().count() + 1,
            source,
        })
    };
    words(text).enumerate().map(read).collect()
}

/// The words of a text, each of which is to be read as a move, with the byte at which it begins. They are separated as
/// [`read()`] describes, and need not be moves.
///
/// ```
/// use tengen_game::moves;
///
/// let words: Vec<(usize, &str)> = moves::words("1. h8 2. z99pass").collect();
/// assert_eq!(words, [(3, "h8"), (9, "z99"), (12, "pass")]);
/// ```
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '_');
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(is_separator);
        // A move begins with a letter, so a number with a dot is a move number.
        while let Some(after) = rest.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix('.') {
            if !rest.starts_with(|c: char| c.is_ascii_digit()) {
                break;
            }
            rest = after.trim_start_matches(is_separator);
        }
        if rest.is_empty() {
            return None;
        }
        // No point begins with `pa`, so a pass needs no separator either.
        let end = match rest.get(..PASS.len()) {
            Some(word) if is_pass(word) => PASS.len(),
            _ => rest
                .char_indices()
                .skip(1)
                .find(|&(_, c)| is_separator(c) || !c.is_ascii_digit())
                .map_or(rest.len(), |(index, _)| index),
        };
        let at = text.len() - rest.len();
        let (word, after) = rest.split_at(end);
        rest = after;
        Some((at, word))
    })
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
        for text in [
            "h8i9b13",
            "h8 i9 b13",
            " h8,i9;\nb13 ",
            "H8I9B13",
            "1. h8 2. i9 3. b13",
            "1.h8 i9\n2.b13",
            "h8_i9_b13",
        ] {
            assert_eq!(read(text, SIZE).unwrap(), expected, "{text}");
            assert_eq!(read_points(text, SIZE).unwrap(), expected, "{text}");
        }
        assert_eq!(write(&expected.map(Move::Place), SIZE), "h8 i9 b13");
        assert_eq!(read("", SIZE), Ok(vec![]));
    }

    #[test]
    fn passes_are_moves_but_no_points() {
        let size = BoardSize::new(16).unwrap();
        let expected = [Move::Pass, Move::Place(Point::new(15, 0)), Move::Pass, Move::Pass];
        for text in ["pass p16 pass pass", "passp16passpass", "PASS;p16,Pass\npass"] {
            assert_eq!(read(text, size).unwrap(), expected, "{text}");
        }
        let error = read_points("h8 pass i9", SIZE).unwrap_err();
        assert_eq!(error.to_string(), "move 2, at character 4: expected a point, found a pass");
        assert!(read("pas", SIZE).is_err());
        assert!(read("pass8", SIZE).is_err());
    }

    #[test]
    fn the_faulty_move_is_named() {
        let error = read("h8 z9", SIZE).unwrap_err();
        assert_eq!(error.to_string(), "move 2, at character 4: `z9` is not on a 15×15 board");
        let error = read("h8i", SIZE).unwrap_err();
        assert_eq!((error.number, error.column), (2, 3));
        // A number counts to its move, and one without a move is an error.
        let error = read("1. h8 2. z9", SIZE).unwrap_err();
        assert_eq!((error.number, error.column), (2, 10));
        for text in ["8h", ".h8", "1 h8", "1.5", "h8. i9"] {
            assert!(read(text, SIZE).is_err(), "{text}");
        }
        assert!(read("中", SIZE).is_err());
    }
}
