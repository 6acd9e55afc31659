use std::collections::BTreeMap;
use std::time::Duration;

use tengen_analysis::SearchProgress;

/// The shortest time between two messages about one line. A page that draws every message of a fast search has no time for anything else.
const INTERVAL: Duration = Duration::from_millis(100);

/// Limits the progress of each line to about ten messages a second, and sends the latest once the time has come. A deeper iteration
/// of the best line is always sent: there are at most as many as the board has points, and a log of the search shows each of them.
#[derive(Default)]
pub(crate) struct Throttle {
    lines: BTreeMap<u32, Line>,
}

struct Line {
    /// The depth of the message that was sent last.
    depth: u32,
    /// The time of the message that was sent last.
    sent: Duration,
    waiting: Option<SearchProgress>,
}

impl Throttle {
    /// Takes new progress; returns it if it may be sent at once.
    pub(crate) fn offer(&mut self, progress: SearchProgress, now: Duration) -> Option<SearchProgress> {
        match self.lines.get_mut(&progress.line) {
            Some(line)
                if now.saturating_sub(line.sent) < INTERVAL
                    && (progress.line > 0 || progress.depth <= line.depth) =>
            {
                line.waiting = Some(progress);
                None
            }
            _ => {
                self.lines.insert(progress.line, Line { depth: progress.depth, sent: now, waiting: None });
                Some(progress)
            }
        }
    }

    /// The progress whose interval is over, the best lines first.
    pub(crate) fn due(&mut self, now: Duration) -> Vec<SearchProgress> {
        let due = self.lines.values_mut().filter(|line| now.saturating_sub(line.sent) >= INTERVAL);
        due.filter_map(|line| {
            let progress = line.waiting.take()?;
            (line.sent, line.depth) = (now, progress.depth);
            Some(progress)
        })
        .collect()
    }

    /// The progress that has not been sent, so that the last of each line is sent at the end.
    pub(crate) fn rest(&mut self) -> Vec<SearchProgress> {
        self.lines.values_mut().filter_map(|line| line.waiting.take()).collect()
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::Score;

    use super::*;

    fn progress(line: u32, depth: u32) -> SearchProgress {
        SearchProgress::new(depth, Score::Value(0), Vec::new()).with_line(line)
    }

    #[test]
    fn no_iteration_of_the_best_line_is_left_out() {
        let mut throttle = Throttle::default();
        let sent = (0..50).flat_map(|step| {
            let now = Duration::from_millis(step);
            (0..2).filter_map(|line| throttle.offer(progress(line, step as u32 / 5), now)).collect::<Vec<_>>()
        });
        let sent: Vec<_> = sent.map(|it| (it.line, it.depth)).collect();
        assert_eq!(sent.iter().filter(|(line, _)| *line == 0).count(), 10);
        assert_eq!(sent.iter().filter(|(line, _)| *line == 1).collect::<Vec<_>>(), [&(1, 0)]);
    }

    #[test]
    fn each_line_is_reported_ten_times_a_second_and_its_last_report_is_sent() {
        let mut throttle = Throttle::default();
        let mut sent = Vec::new();
        for milliseconds in 0..1_005 {
            let now = Duration::from_millis(5_000 + milliseconds);
            for line in 0..2 {
                sent.extend(throttle.offer(progress(line, 7).with_nodes(milliseconds), now));
            }
            if milliseconds % 40 == 0 {
                sent.extend(throttle.due(now));
            }
        }
        for line in 0..2 {
            assert!((9..=12).contains(&sent.iter().filter(|it| it.line == line).count()), "{sent:?}");
        }
        let rest = throttle.rest();
        assert_eq!(rest.iter().map(|it| (it.line, it.nodes)).collect::<Vec<_>>(), [(0, 1_004), (1, 1_004)]);
        assert!(throttle.rest().is_empty());
    }

    #[test]
    fn delayed_reports_are_sent_when_due() {
        let mut throttle = Throttle::default();
        let at = Duration::from_millis;
        let news = |nodes| progress(0, 7).with_nodes(nodes);
        assert!(throttle.offer(news(1), at(0)).is_some());
        assert!(throttle.offer(news(2), at(10)).is_none());
        assert!(throttle.offer(news(3), at(20)).is_none());
        assert!(throttle.due(at(60)).is_empty());
        assert_eq!(throttle.due(at(110)), [news(3)]);
        assert!(throttle.due(at(300)).is_empty());
        assert!(throttle.rest().is_empty());
    }
}
