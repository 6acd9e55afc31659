use std::fmt;

use super::{ParseProtocolError, Player, ProtocolSizeError, Zone, number};
use crate::moves;
use crate::moves::MoveTextError;
use crate::{BoardSize, BoardSizeError, Color, ParsePointError, PlayError, Point, PointName};

/// The choice of the player whose turn it is in an opening.
///
/// ```
/// use tengen_game::{BoardSize, Point, opening::Choice};
///
/// let size = BoardSize::FIFTEEN;
/// let stones = Choice::Place(vec![Point::new(7, 7), Point::new(7, 6)]);
/// assert_eq!(stones.to_text(size), "h8h9");
/// assert_eq!(Choice::parse("h8h9", size)?, stones);
/// assert_eq!(Choice::parse("3", size)?, Choice::Announce(3));
/// # Ok::<(), tengen_game::opening::ParseChoiceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Places these stones, in this order; their colours are those of [`LegalChoice::Place`].
    Place(Vec<Point>),
    /// Keeps the colour.
    Stay,
    /// Exchanges the colours.
    Swap,
    /// Announces how many fifth moves Black will offer.
    Announce(u8),
    /// Offers these fifth moves.
    Offer(Vec<Point>),
    /// Picks this one of the fifth moves.
    Pick(Point),
}

impl Choice {
    /// The choice as text: `stay`, `swap`, `3` for an announcement, `h8h9j7` for stones, `offer-g8i9`,
    /// `pick-g8`. It has no characters that a link would have to escape.
    pub fn to_text(&self, size: BoardSize) -> String {
        let names = |points: &[Point]| points.iter().map(|p| p.on(size).to_string()).collect::<String>();
        match self {
            Choice::Place(points) => names(points),
            Choice::Stay => "stay".to_owned(),
            Choice::Swap => "swap".to_owned(),
            Choice::Announce(count) => count.to_string(),
            Choice::Offer(points) => format!("offer-{}", names(points)),
            Choice::Pick(point) => format!("pick-{}", point.on(size)),
        }
    }

    /// Reads what [`Choice::to_text`] wrote for a board of the same size.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Point, opening::Choice};
    ///
    /// let choice = Choice::parse("pick-b13", BoardSize::FIFTEEN);
    /// assert_eq!(choice, Ok(Choice::Pick(Point::new(1, 2))));
    /// ```
    ///
    /// # Errors
    /// When the text is no choice, or names a point that is not on the board.
    pub fn parse(text: &str, size: BoardSize) -> Result<Choice, ParseChoiceError> {
        let malformed = || ParseChoiceError::Malformed(text.to_owned());
        if let Some(count) = number(text) {
            return Ok(Choice::Announce(count));
        }
        if text == "stay" {
            return Ok(Choice::Stay);
        }
        if text == "swap" {
            return Ok(Choice::Swap);
        }
        if let Some(point) = text.strip_prefix("pick-") {
            return Ok(Choice::Pick(Point::parse(point, size)?));
        }
        let (points, is_offer) = match text.strip_prefix("offer-") {
            Some(points) => (points, true),
            None => (text, false),
        };
        if points.is_empty() || !points.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Err(malformed());
        }
        let points = moves::read_points(points, size)?;
        Ok(if is_offer { Choice::Offer(points) } else { Choice::Place(points) })
    }
}

/// A stone that a player is to place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StoneToPlace {
    /// The stone's colour, which need not be the player's.
    pub color: Color,
    /// The zone in which the stone may be placed, on an empty point.
    pub zone: Zone,
}

/// A kind of choice that is open to the player whose turn it is.
///
/// Its `Display` completes the sentence "the player may …".
///
/// ```
/// use tengen_game::opening::{Choice, LegalChoice};
///
/// let legal = LegalChoice::Announce { limit: 8 };
/// assert_eq!(legal.to_string(), "announce 1 to 8 fifth moves");
/// // The kind is right, though the number is not: `Opening::check` finds that.
/// assert!(legal.is_kind_of(&Choice::Announce(9)) && !legal.is_kind_of(&Choice::Swap));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LegalChoice {
    /// Place these stones, all of them at once and in this order.
    Place(Vec<StoneToPlace>),
    /// Keep the colour.
    Stay,
    /// Exchange the colours.
    Swap,
    /// Announce a number of fifth moves.
    Announce {
        /// The most that may be announced; the least is 1.
        limit: u8,
    },
    /// Offer fifth moves on empty points of which no two are equivalent.
    Offer {
        /// The exact number of fifth moves.
        count: u8,
    },
    /// Pick one of the fifth moves on offer.
    Pick {
        /// The fifth moves on offer.
        offered: Vec<Point>,
    },
}

impl LegalChoice {
    /// Whether `choice` is of the same kind; its points and numbers may still be illegal.
    pub fn is_kind_of(&self, choice: &Choice) -> bool {
        matches!(
            (self, choice),
            (LegalChoice::Place(_), Choice::Place(_))
                | (LegalChoice::Stay, Choice::Stay)
                | (LegalChoice::Swap, Choice::Swap)
                | (LegalChoice::Announce { .. }, Choice::Announce(_))
                | (LegalChoice::Offer { .. }, Choice::Offer(_))
                | (LegalChoice::Pick { .. }, Choice::Pick(_))
        )
    }
}

impl fmt::Display for LegalChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LegalChoice::Place(stones) => {
                let stones: Vec<String> =
                    stones.iter().map(|stone| format!("{} {}", stone.color, stone.zone)).collect();
                write!(f, "place {}", stones.join(", "))
            }
            LegalChoice::Stay => f.write_str("stay"),
            LegalChoice::Swap => f.write_str("swap"),
            LegalChoice::Announce { limit } => write!(f, "announce 1 to {limit} fifth moves"),
            LegalChoice::Offer { count: 1 } => f.write_str("offer 1 fifth move"),
            LegalChoice::Offer { count } => write!(f, "offer {count} fifth moves"),
            LegalChoice::Pick { offered } => write!(f, "pick one of {} fifth moves", offered.len()),
        }
    }
}

/// The reason for which a choice was refused. The opening is as it was.
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
    /// The opening is finished, so that no choice is left.
    #[error("expected no choice, as the opening is finished, found `{found}`")]
    Finished {
        /// The choice as text.
        found: String,
    },
    /// The choice is of another kind than the opening requires now.
    #[error("expected the {player} player to {}, found `{found}`", alternatives(expected))]
    NotNow {
        /// The player whose turn it is.
        player: Player,
        /// The kinds of choices that are open to that player.
        expected: Vec<LegalChoice>,
        /// The choice as text.
        found: String,
    },
    /// The number of stones or fifth moves is wrong.
    #[error("wrong number of points: expected {expected}, found {found}")]
    WrongCount {
        /// The expected number of points.
        expected: usize,
        /// The number of points that was found.
        found: usize,
    },
    /// A point is not on the board.
    #[error("expected a point of {} {size} board, found column {}, row {} (from 0 at the top left)", size.article(), point.x(), point.y())]
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
        /// The number of the stone in the game, from 1.
        number: usize,
        /// The zone of the stone.
        zone: Zone,
        /// The requested point.
        at: PointName,
    },
    /// The announced number of fifth moves is out of range.
    #[error("expected an announcement of 1 to {limit} fifth moves, found {found}")]
    AnnouncementOutOfRange {
        /// The most that may be announced.
        limit: u8,
        /// The announced number.
        found: u8,
    },
    /// Two of the fifth moves are equivalent: a turn, a reflection or a shift leads from one to the other.
    #[error("expected fifth moves of which no two are equivalent, found {first} and {second}")]
    Equivalent {
        /// The equivalent move that was named first.
        first: PointName,
        /// The equivalent move that was named second.
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

/// The reason for which the stones of an opening make no position of an unfinished game.
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
        /// The number of the stone, from 1.
        number: usize,
        /// The reason why the rule refuses the move.
        source: PlayError,
    },
    /// A stone ends the game, which happens with short winning rows or on tiny boards.
    #[error("expected an opening after which the game continues, but stone {number} on {at} ends it")]
    EndsGame {
        /// The number of the stone, from 1.
        number: usize,
        /// The point of the stone.
        at: PointName,
    },
}

/// The reason for which a text is no [`Choice`].
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

/// The reason for which a text is no [`Opening`](super::Opening).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseOpeningError {
    /// The text does not begin with a board size and a protocol.
    #[error("expected an opening such as `15.swap2.h8h9j7.swap` (size, protocol, choices), found `{0}`")]
    Malformed(String),
    /// No board has this size.
    #[error(transparent)]
    Size(#[from] BoardSizeError),
    /// No protocol has this name.
    #[error(transparent)]
    Protocol(#[from] ParseProtocolError),
    /// The protocol does not fit the board.
    #[error(transparent)]
    ProtocolSize(#[from] ProtocolSizeError),
    /// A choice cannot be read.
    #[error("choice {number}: {source}")]
    Choice {
        /// The number of the choice, from 1.
        number: usize,
        /// The fault of the choice.
        source: ParseChoiceError,
    },
    /// A choice is well written, but the protocol does not allow it.
    #[error("choice {number}: {source}")]
    Refused {
        /// The number of the choice, from 1.
        number: usize,
        /// The fault of the choice.
        source: ChoiceError,
    },
}
