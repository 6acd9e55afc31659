use std::fmt;

use crate::format::moves;
use crate::{BoardSize, Color, Point};

use super::number;
use super::{ParseChoiceError, Zone};

/// What a player does when it is their turn in an opening.
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
    /// Says how many fifth moves Black will offer.
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
    /// When the text is no choice, or names a point that the board has not.
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

/// One of the stones that a player is to place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StoneToPlace {
    /// The stone's colour, which need not be the player's.
    pub color: Color,
    /// Where it may be placed, as far as it is empty there.
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
        /// How many, neither more nor fewer.
        count: u8,
    },
    /// Pick one of the fifth moves on offer.
    Pick {
        /// The fifth moves on offer.
        offered: Vec<Point>,
    },
}

impl LegalChoice {
    /// Whether `choice` is of this kind; its points and numbers may still be illegal.
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
