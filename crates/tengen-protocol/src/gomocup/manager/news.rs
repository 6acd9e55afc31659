//! `INFO PV …`: what a search tells about its lines, put together from its block.

use std::time::Duration;

use tengen_game::{BoardSize, Point};

use crate::gomocup::SearchNews;
use crate::gomocup::dialect::Order;
use crate::worker::ScoreMessage;

/// A block that is being told.
#[derive(Clone, Debug, Default)]
pub(in crate::gomocup) struct NewsBlock {
    news: Option<SearchNews>,
    /// Nodes a second, from which the time follows.
    speed: u64,
}

impl NewsBlock {
    /// Takes in what follows `INFO`; the news when the block is complete. What is not known is passed over, and a
    /// number that cannot be read leaves a zero: news are for show.
    pub(in crate::gomocup) fn hear(
        &mut self,
        text: &str,
        order: Order,
        size: BoardSize,
    ) -> Option<SearchNews> {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        let key = key.to_ascii_uppercase();
        if key == "PV" && value.eq_ignore_ascii_case("DONE") {
            let mut news = self.news.take()?;
            let ms = news.nodes.saturating_mul(1000).checked_div(self.speed).unwrap_or(0);
            news.time = Duration::from_millis(ms);
            return Some(news);
        }
        if key == "PV" {
            self.speed = 0;
            self.news = Some(SearchNews {
                line: value.parse().unwrap_or(0),
                lines: 1,
                depth: 0,
                selective_depth: 0,
                nodes: 0,
                time: Duration::ZERO,
                score: ScoreMessage::Value(0),
                pv: Vec::new(),
            });
        }
        let news = self.news.as_mut()?;
        match key.as_str() {
            "NUMPV" => news.lines = value.parse().unwrap_or(1),
            "DEPTH" => news.depth = value.parse().unwrap_or(0),
            "SELDEPTH" => news.selective_depth = value.parse().unwrap_or(0),
            "NODES" => news.nodes = value.parse().unwrap_or(0),
            "SPEED" => self.speed = value.parse().unwrap_or(0),
            "EVAL" => news.score = score(value).unwrap_or(ScoreMessage::Value(0)),
            "BESTLINE" => news.pv = line(value, order, size),
            _ => {}
        }
        None
    }
}

/// `+123`, `-M7`.
fn score(text: &str) -> Option<ScoreMessage> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    match rest.strip_prefix(['M', 'm']) {
        Some(plies) => plies.parse::<i32>().ok().map(|plies| ScoreMessage::Mate(sign * plies)),
        None => rest.parse::<i32>().ok().map(|value| ScoreMessage::Value(sign * value)),
    }
}

/// As many points as can be read.
fn line(text: &str, order: Order, size: BoardSize) -> Vec<Point> {
    text.split_whitespace().map_while(|point| order.parse(point, size).ok()).collect()
}
