//! Clocks: how much time both sides have, and what is left of it.
//!
//! A [`TimeControl`] defines the available time, a [`Clock`] counts what was used of it. Neither reads a clock of the machine: the
//! caller passes the time, in milliseconds since an arbitrary but fixed moment.
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
mod running;

pub use control::{ParseTimeControlError, TimeControl, TimePart};
pub use running::Clock;
pub use running::{ClockNumbers, ClockNumbersError};
