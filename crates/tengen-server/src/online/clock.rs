//! The server's time.

use std::time::{Duration, Instant, SystemTime};

use tengen_online::Time;

/// Milliseconds since the Unix epoch that never run backwards: the system's time at the start, and a steady clock from
/// then on. A correction of the system's time in between moves no deadline.
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

    /// A clock that shows a time now: that of a database whose servers shall agree.
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
