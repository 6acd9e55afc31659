//! Lines about a running search, in the forms that managers read.

use tengen_analysis::{Score, SearchProgress, win_chance};
use tengen_game::{BoardSize, Point};

use crate::dialect::{Dialect, Order};
use crate::reply::message;
use crate::settings::Detail;

/// The form in which the manager receives reports of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Audience {
    pub(super) dialect: Dialect,
    pub(super) detail: Detail,
    pub(super) size: BoardSize,
    /// The number of lines that are searched.
    pub(super) lines: u32,
}

/// The reports that have been sent about the running search.
#[derive(Clone, Debug, Default)]
pub(super) struct Reported {
    best: Option<Point>,
    /// The last report about the best line.
    last: Option<SearchProgress>,
    /// The line for people about the last report is not sent yet.
    is_due: bool,
    /// The iteration of the last report is shown to people. Reports within an iteration are not: its move may change soon.
    is_shown: bool,
    /// The depth of the last iteration that was shown.
    shown_depth: u32,
}

/// The most moves of a line for people: more do not fit into the windows of managers.
const MOST_MOVES: usize = 32;

impl Reported {
    /// The last report about the best line.
    pub(super) fn last(&self) -> Option<&SearchProgress> {
        self.last.as_ref()
    }

    /// The lines to send for a report about one line.
    pub(super) fn lines_of(&mut self, progress: &SearchProgress, audience: Audience) -> Vec<String> {
        let order = audience.dialect.order();
        let mut lines = Vec::new();
        if progress.line == 0 {
            if self.is_shown {
                lines.extend(self.due(audience));
            }
            let best = progress.pv.first().copied();
            if audience.detail.on_board {
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
        if audience.detail.lines {
            lines.extend(block(progress, audience.lines, order));
        } else if !progress.pv.is_empty() {
            lines.extend(self.for_people(progress, audience));
        }
        lines
    }

    /// The lines for a manager that shows text. Yixin-Board's kind shows the best line of several last.
    fn for_people(&mut self, progress: &SearchProgress, audience: Audience) -> Vec<String> {
        if progress.line == 0 {
            (self.is_due, self.is_shown) = (true, progress.depth > self.shown_depth);
        }
        if !self.is_shown {
            return Vec::new();
        }
        self.shown_depth = progress.depth;
        let total = audience.lines;
        if audience.dialect != Dialect::Yixin {
            self.is_due = false;
            return vec![message(in_one_line(progress, total, audience.size))];
        }
        let mut lines = Vec::new();
        if total > 1 {
            lines.push(message(numbered(progress, audience.size)));
        }
        if progress.line.saturating_add(1) >= total {
            lines.extend(self.due(audience));
        }
        lines
    }

    /// The line about the last report, if it is due.
    fn due(&mut self, audience: Audience) -> Option<String> {
        let progress = self.last.as_ref().filter(|_| std::mem::take(&mut self.is_due))?;
        Some(message(match audience.dialect {
            Dialect::Yixin => with_bars(progress, audience.size),
            _ => in_one_line(progress, audience.lines, audience.size),
        }))
    }

    /// The lines about the whole search, before its answer.
    pub(super) fn summary(&mut self, audience: Audience) -> Vec<String> {
        let mut lines: Vec<String> = self.due(audience).into_iter().collect();
        let is_wanted = audience.dialect == Dialect::Yixin && !audience.detail.lines;
        if let Some(progress) = self.last.as_ref().filter(|_| is_wanted) {
            lines.push(message(format_args!(
                "Speed {} | Depth {} | Eval {} | Node {} | Time {}ms",
                short(speed(progress)),
                depths(progress),
                plain_value(progress.score),
                short(progress.nodes),
                progress.time.as_millis()
            )));
        }
        lines
    }
}

/// A report as engines for Piskvork and for libraries write it, with the number of the line where there are `total` of them:
/// `depth 14-27 multipv 1 ev 233 n 365000 n/ms 374 tm 976 pv H7 G8`.
pub(super) fn in_one_line(progress: &SearchProgress, total: u32, size: BoardSize) -> String {
    let number = match total {
        0 | 1 => String::new(),
        _ => format!("multipv {} ", u64::from(progress.line) + 1),
    };
    format!(
        "depth {} {number}ev {} n {} n/ms {} tm {} pv {}",
        depths(progress),
        plain_value(progress.score),
        progress.nodes,
        speed(progress) / 1000,
        progress.time.as_millis(),
        names(&progress.pv, size)
    )
}

/// A report as Yixin-Board's engines write it: `Depth 14-27 | Eval 233 | Time 164ms | H7 G8`.
fn with_bars(progress: &SearchProgress, size: BoardSize) -> String {
    format!(
        "Depth {} | Eval {} | Time {}ms | {}",
        depths(progress),
        plain_value(progress.score),
        progress.time.as_millis(),
        names(&progress.pv, size)
    )
}

/// A search line as Yixin-Board's engines write it: `(1) -132 | 4-4 | L8 J8 I8`.
fn numbered(progress: &SearchProgress, size: BoardSize) -> String {
    format!(
        "({}) {} | {} | {}",
        u64::from(progress.line) + 1,
        plain_value(progress.score),
        depths(progress),
        names(&progress.pv, size)
    )
}

fn depths(progress: &SearchProgress) -> String {
    format!("{}-{}", progress.depth, progress.selective_depth.max(progress.depth))
}

/// Nodes a second.
fn speed(progress: &SearchProgress) -> u64 {
    let ms = progress.time.as_millis().max(1);
    u64::try_from(u128::from(progress.nodes) * 1000 / ms).unwrap_or(u64::MAX)
}

/// A number of at most four digits or so, with a letter for thousands, millions and so on.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{}K", number / 1_000),
        10_000_000..10_000_000_000 => format!("{}M", number / 1_000_000),
        _ => format!("{}G", number / 1_000_000_000),
    }
}

/// Moves in letters and numbers, as people and managers write them: `H7 G8`.
fn names(points: &[Point], size: BoardSize) -> String {
    let name = |&point: &Point| point.on(size).to_string().to_uppercase();
    points.iter().take(MOST_MOVES).map(name).collect::<Vec<_>>().join(" ")
}

fn block(progress: &SearchProgress, lines: u32, order: Order) -> Vec<String> {
    vec![
        format!("INFO PV {}", progress.line),
        format!("INFO NUMPV {lines}"),
        format!("INFO DEPTH {}", progress.depth),
        format!("INFO SELDEPTH {}", progress.selective_depth.max(progress.depth)),
        format!("INFO NODES {}", progress.nodes),
        format!("INFO SPEED {}", speed(progress)),
        format!("INFO EVAL {}", signed_value(progress.score)),
        format!("INFO WINRATE {:.3}", f64::from(win_chance(progress.score)) / 1000.0),
        format!("INFO BESTLINE {}", order.write_all(&progress.pv)),
        "INFO PV DONE".to_owned(),
    ]
}

/// `233`, `-12`, `+M7`, `-M6`.
fn plain_value(score: Score) -> String {
    match score {
        Score::Value(value) => value.to_string(),
        Score::Mate(_) => signed_value(score),
    }
}

/// `+233`, `-12`, `+M7`, `-M6`.
fn signed_value(score: Score) -> String {
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
    fn large_numbers_are_shortened() {
        for (number, text) in [
            (0, "0"),
            (9_999, "9999"),
            (10_000, "10K"),
            (374_999, "374K"),
            (12_345_678, "12M"),
            (98_765_432_109, "98G"),
            (u64::MAX, "18446744073G"),
        ] {
            assert_eq!(short(number), text);
        }
    }
}
