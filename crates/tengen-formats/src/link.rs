//! Links: a whole record in the fragment of a URL, for chats and mails.
//!
//! ```text
//! https://example.org/#tg1.DwACA3BiH41jP5kz
//!                      └┬┘ └──────┬──────┘└ always the letter z
//!                   version   base64url of the payload and its checksum
//! ```
//!
//! # The text
//! `tg`, the version in decimal, a dot; then base64url (RFC 4648, section 5, no padding, unused bits zero) of the
//! payload followed by its CRC-32 (the one of zlib and PNG, most significant byte first); then the letter `z`. All
//! characters are letters, digits, `-`, `_` and the one dot, and the last is a letter, so that no chat mistakes
//! the link's end for punctuation. The `z` and the checksum detect a link that was cut off or changed.
//!
//! # The payload, version 1
//! A *varint* is an unsigned number, seven bits a byte, the lowest first, the high bit set on all bytes but the
//! last, without needless bytes. A *string* is a varint, the number of bytes, and these bytes of UTF-8. A *cell*
//! is y·n + x on a board of n lines, x from the left and y from the top, both from 0: one byte on boards of up to
//! 15 lines, two bytes on larger ones, the most significant first.
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | lines of the board, 3 to 22 |
//! | 1 | rule: 0 renju, 1 standard, 2 caro, 3 caro with exactly five, 16 + n for n or more in a row (21 is freestyle) |
//! | … | sections: one byte *tag*, a varint *length*, and `length` bytes; tags ascend |
//!
//! | tag | section, omitted if it is empty |
//! |---|---|
//! | 1 | set-up: one byte for who moves first (0 Black, 1 White), then all points in the order of their cells, five a byte as digits of base 3, the first the lowest: 0 empty, 1 black, 2 white |
//! | 2 | moves: cells, n² for a pass; n² + 1 and a varint k takes back k moves before the next one, for variations |
//! | 3 | remarks: for each node that has some a varint, by how many nodes it comes after the last one (the first: its number), a byte of flags, and what they announce in the order of their bits: 1 a comment (string), 2 marks (varint, how many; each a cell and a byte: 0 circle, 1 square, 2 triangle, 3 cross, 4 a label, which follows as a string), 4 a result away from the board (one byte: 0 resignation, 1 time, 2 agreement; plus 16 if Black won, 32 if White did) |
//! | 4 | players: two strings, Black and White |
//! | 5 | the cursor: a varint, the number of its node; without this section it is at the end of the main line |
//! | 6 | the state of an opening protocol: UTF-8, as [`Opening`](tengen_game::opening::Opening) is displayed; no reader refuses another text |
//! | 7 | the maximum number of moves: a varint, 1 to 65535 |
//!
//! Nodes are numbered in the order of the moves section from 1; 0 is the start. Of the moves after one node the
//! first is the main line.
//!
//! # Later versions
//! A reader skips sections with unknown tags from 128 on, which only add something; an unknown tag below 128 is
//! an error, since the game would be another one without it. A change that neither can express gets a new version
//! number, which older readers refuse by name.

mod decode;
mod encode;
mod envelope;
mod opening;

use tengen_game::{BoardSizeError, EndError, PlayError, Record, Rule, SetupError};

use super::{Loss, Written, losses_of};
pub use opening::LinkOpeningError;

/// The version that this module writes and reads.
pub const VERSION: u32 = 1;

/// The most bytes that a link's payload may have: 1 MiB.
pub const MAX_BYTES: usize = 1 << 20;

/// The most moves, variations included, that a link may carry.
pub const MAX_MOVES: usize = 100_000;

/// The contents of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The game.
    pub record: Record,
    /// The state of an opening protocol as text. Reading and writing do not interpret it; [`Link::to_opening`] does.
    pub opening: Option<String>,
}

impl From<Record> for Link {
    /// A link with no opening.
    fn from(record: Record) -> Link {
        Link { record, opening: None }
    }
}

/// Writes a link as a fragment, without the `#`. A game of 60 moves on 15×15 takes about 100 characters.
///
/// Times and evaluations are left out, since they would make the links of engine games many times as long; so are facts
/// about the game other than its players, and properties of other programs.
///
/// ```
/// use tengen_formats::link;
/// use tengen_game::{BoardSize, Point, Record, Rule};
///
/// let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
/// record.play(Point::new(7, 7))?;
/// let text = link::write(&record.clone().into())?.content;
/// assert!(text.starts_with("tg1."));
/// let found = link::read(&format!("Look: https://example.org/#{text}."))?;
/// assert_eq!(found.record, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the record is larger than a link can be, or its rule has no code.
pub fn write(link: &Link) -> Result<Written<String>, LinkError> {
    let record = &link.record;
    let nodes = record.nodes();
    let moves = nodes.len() - 1;
    if moves > MAX_MOVES {
        return Err(LinkError::TooManyMoves);
    }
    let payload = encode::payload(link, &nodes)?;
    if payload.len() > MAX_BYTES {
        return Err(LinkError::TooLong);
    }
    let losses = losses_of(record, &[Loss::Info, Loss::Times, Loss::Evaluations, Loss::Properties]);
    Ok(Written { content: envelope::wrap(&payload), losses })
}

/// Reads a link: the fragment itself, or the first fragment in a URL or another text.
///
/// # Errors
/// When there is no link, or it was cut off, changed, or written by a newer program.
pub fn read(text: &str) -> Result<Link, LinkError> {
    decode::payload(&envelope::unwrap(text)?)
}

/// The reason for which a text is no link, or a record does not fit into one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// Nothing in the text looks like a link.
    #[error("expected a link, which begins with `tg{VERSION}.`, and found none")]
    NotFound,
    /// The link was written by a newer program.
    #[error("this program reads links of version {VERSION}, the link has version {0}")]
    Version(String),
    /// The end of the link is missing.
    #[error("the link is cut off: expected its last character to be `z`, found `{0}`")]
    CutOff(char),
    /// The characters between the dot and the `z` are no base64url.
    #[error("the link is damaged: {0}")]
    Base64(String),
    /// The checksum is wrong.
    #[error("the link is damaged or cut off: its checksum is {found:08x}, expected {expected:08x}")]
    Checksum {
        /// The checksum of the payload.
        expected: u32,
        /// The checksum in the link.
        found: u32,
    },
    /// The payload is too long.
    #[error("a link holds at most {MAX_BYTES} bytes")]
    TooLong,
    /// The record has too many moves.
    #[error("a link holds at most {MAX_MOVES} moves")]
    TooManyMoves,
    /// The record's rule is newer than the layout, which has no code for it.
    #[error("a link cannot hold the rule `{0}`")]
    Rule(Rule),
    /// The payload does not follow the layout.
    #[error("at byte {at} of the link's payload: expected {expected}, found {found}")]
    Payload {
        /// The byte of the payload, from 0.
        at: usize,
        /// The expected part.
        expected: &'static str,
        /// The part that was found.
        found: String,
    },
    /// The payload has a section that this program does not support and must not leave out.
    #[error("at byte {at} of the link's payload: section {tag} is unknown; a newer program wrote it")]
    Section {
        /// The byte of the payload, from 0.
        at: usize,
        /// The section's tag.
        tag: u8,
    },
    /// No board has this size.
    #[error("the link's board: {0}")]
    Size(#[from] BoardSizeError),
    /// The set-up stones make no position.
    #[error("the link's set-up: {0}")]
    Setup(#[from] SetupError),
    /// A game cannot end with the result of the link.
    #[error("the link's node {number}: {source}")]
    End {
        /// The number of the node, 0 for the start.
        number: usize,
        /// The reason why the result is refused.
        source: EndError,
    },
    /// A move cannot be played.
    #[error("the link's move {number}: {source}")]
    Play {
        /// The number of the move, from 1, variations included.
        number: usize,
        /// The reason why the rule refuses the move.
        source: PlayError,
    },
    /// A move appears twice after the same node.
    #[error("the link's move {number}: the same move follows the same position twice")]
    Twice {
        /// The number of the move, from 1, variations included.
        number: usize,
    },
}
