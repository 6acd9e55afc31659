//! The server's time.

use std::time::{Duration, Instant, SystemTime};

use tengen_online::Time;

/// A clock in milliseconds since the Unix epoch that never runs backwards. It begins with the system's time and continues with a steady
/// clock, so that a correction of the system's time moves no deadline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerClock {
    started: Instant,
    at: Time,
}

impl ServerClock {
    pub(crate) fn start() -> ServerClock {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        ServerClock { started: Instant::now(), at: millis(since) }
    }

    /// A clock that shows the given time now: the time of a database, so that all its servers agree.
    pub(crate) fn at(now: Time) -> ServerClock {
        ServerClock { started: Instant::now(), at: now }
    }

    pub(crate) fn now(&self) -> Time {
        self.at + millis(self.started.elapsed())
    }
}

fn millis(duration: Duration) -> Time {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
