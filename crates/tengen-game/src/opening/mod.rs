//! Opening protocols: the ways in which two players agree on the first stones and on their colours.
//!
//! Black's first move is such an advantage that a fair game needs a protocol for its first stones. During
//! a protocol the **players are not yet the colours**: [`Player::First`] begins it and is Black for the
//! time being, and every swap exchanges the colours. An [`Opening`] returns the player whose turn it is and
//! that player's choices ([`Opening::state`]), takes one [`Choice`] after the other
//! ([`Opening::apply`]) and ends in [`OpeningState::Finished`]. [`Protocol`] describes the protocols.
//!
//! The whole state is the protocol, the board size and the choices made, so it is also a short text,
//! which a link can carry (`link::Link::of_opening` of the crate `tengen-formats`):
//!
//! ```
//! use tengen_game::opening::{Choice, Opening, OpeningState, Player, Protocol};
//! use tengen_game::{BoardSize, Color, Rule};
//!
//! let mut opening = Opening::new(Protocol::Swap2, BoardSize::FIFTEEN)?;
//! opening.apply(Choice::parse("h8h9j7", opening.size())?)?;
//! assert_eq!(opening.player_to_act(), Some(Player::Second));
//! opening.apply(Choice::Swap)?;
//!
//! let OpeningState::Finished { black, side_to_move, .. } = opening.state() else { unreachable!() };
//! assert_eq!((black, side_to_move), (Player::Second, Color::White));
//! assert_eq!(opening.to_string(), "15.swap2.h8h9j7.swap");
//! assert_eq!(opening.position(Rule::FREESTYLE)?.moves().len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The 26 canonical openings of renju have their names and numbers in [`RenjuOpening`].

mod choice;
mod congruence;
mod machine;
mod progress;
mod protocol;
mod renju;

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

use crate::BoardSize;
pub use choice::{Choice, LegalChoice, StoneToPlace};
pub use choice::{ChoiceError, OpeningPositionError, ParseChoiceError, ParseOpeningError};
pub use congruence::Zone;
pub use machine::{Opening, OpeningState};
pub use protocol::{FifthMoves, FifthMovesError, ParseProtocolError, Protocol, ProtocolSizeError};
pub use renju::RenjuOpening;

/// A player, with either colour.
///
/// ```
/// use tengen_game::Color;
/// use tengen_game::opening::{Opening, Player};
///
/// let opening: Opening = "15.swap.h8h9j7.swap".parse()?;
/// assert_eq!(opening.player_of(Color::Black), Player::Second);
/// assert_eq!(opening.player_of(Color::White), !Player::Second);
/// assert_eq!(Player::BOTH.map(Player::name), ["first", "second"]);
/// # Ok::<(), tengen_game::opening::ParseOpeningError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The player who begins the protocol, and is Black until a swap. Renju calls this player the
    /// *tentative Black*.
    First,
    /// The second player, the *tentative White*.
    Second,
}

impl Player {
    /// The players, the first one first.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The player's name: `first` or `second`.
    pub const fn name(self) -> &'static str {
        match self {
            Player::First => "first",
            Player::Second => "second",
        }
    }
}

impl Not for Player {
    type Output = Player;

    /// The other player.
    fn not(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a number that consists only of digits; `u8::from_str` would also take `+3`.
fn number(text: &str) -> Option<u8> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

impl fmt::Display for Opening {
    /// Writes the board size, the protocol and the choices with full stops between, in characters that
    /// need no escaping in a link.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.size().lines(), self.protocol())?;
        self.choices().iter().try_for_each(|choice| write!(f, ".{}", choice.to_text(self.size())))
    }
}

impl FromStr for Opening {
    type Err = ParseOpeningError;

    /// Reads the text that `Display` writes, and checks every choice. The opening need not be finished.
    fn from_str(text: &str) -> Result<Opening, ParseOpeningError> {
        let malformed = || ParseOpeningError::Malformed(text.to_owned());
        let mut words = text.split('.');
        let lines = words.next().and_then(number).ok_or_else(malformed)?;
        let size = BoardSize::try_from(lines)?;
        let protocol = words.next().ok_or_else(malformed)?.parse()?;
        let mut opening = Opening::new(protocol, size)?;
        for (number, word) in (1..).zip(words) {
            let choice =
                Choice::parse(word, size).map_err(|source| ParseOpeningError::Choice { number, source })?;
            opening.apply(choice).map_err(|source| ParseOpeningError::Refused { number, source })?;
        }
        Ok(opening)
    }
}
