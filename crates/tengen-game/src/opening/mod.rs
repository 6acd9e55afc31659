//! Opening protocols: how two players agree on the first stones and on who gets which colour.
//!
//! Black's first move is worth so much that a fair game needs a protocol for its first stones. During
//! a protocol the **players are not yet the colours**: [`Player::First`] begins it and is Black for the
//! time being, and every swap exchanges the colours. An [`Opening`] always says whose turn it is and
//! what that player may do ([`Opening::state`]), takes one [`Choice`] after the other
//! ([`Opening::apply`]) and ends in [`OpeningState::Finished`]. [`Protocol`] describes the protocols.
//!
//! The whole machine is its protocol, its board size and the choices made, so it is also a short text,
//! which a link can carry ([`Link::of_opening`](crate::format::link::Link::of_opening)):
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
mod error;
mod machine;
mod player;
mod progress;
mod protocol;
mod renju;
mod text;
mod zone;

pub use choice::{Choice, LegalChoice, StoneToPlace};
pub use error::{ChoiceError, OpeningPositionError, ParseChoiceError, ParseOpeningError};
pub use machine::{Opening, OpeningState};
pub use player::Player;
pub use protocol::{FifthMoves, FifthMovesError, ParseProtocolError, Protocol, ProtocolSizeError};
pub use renju::RenjuOpening;
pub use zone::Zone;
