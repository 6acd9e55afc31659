//! Reading and writing positions and records as text and files.
//!
//! Each format has its module, whose page describes the format and names its source; [`any`](mod@any) finds
//! out which one a file is in, and reads and writes all of them.
//!
//! | module | files | holds |
//! |---|---|---|
//! | [`json`] | Tengen's own | everything |
//! | [`sgf`] | Smart Game Format | trees with comments |
//! | [`renlib`] | RenLib's `.lib` | trees with comments, 15×15 |
//! | [`link`] | Tengen's links | trees with comments |
//! | [`foreign_links`] | links of gomocalc and Renju Portal, to be read | moves |
//! | [`psq`], [`rec`] | Piskvork's and Gomotur's games | moves, times and names |
//! | [`sav`], [`pos`] | Yixin's and old renju programs' positions | moves |
//! | [`moves`] | text such as `h8 i9` | moves |
//! | [`diagram`] | a board drawn with characters | a position |
//!
//! Readers take text or bytes and never touch the file system. Black's forbidden moves in a file are taken
//! for what they are: the end of the game. Writers return [`Written`]: the content, and a list of what of
//! this record the format could not hold.
//!
//! ```
//! use tengen_game::format::{Loss, sav};
//! use tengen_game::{BoardSize, NodeId, Point, Record, Rule};
//!
//! let mut record = Record::new(Rule::Standard, BoardSize::FIFTEEN);
//! record.play(Point::new(7, 7))?;
//! record.notes_mut(NodeId::START).comment = "A short game.".to_owned();
//! let written = sav::write(&record)?;
//! assert_eq!(written.content, "15\n15\n1\n7 7\n");
//! assert_eq!(written.losses, [Loss::Rule, Loss::Comments]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod any;
pub mod diagram;
mod encoding;
pub mod foreign_links;
pub mod json;
pub mod link;
mod location;
mod loss;
mod move_list;
pub mod moves;
pub mod pos;
pub mod psq;
pub mod rec;
pub mod renlib;
pub mod rif;
pub mod sav;
pub mod sgf;

use std::fmt;

use crate::Rule;
pub use encoding::{Encoding, EncodingError};
pub use location::{Location, Place};
pub(crate) use loss::unix_lines;
pub use loss::{Loss, Written, losses_of, without};
pub use move_list::{MoveFault, MoveLineError, MoveListError};

/// Something in a file that had to be interpreted, since it can mean more than one thing.
///
/// It is displayed as a sentence without a full stop.
///
/// ```
/// use tengen_game::format::any::{Collection, Known};
/// use tengen_game::format::ReadNote;
/// use tengen_game::Rule;
///
/// let file = b"(;GM[4]RU[Yamaguchi];B[hh])";
/// let game = Collection::open(file, None, Known::default())?.get(0)?;
/// assert_eq!(game.notes, [ReadNote::Rule { found: "Yamaguchi".to_owned(), taken: Rule::Renju }]);
/// assert_eq!(game.notes[0].to_string(), "the rule `Yamaguchi` is read as renju");
/// # Ok::<(), tengen_game::format::any::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadNote {
    /// The file names a rule by a foreign name.
    Rule {
        /// The content of the file.
        found: String,
        /// The rule under which the game was read.
        taken: Rule,
    },
    /// An SGF file names another game than Gomoku and renju, but its rule contradicts this.
    OtherGame {
        /// The number of the other game, as the file has it.
        found: String,
    },
    /// Nodes of an SGF file have more than one move; they were read as moves one after the other.
    SeveralMoves {
        /// How many nodes.
        nodes: usize,
    },
    /// The file does not declare its encoding, and this is the one in which it was read.
    Encoding(Encoding),
}

impl ReadNote {
    /// One word for programs: lower case, with hyphens.
    pub const fn key(&self) -> &'static str {
        match self {
            ReadNote::Rule { .. } => "rule",
            ReadNote::OtherGame { .. } => "other-game",
            ReadNote::SeveralMoves { .. } => "several-moves",
            ReadNote::Encoding(_) => "encoding",
        }
    }
}

impl fmt::Display for ReadNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadNote::Rule { found, taken } if found.is_empty() => {
                write!(f, "the name of the rule is empty, and the game is read as {taken}")
            }
            ReadNote::Rule { found, taken } => write!(f, "the rule `{found}` is read as {taken}"),
            ReadNote::OtherGame { found } => {
                write!(f, "`GM[{found}]` stands for another game; this one is read by its rule")
            }
            ReadNote::SeveralMoves { nodes: 1 } => {
                f.write_str("a node has several moves, which are read one after the other")
            }
            ReadNote::SeveralMoves { nodes } => {
                write!(f, "{nodes} nodes have several moves, which are read one after the other")
            }
            ReadNote::Encoding(encoding) => {
                write!(f, "the file does not name its encoding; it is read as {encoding}")
            }
        }
    }
}
