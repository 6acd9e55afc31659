//! Smart Game Format: `FF[4]` with `GM[4]`, Gomoku and renju.
//!
//! ```
//! use tengen_formats::sgf;
//! use tengen_game::Point;
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
//! * `SZ`, 15 if it is missing; `RU`, freestyle if it is missing or unknown; `PB`, `PW`, `RE`, and the properties of
//!   [`Fact`](tengen_game::Fact)s; `AB`, `AW`, `AE` and `PL` in the nodes before the first move. Without `PL`, the side of the first move
//!   in the file is to move. A foreign name of a rule is interpreted with a [`ReadNote`].
//! * In any node: `B` or `W`, `C`, `LB`, `CR`, `SQ`, `TR`, `MA`, and `V`, the value for Black, if it is a whole
//!   number. A node without a move adds its remarks to the node before; one with several has them one after the other.
//! * Another game than `GM[4]` if its rule is one of five in a row, or the caller gives the rule.
//! * The long names of properties that earlier versions of the format have (`GaMe`, `Black`): small letters are ignored.
//! * `RE` counts if the board does not show how the game ended: `B+R` as resignation, `B+T` as time, a draw
//!   as an agreement, and every other win as resignation. In another node than the first it is the result of the
//!   game through that node.
//! * `QPR` and `QSLW` before the first move, which are the opening's three stones and White's answer in files of Gomoku
//!   Quest. Where other unknown properties before the first move name points, moves may be missing: the result is not
//!   taken over, and a [`ReadNote`] reports this. Files of Tengen are complete.
//! * Files that break the standard, with a [`ReadNote`]: text before the first game, no `)` at the end, a `]` without a
//!   backslash in a text with brackets (`PB[one [3d]]`), several moves in a node, stones set up after the first node, and
//!   a word instead of a move (`W[resign]`).
//! * Every other property is stored unchanged, among the [`Properties`](tengen_game::Properties) of its node. Marks off the board
//!   are skipped.
//!
//! # Character sets
//! The encoding given by the caller counts first, then a byte order mark, then `CA`, then UTF-8. A `CA` does not count where
//! the bytes can only be UTF-8. If the file is in none of them, the reader guesses the encoding from the bytes. A
//! [`ReadNote`] names an encoding that differs from the declared one.
//!
//! # What is written
//! UTF-8, with `FF[4]`, `GM[4]` and Tengen as `AP`, the program that wrote the file. The time of a move and the distance to
//! a forced end have no standard properties, so they are in two private ones, as the standard allows: `TGTIME`, whole
//! milliseconds, and `TGMATE`, plies to the end, negative if Black loses. The source's texts for the rule and
//! the result are in `RU` and `RE` if they mean the same as the record; otherwise, as when a game has been
//! continued, in `TGRULES` and `TGRESULT`.
//!
//! The standard is at <https://www.red-bean.com/sgf/>.
//!
//! [`ReadNote`]: super::ReadNote

mod build;
mod games;
mod opening;
mod parse;
mod write;

use tengen_game::{BoardSize, BoardSizeError, Color, PlayError, Record, Rule, SetupError};

pub use super::location::Place;
pub use games::{Collection, Game, Options};
use parse::Parser;
pub(crate) use parse::contains_game;
pub use write::write;

/// The most bytes that a file may have: 64 MiB.
const MAX_BYTES: usize = 64 << 20;
/// The most games that a file may have: even an empty game takes a kilobyte of memory.
const MAX_GAMES: usize = 100_000;

/// The reasons for which a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// The file is too long.
    #[error("expected at most {} MiB, found {found} bytes", most >> 20)]
    TooLong {
        /// The most bytes that are read.
        most: usize,
        /// The length of the file in bytes.
        found: usize,
    },
    /// The file has too many parts.
    #[error("there are more than {most} {what}")]
    TooMany {
        /// The kind of the parts.
        what: &'static str,
        /// The most parts that are read.
        most: usize,
    },
    /// The text has no game.
    #[error("expected a game, which begins with `(;`, found none")]
    NoGame,
    /// A character is out of place.
    #[error("{place}: expected {expected}, found `{found}`")]
    Unexpected {
        /// The place in the text.
        place: Place,
        /// The characters that could stand at the place.
        expected: &'static str,
        /// The character at the place.
        found: char,
    },
    /// The text ends within a game.
    #[error("{place}: expected {expected}, found the end of the text")]
    End {
        /// The place in the text.
        place: Place,
        /// The characters that could stand at the place.
        expected: &'static str,
    },
    /// A value has no end.
    #[error("{place}: this `[` has no `]`")]
    Unclosed {
        /// The place at which the value begins.
        place: Place,
    },
    /// The file is of another game.
    #[error("{place}: expected `GM[4]` (Gomoku and renju) or a rule of five in a row, found `GM[{found}]`")]
    Game {
        /// The place in the text.
        place: Place,
        /// The text found.
        found: String,
    },
    /// `SZ` names no square board.
    #[error("{place}: expected `SZ` with the lines of a square board, found `{found}`")]
    Square {
        /// The place in the text.
        place: Place,
        /// The text found.
        found: String,
    },
    /// The board is too small or too large.
    #[error("{place}: {source}")]
    Size {
        /// The place in the text.
        place: Place,
        /// The fault of the size.
        source: BoardSizeError,
    },
    /// `PL` names no side.
    #[error("{place}: expected `B` or `W`, found `{found}`")]
    Side {
        /// The place in the text.
        place: Place,
        /// The text found.
        found: String,
    },
    /// A stone lies nowhere on the board.
    #[error(
        "{place}: expected a point of {} {size} board such as `hh` (column and row from the top), found `{found}`",
        size.article()
    )]
    Point {
        /// The place in the text.
        place: Place,
        /// The size of the board.
        size: BoardSize,
        /// The text found.
        found: String,
    },
    /// Two set-up stones share a point.
    #[error("{place}: there is a stone on `{found}` already")]
    SetupTwice {
        /// The place in the text.
        place: Place,
        /// The name of the point.
        found: String,
    },
    /// The set-up stones make no position.
    #[error("the stones that were set up: {0}")]
    Setup(#[from] SetupError),
    /// Stones are set up while the game is on.
    #[error("{place}: `{property}` sets up stones, which is only possible before any move and variation")]
    LateSetup {
        /// The place in the text.
        place: Place,
        /// The name of the property.
        property: String,
    },
    /// A side moves when the other is to move.
    #[error("{place}: expected a move of {to_move}, found one of {found}")]
    Turn {
        /// The place in the text.
        place: Place,
        /// The side to move.
        to_move: Color,
        /// The side that moves.
        found: Color,
    },
    /// A move cannot be played.
    #[error("{place}: {source}")]
    Play {
        /// The place in the text.
        place: Place,
        /// The reason why the rule refuses the move.
        source: PlayError,
    },
}

impl SgfError {
    /// The place of the fault in the text; `None` where the fault concerns the whole text, or there is no text.
    pub fn place(&self) -> Option<Place> {
        match *self {
            SgfError::Unexpected { place, .. }
            | SgfError::End { place, .. }
            | SgfError::Unclosed { place }
            | SgfError::Game { place, .. }
            | SgfError::Square { place, .. }
            | SgfError::Size { place, .. }
            | SgfError::Side { place, .. }
            | SgfError::Point { place, .. }
            | SgfError::SetupTwice { place, .. }
            | SgfError::LateSetup { place, .. }
            | SgfError::Turn { place, .. }
            | SgfError::Play { place, .. } => Some(place),
            SgfError::TooLong { .. } | SgfError::TooMany { .. } | SgfError::NoGame | SgfError::Setup(_) => {
                None
            }
        }
    }
}

/// Reads the first game of a file.
///
/// A forbidden move of Black is accepted and ends the game.
///
/// ```
/// use tengen_formats::sgf;
/// use tengen_game::Rule;
///
/// let record = sgf::read(b"(;GM[4]SZ[15]RU[renju];B[hh];W[ig])")?;
/// assert_eq!((record.rule(), record.position().moves().len()), (Rule::Renju, 2));
/// # Ok::<(), tengen_formats::sgf::SgfError>(())
/// ```
///
/// # Errors
/// When the bytes are no such game, or a move cannot be played, with the place.
pub fn read(bytes: &[u8]) -> Result<Record, SgfError> {
    Ok(read_game(bytes, Options::default())?.record)
}

/// Reads the first game of a file with the caller's options, and returns notes on how the file was interpreted.
///
/// # Errors
/// The errors of [`read()`].
pub fn read_game(bytes: &[u8], options: Options) -> Result<Game, SgfError> {
    check_length(bytes.len())?;
    let decoded = parse::decode(bytes, options.encoding);
    let mut game = first_game(&decoded.text, options.rule)?;
    game.notes.extend(decoded.note);
    Ok(game)
}

/// Reads the first game of a text and ignores `CA`. A given `rule` overrides `RU`.
///
/// # Errors
/// The errors of [`read()`], except for the character set.
pub fn read_text(text: &str, rule: Option<Rule>) -> Result<Record, SgfError> {
    check_length(text.len())?;
    Ok(first_game(text, rule)?.record)
}

fn first_game(text: &str, rule: Option<Rule>) -> Result<Game, SgfError> {
    let tree = Parser::new(text, 0).next_game()?.ok_or(SgfError::NoGame)?;
    build::game(text, &tree, rule)
}

/// Reads all games of a file.
///
/// # Errors
/// The errors of [`read()`], for the first game that cannot be read.
pub fn read_all(bytes: &[u8]) -> Result<Vec<Record>, SgfError> {
    let games = Collection::open(bytes, Options::default())?;
    let records = (0..games.len()).map(|index| games.get(index).map(|game| game.record));
    let records = records.collect::<Result<Vec<Record>, SgfError>>()?;
    games.fault().map_or(Ok(records), |fault| Err(fault.clone()))
}

/// The rule that a name in a file stands for; `None` for an unknown name.
pub(super) fn rule_named(name: &str) -> Option<Rule> {
    let named = games::named(name);
    (named != games::Named::Unknown).then(|| named.rule())
}

/// A text as the value of a property.
pub(super) fn escaped(text: &str) -> String {
    parse::escape(text)
}

fn check_length(found: usize) -> Result<(), SgfError> {
    if found > MAX_BYTES { Err(SgfError::TooLong { most: MAX_BYTES, found }) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
