use super::{MAJOR, MAX_BYTES, MAX_NODES};
use crate::{BoardSize, PlayError};

/// Why bytes are no library, or a record cannot be one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenLibError {
    /// The file does not begin as a library does.
    #[error("at byte 0: expected a RenLib library, which begins with the bytes FF `RenLib` FF")]
    Header,
    /// The library was written by a newer program.
    #[error(
        "at byte 8: expected a RenLib library of version {MAJOR} or before, found version {major}.{minor}"
    )]
    Version {
        /// The first number of the version.
        major: u8,
        /// The second.
        minor: u8,
    },
    /// The file is too long.
    #[error("expected at most {mib} MiB, found {0} bytes", mib = MAX_BYTES >> 20)]
    TooLong(usize),
    /// The tree is too large.
    #[error("a library has at most {MAX_NODES} moves and board texts")]
    TooManyNodes,
    /// The file ends too early.
    #[error("at byte {at}: expected {expected}, found the end of the file")]
    Truncated {
        /// The place, from 0.
        at: usize,
        /// What should be there.
        expected: &'static str,
    },
    /// The tree is complete, but the file goes on.
    #[error("at byte {at}: expected the end of the file after the last variation, found {left} bytes more")]
    Trailing {
        /// The place, from 0.
        at: usize,
        /// How many bytes there are.
        left: usize,
    },
    /// A node lies nowhere on the board.
    #[error(
        "at byte {at}: expected a point, 16·(y−1)+x with x and y from 1 to 15, or 0 for none, found {found}"
    )]
    Point {
        /// The place, from 0.
        at: usize,
        /// The byte found.
        found: u8,
    },
    /// There are flags that nobody knows, and so perhaps data that cannot be skipped.
    #[error("at byte {at}: expected the further flags 00 00 or 00 01, found {:02X} {:02X}", found[0], found[1])]
    Extension {
        /// The place, from 0.
        at: usize,
        /// The bytes found.
        found: [u8; 2],
    },
    /// A move cannot be played.
    #[error("at byte {at}: {source}")]
    Play {
        /// The place, from 0.
        at: usize,
        /// Why not.
        source: PlayError,
    },
    /// Libraries are for 15×15.
    #[error("a RenLib library has a 15×15 board, the record has {0}")]
    Size(BoardSize),
    /// Libraries begin with the empty board.
    #[error("a RenLib library begins with the empty board, the record with a set-up position")]
    Setup,
}

impl RenLibError {
    /// The byte of the file, from 0, where the fault lies; `None` where it concerns all of it.
    pub(in crate::format) fn offset(&self) -> Option<usize> {
        match *self {
            RenLibError::Header => Some(0),
            RenLibError::Version { .. } => Some(8),
            RenLibError::Truncated { at, .. }
            | RenLibError::Trailing { at, .. }
            | RenLibError::Point { at, .. }
            | RenLibError::Extension { at, .. }
            | RenLibError::Play { at, .. } => Some(at),
            RenLibError::TooLong(_)
            | RenLibError::TooManyNodes
            | RenLibError::Size(_)
            | RenLibError::Setup => None,
        }
    }
}
