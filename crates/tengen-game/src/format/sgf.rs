//! Smart Game Format: `FF[4]` with `GM[4]`, Gomoku and renju.
//!
//! ```
//! use tengen_game::{Point, format::sgf};
//!
//! let record = sgf::read(b"(;GM[4]SZ[15]RU[renju]PB[Ada];B[hh]C[the centre];W[ig](;B[bc])(;B[jj]))")?;
//! assert_eq!(record.line()[2], Point::new(1, 2));
//! assert_eq!(record.nodes().len(), 5);
//! assert_eq!(sgf::read(sgf::write(&record).content.as_bytes())?, record);
//! # Ok::<(), sgf::SgfError>(())
//! ```
//!
//! # What is read
//! * Points are two letters, column and row **from the top** (`aa` is the corner at the top left), in either
//!   case, or `h8` and `8h` with the row from the bottom. A pass is nothing, or `tt` on boards up to 19×19.
//! * `SZ`, 15 if it is missing; `RU`, freestyle if it is missing; `PB`, `PW`, `RE`; `AB`, `AW`, `AE` and `PL`
//!   in the first node. Without `PL`, whoever moves first in the file is to move.
//! * In any node: `B` or `W`, `C`, `LB`, `CR`, `SQ`, `TR`, `MA`, and `V`, the value for Black, if it is a whole
//!   number. A node without a move adds its remarks to the node before. `GC` comes before the first remark.
//! * `RE` counts where the board does not show how the game ended: `B+R` as resignation, `B+T` as time, a draw
//!   as an agreement, and every other win as resignation. In another node than the first it tells how the
//!   game through that node ended.
//! * Everything else is passed over, such as `BL`, `WL`, `GN`, dates and marks off the board.
//!
//! # Character sets
//! A byte order mark counts first, then `CA`, then UTF-8. A file that is in none of them is refused rather
//! than guessed at, for it may as well be in GBK as in the standard's Latin 1: decode it and use [`read_text`].
//!
//! # What is written
//! UTF-8. How long a move took and how near a forced end is have no standard properties, so they are in two of
//! our own, as the standard allows: `TGTIME`, whole milliseconds, and `TGMATE`, plies to the end, negative
//! where Black loses.
//!
//! The standard is at <https://www.red-bean.com/sgf/>.

mod build;
mod charset;
mod games;
mod parse;
mod values;
mod write;

pub use super::location::Place;
pub use games::{Game, MAX_FAULTY, read_games};

use crate::{BoardSize, BoardSizeError, Color, PlayError, Record, Rule, SetupError};
use parse::Parser;
pub use write::write;

/// More bytes than this in a file are refused: 64 MiB.
const MAX_BYTES: usize = 64 << 20;
/// More games than this in a file are refused: even an empty one takes a kilobyte.
const MAX_GAMES: usize = 100_000;

/// Why a file is no game that we can play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// The file is too long.
    #[error("expected at most {most} bytes, found {found}")]
    TooLong {
        /// The most that are read.
        most: usize,
        /// The length of the file.
        found: usize,
    },
    /// The file has too many parts.
    #[error("there are more than {most} {what}")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// The most that are read.
        most: usize,
    },
    /// The bytes are in no known character set.
    #[error("byte {offset}: this is not UTF-8, and the file does not tell another character set (`CA[…]`)")]
    NotUtf8 {
        /// The first byte that cannot be read, from 0.
        offset: usize,
    },
    /// `CA` names a character set that we cannot read, and the file is not UTF-8 either.
    #[error("`CA`: expected a character set such as `UTF-8` or `GB2312`, found `{0}`")]
    Charset(String),
    /// There is no game.
    #[error("expected a game, which begins with `(;`, found none")]
    NoGame,
    /// A character is out of place.
    #[error("{place}: expected {expected}, found `{found}`")]
    Unexpected {
        /// Where.
        place: Place,
        /// What could stand there.
        expected: &'static str,
        /// What does.
        found: char,
    },
    /// The text ends within a game.
    #[error("{place}: expected {expected}, found the end of the text")]
    End {
        /// Where.
        place: Place,
        /// What could stand there.
        expected: &'static str,
    },
    /// A value has no end.
    #[error("{place}: this `[` has no `]`")]
    Unclosed {
        /// Where it begins.
        place: Place,
    },
    /// This is another game.
    #[error("{place}: expected `GM[4]` (Gomoku and renju), found `GM[{found}]`")]
    Game {
        /// Where.
        place: Place,
        /// What stands there.
        found: String,
    },
    /// There is no such board.
    #[error("{place}: expected `SZ` with the lines of a square board, found `{found}`")]
    Square {
        /// Where.
        place: Place,
        /// What stands there.
        found: String,
    },
    /// The board is too small or too large.
    #[error("{place}: {source}")]
    Size {
        /// Where.
        place: Place,
        /// What is wrong with it.
        source: BoardSizeError,
    },
    /// The rule is unknown.
    #[error(
        "{place}: expected a rule (`RU` with `freestyle`, `standard`, `renju` or `free-N`), found `{found}`"
    )]
    Rule {
        /// Where.
        place: Place,
        /// What stands there.
        found: String,
    },
    /// `PL` names no side.
    #[error("{place}: expected `B` or `W`, found `{found}`")]
    Side {
        /// Where.
        place: Place,
        /// What stands there.
        found: String,
    },
    /// A stone lies nowhere on the board.
    #[error(
        "{place}: expected a point of a {size} board such as `hh` (column and row from the top), found `{found}`"
    )]
    Point {
        /// Where.
        place: Place,
        /// The board.
        size: BoardSize,
        /// What stands there.
        found: String,
    },
    /// Two set-up stones share a point.
    #[error("{place}: there is a stone on `{found}` already")]
    SetupTwice {
        /// Where.
        place: Place,
        /// The point.
        found: String,
    },
    /// The set-up stones make no position.
    #[error("the stones that were set up: {0}")]
    Setup(#[from] SetupError),
    /// Stones are set up while the game is on.
    #[error(
        "{place}: `{property}` sets up stones, which is only possible in the first node, before any move"
    )]
    LateSetup {
        /// Where.
        place: Place,
        /// The property.
        property: String,
    },
    /// A node has more than one move.
    #[error("{place}: expected one move in a node, found a second")]
    SecondMove {
        /// Where.
        place: Place,
    },
    /// A side moves when the other is to move.
    #[error("{place}: expected a move of {to_move}, found one of {found}")]
    Turn {
        /// Where.
        place: Place,
        /// Whose turn it is.
        to_move: Color,
        /// Who moves.
        found: Color,
    },
    /// A move cannot be played.
    #[error("{place}: {source}")]
    Play {
        /// Where.
        place: Place,
        /// Why not.
        source: PlayError,
    },
}

impl SgfError {
    /// Where in the text the fault lies; `None` where it concerns all of it, or there is no text.
    pub fn place(&self) -> Option<Place> {
        match *self {
            SgfError::Unexpected { place, .. }
            | SgfError::End { place, .. }
            | SgfError::Unclosed { place }
            | SgfError::Game { place, .. }
            | SgfError::Square { place, .. }
            | SgfError::Size { place, .. }
            | SgfError::Rule { place, .. }
            | SgfError::Side { place, .. }
            | SgfError::Point { place, .. }
            | SgfError::SetupTwice { place, .. }
            | SgfError::LateSetup { place, .. }
            | SgfError::SecondMove { place }
            | SgfError::Turn { place, .. }
            | SgfError::Play { place, .. } => Some(place),
            SgfError::TooLong { .. }
            | SgfError::TooMany { .. }
            | SgfError::NotUtf8 { .. }
            | SgfError::Charset(_)
            | SgfError::NoGame
            | SgfError::Setup(_) => None,
        }
    }
}

/// Reads the first game of a file.
///
/// Forbidden moves of Black are accepted as what they are, the end of the game.
///
/// # Errors
/// When the bytes are no such game, or a move cannot be played, with the place.
pub fn read(bytes: &[u8]) -> Result<Record, SgfError> {
    read_text(&decode(bytes)?, None)
}

/// Reads the first game of a file as one under `rule`, whatever `RU` says.
///
/// # Errors
/// As [`read()`], but for `RU`.
pub fn read_as(bytes: &[u8], rule: Rule) -> Result<Record, SgfError> {
    read_text(&decode(bytes)?, Some(rule))
}

/// Reads the first game of a text, whatever `CA` says; under `rule`, if there is one, whatever `RU` says.
///
/// # Errors
/// As [`read()`], but for the character set.
pub fn read_text(text: &str, rule: Option<Rule>) -> Result<Record, SgfError> {
    check_length(text.len())?;
    let game = Parser::new(text).next_game()?.ok_or(SgfError::NoGame)?;
    build::record(text, &game, rule)
}

/// Reads all games of a file.
///
/// # Errors
/// As [`read()`], for the first game that is none.
pub fn read_all(bytes: &[u8]) -> Result<Vec<Record>, SgfError> {
    let text = decode(bytes)?;
    let mut parser = Parser::new(&text);
    let mut records = Vec::new();
    while let Some(game) = parser.next_game()? {
        if records.len() == MAX_GAMES {
            return Err(SgfError::TooMany { what: "games", most: MAX_GAMES });
        }
        records.push(build::record(&text, &game, None)?);
    }
    if records.is_empty() { Err(SgfError::NoGame) } else { Ok(records) }
}

fn decode(bytes: &[u8]) -> Result<std::borrow::Cow<'_, str>, SgfError> {
    check_length(bytes.len())?;
    charset::decode(bytes)
}

fn check_length(found: usize) -> Result<(), SgfError> {
    if found > MAX_BYTES { Err(SgfError::TooLong { most: MAX_BYTES, found }) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
