//! What a clock means to people who look at it, and to programs that play by it.

mod allowance;
mod reading;

pub(crate) use allowance::{Allowance, is_urgent};
pub(crate) use reading::{Reading, announcement, is_tick_due, seconds_left};

/// The time now, as the clocks of the page count it: milliseconds since 1970.
pub(crate) fn now() -> u64 {
    js_sys::Date::now() as u64
}
