//! The measurements of a run.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Collects measurements while it is turned on.
#[derive(Debug, Default)]
pub(crate) struct Measurements {
    is_on: AtomicBool,
    /// The times from a move to the opponent's socket, in microseconds.
    latencies: Mutex<Vec<u32>>,
    takebacks: AtomicU64,
    to_server: AtomicU64,
    to_opponent: AtomicU64,
    to_mover: AtomicU64,
}

/// The results of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Summary {
    pub(crate) moves: usize,
    pub(crate) takebacks: u64,
    /// The times from a move to the opponent's socket, in milliseconds: the median, the 99th percentile and the maximum.
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    pub(crate) longest: f64,
    /// The bytes of a move on the wire: the command with the opponent's update, and the messages to the mover.
    pub(crate) bytes: f64,
    pub(crate) echo: f64,
}

impl Measurements {
    pub(crate) fn turn(&self, is_on: bool) {
        self.is_on.store(is_on, Relaxed);
    }

    /// Records the time from a move to the opponent's socket.
    pub(crate) fn note(&self, time: Duration) {
        if self.is_on.load(Relaxed) {
            let micros = u32::try_from(time.as_micros()).unwrap_or(u32::MAX);
            self.latencies.lock().unwrap_or_else(PoisonError::into_inner).push(micros);
        }
    }

    /// Counts a takeback.
    pub(crate) fn note_takeback(&self) {
        if self.is_on.load(Relaxed) {
            self.takebacks.fetch_add(1, Relaxed);
        }
    }

    /// Adds the bytes of a move.
    pub(crate) fn note_bytes(&self, to_server: u64, to_opponent: u64, to_mover: u64) {
        if self.is_on.load(Relaxed) {
            self.to_server.fetch_add(to_server, Relaxed);
            self.to_opponent.fetch_add(to_opponent, Relaxed);
            self.to_mover.fetch_add(to_mover, Relaxed);
        }
    }

    pub(crate) fn summary(&self) -> Summary {
        let mut all = self.latencies.lock().unwrap_or_else(PoisonError::into_inner).clone();
        all.sort_unstable();
        let at = |part: f64| {
            let index = (all.len() as f64 * part) as usize;
            all.get(index.min(all.len().saturating_sub(1))).map_or(0.0, |&micros| f64::from(micros) / 1e3)
        };
        let each = |bytes: &AtomicU64| bytes.load(Relaxed) as f64 / all.len().max(1) as f64;
        Summary {
            moves: all.len(),
            takebacks: self.takebacks.load(Relaxed),
            p50: at(0.5),
            p99: at(0.99),
            longest: at(1.0),
            bytes: each(&self.to_server) + each(&self.to_opponent),
            echo: each(&self.to_mover),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_is_of_what_was_noted_while_it_was_on() {
        let measurements = Measurements::default();
        measurements.note(Duration::from_secs(9));
        measurements.turn(true);
        for millis in 1..=100 {
            measurements.note(Duration::from_millis(millis));
            measurements.note_bytes(80, 110, 40);
        }
        measurements.note_takeback();
        measurements.turn(false);
        measurements.note_bytes(1_000, 1_000, 1_000);
        measurements.note_takeback();
        let expected = Summary {
            moves: 100,
            takebacks: 1,
            p50: 51.0,
            p99: 100.0,
            longest: 100.0,
            bytes: 190.0,
            echo: 40.0,
        };
        assert_eq!(measurements.summary(), expected);
        assert_eq!(Measurements::default().summary().moves, 0);
    }
}
