//! Breakdowns of the engine service, and moves that do not come.

use std::time::Duration;

use crate::Tracked;

/// After this many breakdowns within [`SHORT_WHILE_MS`] the engine stays off.
const TOO_MANY: usize = 3;
const SHORT_WHILE_MS: u64 = 60_000;
/// An engine that has not moved this many seconds after the time was up is considered dead. It may first wait for ten seconds for a network
/// that does not load.
const GRACE_S: u32 = 20;

/// The breakdowns of the engine service, and the engines that took its place.
#[derive(Debug, Default)]
pub struct Recovery {
    /// Whether there is no engine, and none will be started unasked.
    pub is_off: Tracked<bool>,
    /// How often an engine was started in place of another.
    pub restarts: Tracked<u32>,
    /// The last request for which the engine evaluated positions, if it had to do so without its network: it is weaker then.
    pub without_network: Tracked<Option<u32>>,
    breakdowns: Breakdowns,
    watch: Option<Watch>,
}

/// A move that must come before the seconds have passed.
#[derive(Clone, Copy, Debug)]
struct Watch {
    id: u32,
    seconds_left: u32,
    /// When the next second is counted.
    next: u64,
}

impl Recovery {
    pub(super) fn stop_watching(&mut self) {
        self.watch = None;
    }

    /// Notes that the engine evaluates positions for this request: whether it had its network for an earlier one no longer matters.
    pub(crate) fn evaluates(&mut self, id: u32) {
        if self.without_network.is_some_and(|without| without != id) {
            self.without_network.set(None);
        }
    }

    pub(super) fn wake_at(&self) -> Option<u64> {
        self.watch.map(|watch| watch.next)
    }

    /// Notes a breakdown; whether there have been too many.
    pub(super) fn add_breakdown(&mut self, now: u64) -> bool {
        self.breakdowns.add(now)
    }

    pub(super) fn forget_breakdowns(&mut self) {
        self.breakdowns = Breakdowns::default();
    }

    pub(super) fn count_restart(&mut self) {
        self.restarts.set(self.restarts.wrapping_add(1));
    }

    /// Waits for a move that must come within this time.
    ///
    /// Seconds are counted, since a machine that slept wakes up long after every deadline, with the engine unharmed.
    pub(super) fn watch_move(&mut self, id: u32, time: Duration, now: u64) {
        let seconds_left = u32::try_from(time.as_secs()).unwrap_or(u32::MAX).saturating_add(GRACE_S);
        self.watch = Some(Watch { id, seconds_left, next: now + 1_000 });
    }

    /// Counts a second of the wait for a move if it has passed. Returns the number of the request, and whether the move is overdue.
    pub(super) fn count_second(&mut self, is_ready: bool, now: u64) -> Option<(u32, bool)> {
        let watch = self.watch.as_mut().filter(|watch| watch.next <= now)?;
        watch.next = now + 1_000;
        // An engine that is still being loaded has not begun.
        watch.seconds_left = watch.seconds_left.saturating_sub(u32::from(is_ready));
        Some((watch.id, watch.seconds_left == 0))
    }
}

/// When the engine broke down lately.
#[derive(Debug, Default)]
struct Breakdowns(Vec<u64>);

impl Breakdowns {
    /// Notes one more; whether there have been too many.
    fn add(&mut self, now: u64) -> bool {
        self.0.retain(|&before| now.saturating_sub(before) < SHORT_WHILE_MS);
        self.0.push(now);
        self.0.len() >= TOO_MANY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_breakdowns_in_quick_succession_are_too_many() {
        let mut breakdowns = Breakdowns::default();
        assert!(!breakdowns.add(1_000));
        assert!(!breakdowns.add(2_000));
        // The first was long ago by now.
        assert!(!breakdowns.add(61_500));
        assert!(breakdowns.add(61_900));
    }
}
