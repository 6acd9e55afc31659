use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use web_time::Instant;

/// A clock that never runs backwards. Engines use only the one that they are given.
pub trait Clock {
    /// Time since a fixed origin, which each clock chooses.
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

/// Ends a search from another thread. Clones end the same opponent's searches.
///
/// A request is never lost: it ends the running search, or else the next one. It is cleared when a search
/// ends, for any reason, and by [`Opponent::set_position`](crate::Opponent::set_position). If the caller sets a position
/// before each search, a late stop of one search never ends the next, and a stop that arrives before the search has begun
/// ends it at once.
#[derive(Clone, Debug, Default)]
pub struct StopHandle {
    requested: Arc<AtomicBool>,
}

impl StopHandle {
    /// Requests the end of the running search; without one, of the next search of the position that is set.
    pub fn stop(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Withdraws the request. Opponents do so when a position is set and when a search has ended.
    pub fn reset(&self) {
        self.requested.store(false, Ordering::Relaxed);
    }

    /// Whether the search is to end. Opponents check this during a search.
    pub fn is_requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
    }
}
