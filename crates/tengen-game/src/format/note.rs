//! What is to be said about a file that was read.

use std::fmt;

use super::Encoding;
use crate::Rule;

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
    /// The file names a rule in words that are not ours.
    Rule {
        /// What the file says.
        found: String,
        /// The rule under which the game was read.
        taken: Rule,
    },
    /// An SGF file says that it is of another game than Gomoku and renju, but its rule says otherwise.
    OtherGame {
        /// The number of the other game, as the file has it.
        found: String,
    },
    /// Nodes of an SGF file have more than one move; they were read as moves one after the other.
    SeveralMoves {
        /// How many nodes.
        nodes: usize,
    },
    /// The file does not tell its encoding, and this is the one in which it was read.
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
                write!(f, "the file does not tell its encoding; it is read as {encoding}")
            }
        }
    }
}
