//! What a clock means to people who look at it, and to programs that play by it.

mod allowance;
mod reading;

pub use allowance::{Allowance, is_urgent};
pub use reading::{Reading, announcement, is_tick_due, seconds_left};
