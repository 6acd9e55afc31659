use crate::format::moves::MoveTextError;
use crate::{BoardSize, BoardSizeError, ParsePointError, PlayError, Point, PointName};

use super::{LegalChoice, ParseProtocolError, Player, ProtocolSizeError, Zone};

/// Why a choice was refused. The opening is as it was.
///
/// ```
/// use tengen_game::opening::{Choice, Opening};
///
/// let mut opening: Opening = "15.swap.h8h9j7".parse()?;
/// let refused = opening.apply(Choice::Announce(3)).map_err(|error| error.to_string());
/// assert_eq!(refused, Err("expected the second player to stay or swap, found `3`".to_owned()));
/// # Ok::<(), tengen_game::opening::ParseOpeningError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// Nothing is left to choose.
    #[error("expected no choice, as the opening is finished, found `{found}`")]
    Finished {
        /// The choice as text.
        found: String,
    },
    /// It is the turn for something else.
    #[error("expected the {player} player to {}, found `{found}`", alternatives(expected))]
    NotNow {
        /// Whose turn it is.
        player: Player,
        /// What that player may do.
        expected: Vec<LegalChoice>,
        /// The choice as text.
        found: String,
    },
    /// Too many or too few stones or fifth moves.
    #[error("wrong number of points: expected {expected}, found {found}")]
    WrongCount {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A point is not on the board.
    #[error("expected a point of a {size} board, found column {}, row {} (from 0 at the top left)", point.x(), point.y())]
    OffBoard {
        /// The requested point.
        point: Point,
        /// The size of the board.
        size: BoardSize,
    },
    /// A point already bears a stone.
    #[error("expected an empty point, found {0}, which is occupied")]
    Occupied(PointName),
    /// The same point was named twice.
    #[error("expected different points, found {0} twice")]
    Twice(PointName),
    /// A stone has to be placed in another part of the board.
    #[error("expected stone {number} {zone}, found {at}")]
    OutsideZone {
        /// Which stone of the game, from 1.
        number: usize,
        /// Where it must be.
        zone: Zone,
        /// Where it was to be placed.
        at: PointName,
    },
    /// The announced number of fifth moves is out of range.
    #[error("expected an announcement of 1 to {limit} fifth moves, found {found}")]
    AnnouncementOutOfRange {
        /// The most that may be announced.
        limit: u8,
        /// What was announced.
        found: u8,
    },
    /// Two of the fifth moves lead to the same position, seen from another side.
    #[error("expected fifth moves of which no two are equivalent, found {first} and {second}")]
    Equivalent {
        /// The one that was named first.
        first: PointName,
        /// The other.
        second: PointName,
    },
    /// The point that was picked is none of the fifth moves on offer.
    #[error("expected one of the fifth moves on offer, found {0}")]
    NotOffered(PointName),
}

/// The choices as a list: `stay, swap or place …`.
fn alternatives(choices: &[LegalChoice]) -> String {
    let mut texts: Vec<String> = choices.iter().map(LegalChoice::to_string).collect();
    match texts.pop() {
        Some(last) if !texts.is_empty() => format!("{} or {last}", texts.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Why the stones of an opening make no position of an unfinished game.
///
/// ```
/// use tengen_game::opening::{Opening, OpeningPositionError};
/// use tengen_game::{Rule, WinLength};
///
/// let opening: Opening = "15.swap.h8h9h7".parse()?;
/// let two_in_a_row = Rule::Free(WinLength::new(2)?);
/// let ended = opening.position(two_in_a_row);
/// assert!(matches!(ended, Err(OpeningPositionError::EndsGame { number: 3, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningPositionError {
    /// The rule does not allow a stone.
    #[error("stone {number}: {source}")]
    Refused {
        /// Which stone, from 1.
        number: usize,
        /// What is wrong with it.
        source: PlayError,
    },
    /// A stone ends the game, which happens with short winning rows or on tiny boards.
    #[error("expected an opening after which the game goes on, but stone {number} on {at} ends it")]
    EndsGame {
        /// Which stone, from 1.
        number: usize,
        /// Where it lies.
        at: PointName,
    },
}

/// Why a text is no [`Choice`](super::Choice).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseChoiceError {
    /// The text has none of the forms of a choice.
    #[error(
        "expected `stay`, `swap`, a number, points such as `h8h9j7`, `offer-g8i9` or `pick-g8`, found `{0}`"
    )]
    Malformed(String),
    /// A point of a list cannot be read.
    #[error(transparent)]
    Points(#[from] MoveTextError),
    /// The point to pick cannot be read.
    #[error(transparent)]
    Point(#[from] ParsePointError),
}

/// Why a text is no [`Opening`](super::Opening).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseOpeningError {
    /// The text does not begin with a board size and a protocol.
    #[error("expected an opening such as `15.swap2.h8h9j7.swap` (size, protocol, choices), found `{0}`")]
    Malformed(String),
    /// There is no such board.
    #[error(transparent)]
    Size(#[from] BoardSizeError),
    /// There is no such protocol.
    #[error(transparent)]
    Protocol(#[from] ParseProtocolError),
    /// The protocol does not fit the board.
    #[error(transparent)]
    ProtocolSize(#[from] ProtocolSizeError),
    /// A choice cannot be read.
    #[error("choice {number}: {source}")]
    Choice {
        /// Which choice, from 1.
        number: usize,
        /// What is wrong with it.
        source: ParseChoiceError,
    },
    /// A choice is well written, but the protocol does not allow it.
    #[error("choice {number}: {source}")]
    Refused {
        /// Which choice, from 1.
        number: usize,
        /// What is wrong with it.
        source: ChoiceError,
    },
}
