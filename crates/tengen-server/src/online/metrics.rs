//! Counters for `/metrics`, in the text format of Prometheus.
//!
//! The counters are few and fixed, so that they are plain atomics: a registry with names looked up at run time would bring a dozen
//! dependencies.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The upper bounds of a histogram's buckets, in microseconds: from 0.5 ms to 2 s.
const BOUNDS: [u64; 9] = [500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000, 500_000, 2_000_000];

/// A histogram of durations.
#[derive(Debug, Default)]
pub struct Histogram {
    /// The number of durations within each bound and above the one before; the last bucket is for durations above all bounds.
    buckets: [AtomicU64; BOUNDS.len() + 1],
    /// The sum of all durations, in microseconds.
    sum: AtomicU64,
}

impl Histogram {
    /// Counts a duration.
    pub fn observe(&self, duration: Duration) {
        let micros = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        let bucket = BOUNDS.partition_point(|&bound| bound < micros);
        self.buckets[bucket].fetch_add(1, Relaxed);
        self.sum.fetch_add(micros, Relaxed);
    }

    fn write(&self, text: &mut String, name: &str, help: &str) {
        // Writing to a string does not fail.
        let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} histogram\n");
        let mut count = 0;
        let labels = BOUNDS.iter().map(|&bound| seconds(bound)).chain(["+Inf".to_owned()]);
        for (bucket, label) in self.buckets.iter().zip(labels) {
            count += bucket.load(Relaxed);
            let _ = writeln!(text, "{name}_bucket{{le=\"{label}\"}} {count}");
        }
        let sum = seconds(self.sum.load(Relaxed));
        let _ = write!(text, "{name}_sum {sum}\n{name}_count {count}\n");
    }
}

fn seconds(micros: u64) -> String {
    (micros as f64 / 1e6).to_string()
}

/// The number of the latest durations that a [`Latency`] keeps.
const REMEMBERED: usize = 1_024;

/// Durations: all of them as a histogram, and the latest ones exactly.
#[derive(Debug, Default)]
pub struct Latency {
    all: Histogram,
    /// The latest durations in microseconds, the earliest first.
    latest: Mutex<VecDeque<u64>>,
}

impl Latency {
    /// Counts a duration.
    pub fn observe(&self, duration: Duration) {
        self.all.observe(duration);
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if latest.len() == REMEMBERED {
            latest.pop_front();
        }
        latest.push_back(u64::try_from(duration.as_micros()).unwrap_or(u64::MAX));
    }

    /// Writes the histogram `NAME_seconds`, and `NAME_p50_seconds` and `NAME_p99_seconds` of the latest durations; these
    /// are 0 before the first one.
    fn write(&self, text: &mut String, name: &str, help: &str) {
        self.all.write(text, &format!("{name}_seconds"), help);
        let latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let mut latest: Vec<u64> = latest.iter().copied().collect();
        latest.sort_unstable();
        for percent in [50, 99] {
            // The smallest duration that is not exceeded by this percentage of the latest ones.
            let rank = (latest.len() * percent).div_ceil(100);
            let value = seconds(rank.checked_sub(1).and_then(|rank| latest.get(rank)).copied().unwrap_or(0));
            let name = format!("{name}_p{percent}_seconds");
            let help = format!("{help} The {percent}th percentile of the latest {REMEMBERED}.");
            let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}\n");
        }
    }
}

/// The counters of the server.
#[derive(Debug, Default)]
pub struct Metrics {
    /// The number of open sockets.
    pub connections: AtomicU64,
    /// The number of connections that were closed because their client received messages too slowly.
    pub slow: AtomicU64,
    /// The number of games in memory that have not ended.
    pub games: AtomicU64,
    /// The number of commands that clients have sent.
    pub commands: AtomicU64,
    /// The number of commands from clients of other servers that were carried out here.
    pub forwarded: AtomicU64,
    /// The number of commands that were refused.
    pub refused: AtomicU64,
    /// The number of frames that could not be read.
    pub malformed: AtomicU64,
    /// The number of requests and connections over a limit.
    pub limited: AtomicU64,
    /// The number of groups of changes that were written.
    pub changes: AtomicU64,
    /// The number of transactions that failed.
    pub failures: AtomicU64,
    /// The durations of transactions.
    pub commit: Histogram,
    /// The durations of moves and choices, from their arrival until they were durable and sent.
    pub moves: Latency,
}

impl Metrics {
    /// All values as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, kind: &str, help: &str, value: &AtomicU64| {
            let value = value.load(Relaxed);
            let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n");
        };
        line("tengen_connections", "gauge", "Open sockets.", &self.connections);
        line("tengen_games", "gauge", "Games that are being played.", &self.games);
        line("tengen_commands_total", "counter", "Commands of clients.", &self.commands);
        line(
            "tengen_forwarded_total",
            "counter",
            "Commands of clients of other servers that were carried out.",
            &self.forwarded,
        );
        line("tengen_refused_total", "counter", "Commands that were refused.", &self.refused);
        line("tengen_malformed_total", "counter", "Frames that could not be read.", &self.malformed);
        line("tengen_limited_total", "counter", "Requests and connections over a limit.", &self.limited);
        line("tengen_slow_total", "counter", "Connections closed because their client was slow.", &self.slow);
        line("tengen_changes_total", "counter", "Groups of changes written.", &self.changes);
        line("tengen_write_failures_total", "counter", "Transactions that failed.", &self.failures);
        self.commit.write(&mut text, "tengen_commit_seconds", "Duration of transactions.");
        self.moves.write(
            &mut text,
            "tengen_move",
            "Time from a move's arrival until it is durable and sent.",
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_has_every_value_and_cumulative_buckets() {
        let metrics = Metrics::default();
        metrics.games.store(7, Relaxed);
        for millis in [0, 1, 3, 4, 60_000] {
            metrics.commit.observe(Duration::from_millis(millis));
        }
        for millis in 1..=2_000 {
            metrics.moves.observe(Duration::from_millis(millis));
        }
        let text = metrics.text();
        for line in [
            "tengen_move_seconds_count 2000",
            "# TYPE tengen_move_p99_seconds gauge",
            // A value from 977 to 2,000 ms.
            "tengen_move_p50_seconds 1.488",
            "tengen_move_p99_seconds 1.99",
            "tengen_games 7",
            "# TYPE tengen_commands_total counter",
            "tengen_commit_seconds_bucket{le=\"0.0005\"} 1",
            "tengen_commit_seconds_bucket{le=\"0.001\"} 2",
            "tengen_commit_seconds_bucket{le=\"0.005\"} 4",
            "tengen_commit_seconds_bucket{le=\"2\"} 4",
            "tengen_commit_seconds_bucket{le=\"+Inf\"} 5",
            "tengen_commit_seconds_sum 60.008",
            "tengen_commit_seconds_count 5",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
    }

    #[test]
    fn the_example_of_rules_uses_values_that_there_are() {
        let rules = include_str!("../../../../docs/prometheus-rules.yml");
        assert!(rules.contains("tengen_write_failures_total"));
        let text = Metrics::default().text();
        let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let names: Vec<&str> = rules
            .split(|letter| !is_of_name(letter))
            .filter(|word| word.starts_with("tengen_") && *word != "tengen_")
            .collect();
        assert!(names.len() >= 5, "{names:?}");
        for name in names {
            let has = text
                .lines()
                .any(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '{'])));
            assert!(has, "{name} in\n{text}");
        }
    }
}
