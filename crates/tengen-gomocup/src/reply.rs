//! Replies to the manager: always one line of plain ASCII.

use std::fmt::Display;

use tengen_analysis::{Score, SearchProgress, win_chance};
use tengen_game::Point;

use crate::dialect::Order;
use crate::settings::Detail;

/// `ERROR` with what was expected and what was found.
pub(super) fn error(text: impl Display) -> String {
    plain(&format!("ERROR {text}"))
}

/// `UNKNOWN` for a command that is not offered.
pub(super) fn unknown(text: impl Display) -> String {
    plain(&format!("UNKNOWN {text}"))
}

/// `MESSAGE`, which the manager shows and does not take for the answer to its command.
pub(super) fn message(text: impl Display) -> String {
    plain(&format!("MESSAGE {text}"))
}

/// `FORBID`: two digits for either coordinate of each point, and a full stop.
pub(super) fn forbidden(order: Order, points: impl IntoIterator<Item = Point>) -> String {
    let digits = |point| {
        let (first, second) = order.pair(point);
        format!("{first:02}{second:02}")
    };
    format!("FORBID {}.", points.into_iter().map(digits).collect::<String>())
}

/// The manager's text, shortened and quoted.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.is_empty() {
        return "nothing".to_owned();
    }
    let mut quoted: String = text.chars().take(LONGEST).collect();
    if quoted.len() < text.len() {
        quoted.push_str("...");
    }
    format!("`{quoted}`")
}

/// Managers read bytes in different code pages, so that only ASCII is safe to send.
fn plain(text: &str) -> String {
    let ascii = |c: char| match c {
        '×' => 'x',
        ' '..='~' => c,
        _ => '?',
    };
    text.chars().map(ascii).collect()
}

/// What has been sent about the running search.
#[derive(Clone, Debug, Default)]
pub(super) struct Reported {
    best: Option<Point>,
    /// The last report about the best line, for a summary.
    last: Option<SearchProgress>,
}

/// The moves of a summary: more do not fit into the windows of managers.
const SUMMARY_MOVES: usize = 12;

impl Reported {
    /// The lines to send for a report about one of `total` lines.
    pub(super) fn lines_of(
        &mut self,
        progress: &SearchProgress,
        total: u32,
        detail: Detail,
        order: Order,
    ) -> Vec<String> {
        let mut lines = Vec::new();
        if progress.line == 0 {
            let best = progress.pv.first().copied();
            if detail.on_board {
                if self.last.is_none() {
                    lines.push(message("REALTIME REFRESH"));
                }
                if let Some(point) = best.filter(|_| best != self.best) {
                    lines.push(message(format_args!("REALTIME BEST {}", order.write(point))));
                }
            }
            self.best = best;
            self.last = Some(progress.clone());
        }
        if detail.lines {
            lines.extend(block(progress, total, order));
        }
        lines
    }

    /// One line about the whole search, for managers that do not get its lines.
    pub(super) fn summary(&self, detail: Detail, order: Order) -> Option<String> {
        let progress = self.last.as_ref().filter(|_| !detail.lines)?;
        Some(message(in_one_line(progress, order)))
    }
}

/// A report in one line, for managers that show only text.
pub(super) fn in_one_line(progress: &SearchProgress, order: Order) -> String {
    let pv = &progress.pv[..progress.pv.len().min(SUMMARY_MOVES)];
    format!(
        "depth {}, value {}, {} nodes, {} ms: {}",
        progress.depth,
        value(progress.score),
        progress.nodes,
        progress.time.as_millis(),
        order.write_all(pv)
    )
}

fn block(progress: &SearchProgress, lines: u32, order: Order) -> Vec<String> {
    let ms = progress.time.as_millis().max(1);
    vec![
        format!("INFO PV {}", progress.line),
        format!("INFO NUMPV {lines}"),
        format!("INFO DEPTH {}", progress.depth),
        format!("INFO SELDEPTH {}", progress.selective_depth.max(progress.depth)),
        format!("INFO NODES {}", progress.nodes),
        format!("INFO SPEED {}", u128::from(progress.nodes) * 1000 / ms),
        format!("INFO EVAL {}", value(progress.score)),
        format!("INFO WINRATE {:.3}", f64::from(win_chance(progress.score)) / 1000.0),
        format!("INFO BESTLINE {}", order.write_all(&progress.pv)),
        "INFO PV DONE".to_owned(),
    ]
}

fn value(score: Score) -> String {
    match score {
        Score::Value(value) => format!("{value:+}"),
        Score::Mate(plies) if plies > 0 => format!("+M{plies}"),
        Score::Mate(plies) => format!("-M{}", plies.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_one_line_of_ascii_whatever_it_quotes() {
        assert_eq!(error("a 15×15 board\r\n中"), "ERROR a 15x15 board???");
        assert_eq!(quoted(""), "nothing");
        assert_eq!(quoted("TURN"), "`TURN`");
        assert_eq!(quoted(&"x".repeat(500)).len(), 65);
    }
}
