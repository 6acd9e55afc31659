use serde::{Deserialize, Serialize};
use tengen_formats::{Location, Place};

/// The reason for which a request could not be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The kind of the fault.
    pub kind: FaultKind,
    /// An English sentence with the expected, the found, and the place.
    pub message: String,
    /// The place in the content that was read.
    pub whereabouts: Option<Whereabouts>,
}

/// The kind of fault, for a page that reports it in the language of its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The request is none, or an option in it is unknown.
    Request,
    /// The content is in no known format.
    UnknownFormat,
    /// The content is too long.
    TooLong,
    /// The content shows a board without the side to move, which [`Known::to_move`](super::Known::to_move) can give.
    SideToMove,
    /// The content violates its format.
    Content,
    /// The content is a link that is incomplete or was altered.
    Damaged,
    /// The content was written by a newer version of the program.
    Newer,
    /// The content has a move that is against the rules.
    IllegalMove,
    /// The format cannot hold this game.
    Unwritable,
    /// The picture cannot be drawn so.
    Picture,
    /// The text does not fit into a QR code.
    Qr,
    /// The file service could not be loaded. The page starts another one with the next request.
    NotLoaded,
    /// The file service crashed during a request.
    Broken,
    /// The content is a picture.
    Image,
    /// The content is a game of another kind, unless [`Known::rule`](super::Known::rule) gives a rule of five in a row.
    OtherGame,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whereabouts {
    /// A character of a text.
    Character {
        /// The line, from 1.
        line: usize,
        /// The character in that line, from 1.
        column: usize,
    },
    /// A whole line of a text, from 1.
    Line(usize),
    /// A byte, from 0.
    Byte(usize),
}

impl From<Location> for Whereabouts {
    fn from(location: Location) -> Whereabouts {
        match location {
            Location::Place(Place { line, column }) => Whereabouts::Character { line, column },
            Location::Line(line) => Whereabouts::Line(line),
            Location::Byte(byte) => Whereabouts::Byte(byte),
        }
    }
}
