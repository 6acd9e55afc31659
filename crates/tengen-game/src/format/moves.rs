//! Move text: `h8 i9 pass j10`, or run together as `h8i9passj10`.

use crate::{BoardSize, Move, ParsePointError, PlayError, Point};

/// A move in a move text that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, at character {column}: {source}")]
pub struct MoveTextError {
    /// Which move, from 1.
    pub number: usize,
    /// The character at which it begins, from 1.
    pub column: usize,
    /// What is wrong with it.
    pub source: MoveTextFault,
}

/// What can be wrong with a move in a move text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextFault {
    /// It names no point of the board.
    #[error(transparent)]
    Point(#[from] ParsePointError),
    /// It is a pass, where only stones can be placed.
    #[error("expected a point, found a pass")]
    Pass,
}

/// A move of a move text that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}: {source}")]
pub struct MovePlayError {
    /// Which move, from 1.
    pub number: usize,
    /// Why not.
    pub source: PlayError,
}

/// Reads moves: points in `h8` notation, and `pass`, in either case. Between them may be nothing, spaces, line
/// ends, commas or semicolons.
///
/// Only the notation and the board's bounds are checked, not whether the moves can be played.
///
/// ```
/// use tengen_game::{BoardSize, Move, Point, format::moves};
///
/// let played = moves::read("h8 pass b13", BoardSize::FIFTEEN)?;
/// assert_eq!(played, [Move::Place(Point::new(7, 7)), Move::Pass, Move::Place(Point::new(1, 2))]);
/// assert_eq!(moves::write(&played, BoardSize::FIFTEEN), "h8 pass b13");
/// # Ok::<(), tengen_game::format::moves::MoveTextError>(())
/// ```
///
/// # Errors
/// The first move that is no pass and names no point of the board, with its place.
pub fn read(text: &str, size: BoardSize) -> Result<Vec<Move>, MoveTextError> {
    read_each(text, |word| match is_pass(word) {
        true => Ok(Move::Pass),
        false => Ok(Move::Place(Point::parse(word, size)?)),
    })
}

/// As [`read()`], where only stones can be placed, as in an opening.
///
/// # Errors
/// The first move that names no point of the board, a pass among them, with its place.
pub fn read_points(text: &str, size: BoardSize) -> Result<Vec<Point>, MoveTextError> {
    read_each(text, |word| match is_pass(word) {
        true => Err(MoveTextFault::Pass),
        false => Ok(Point::parse(word, size)?),
    })
}

const PASS: &str = "pass";

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

/// The byte at which move `number` of the text, from 1, begins.
pub(super) fn start_of(text: &str, number: usize) -> Option<usize> {
    words(text).nth(number.checked_sub(1)?).map(|(at, _)| at)
}

/// What is to be read as one move each, with the byte at which it begins.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_separator = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(is_separator);
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
        for text in ["h8i9b13", "h8 i9 b13", " h8,i9;\nb13 ", "H8I9B13"] {
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
        assert!(read("8h", SIZE).is_err());
        assert!(read("中", SIZE).is_err());
    }
}
