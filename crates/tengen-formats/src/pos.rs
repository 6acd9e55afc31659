//! Positions of the old renju programs (`.pos`): one byte that counts the moves, then one byte for each move.
//!
//! The board is 15×15, and a move's byte is 15 × row + column, counted **from 0** at the top left. This is how
//! RenLib reads and writes these files (its `Pos.cpp`; its rows count from the top, as its SGF reader shows).
//! The rule is not in the file.

use tengen_game::{BoardSize, Record, Rule};

use super::loss::{MAIN_LINE_ALONE, Written, losses_of};
use super::move_list::{self, MoveFault, MoveListError};

const LINES: u8 = BoardSize::FIFTEEN.lines();

/// The reason for which some bytes are no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PosError {
    /// The file is empty, without the count.
    #[error("expected the number of moves in the first byte, found an empty file")]
    Empty,
    /// The number of moves is greater than that of the points.
    #[error("byte 0: expected the number of moves, 0 to 225, found {0}")]
    Count(u8),
    /// The file has fewer moves than the first byte announces.
    #[error("expected {expected} moves after the first byte, found {found}")]
    Missing {
        /// The number of moves that the first byte announces.
        expected: usize,
        /// The number of bytes after the first.
        found: usize,
    },
    /// A move cannot be part of the game.
    #[error("byte {offset}: {source}")]
    Move {
        /// The number of the byte, from 0; move n is byte n.
        offset: usize,
        /// The fault of the move.
        source: MoveFault,
    },
}

/// Reads a game that was played under `rule`.
///
/// Bytes after the last move are passed over, as RenLib does. A forbidden move of Black is accepted and ends the game.
///
/// ```
/// use tengen_formats::pos;
/// use tengen_game::{Point, Rule};
///
/// // The third column of the second row.
/// let record = pos::read(&[1, 15 + 2], Rule::Renju)?;
/// assert_eq!(record.position().moves(), [Point::new(2, 1)]);
/// # Ok::<(), pos::PosError>(())
/// ```
///
/// # Errors
/// When bytes are missing, or a move cannot be played.
pub fn read(bytes: &[u8], rule: Rule) -> Result<Record, PosError> {
    let (&count, moves) = bytes.split_first().ok_or(PosError::Empty)?;
    let expected = usize::from(count);
    if expected > BoardSize::FIFTEEN.area() {
        return Err(PosError::Count(count));
    }
    let moves = moves.get(..expected).ok_or(PosError::Missing { expected, found: moves.len() })?;
    let mut record = Record::new(rule, BoardSize::FIFTEEN);
    for (index, &byte) in moves.iter().enumerate() {
        let (x, y) = (i64::from(byte % LINES), i64::from(byte / LINES));
        move_list::play(&mut record, x, y, 0)
            .map_err(|source| PosError::Move { offset: index + 1, source })?;
    }
    Ok(record)
}

/// Writes the main line of a game: one byte, then one byte per move.
///
/// ```
/// use tengen_formats::pos;
/// use tengen_game::{BoardSize, Point, Record, Rule};
///
/// let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
/// record.play(Point::new(7, 7))?;
/// record.play(Point::new(2, 1))?;
/// let bytes = pos::write(&record)?.content;
/// assert_eq!(bytes, [2, 7 * 15 + 7, 15 + 2]);
/// assert_eq!(pos::read(&bytes, Rule::Renju)?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the board is not 15×15, the game does not begin with the empty board and Black to move, or a side
/// passed.
pub fn write(record: &Record) -> Result<Written<Vec<u8>>, MoveListError> {
    if record.size() != BoardSize::FIFTEEN {
        return Err(MoveListError::Size { expected: BoardSize::FIFTEEN, found: record.size() });
    }
    let moves = move_list::main_line(record)?;
    // A 15×15 board has 225 points, so that neither the count nor a point exceeds a byte.
    let mut bytes = vec![u8::try_from(moves.len()).unwrap_or(u8::MAX)];
    bytes.extend(moves.iter().map(|(point, _)| point.y() * LINES + point.x()));
    Ok(Written { content: bytes, losses: losses_of(record, &MAIN_LINE_ALONE) })
}
