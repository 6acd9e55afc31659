//! Yixin-Board's saved positions (`.sav`): rows, columns, the number of moves, then each move as row and
//! column, counted **from 0** at the top left.
//!
//! ```text
//! 15
//! 15
//! 2
//! 7 7
//! 6 8
//! ```
//!
//! The rule is not in the file.

use std::fmt::Write;

use tengen_game::{BoardSize, BoardSizeError, Record, Rule};

use super::loss::{MAIN_LINE_ALONE, Written, losses_of};
use super::move_list::{self, MoveFault, MoveListError};

/// The reason for which a text is no saved position of Yixin-Board. Numbers count from 1, through the whole text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SavError {
    /// The text ends too early.
    #[error("number {number}: expected {expected}, found the end of the text")]
    End {
        /// The position of the number in the text, from 1.
        number: usize,
        /// The meaning of the missing number.
        expected: &'static str,
    },
    /// The text has another word where a number is expected.
    #[error("number {number}: expected {expected}, found `{found}`")]
    Number {
        /// The position of the number in the text, from 1.
        number: usize,
        /// The meaning of the expected number.
        expected: &'static str,
        /// The text found.
        found: String,
    },
    /// The board is not square.
    #[error("the board must be square, found {rows} rows and {columns} columns")]
    NotSquare {
        /// The number of rows.
        rows: i64,
        /// The number of columns.
        columns: i64,
    },
    /// The board is too small or too large.
    #[error(transparent)]
    Size(#[from] BoardSizeError),
    /// A move cannot be part of the game.
    #[error("move {number}: {source}")]
    Move {
        /// The number of the move, from 1.
        number: i64,
        /// The fault of the move.
        source: MoveFault,
    },
}

/// Reads a game that was played under `rule`.
///
/// The numbers may stand in any lines; what follows the last move is passed over. A forbidden move of Black is accepted and ends the game.
///
/// ```
/// use tengen_formats::sav;
/// use tengen_game::{Point, Rule};
///
/// // The third column of the second row.
/// let record = sav::read("15\n15\n1\n1 2\n", Rule::FREESTYLE)?;
/// assert_eq!(record.position().moves(), [Point::new(2, 1)]);
/// # Ok::<(), sav::SavError>(())
/// ```
///
/// # Errors
/// When a number is missing or malformed, or a move cannot be played.
pub fn read(text: &str, rule: Rule) -> Result<Record, SavError> {
    let mut words = text.trim_start_matches('\u{feff}').split_whitespace();
    let mut count = 0;
    let mut next = |expected: &'static str| {
        count += 1;
        let word = words.next().ok_or(SavError::End { number: count, expected })?;
        let shown = || word.chars().take(60).collect();
        word.parse::<i64>().map_err(|_| SavError::Number { number: count, expected, found: shown() })
    };
    let rows = next("the number of rows")?;
    let columns = next("the number of columns")?;
    if rows != columns {
        return Err(SavError::NotSquare { rows, columns });
    }
    let size = BoardSize::new(usize::try_from(rows).unwrap_or_default())?;
    let moves = next("the number of moves")?;
    let mut record = Record::new(rule, size);
    for number in 1..=moves {
        let row = next("a move's row")?;
        let column = next("a move's column")?;
        move_list::play(&mut record, column, row, 0).map_err(|source| SavError::Move { number, source })?;
    }
    Ok(record)
}

/// The byte at which number `number` of the text, from 1, begins.
pub(super) fn start_of(text: &str, number: usize) -> Option<usize> {
    let word = text.split_whitespace().nth(number.checked_sub(1)?)?;
    // The word is a part of the text.
    Some(word.as_ptr() as usize - text.as_ptr() as usize)
}

/// Writes the main line of a game.
///
/// ```
/// use tengen_formats::sav;
/// use tengen_game::{BoardSize, Point, Record, Rule};
///
/// let mut record = Record::new(Rule::FREESTYLE, BoardSize::TWENTY);
/// record.play(Point::new(2, 1))?;
/// let text = sav::write(&record)?.content;
/// assert_eq!(text, "20\n20\n1\n1 2\n");
/// assert_eq!(sav::read(&text, Rule::FREESTYLE)?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the game does not begin with the empty board and Black to move, or a side passed.
pub fn write(record: &Record) -> Result<Written<String>, MoveListError> {
    let moves = move_list::main_line(record)?;
    let size = record.size().lines();
    let mut text = format!("{size}\n{size}\n{}\n", moves.len());
    for (point, _) in moves {
        // Writing into a string cannot fail.
        let _ = writeln!(text, "{} {}", point.y(), point.x());
    }
    Ok(Written { content: text, losses: losses_of(record, &MAIN_LINE_ALONE) })
}
