//! RenLib's libraries (`.lib`): a tree of renju moves with comments, marks and texts on the board.
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `FF "RenLib" FF` |
//! | 2 | version, major and minor: 3, 4 |
//! | 10 | `FF` |
//! | … | nodes, each before its children, and those before its next sibling |
//!
//! A node is a byte for the point, 16·(y − 1) + x with x from the left and y **from the top**, both from 1, or 0
//! for the root and for passes; then a byte of flags: 80 a sibling follows after the node's children, 40 it has no
//! children, 20 a comment of RenLib 2 follows, 10 marked, 08 a comment follows, 04 the library opens here, 02 no
//! move, but only a text on its parent's board, 01 two more bytes of flags follow, of which 00 01 announces that
//! text. Comments and texts are ended by a zero byte, and by a second one where the length were odd otherwise. In
//! a comment the byte 08 ends the first line, which RenLib shows apart.
//!
//! Sources: what RenLib's own `CRenLibDoc::AddLibrary` (RenLib 3, by Frank Arkbo) and the reader in
//! `lfz084/lfz084.github.io` (`RenLibDoc.js`) do. Three things are known from them: a root that has the sibling
//! flag (some programs write that) has none; a move that is there twice is merged; and siblings may stand in any
//! order, although RenLib itself sorts them, so that **a main line other than the topmost is lost when RenLib
//! saves the file**. The characters of RenLib 2's comments are read as seven bits each up to a pair with a high
//! bit, which no file at hand could confirm.
//!
//! # What becomes what
//! A text on the board is a label on the parent's board; `○ □ △ ×` are the signs. A marked move has a circle on
//! itself. The place where the library opens is the cursor; without one that is the start.
//!
//! # Encodings
//! RenLib writes the code page of the computer it runs on. Unless the caller names an encoding, a library is UTF-8
//! if all its texts are, and otherwise in the encoding that the frequency of their bytes suggests.
//! Writing is always in UTF-8, which every text survives: RenLib itself then shows ASCII right and no more.

mod error;
mod read;
mod write;

pub use error::RenLibError;
pub use read::read;
pub use write::write;

use super::Encoding;
use crate::Rule;

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
/// Ends the first line of a comment.
const FIRST_LINE: char = '\u{8}';

/// How signs other than labels are written as texts on the board.
const SIGNS: [(&str, crate::Sign); 4] = [
    ("○", crate::Sign::Circle),
    ("□", crate::Sign::Square),
    ("△", crate::Sign::Triangle),
    ("×", crate::Sign::Cross),
];

/// What a library does not say about itself.
///
/// ```
/// use tengen_game::Rule;
/// use tengen_game::format::renlib::Options;
///
/// let options = Options { encoding: Some("gb18030".parse()?), ..Options::default() };
/// assert_eq!(options.rule, Rule::Renju);
/// # Ok::<(), tengen_game::format::EncodingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The rule of the games; renju unless told otherwise.
    pub rule: Rule,
    /// The encoding of the texts; `None` to find out.
    pub encoding: Option<Encoding>,
}

impl Default for Options {
    fn default() -> Options {
        Options { rule: Rule::Renju, encoding: None }
    }
}
