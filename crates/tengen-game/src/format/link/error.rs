use super::{MAX_BYTES, MAX_MOVES, VERSION};
use crate::{BoardSizeError, EndError, PlayError, SetupError};

/// Why a text is no link, or a record does not fit into one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// Nothing in the text looks like a link.
    #[error("expected a link, which begins with `tg{VERSION}.`, and found none")]
    NotFound,
    /// The link was written by a newer program.
    #[error("this program reads links of version {VERSION}, the link has version {0}")]
    Version(String),
    /// The end is missing.
    #[error("the link is cut off: expected its last character to be `z`, found `{0}`")]
    CutOff(char),
    /// The characters between the dot and the `z` are no base64url.
    #[error("the link is damaged: {0}")]
    Base64(String),
    /// The checksum is wrong.
    #[error("the link is damaged or cut off: its checksum is {found:08x}, expected {expected:08x}")]
    Checksum {
        /// The checksum of what is there.
        expected: u32,
        /// The checksum in the link.
        found: u32,
    },
    /// The payload is too long.
    #[error("a link holds at most {MAX_BYTES} bytes")]
    TooLong,
    /// There are too many moves.
    #[error("a link holds at most {MAX_MOVES} moves")]
    TooManyMoves,
    /// The payload does not follow the layout.
    #[error("at byte {at} of the link's payload: expected {expected}, found {found}")]
    Payload {
        /// The place, from 0.
        at: usize,
        /// What should be there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// There is a part that this program does not know and must not leave out.
    #[error("at byte {at} of the link's payload: section {tag} is unknown; a newer program wrote it")]
    Section {
        /// The place, from 0.
        at: usize,
        /// The section's tag.
        tag: u8,
    },
    /// There is no such board.
    #[error("the link's board: {0}")]
    Size(#[from] BoardSizeError),
    /// The set-up stones make no position.
    #[error("the link's set-up: {0}")]
    Setup(#[from] SetupError),
    /// A game cannot end as the link says.
    #[error("the link's node {number}: {source}")]
    End {
        /// Which node, 0 for the start.
        number: usize,
        /// Why not.
        source: EndError,
    },
    /// A move cannot be played.
    #[error("the link's move {number}: {source}")]
    Play {
        /// Which move, from 1, variations included.
        number: usize,
        /// Why not.
        source: PlayError,
    },
    /// A move is there twice.
    #[error("the link's move {number}: the same move follows the same position twice")]
    Twice {
        /// Which move, from 1, variations included.
        number: usize,
    },
}
