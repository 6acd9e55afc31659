//! RenLib's libraries (`.lib`): a tree of renju moves with comments, marks and texts on the board.
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `FF "RenLib" FF` |
//! | 2 | version, major and minor: 3, 4 |
//! | 10
//! `FF`, or the rule as Tengen writes it |
//! | … | nodes, each before its children, and those before its next sibling |
//!
//! A node is a byte for the point, 16·(y − 1) + x with x from the left and y **from the top**, both from 1, or 0
//! for the root and for passes; then a byte of flags: 80 a sibling follows after the node's children, 40 it has no
//! children, 20 a comment of RenLib 2 follows, 10 marked, 08 a comment follows, 04 the library opens here, 02 no
//! move, but only a text on its parent's board, 01 two more bytes of flags follow, of which 00 01 announces that
//! text. Comments and texts are ended by a zero byte, and by a second one where the length were odd otherwise. In
//! a comment the byte 08 ends the first line, which RenLib shows apart.
//!
//! Sources: RenLib's own `CRenLibDoc::AddLibrary` (RenLib 3, by Frank Arkbo) and the reader in
//! `lfz084/lfz084.github.io` (`RenLibDoc.js`). Three things follow from them: a root that has the sibling
//! flag (some programs write that) has none; a move that is there twice is merged; and siblings may stand in any
//! order, although RenLib itself sorts them, so that **a main line other than the topmost is lost when RenLib
//! saves the file**. The characters of RenLib 2's comments are read as seven bits each up to a pair with a high
//! bit, which no file at hand could confirm.
//!
//! # How texts and marks are stored
//! A text on the board is a label on the parent's board; `○ □ △ ×` are the signs. A marked move has a circle on
//! itself. The place where the library opens is the cursor; without one that is the start.
//!
//! # The rule
//! RenLib's libraries are of renju, and have no place for another rule. RenLib and the readers named above check the name and
//! the version of the header and skip the ten bytes after them, which RenLib fills with `FF`. For any other rule than renju,
//! Tengen writes `TG` into the first two of these bytes and the rule into the third: 1 to 9 for that many or more in a row, 16
//! standard, 17 caro, 18 caro with exactly five. The rule of the caller counts more.
//! standard, 17 caro, 18 caro with exactly five. The rule of the caller overrides this one.
//! # Damaged libraries
//! A library without the header is read if it begins with a first move on h8, and one that ends after a node that should
//! have more after it is read as far as it goes, each with a [`ReadNote`](super::ReadNote).
//!
//! # Encodings
//! RenLib writes the code page of the computer it runs on. Unless the caller names an encoding, a library is UTF-8
//! if all its texts are, and otherwise in the encoding that their bytes suggest, which a note names.
//! Writing is always in UTF-8, which every text survives: RenLib itself then shows ASCII correctly and nothing else.

mod read;
mod write;

use tengen_game::{BoardSize, PlayError, Rule, WinLength};

pub use super::sgf::{Game, Options};
pub(super) use read::is_without_header;
pub use read::{read, read_game};
pub use write::write;

/// The most bytes that a library may have: 32 MiB.
pub const MAX_BYTES: usize = 32 << 20;

/// The most nodes that a library may have.
pub const MAX_NODES: usize = 1_000_000;

const NAME: [u8; 8] = *b"\xFFRenLib\xFF";
const MAJOR: u8 = 3;
const MINOR: u8 = 4;
const HEADER: usize = 20;

const SIBLING: u8 = 0x80;
const LEAF: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const MARK: u8 = 0x10;
const COMMENT: u8 = 0x08;
const OPENS_HERE: u8 = 0x04;
const NO_MOVE: u8 = 0x02;
const EXTENSION: u8 = 0x01;
const BOARD_TEXT: [u8; 2] = [0, 1];
/// The character that ends the first line of a comment.
const FIRST_LINE: char = '\u{8}';

/// The texts on the board by which signs other than labels are written.
const SIGNS: [(&str, tengen_game::Sign); 4] = [
    ("○", tengen_game::Sign::Circle),
    ("□", tengen_game::Sign::Square),
    ("△", tengen_game::Sign::Triangle),
    ("×", tengen_game::Sign::Cross),
];

/// The mark of Tengen in the header's bytes after the version, before the number of the rule.
const OWN: [u8; 2] = *b"TG";

/// The numbers of the rules that have names; 1 to 9 are those of that many or more in a row.
const RULES: [(u8, Rule); 3] = [(16, Rule::Standard), (17, Rule::Caro), (18, Rule::CaroExact)];

/// The number of a rule in the header; `None` for renju, the rule of a library without a number.
fn number_of_rule(rule: Rule) -> Option<u8> {
    match rule {
        Rule::Free(length) => Some(length.stones()),
        rule => RULES.iter().find(|(_, known)| *known == rule).map(|(number, _)| *number),
    }
}

/// The rule with this number.
fn rule_of_number(number: u8) -> Option<Rule> {
    let named = RULES.iter().find(|(known, _)| *known == number).map(|(_, rule)| *rule);
    named.or_else(|| WinLength::new(number.into()).ok().map(Rule::Free))
}

/// The reason for which bytes are no library, or a record cannot be one.
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
        /// The second number of the version.
        minor: u8,
    },
    /// Tengen wrote the library for a rule that this version does not have.
    #[error("at byte 12: expected the number of a rule, found {0}, which a newer version may know")]
    Rule(u8),
    /// The file is too long.
    #[error("expected at most {mib} MiB, found {0} bytes", mib = MAX_BYTES >> 20)]
    TooLong(usize),
    /// The tree is too large.
    #[error("a library has at most {MAX_NODES} moves and board texts")]
    TooManyNodes,
    /// The file ends too early.
    #[error("at byte {at}: expected {expected}, found the end of the file")]
    Truncated {
        /// The byte of the file, from 0.
        at: usize,
        /// The expected part.
        expected: &'static str,
    },
    /// The tree is complete, but the file continues.
    #[error("at byte {at}: expected the end of the file after the last variation, found {left} bytes more")]
    Trailing {
        /// The byte of the file, from 0.
        at: usize,
        /// The number of further bytes.
        left: usize,
    },
    /// A node lies nowhere on the board.
    #[error(
        "at byte {at}: expected a point, 16·(y−1)+x with x and y from 1 to 15, or 0 for none, found {found}"
    )]
    Point {
        /// The byte of the file, from 0.
        at: usize,
        /// The byte found.
        found: u8,
    },
    /// A node has unknown flags, and so perhaps data that cannot be skipped.
    #[error("at byte {at}: expected the further flags 00 00 or 00 01, found {:02X} {:02X}", found[0], found[1])]
    Extension {
        /// The byte of the file, from 0.
        at: usize,
        /// The bytes found.
        found: [u8; 2],
    },
    /// A move cannot be played.
    #[error("at byte {at}: {source}")]
    Play {
        /// The byte of the file, from 0.
        at: usize,
        /// The reason why the rule refuses the move.
        source: PlayError,
    },
    /// The board is not 15×15, which libraries require.
    #[error("a RenLib library has a 15×15 board, the record has {0}")]
    Size(BoardSize),
    /// The record does not begin with the empty board, which libraries require.
    #[error("a RenLib library begins with the empty board, the record with a set-up position")]
    Setup,
}

impl RenLibError {
    /// The byte of the file, from 0, at which the fault lies; `None` where the fault concerns the whole file.
    pub(crate) fn offset(&self) -> Option<usize> {
        match *self {
            RenLibError::Header => Some(0),
            RenLibError::Version { .. } => Some(8),
            RenLibError::Rule(_) => Some(12),
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
