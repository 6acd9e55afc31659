//! What a position is worth after a few moves, within limits that many searches share.

use std::time::Duration;

use tengen_analysis::{Clock, Score, SearchLimits, StopReason};
use tengen_game::{Point, Position};

use crate::Engine;
use crate::board::Board;

/// Replies in a row that are followed because there is no other; behind more of them a position is taken as it seems.
const MOST_FORCED: usize = 16;

/// Judges positions with one engine, and keeps count of what that costs.
pub(super) struct Judge<'a> {
    engine: &'a mut Engine,
    position: Position,
    limits: SearchLimits,
    clock: &'a dyn Clock,
    started: Duration,
    nodes: u64,
}

/// What came of a search.
pub(super) struct Judged {
    /// What the position is worth to the side to move there.
    pub(super) score: Score,
    /// Deeper searches would find the same.
    pub(super) is_settled: bool,
}

impl<'a> Judge<'a> {
    pub(super) fn new(engine: &'a mut Engine, limits: &SearchLimits, clock: &'a dyn Clock) -> Judge<'a> {
        let limits = SearchLimits {
            time: limits.time,
            target: limits.target,
            nodes: limits.nodes,
            depth: limits.depth,
            ..SearchLimits::default()
        };
        let position = engine.position().clone();
        Judge { engine, position, limits, clock, started: clock.now(), nodes: 0 }
    }

    /// The position on a board of the search.
    pub(super) fn board(&self) -> Board {
        self.engine.board().clone()
    }

    pub(super) fn depth_limit(&self) -> Option<u32> {
        self.limits.depth
    }

    /// Nodes of all searches so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the beginning.
    pub(super) fn time(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    /// What keeps it from going on, if anything does.
    pub(super) fn interrupted(&self) -> Option<StopReason> {
        let spent = self.time();
        if self.engine.stop_handle().is_requested() {
            Some(StopReason::Stopped)
        } else if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            Some(StopReason::Nodes)
        } else if self.limits.time.is_some_and(|limit| spent >= limit)
            || self.limits.target.is_some_and(|target| spent >= target)
        {
            Some(StopReason::Time)
        } else {
            None
        }
    }

    /// What the position after these legal moves is worth to the side to move there, by a search of `depth` plies.
    ///
    /// # Errors
    /// What interrupted the search, whose result means nothing then.
    pub(super) fn score(&mut self, points: &[Point], depth: u32) -> Result<Judged, StopReason> {
        let mut position = self.position.clone();
        for &point in points {
            position.play_unchecked(point);
        }
        let mut forced = 0;
        let mut judged = loop {
            if let Some(outcome) = position.outcome() {
                // No line has a forbidden move, so that the side that has moved has won.
                let score = outcome.winner().map_or(Score::Value(0), |_| Score::Mate(0));
                break Judged { score, is_settled: true };
            }
            if let Some(reason) = self.interrupted() {
                return Err(reason);
            }
            let limits = SearchLimits {
                time: self.limits.time.map(|limit| limit.saturating_sub(self.time())),
                nodes: self.limits.nodes.map(|limit| limit.saturating_sub(self.nodes)),
                depth: Some(depth),
                ..SearchLimits::default()
            };
            let report = self.engine.search_part(position.clone(), &limits, self.clock);
            self.nodes += report.nodes;
            match (report.stopped_by, report.score) {
                (StopReason::Depth, score) => break Judged { score, is_settled: false },
                // A reply without any choice is not searched: what it leads to is.
                (StopReason::Decided, Score::Value(_)) if report.depth == 0 && forced < MOST_FORCED => {
                    let Some(reply) = report.best_move else {
                        break Judged { score: report.score, is_settled: true };
                    };
                    position.play_unchecked(reply);
                    forced += 1;
                }
                (StopReason::Decided, score) => break Judged { score, is_settled: true },
                (reason, _) => return Err(reason),
            }
        };
        for _ in 0..forced {
            judged.score = before(judged.score);
        }
        Ok(judged)
    }
}

/// What a score is to the side that made the move which led to it.
pub(super) fn before(score: Score) -> Score {
    match score {
        Score::Value(value) => Score::Value(-value),
        Score::Mate(plies) if plies > 0 => Score::Mate(-plies - 1),
        Score::Mate(plies) => Score::Mate(1 - plies),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_changes_sides_with_each_ply() {
        let cases = [
            (Score::Value(30), Score::Value(-30)),
            (Score::Mate(0), Score::Mate(1)),
            (Score::Mate(1), Score::Mate(-2)),
            (Score::Mate(-2), Score::Mate(3)),
        ];
        for (after, expected) in cases {
            assert_eq!(before(after), expected);
        }
    }
}
