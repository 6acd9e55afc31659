use std::time::Duration;

use web_time::Instant;

/// A clock that never runs backwards. The engine knows no other than the one it is given.
pub trait Clock {
    /// Time since a fixed moment of the clock's own choosing.
    fn now(&self) -> Duration;
}

/// The operating system's monotonic clock, or the browser's `performance.now()`.
#[derive(Clone, Debug)]
pub struct SystemClock {
    start: Instant,
}

impl SystemClock {
    /// A clock that starts at zero now.
    pub fn new() -> SystemClock {
        SystemClock { start: Instant::now() }
    }
}

impl Default for SystemClock {
    fn default() -> SystemClock {
        SystemClock::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }
}
