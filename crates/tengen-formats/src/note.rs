//! Notes about the parts of a file that a reader had to guess or left out.

use std::fmt;

use tengen_game::Rule;

use super::Encoding;

/// A part of a file that was interpreted, since it is ambiguous or violates its format, or that was left out.
///
/// It is displayed as a sentence without a full stop.
///
/// ```
/// use tengen_formats::any::{Collection, Known};
/// use tengen_formats::ReadNote;
/// use tengen_game::Rule;
///
/// let file = b"(;GM[4]RU[Yamaguchi];B[hh])";
/// let game = Collection::open(file, None, Known::default())?.get(0)?;
/// assert_eq!(game.notes, [ReadNote::Rule { found: "Yamaguchi".to_owned(), taken: Rule::Renju }]);
/// assert_eq!(game.notes[0].to_string(), "the rule `Yamaguchi` is read as renju");
/// # Ok::<(), tengen_formats::any::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadNote {
    /// The file names a rule by a foreign name.
    Rule {
        /// The name of the rule in the file.
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
        /// The number of nodes.
        nodes: usize,
    },
    /// The file does not declare its encoding, and was read in this one.
    Encoding(Encoding),
    /// The file declares an encoding, but its bytes are those of another, in which it was read.
    OtherEncoding {
        /// The encoding that the file names.
        named: Encoding,
        /// The encoding in which the file was read.
        taken: Encoding,
    },
    /// Text before an SGF game, such as the head of a mail, was left out.
    Preface,
    /// An SGF game lacks its last `)`, so that the end of the file may be missing.
    Unclosed,
    /// Values of an SGF file contain a `]` that is not escaped; they were read to the end that fits.
    OpenBrackets {
        /// The number of values.
        values: usize,
    },
    /// Stones were set up in a node of an SGF file after the first; they are the position before the first move.
    LateSetup,
    /// A move of an SGF file is a word such as `resign`, which was read as the end of the game.
    EndInWords {
        /// The text of the move, with its side: `W[resign]`.
        found: String,
    },
    /// A property that another program uses for the first moves was read as moves.
    OpeningMoves {
        /// The name of the property.
        property: String,
        /// The number of moves.
        moves: usize,
    },
    /// Properties before the first move name points, and their meaning is unknown: moves may be missing.
    UnknownPoints {
        /// The names of the properties.
        properties: String,
    },
    /// The result belongs to a position that may not be the one that was read, and was left out.
    ResultLeftOut {
        /// The result as the file has it.
        found: String,
    },
    /// The text after the end of a game was left out.
    Trailer {
        /// The text, or its beginning.
        found: String,
    },
    /// A library of RenLib lacks its header.
    NoHeader,
    /// A library of RenLib ends before its last variation does: moves may be missing.
    OpenEnd,
}

impl ReadNote {
    /// The name for programs, in lower case with hyphens.
    pub const fn key(&self) -> &'static str {
        match self {
            ReadNote::Rule { .. } => "rule",
            ReadNote::OtherGame { .. } => "other-game",
            ReadNote::SeveralMoves { .. } => "several-moves",
            ReadNote::Encoding(_) => "encoding",
            ReadNote::OtherEncoding { .. } => "other-encoding",
            ReadNote::Preface => "preface",
            ReadNote::Unclosed => "unclosed",
            ReadNote::OpenBrackets { .. } => "open-brackets",
            ReadNote::LateSetup => "late-setup",
            ReadNote::EndInWords { .. } => "end-in-words",
            ReadNote::OpeningMoves { .. } => "opening-moves",
            ReadNote::UnknownPoints { .. } => "unknown-points",
            ReadNote::ResultLeftOut { .. } => "result-left-out",
            ReadNote::Trailer { .. } => "trailer",
            ReadNote::NoHeader => "no-header",
            ReadNote::OpenEnd => "open-end",
        }
    }

    /// The arguments of a sentence in another language: names with their texts. `found` is a text of the file, `taken` its interpretation,
    /// and `count` a number.
    ///
    /// ```
    /// use tengen_formats::ReadNote;
    ///
    /// let note = ReadNote::OpeningMoves { property: "QPR".to_owned(), moves: 3 };
    /// assert_eq!(note.arguments(), [("found", "QPR".to_owned()), ("count", "3".to_owned())]);
    /// ```
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        let found = |text: &str| ("found", text.to_owned());
        match self {
            ReadNote::Rule { found: text, taken } => vec![found(text), ("taken", taken.to_string())],
            ReadNote::OtherEncoding { named, taken } => {
                vec![("found", named.to_string()), ("taken", taken.to_string())]
            }
            ReadNote::Encoding(taken) => vec![("taken", taken.to_string())],
            ReadNote::SeveralMoves { nodes: count } | ReadNote::OpenBrackets { values: count } => {
                vec![("count", count.to_string())]
            }
            ReadNote::OpeningMoves { property, moves } => {
                vec![found(property), ("count", moves.to_string())]
            }
            ReadNote::OtherGame { found: text }
            | ReadNote::EndInWords { found: text }
            | ReadNote::UnknownPoints { properties: text }
            | ReadNote::ResultLeftOut { found: text }
            | ReadNote::Trailer { found: text } => vec![found(text)],
            ReadNote::Preface
            | ReadNote::Unclosed
            | ReadNote::LateSetup
            | ReadNote::NoHeader
            | ReadNote::OpenEnd => Vec::new(),
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
            ReadNote::OtherEncoding { named, taken } => {
                write!(
                    f,
                    "the file names the encoding {named}, but its bytes are {taken}, as which it is read"
                )
            }
            ReadNote::Preface => f.write_str("the text before the game is left out"),
            ReadNote::Unclosed => {
                f.write_str("the last `)` is missing, and so the end of the game may be missing too")
            }
            ReadNote::OpenBrackets { values: 1 } => f.write_str(
                "a text contains a `]` without a `\\` before it; it is read up to the `]` that fits",
            ),
            ReadNote::OpenBrackets { values } => write!(
                f,
                "{values} texts contain a `]` without a `\\` before it; they are read up to the `]` that fits"
            ),
            ReadNote::LateSetup => f.write_str(
                "stones are set up after the first node; they are read as the position before the first move",
            ),
            ReadNote::EndInWords { found } => write!(f, "`{found}` is read as the end of the game"),
            ReadNote::OpeningMoves { property, moves: 1 } => {
                write!(f, "the property `{property}` is read as a move of the opening")
            }
            ReadNote::OpeningMoves { property, moves } => {
                write!(f, "the property `{property}` is read as {moves} moves of the opening")
            }
            ReadNote::UnknownPoints { properties } => write!(
                f,
                "points before the first move have an unknown meaning ({properties}); if they are moves, these are missing"
            ),
            ReadNote::ResultLeftOut { found } => {
                write!(f, "the result `{found}` is left out, as it may belong to another position")
            }
            ReadNote::Trailer { found } => write!(f, "the text after the game is left out: `{found}`"),
            ReadNote::NoHeader => f.write_str("the library has no header; it is read from its first move on"),
            ReadNote::OpenEnd => {
                f.write_str("the library ends before its last variation does; it is read as far as it goes")
            }
        }
    }
}
