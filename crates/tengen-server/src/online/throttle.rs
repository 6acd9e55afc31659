//! Limits of the rate of a client's requests.
//!
//! The generic cell rate algorithm (ITU-T I.371) needs one number for each client: the time at which its next request would be due if it
//! kept exactly to the rate. The crates that offer it bring a concurrent map, a clock and a middleware of their own for these few lines.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use tengen_online::Time;

/// A rate, and the number of requests that may come at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The milliseconds for each request.
    pub every: Time,
    /// The number of requests that may come at once after a pause.
    pub burst: u32,
}

impl Rate {
    /// Counts a request. `due` and the result are the time at which the next request is due; `None` if the request is over the limit.
    fn take(self, due: Time, now: Time) -> Option<Time> {
        let due = due.max(now);
        (due <= now.saturating_add(self.ahead())).then(|| due + self.every)
    }

    /// The time by which a client's due time may be ahead of the present.
    fn ahead(self) -> Time {
        self.every.saturating_mul(u64::from(self.burst.saturating_sub(1)))
    }
}

/// The limit of one client.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    rate: Rate,
    due: Time,
}

impl Allowance {
    pub(crate) fn new(rate: Rate) -> Allowance {
        Allowance { rate, due: 0 }
    }

    /// Whether another request is within the limit.
    pub(crate) fn take(&mut self, now: Time) -> bool {
        self.rate.take(self.due, now).map(|due| self.due = due).is_some()
    }
}

/// The limits of many clients.
#[derive(Debug)]
pub(crate) struct Throttle<K> {
    rate: Rate,
    due: Mutex<HashMap<K, Time>>,
}

/// The number of clients from which those without a debt are dropped.
const PURGE: usize = 10_000;

impl<K: Eq + Hash> Throttle<K> {
    pub(crate) fn new(rate: Rate) -> Throttle<K> {
        Throttle { rate, due: Mutex::default() }
    }

    /// Whether another request of a client is within the limit.
    pub(crate) fn take(&self, client: K, now: Time) -> bool {
        let mut all = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= PURGE {
            all.retain(|_, due| *due > now);
        }
        let due = all.entry(client).or_default();
        self.rate.take(*due, now).map(|next| *due = next).is_some()
    }
}

impl<K: Eq + Hash> Throttle<K> {
    /// Counts a request that is never refused, and returns its delay: 0 within the limit, and at most `most` milliseconds above it.
    pub(crate) fn delay(&self, client: K, now: Time, most: Time) -> Time {
        let mut all = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= PURGE {
            all.retain(|_, due| *due > now);
        }
        let due = all.entry(client).or_default();
        let (start, free) = ((*due).max(now), now.saturating_add(self.rate.ahead()));
        *due = (start + self.rate.every).min(free + most);
        start.saturating_sub(free).min(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_over_the_limit_wait_longer_and_longer_and_are_forgiven_after_a_pause() {
        let throttle = Throttle::new(Rate { every: 100, burst: 3 });
        let delays: Vec<Time> = (0..7).map(|_| throttle.delay("one", 1_000, 250)).collect();
        assert_eq!(delays, [0, 0, 0, 100, 200, 250, 250]);
        assert_eq!(throttle.delay("other", 1_000, 250), 0);
        assert_eq!(throttle.delay("one", 9_000, 250), 0);
    }

    #[test]
    fn a_burst_is_followed_by_the_rate() {
        let throttle = Throttle::new(Rate { every: 100, burst: 3 });
        let taken: Vec<bool> = (0..5).map(|_| throttle.take("one", 1_000)).collect();
        assert_eq!(taken, [true, true, true, false, false]);
        assert!(throttle.take("other", 1_000), "each client has its own");
        assert!(!throttle.take("one", 1_099));
        assert!(throttle.take("one", 1_100));
        assert!(!throttle.take("one", 1_101));
        let taken = (0..9).filter(|_| throttle.take("one", 9_000)).count();
        assert_eq!(taken, 3, "after a pause there may be a burst again, and no more");
    }

    #[test]
    fn clients_without_a_debt_are_forgotten() {
        let throttle = Throttle::new(Rate { every: 10, burst: 1 });
        for client in 0..PURGE {
            assert!(throttle.take(client, 1_000));
        }
        assert!(throttle.take(PURGE, 2_000));
        assert_eq!(throttle.due.lock().unwrap().len(), 1);
    }
}
