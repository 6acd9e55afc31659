//! What a running search tells, in the words that managers show.

use std::time::Duration;

use tengen_game::Point;

use super::dialect::Order;
use super::reply::message;
use super::settings::Detail;
use crate::worker::ScoreMessage;

/// What a running search knows about one of its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchNews {
    /// Which of the best lines this is, from 0.
    pub line: u32,
    /// How many lines there are.
    pub lines: u32,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// Plies of the longest line that was looked at.
    pub selective_depth: u32,
    /// Visited nodes.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// What the position is worth to the side to move.
    pub score: ScoreMessage,
    /// The line that both sides should play.
    pub pv: Vec<Point>,
}

/// What has been told about the running search.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    best: Option<Point>,
    /// The last news of the best line, for a summary.
    last: Option<SearchNews>,
}

/// The moves of a summary: more do not fit into the windows of managers.
const SUMMARY_MOVES: usize = 12;
/// Engine units that make a chance of 73 percent. It only shapes a display; nobody has measured it.
const UNITS_OF_CHANCE: f64 = 400.0;

impl Told {
    /// The lines to send now.
    pub(super) fn hear(&mut self, news: &SearchNews, detail: Detail, order: Order) -> Vec<String> {
        let mut lines = Vec::new();
        if news.line == 0 {
            let best = news.pv.first().copied();
            if detail.on_board {
                if self.last.is_none() {
                    lines.push(message("REALTIME REFRESH"));
                }
                if let Some(point) = best.filter(|_| best != self.best) {
                    lines.push(message(format_args!("REALTIME BEST {}", order.write(point))));
                }
            }
            self.best = best;
            self.last = Some(news.clone());
        }
        if detail.lines {
            lines.extend(block(news, order));
        }
        lines
    }

    /// One line about the whole search, for whoever has not seen its lines.
    pub(super) fn summary(&self, detail: Detail, order: Order) -> Option<String> {
        let news = self.last.as_ref().filter(|_| !detail.lines)?;
        Some(message(in_one_line(news, order)))
    }
}

/// What a search has found, for managers that show nothing but text.
pub(super) fn in_one_line(news: &SearchNews, order: Order) -> String {
    let pv = &news.pv[..news.pv.len().min(SUMMARY_MOVES)];
    format!(
        "depth {}, value {}, {} nodes, {} ms: {}",
        news.depth,
        value(news.score),
        news.nodes,
        news.time.as_millis(),
        order.write_all(pv)
    )
}

fn block(news: &SearchNews, order: Order) -> Vec<String> {
    let ms = news.time.as_millis().max(1);
    vec![
        format!("INFO PV {}", news.line),
        format!("INFO NUMPV {}", news.lines),
        format!("INFO DEPTH {}", news.depth),
        format!("INFO SELDEPTH {}", news.selective_depth.max(news.depth)),
        format!("INFO NODES {}", news.nodes),
        format!("INFO SPEED {}", u128::from(news.nodes) * 1000 / ms),
        format!("INFO EVAL {}", value(news.score)),
        format!("INFO WINRATE {:.3}", chance(news.score)),
        format!("INFO BESTLINE {}", order.write_all(&news.pv)),
        "INFO PV DONE".to_owned(),
    ]
}

fn value(score: ScoreMessage) -> String {
    match score {
        ScoreMessage::Value(value) => format!("{value:+}"),
        ScoreMessage::Mate(plies) if plies > 0 => format!("+M{plies}"),
        ScoreMessage::Mate(plies) => format!("-M{}", plies.unsigned_abs()),
    }
}

fn chance(score: ScoreMessage) -> f64 {
    match score {
        ScoreMessage::Value(value) => 1.0 / (1.0 + (-f64::from(value) / UNITS_OF_CHANCE).exp()),
        ScoreMessage::Mate(plies) if plies > 0 => 1.0,
        ScoreMessage::Mate(_) => 0.0,
    }
}
