//! The display of a clock, and the limits that follow from it for programs.

mod allowance;

use tengen_game::Color;
use tengen_game::clock::Clock;

pub use allowance::{Allowance, is_urgent};

/// Milliseconds below which the time is low under every time control.
const LITTLE: u64 = 10_000;

/// One side of a clock as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What is left, or what was used where nothing can run out.
    pub digits: String,
    /// Periods left; 0 where there are none, or where there is only one for every move.
    pub periods: u32,
    /// Whether little is left, after which something is lost.
    pub is_low: bool,
}

impl Reading {
    /// What a clock shows of a side at a time.
    pub fn of(clock: &Clock, side: Color, now: u64) -> Reading {
        let control = clock.control();
        let periods = clock.periods_left(side, now);
        let Some(left) = clock.remaining(side, now) else {
            return Reading { digits: digits(clock.used(side, now) / 1_000), periods: 0, is_low: false };
        };
        // With ten seconds for every move, ten are not little.
        let period = control.period_ms();
        let little = if period > 0 { LITTLE.min(period / 3) } else { LITTLE };
        let is_low = left <= little && is_counted_down(clock, side, now);
        let is_per_move = matches!(control, tengen_game::clock::TimeControl::PerMove { .. });
        Reading {
            digits: if is_low { tenths(left) } else { digits(left.div_ceil(1_000)) },
            periods: if is_per_move { 0 } else { periods },
            is_low,
        }
    }
}

/// Whether something is lost at the end of what a side has left now: at the end of the main time only where no periods
/// follow.
fn is_counted_down(clock: &Clock, side: Color, now: u64) -> bool {
    clock.periods_left(side, now) == 0 || clock.is_in_period(side, now)
}

/// Whole seconds until a side loses something, the one that runs included; `None` where nothing is lost.
pub fn seconds_left(clock: &Clock, side: Color, now: u64) -> Option<u64> {
    let left = clock.remaining(side, now).filter(|_| is_counted_down(clock, side, now))?;
    Some(left.div_ceil(1_000))
}

/// Whether a tick sounds when `left` seconds are left, after the seconds of the last call.
pub fn is_tick_due(before: u64, left: u64) -> bool {
    left < before && matches!(left, 10 | 1..=5)
}

/// The number of seconds that a screen reader announces: not every one, and none that was there from the start.
pub fn announcement(clock: &Clock, side: Color, now: u64) -> Option<u64> {
    let left = seconds_left(clock, side, now)?;
    let period = clock.control().period_ms() / 1_000;
    let counts = |seconds: &u64| left <= *seconds && (period == 0 || period > *seconds);
    [10, 30].into_iter().find(counts)
}

/// Minutes and seconds, and hours where there are any.
fn digits(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// Seconds with one decimal; only what is over is nothing.
fn tenths(milliseconds: u64) -> String {
    let tenths = milliseconds.div_ceil(100);
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Color = Color::Black;

    fn running(control: &str) -> Clock {
        let mut clock = Clock::new(control.parse().unwrap());
        clock.start(BLACK, 0);
        clock
    }

    fn read(control: &str, now: u64) -> (String, u32, bool) {
        let Reading { digits, periods, is_low } = Reading::of(&running(control), BLACK, now);
        (digits, periods, is_low)
    }

    #[test]
    fn time_is_counted_up_or_down() {
        let shown = |digits: &str, periods, is_low| (digits.to_owned(), periods, is_low);
        assert_eq!(read("none", 61_999), shown("1:01", 0, false));
        assert_eq!(read("none", 3_600_000), shown("1:00:00", 0, false));
        assert_eq!(read("300+5", 1), shown("5:00", 0, false));
        assert_eq!(read("300+5", 290_000), shown("10.0", 0, true));
        assert_eq!(read("300+5", 299_999), shown("0.1", 0, true));
        assert_eq!(read("300+5", 300_000), shown("0.0", 0, true));
        assert_eq!(read("30/move", 15_000), shown("0:15", 0, false));
        assert_eq!(read("10/move", 1_000), shown("0:09", 0, false));
        assert_eq!(read("10/move", 7_000), shown("3.0", 0, true));
    }

    #[test]
    fn before_the_periods_nothing_is_low() {
        assert_eq!(read("60+3x30", 58_000), ("0:02".to_owned(), 3, false));
        assert_eq!(read("60+3x30", 82_000), ("8.0".to_owned(), 3, true));
        assert_eq!(read("60+3x30", 91_000), ("0:29".to_owned(), 2, false));
        assert_eq!(seconds_left(&running("60+3x30"), BLACK, 58_000), None);
        assert_eq!(seconds_left(&running("60+3x30"), BLACK, 62_000), Some(28));
        assert_eq!(seconds_left(&running("none"), BLACK, 62_000), None);
    }

    #[test]
    fn the_last_seconds_are_heard_once_each() {
        let heard: Vec<u64> = (0..12).rev().filter(|&left| is_tick_due(left + 1, left)).collect();
        assert_eq!(heard, [10, 5, 4, 3, 2, 1]);
        assert!(!is_tick_due(5, 5) && !is_tick_due(1, 5));
    }

    #[test]
    fn a_screen_reader_gets_two_warnings_and_none_that_held_from_the_start() {
        let announced = |control, now| announcement(&running(control), BLACK, now);
        assert_eq!(
            [269_000, 270_000, 289_000, 290_000].map(|now| announced("300+5", now)),
            [None, Some(30), Some(30), Some(10)]
        );
        assert_eq!((announced("30/move", 0), announced("30/move", 20_000)), (None, Some(10)));
        assert_eq!(announced("10/move", 9_000), None);
        assert_eq!(announced("none", 9_000), None);
    }
}
