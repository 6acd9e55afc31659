//! The time of day.

/// The time now, as the clocks of the page count it: milliseconds since 1970.
pub(crate) fn now() -> u64 {
    js_sys::Date::now() as u64
}
