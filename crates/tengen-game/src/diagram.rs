//! Boards drawn with characters: a row of text for each row of the board, `X` for Black, `O` for White
//! and `.` for an empty point.
//!
//! ```
//! use tengen_game::{diagram, Color, Point};
//!
//! let board = diagram::read("
//!     . . .
//!     . X O
//!     . . .
//! ")?;
//! assert_eq!(board.stone(Point::new(2, 1)), Some(Color::White));
//! # Ok::<(), diagram::DiagramError>(())
//! ```

use crate::{Board, BoardSize, BoardSizeError, Color, Point};

/// The reason for which a text is no diagram. Lines and columns count characters from 1.
///
/// ```
/// use tengen_game::diagram::{self, DiagramError};
///
/// let uneven = diagram::read("...\n....\n...");
/// assert_eq!(uneven, Err(DiagramError::Uneven { line: 2, expected: 3, found: 4 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiagramError {
    /// A character has no meaning in a diagram.
    #[error("line {line}, column {column}: expected `X`, `O` or `.`, found `{found}`")]
    Character {
        /// Line of the text, from 1.
        line: usize,
        /// Character of the line, from 1.
        column: usize,
        /// The character found.
        found: char,
    },
    /// A row is longer or shorter than the first.
    #[error("line {line}: this row has {found} points, but the first row has {expected}")]
    Uneven {
        /// Line of the text, from 1.
        line: usize,
        /// The number of points in the first row.
        expected: usize,
        /// The number of points in this row.
        found: usize,
    },
    /// The number of rows differs from the number of columns.
    #[error("the board must be square: found {rows} rows of {columns} points")]
    NotSquare {
        /// The number of rows.
        rows: usize,
        /// The number of points in each row.
        columns: usize,
    },
    /// The text has no row at all.
    #[error("expected rows of `X`, `O` and `.`, found no row")]
    NoRows,
    /// The board is too small or too large.
    #[error(transparent)]
    Size(#[from] BoardSizeError),
}

/// Reads a board.
///
/// Black is `X`, `x` or `●`, White is `O`, `o` or `○`, an empty point is `.`, `·`, `+`, `-` or `_`. Spaces,
/// blank lines and lines that begin with `#` or `;` are passed over, and so are the row numbers and the
/// column letters that [`write()`] adds. Both may stand on both sides of the board, and the letters may lack the `i`.
///
/// ```
/// use tengen_game::{Color, Point, diagram};
///
/// let board = diagram::read("
///     ; Black is about to win.
///     3 ● ● .
///     2 ○ ○ .
///     1 . . .
///       a b c
/// ")?;
/// assert_eq!(board.stone(Point::new(0, 0)), Some(Color::Black));
/// # Ok::<(), diagram::DiagramError>(())
/// ```
///
/// # Errors
/// When the text is not a square board of 3 to 22 rows, with the line and column of the fault.
pub fn read(text: &str) -> Result<Board, DiagramError> {
    let mut rows: Vec<Vec<Option<Color>>> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let content = line.trim();
        if content.is_empty() || content.starts_with(['#', ';']) || is_column_letters(content) {
            continue;
        }
        let row = read_row(line, index + 1)?;
        let expected = rows.first().map_or(row.len(), Vec::len);
        if row.len() != expected {
            return Err(DiagramError::Uneven { line: index + 1, expected, found: row.len() });
        }
        rows.push(row);
        if rows.len() > usize::from(BoardSize::MAX.lines()) {
            return Err(BoardSizeError(rows.len()).into());
        }
    }
    let columns = rows.first().ok_or(DiagramError::NoRows)?.len();
    if columns != rows.len() {
        return Err(DiagramError::NotSquare { rows: rows.len(), columns });
    }
    let size = BoardSize::new(columns)?;
    let mut board = Board::new(size);
    for (point, stone) in size.points().zip(rows.into_iter().flatten()) {
        board.set(point, stone);
    }
    Ok(board)
}

fn read_row(line: &str, number: usize) -> Result<Vec<Option<Color>>, DiagramError> {
    let mut row = Vec::new();
    let left = line.trim_start().split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    // A number on the right counts as a row number only if it equals the one on the left.
    let content = line.trim_end();
    let end = match content.strip_suffix(left).filter(|before| !left.is_empty() && before.len() > left.len())
    {
        Some(before) if before.ends_with(char::is_whitespace) => before.len(),
        _ => content.len(),
    };
    let mut in_row_number = true;
    for (index, character) in content[..end].chars().enumerate() {
        let stone = match character {
            c if c.is_whitespace() => continue,
            '0'..='9' if in_row_number => continue,
            'X' | 'x' | '●' => Some(Color::Black),
            'O' | 'o' | '○' => Some(Color::White),
            '.' | '·' | '+' | '-' | '_' => None,
            found => return Err(DiagramError::Character { line: number, column: index + 1, found }),
        };
        in_row_number = false;
        row.push(stone);
    }
    Ok(row)
}

/// Whether a line is `a b c …`, the letters beside a board, with or without `i`. No row begins with `a`, so none is lost.
fn is_column_letters(content: &str) -> bool {
    let letters = || content.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase());
    let count = letters().count();
    letters().eq(('a'..='z').take(count)) || letters().eq(('a'..='z').filter(|&c| c != 'i').take(count))
}

/// Draws a board with row numbers at the left and column letters below, each row ended by `\n`. [`read()`]
/// gives the same board back.
///
/// ```
/// use tengen_game::{Board, BoardSize, Color, Point, diagram};
///
/// let mut board = Board::new(BoardSize::MIN);
/// board.set(Point::new(0, 1), Some(Color::Black));
/// board.set(Point::new(2, 1), Some(Color::White));
/// assert_eq!(diagram::write(&board), " 3 . . .\n 2 X . O\n 1 . . .\n   a b c\n");
/// ```
pub fn write(board: &Board) -> String {
    let size = board.size();
    let mut text = String::new();
    for y in 0..size.lines() {
        text.push_str(&format!("{:>2}", size.lines() - y));
        for x in 0..size.lines() {
            text.push(' ');
            let point = Point::new(x, y);
            text.push(match board.stone(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                // A blocked point is shown, but not read: diagrams are of whole boards.
                None if board.is_blocked(point) => '%',
                None => '.',
            });
        }
        text.push('\n');
    }
    text.push_str("  ");
    for letter in ('a'..='z').take(usize::from(size.lines())) {
        text.push(' ');
        text.push(letter);
    }
    text.push('\n');
    text
}

/// The side to move if the stones were placed in turn: Black when the numbers of stones are equal, White when Black has one more;
/// `None` when the stones cannot have been placed in turn.
///
/// ```
/// use tengen_game::{Color, diagram};
///
/// assert_eq!(diagram::side_to_move(&diagram::read("X..\n...\n...")?), Some(Color::White));
/// assert_eq!(diagram::side_to_move(&diagram::read("O..\n...\n...")?), None);
/// # Ok::<(), diagram::DiagramError>(())
/// ```
pub fn side_to_move(board: &Board) -> Option<Color> {
    match board.count(Color::Black).checked_sub(board.count(Color::White)) {
        Some(0) => Some(Color::Black),
        Some(1) => Some(Color::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_run_from_the_top_and_columns_from_the_left() {
        let board = read("...\nX.O\n...").unwrap();
        assert_eq!(board.stone(Point::new(0, 1)), Some(Color::Black));
        assert_eq!(board.stone(Point::new(2, 1)), Some(Color::White));
        assert_eq!(write(&board), " 3 . . .\n 2 X . O\n 1 . . .\n   a b c\n");
    }

    #[test]
    fn written_diagrams_are_read_again() {
        for lines in 3..=22 {
            let size = BoardSize::new(lines).unwrap();
            let mut board = Board::new(size);
            for (index, point) in size.points().enumerate() {
                board.set(point, [None, Some(Color::Black), Some(Color::White)][index * 7 % 3]);
            }
            assert_eq!(read(&write(&board)), Ok(board));
        }
    }

    #[test]
    fn numbers_and_letters_may_stand_on_both_sides() {
        let board = read("  A B C\n 3 . X . 3\n 2 . . O  2 \n1 . . . 1\n  a b c").unwrap();
        assert_eq!(write(&board), " 3 . X .\n 2 . . O\n 1 . . .\n   a b c\n");
        let letters =
            (('a'..='i').collect::<String>(), ('a'..='j').filter(|&c| c != 'i').collect::<String>());
        assert!(is_column_letters(&letters.0) && is_column_letters(&letters.1));
        // A different number, or one on the right alone, is an error.
        for text in ["3 . . . 2\n2 . . .\n1 . . .", "...\n... 2\n...", "3...3\n2...\n1..."] {
            assert!(matches!(read(text), Err(DiagramError::Character { .. })), "{text}");
        }
    }

    #[test]
    fn faults_are_reported_with_their_place() {
        let cases = [
            ("...\n.Z.\n...", "line 2, column 2: expected `X`, `O` or `.`, found `Z`"),
            ("...\n....\n...", "line 2: this row has 4 points, but the first row has 3"),
            ("...\n...", "the board must be square: found 2 rows of 3 points"),
            ("", "expected rows of `X`, `O` and `.`, found no row"),
            ("..\n..", "a board has 3 to 22 lines a side, not 2"),
            ("...\n.1.\n...", "line 2, column 2: expected `X`, `O` or `.`, found `1`"),
        ];
        for (text, message) in cases {
            assert_eq!(read(text).unwrap_err().to_string(), message);
        }
        assert!(matches!(read(&".\n".repeat(100)), Err(DiagramError::Size(_))));
    }

    #[test]
    fn the_side_to_move_follows_from_the_stones() {
        assert_eq!(side_to_move(&read("...\n...\n...").unwrap()), Some(Color::Black));
        assert_eq!(side_to_move(&read("X..\n...\n...").unwrap()), Some(Color::White));
        assert_eq!(side_to_move(&read("O..\n...\n...").unwrap()), None);
    }
}
