//! The limits of a decision, and the searches within them.

use std::ops::Neg;
use std::time::Duration;

use tengen_analysis::{Clock, Level, Score, SearchLimits, SearchReport};
use tengen_game::{Point, Position};

use super::after;
use crate::Engine;
use crate::balance::{Balance, Stones};
use crate::board::{Board, Cell};
use crate::level::of_person;
use crate::person;

/// The depth of the searches for a decision at the lowest levels, up to `Level::EASY`.
const EASY_DEPTH: u32 = 2;

/// The limits of one decision, which takes several searches, and the rest of them.
pub(super) struct Share<'a> {
    clock: &'a dyn Clock,
    limits: SearchLimits,
    started: Duration,
    nodes: u64,
}

impl<'a> Share<'a> {
    pub(super) fn new(limits: &SearchLimits, clock: &'a dyn Clock) -> Share<'a> {
        let mut limits = limits.clone();
        if let Some(level) = of_person(limits.level) {
            let nodes = person::opening_nodes(level);
            limits.nodes = Some(limits.nodes.map_or(nodes, |most| most.min(nodes)));
            if level <= Level::EASY {
                limits.depth = Some(limits.depth.map_or(EASY_DEPTH, |depth| depth.min(EASY_DEPTH)));
            }
        }
        Share { clock, limits, started: clock.now(), nodes: 0 }
    }

    /// One of `parts` equal parts of what is left. A weak level has smaller limits, and its searches are not weakened once
    /// more.
    pub(super) fn part(&self, parts: u32) -> SearchLimits {
        let spent = self.clock.now().saturating_sub(self.started);
        let left = |limit: Duration| limit.saturating_sub(spent) / parts.max(1);
        let nodes = |limit: u64| limit.saturating_sub(self.nodes) / u64::from(parts.max(1));
        SearchLimits {
            time: self.limits.time.map(left),
            target: self.limits.target.map(left),
            nodes: self.limits.nodes.map(nodes),
            depth: self.limits.depth,
            seed: self.limits.seed,
            ..SearchLimits::default()
        }
    }

    /// Adds the nodes of a search.
    pub(super) fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
    }
}

/// An engine with the limits of one decision.
pub(super) struct Means<'a> {
    engine: &'a mut Engine,
    clock: &'a dyn Clock,
    share: Share<'a>,
}

impl<'a> Means<'a> {
    pub(super) fn new(engine: &'a mut Engine, limits: &SearchLimits, clock: &'a dyn Clock) -> Means<'a> {
        Means { engine, clock, share: Share::new(limits, clock) }
    }

    pub(super) fn seed(&self) -> u64 {
        self.share.limits.seed
    }

    /// Searches with one of `parts` parts of what is left: for the best move, or one of `moves` if they are given.
    pub(super) fn search(
        &mut self,
        position: &Position,
        moves: Option<Vec<Point>>,
        parts: u32,
    ) -> SearchReport {
        let limits = SearchLimits { moves, ..self.share.part(parts) };
        let report = self.engine.search_part(position.clone(), &limits, self.clock);
        self.share.count(report.nodes);
        report
    }

    /// The best `count` of these moves with their values for the side to move, the best first; fewer if there are fewer.
    /// Moves that end the game come last and count as losses: an opening must not end with one. If there was no time to
    /// search, the evaluation decides.
    pub(super) fn best_of(
        &mut self,
        position: &Position,
        moves: &[Point],
        count: usize,
        parts: u32,
    ) -> Vec<(Point, Value)> {
        let mut guessed = self.guess(position, moves);
        let likely = guessed.iter().filter(|(_, value)| *value != Value::LOST);
        let tried: Vec<Point> = likely.take(count + count / 2 + 8).map(|&(point, _)| point).collect();
        let lines = u32::try_from(count).unwrap_or(u32::MAX);
        let limits = SearchLimits { moves: Some(tried), lines, ..self.share.part(parts) };
        let report = self.engine.search_part(position.clone(), &limits, self.clock);
        self.share.count(report.nodes);
        let mut found: Vec<(Point, Value)> = Vec::new();
        if report.depth > 0 {
            found.extend(report.best_move.map(|point| (point, Value::from(report.score))));
            let others = report.others.iter();
            found.extend(others.filter_map(|line| Some((*line.pv.first()?, Value::from(line.score)))));
        }
        guessed.retain(|(point, _)| !found.iter().any(|(known, _)| known == point));
        for (point, guess) in guessed {
            let least = found.last().map_or(guess, |&(_, value)| value.min(guess));
            found.push((point, least));
        }
        found.truncate(count);
        found
    }

    /// The evaluation of these moves, the best first.
    fn guess(&mut self, position: &Position, moves: &[Point]) -> Vec<(Point, Value)> {
        self.engine.place(position.clone());
        let mut board: Board = self.engine.board().clone();
        let mut guessed = Vec::new();
        for &point in moves {
            let guess = if after(position, &[point]).is_some() {
                board.make(Cell::from(point));
                let value = -board.evaluate();
                board.unmake();
                Value::new(value)
            } else {
                Value::LOST
            };
            guessed.push((point, guess));
        }
        guessed.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        guessed
    }

    /// The one of these moves after which the score is about `bias` for the side that then moves. It uses all time and nodes
    /// that are left.
    pub(super) fn balance(&mut self, position: &Position, moves: Vec<Point>, bias: i32) -> Option<Balance> {
        self.engine.place(position.clone());
        let limits = SearchLimits { moves: Some(moves), ..self.share.part(1) };
        let found = self.engine.balance(Stones::One, bias, &limits, self.clock, &mut ())?;
        self.share.count(found.nodes);
        Some(found)
    }

    /// The set of stones after which the score is about `bias` for the side that then moves. It uses all time and nodes that
    /// are left.
    pub(super) fn balance_among(
        &mut self,
        position: &Position,
        sets: Vec<Vec<Point>>,
        bias: i32,
    ) -> Option<Balance> {
        self.engine.place(position.clone());
        let limits = self.share.part(1);
        let found = self.engine.balance_among(sets, bias, &limits, self.clock)?;
        self.share.count(found.nodes);
        Some(found)
    }
}

/// A score as a number that can be compared: greater is better for its side, and a mate is beyond all evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value(i64);

/// The value of a mate at once.
const MATE: i64 = 1_000_000_000;

impl Value {
    pub(super) const EVEN: Value = Value(0);
    pub(super) const LOST: Value = Value(-MATE);

    pub(super) fn new(value: i32) -> Value {
        Value(i64::from(value))
    }

    /// The distance of the value from balance.
    pub(super) fn imbalance(self) -> u64 {
        self.0.unsigned_abs()
    }
}

impl From<Score> for Value {
    fn from(score: Score) -> Value {
        match score {
            Score::Value(value) => Value::new(value),
            Score::Mate(plies) if plies > 0 => Value(MATE - i64::from(plies)),
            Score::Mate(plies) => Value(-MATE - i64::from(plies)),
        }
    }
}

/// The value for the other side.
impl Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        Value(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sooner_a_win_and_the_later_a_loss_the_better() {
        let ascending = [
            Score::Mate(0),
            Score::Mate(-4),
            Score::Value(-9),
            Score::Value(3),
            Score::Mate(7),
            Score::Mate(1),
        ];
        assert!(ascending.map(Value::from).is_sorted());
        assert_eq!(Value::from(Score::Mate(0)), Value::LOST);
        assert_eq!(-Value::new(5), Value::new(-5));
    }
}
