//! Clocks: the time that both sides are given, and the time that remains.
//!
//! A [`TimeControl`] defines the available time, a [`Clock`] counts the used time. Neither reads a clock of the machine: the caller passes
//! the time, in milliseconds since an arbitrary but fixed origin. So a page and a server can use the same clocks, and tests can let hours
//! pass at once.
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
//! Time controls count whole seconds, as people agree on them; used and remaining time is in milliseconds.

mod running;

use std::fmt;
use std::str::FromStr;

pub use running::Clock;
pub use running::{ClockNumbers, ClockNumbersError};

/// The time that each side is given, in seconds.
///
/// Its text form (`Display` and `FromStr`) is `none`, `30/move`, `300+5` or `600+5x30`. Only the text has limits:
/// [`TimePart::range`] defines them. A clock accepts any numbers, and without any time its flag falls at once.
///
/// ```
/// use tengen_game::clock::TimeControl;
///
/// let control: TimeControl = "600+5x30".parse()?;
/// assert_eq!(control, TimeControl::ByoYomi { main: 600, periods: 5, period: 30 });
/// assert_eq!(control.to_string(), "600+5x30");
/// assert_eq!("none".parse(), Ok(TimeControl::Unlimited));
/// let refused = "0/move".parse::<TimeControl>().map_err(|error| error.to_string());
/// assert_eq!(refused, Err("in `0/move`: expected 1 to 86400 seconds for a move, found 0".to_owned()));
/// # Ok::<(), tengen_game::clock::ParseTimeControlError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// No limit. A clock of this kind only counts the time used.
    #[default]
    Unlimited,
    /// A time for every move; the unused rest of it is lost.
    PerMove {
        /// The time for each move, in seconds.
        seconds: u32,
    },
    /// A time for the whole game, and an increment after every move.
    Fischer {
        /// The main time, in seconds.
        main: u32,
        /// The increment after every move, in seconds.
        increment: u32,
    },
    /// A time for the whole game and, when it has run out, this number of periods. A player who moves within a period
    /// has it again for the next move; otherwise the period is lost.
    ByoYomi {
        /// The main time, in seconds.
        main: u32,
        /// The number of periods.
        periods: u32,
        /// The length of each period, in seconds.
        period: u32,
    },
}

/// A number of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimePart {
    /// Seconds for a move.
    Move,
    /// Seconds for the game, with an increment.
    Main,
    /// Seconds that every move brings.
    Increment,
    /// Seconds for the game before the periods.
    BeforePeriods,
    /// The number of periods.
    Periods,
    /// Seconds of a period.
    Period,
}

impl TimePart {
    /// The least and the greatest value that a text may have: a day at most, and 99 periods.
    pub const fn range(self) -> (u32, u32) {
        const DAY: u32 = 86_400;
        match self {
            TimePart::Move | TimePart::Main | TimePart::Period => (1, DAY),
            TimePart::Increment | TimePart::BeforePeriods => (0, DAY),
            TimePart::Periods => (1, 99),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            TimePart::Move => "seconds for a move",
            TimePart::Main | TimePart::BeforePeriods => "seconds for the game",
            TimePart::Increment => "seconds after every move",
            TimePart::Periods => "periods",
            TimePart::Period => "seconds for a period",
        }
    }
}

impl fmt::Display for TimePart {
    /// Writes the quantity that the number counts: `seconds for a move`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseTimeControlError {
    /// The text has another form.
    #[error("expected `none`, or seconds as in `30/move`, `300+5` or `600+5x30`, found `{0}`")]
    Malformed(String),
    /// A number of the text is too small or too large.
    #[error("in `{text}`: expected {} to {} {part}, found {found}", part.range().0, part.range().1)]
    OutOfRange {
        /// The text as it was given.
        text: String,
        /// The meaning of the number.
        part: TimePart,
        /// The number found; the largest representable number stands for all larger ones.
        found: u32,
    },
}

impl TimeControl {
    /// Whether time can run out.
    pub const fn is_limited(self) -> bool {
        !matches!(self, TimeControl::Unlimited)
    }

    /// The time of every side at the beginning, in milliseconds, without periods.
    pub(super) fn main_ms(self) -> u64 {
        match self {
            TimeControl::Unlimited | TimeControl::PerMove { .. } => 0,
            TimeControl::Fischer { main, .. } | TimeControl::ByoYomi { main, .. } => milliseconds(main),
        }
    }

    /// The increment after every move, in milliseconds.
    pub(super) fn increment_ms(self) -> u64 {
        match self {
            TimeControl::Fischer { increment, .. } => milliseconds(increment),
            _ => 0,
        }
    }

    /// The periods. A limit per move is one period that is never lost.
    pub(super) fn periods(self) -> u32 {
        match self {
            TimeControl::PerMove { seconds: 1.. } => 1,
            TimeControl::ByoYomi { periods, period: 1.., .. } => periods,
            _ => 0,
        }
    }

    /// The length of a period, in milliseconds; 0 without periods.
    pub fn period_ms(self) -> u64 {
        match self {
            TimeControl::PerMove { seconds } | TimeControl::ByoYomi { period: seconds, .. } => {
                milliseconds(seconds)
            }
            TimeControl::Unlimited | TimeControl::Fischer { .. } => 0,
        }
    }
}

fn milliseconds(seconds: u32) -> u64 {
    u64::from(seconds) * 1_000
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::Unlimited => f.pad("none"),
            TimeControl::PerMove { seconds } => f.pad(&format!("{seconds}/move")),
            TimeControl::Fischer { main, increment } => f.pad(&format!("{main}+{increment}")),
            TimeControl::ByoYomi { main, periods, period } => f.pad(&format!("{main}+{periods}x{period}")),
        }
    }
}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    /// Reads the text that `Display` writes.
    fn from_str(text: &str) -> Result<TimeControl, ParseTimeControlError> {
        let malformed = || ParseTimeControlError::Malformed(text.to_owned());
        let part = |digits: &str, part: TimePart| {
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(malformed());
            }
            // Digits alone can only be too large.
            let found = digits.parse().unwrap_or(u32::MAX);
            let (least, most) = part.range();
            if (least..=most).contains(&found) {
                Ok(found)
            } else {
                Err(ParseTimeControlError::OutOfRange { text: text.to_owned(), part, found })
            }
        };
        if text == "none" {
            return Ok(TimeControl::Unlimited);
        }
        if let Some(seconds) = text.strip_suffix("/move") {
            return Ok(TimeControl::PerMove { seconds: part(seconds, TimePart::Move)? });
        }
        let (main, rest) = text.split_once('+').ok_or_else(malformed)?;
        Ok(match rest.split_once('x') {
            None => TimeControl::Fischer {
                main: part(main, TimePart::Main)?,
                increment: part(rest, TimePart::Increment)?,
            },
            Some((periods, period)) => TimeControl::ByoYomi {
                main: part(main, TimePart::BeforePeriods)?,
                periods: part(periods, TimePart::Periods)?,
                period: part(period, TimePart::Period)?,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_can_be_read_again() {
        for control in [
            TimeControl::Unlimited,
            TimeControl::PerMove { seconds: 1 },
            TimeControl::Fischer { main: 86_400, increment: 0 },
            TimeControl::ByoYomi { main: 0, periods: 99, period: 60 },
        ] {
            assert_eq!(control.to_string().parse(), Ok(control));
        }
    }

    #[test]
    fn invalid_time_controls_are_refused_with_the_expected_form() {
        for text in
            ["", "None", "30", "+5", "5+", "5+x3", "5+3x", "5 + 3", "-5+3", "1.5/move", "/move", "5+3x2x1"]
        {
            assert_eq!(text.parse::<TimeControl>(), Err(ParseTimeControlError::Malformed(text.to_owned())));
        }
        for (text, part, found) in [
            ("86401/move", TimePart::Move, 86_401),
            ("0+5", TimePart::Main, 0),
            ("5+86401", TimePart::Increment, 86_401),
            ("0+0x5", TimePart::Periods, 0),
            ("0+100x5", TimePart::Periods, 100),
            ("0+3x0", TimePart::Period, 0),
            ("99999999999999999999+3x1", TimePart::BeforePeriods, u32::MAX),
        ] {
            let refused = ParseTimeControlError::OutOfRange { text: text.to_owned(), part, found };
            assert_eq!(text.parse::<TimeControl>(), Err(refused));
        }
    }
}
