use std::fmt;
use std::str::FromStr;

use crate::BoardSize;

use super::number;

/// A number of fifth moves: 1 to 50.
///
/// After four stones of a renju opening at least 56 points are left of which no two are equivalent (221
/// are empty, and two black stones and two white ones have four symmetries at the most), so that
/// Black can always offer as many.
///
/// ```
/// use tengen_game::opening::{FifthMoves, FifthMovesError, Protocol};
///
/// let world_championship = Protocol::Soosorv { limit: FifthMoves::new(8)? };
/// assert_eq!("soosorv-8".parse(), Ok(world_championship));
/// assert_eq!(FifthMoves::new(51), Err(FifthMovesError(51)));
/// assert_eq!(FifthMoves::MAX.get(), 50);
/// # Ok::<(), FifthMovesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FifthMoves(u8);

/// The number of fifth moves is outside 1 to 50.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected 1 to 50 fifth moves, found {0}")]
pub struct FifthMovesError(pub u8);

impl FifthMoves {
    /// The largest number of fifth moves.
    pub const MAX: FifthMoves = FifthMoves(50);

    /// Makes a number of fifth moves.
    ///
    /// # Errors
    /// When `count` is not within 1 to 50.
    pub const fn new(count: u8) -> Result<FifthMoves, FifthMovesError> {
        match count {
            1..=50 => Ok(FifthMoves(count)),
            _ => Err(FifthMovesError(count)),
        }
    }

    /// The number of fifth moves.
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// A protocol for the first stones of a game.
///
/// Its text form (`Display` and `FromStr`) is `free`, `pro`, `long-pro`, `swap`, `swap2`, `rif`,
/// `yamaguchi`, `soosorv-N` or `taraguchi-N`.
///
/// The protocols of renju are those that the Renju International Federation (RIF) describes on
/// renju.net. *One of the 26 openings* means: the first stone in the centre, the second in the central
/// 3×3, the third in the central 5×5; see [`RenjuOpening`](super::RenjuOpening). *Fifth moves* must be
/// inequivalent, that is, the positions after them must differ by more than a turn, a reflection or a
/// shift, with the distance from the edges ignored. The player who is White then picks one of them, and continues
/// with the sixth move.
///
/// A protocol does not fix the rule of the game that follows. More protocols may come, so a `match` needs an
/// arm for the rest.
///
/// ```
/// use tengen_game::BoardSize;
/// use tengen_game::opening::{FifthMoves, Protocol};
///
/// let protocol: Protocol = "taraguchi-10".parse()?;
/// assert_eq!(protocol, Protocol::Taraguchi { offers: FifthMoves::new(10)? });
/// assert_eq!(protocol.to_string(), "taraguchi-10");
/// assert!(protocol.check_size(BoardSize::NINETEEN).is_err());
/// assert_eq!(Protocol::Swap2.max_choices(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Protocol {
    /// No protocol: the first player is Black and plays where they like.
    Free,
    /// Black's first stone in the centre, White's anywhere, Black's second outside the central 5×5.
    ///
    /// Some clubs require White's stone next to the first; the more general custom is *anywhere*.
    Pro,
    /// The rule of [`Protocol::Pro`], with the central 7×7 instead.
    LongPro,
    /// The first player places a black, a white and a black stone anywhere; the second player chooses
    /// the colour.
    Swap,
    /// The rule of [`Protocol::Swap`], but the second player may also place a white and a black stone and leave the
    /// choice to the first. Gomoku world championships have been played so since 2009.
    Swap2,
    /// RIF's classic rule (1996): the first player places one of the 26 openings, the second may swap,
    /// White plays the fourth move anywhere, Black offers two fifth moves, White picks.
    Rif,
    /// Yusui Yamaguchi's rule: the first player places one of the 26 openings and announces how many
    /// fifth moves there will be, the second may swap, White plays the fourth move anywhere, Black offers
    /// the fifth moves, White picks. The rule sets no limit to the number but what can be offered
    /// ([`FifthMoves::MAX`]).
    Yamaguchi,
    /// Ants Soosõrv's rule: the first player places one of the 26 openings, the second may swap, White
    /// plays the fourth move anywhere and announces the number of fifth moves, the other player may swap,
    /// Black offers the fifth moves, White picks. World championships use Soosõrv-8.
    Soosorv {
        /// The most that may be announced.
        limit: FifthMoves,
    },
    /// The rule of Tarannikov and Yamaguchi: moves one to four within the centre, the central 3×3, 5×5 and
    /// 7×7, after each of which the other player may swap.
    ///
    /// If Black does not swap after the fourth move, Black either plays the fifth move in the central 9×9,
    /// after which the other player may swap once more, or offers fifth moves anywhere, from which White
    /// picks. RIF lists the swap after the fourth move under the first of these ways only, so a player who
    /// becomes Black *by that swap* cannot offer.
    Taraguchi {
        /// The number of fifth moves that Black offers; RIF has certified 10.
        offers: FifthMoves,
    },
}

/// The protocol cannot be played on such a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolSizeError {
    /// A protocol of renju, for which only 15×15 makes sense.
    #[error("`{protocol}` is played on a 15×15 board, not on {size}")]
    NotFifteen {
        /// The requested protocol.
        protocol: Protocol,
        /// The requested size.
        size: BoardSize,
    },
    /// No point would lie outside the central square.
    #[error("`{protocol}` needs a board of at least {least}, found {size}")]
    TooSmall {
        /// The requested protocol.
        protocol: Protocol,
        /// The smallest board that will do.
        least: BoardSize,
        /// The requested size.
        size: BoardSize,
    },
}

impl Protocol {
    /// The most choices that an opening by this protocol takes until it is finished.
    pub const fn max_choices(self) -> usize {
        match self {
            Protocol::Free => 0,
            Protocol::Swap => 2,
            Protocol::Pro | Protocol::LongPro | Protocol::Swap2 => 3,
            Protocol::Rif => 5,
            Protocol::Yamaguchi => 6,
            Protocol::Soosorv { .. } => 7,
            Protocol::Taraguchi { .. } => 10,
        }
    }

    /// Checks that the protocol can be played on a board of `size`: renju's on 15×15 alone, Pro from 6×6 and Long-Pro
    /// from 8×8 on, the others on every board.
    ///
    /// # Errors
    /// The reason why the protocol does not fit the board.
    pub fn check_size(self, size: BoardSize) -> Result<(), ProtocolSizeError> {
        let at_least = |lines| match BoardSize::new(lines) {
            Ok(least) if size < least => Err(ProtocolSizeError::TooSmall { protocol: self, least, size }),
            _ => Ok(()),
        };
        match self {
            Protocol::Free | Protocol::Swap | Protocol::Swap2 => Ok(()),
            Protocol::Pro => at_least(6),
            Protocol::LongPro => at_least(8),
            _ if size == BoardSize::FIFTEEN => Ok(()),
            _ => Err(ProtocolSizeError::NotFifteen { protocol: self, size }),
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Protocol::Free => f.pad("free"),
            Protocol::Pro => f.pad("pro"),
            Protocol::LongPro => f.pad("long-pro"),
            Protocol::Swap => f.pad("swap"),
            Protocol::Swap2 => f.pad("swap2"),
            Protocol::Rif => f.pad("rif"),
            Protocol::Yamaguchi => f.pad("yamaguchi"),
            Protocol::Soosorv { limit } => f.pad(&format!("soosorv-{}", limit.0)),
            Protocol::Taraguchi { offers } => f.pad(&format!("taraguchi-{}", offers.0)),
        }
    }
}

/// The text names no opening protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseProtocolError {
    /// No protocol has this name.
    #[error(
        "expected `free`, `pro`, `long-pro`, `swap`, `swap2`, `rif`, `yamaguchi`, `soosorv-N` or \
         `taraguchi-N`, found `{0}`"
    )]
    Unknown(String),
    /// The protocol is known, but not with this number of fifth moves.
    #[error("in `{text}`: {source}")]
    FifthMoves {
        /// The text as it was given.
        text: String,
        /// The fault of the protocol's number.
        source: FifthMovesError,
    },
}

impl FromStr for Protocol {
    type Err = ParseProtocolError;

    /// Reads the text that `Display` writes, in lower case.
    fn from_str(text: &str) -> Result<Protocol, ParseProtocolError> {
        let unknown = || ParseProtocolError::Unknown(text.to_owned());
        let (name, fifths) = match text.rsplit_once('-').map(|(name, digits)| (name, number(digits))) {
            Some((name, Some(count))) => (name, Some(count)),
            _ => (text, None),
        };
        let fifths = fifths.map(|count| {
            FifthMoves::new(count)
                .map_err(|source| ParseProtocolError::FifthMoves { text: text.to_owned(), source })
        });
        match (name, fifths) {
            ("free", None) => Ok(Protocol::Free),
            ("pro", None) => Ok(Protocol::Pro),
            ("long-pro", None) => Ok(Protocol::LongPro),
            ("swap", None) => Ok(Protocol::Swap),
            ("swap2", None) => Ok(Protocol::Swap2),
            ("rif", None) => Ok(Protocol::Rif),
            ("yamaguchi", None) => Ok(Protocol::Yamaguchi),
            ("soosorv", Some(limit)) => Ok(Protocol::Soosorv { limit: limit? }),
            ("taraguchi", Some(offers)) => Ok(Protocol::Taraguchi { offers: offers? }),
            _ => Err(unknown()),
        }
    }
}
