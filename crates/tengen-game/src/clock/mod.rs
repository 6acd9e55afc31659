//! Clocks: how much time both sides have, and what is left of it.
//!
//! A [`TimeControl`] says what is given, a [`Clock`] what of it was used. Neither looks at a clock of the machine: whoever
//! uses them says what time it is, in milliseconds since whatever moment it likes, as long as it is always the same one.
//! So a page and a server can use the same clocks, and tests can let hours pass at once.
//!
//! ```
//! use tengen_game::Color;
//! use tengen_game::clock::{Clock, TimeControl};
//!
//! let control: TimeControl = "300+5".parse()?;
//! let mut clock = Clock::new(control);
//! clock.start(Color::Black, 1_000);
//! // Black moves after twenty seconds, and gets five for that.
//! clock.press(21_000);
//! assert_eq!(clock.remaining(Color::Black, 21_000), Some(285_000));
//! // White does not move at all.
//! assert_eq!(clock.flag(320_999), None);
//! assert_eq!(clock.flag(321_000), Some(Color::White));
//! # Ok::<(), tengen_game::clock::ParseTimeControlError>(())
//! ```
//!
//! # Units
//!
//! What is given is counted in whole seconds, as people agree on it; what was used and what is left in milliseconds.

mod control;
mod hand;
mod running;

pub use control::{ParseTimeControlError, TimeControl, TimePart};
pub use hand::{ClockNumbers, ClockNumbersError};
pub use running::Clock;
