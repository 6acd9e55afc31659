//! The moves that may balance a position, with their evaluations, and searches of the positions after them within limits
//! that all searches share.

use std::cmp::Reverse;
use std::time::Duration;

use tengen_analysis::{Clock, Score, SearchLimits, StopReason};
use tengen_game::{Point, Position};

use super::Stones;
use crate::Engine;
use crate::board::{Board, Cell};

/// The most forced replies in a row that are played out. Behind more of them, the evaluation counts.
const MOST_FORCED: usize = 16;

/// Judges positions with one engine, and counts the nodes and the time.
pub(super) struct Judge<'a> {
    engine: &'a mut Engine,
    position: Position,
    limits: SearchLimits,
    clock: &'a dyn Clock,
    started: Duration,
    nodes: u64,
}

/// The result of a search.
pub(super) struct Judged {
    /// The score of the position for the side to move.
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

    /// The reason for which the searches have to end, if there is one.
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

    /// The score of the position after these legal moves for the side to move there, by a search of `depth` plies.
    ///
    /// # Errors
    /// The reason for which the search was interrupted. It then has no result.
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
                // A reply without any choice is not searched: the position after it is.
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
            judged.score = judged.score.before_move();
        }
        Ok(judged)
    }
}

/// The greatest distance of each of two moves from the nearest stone, in rows and columns.
const REACH: u8 = 4;

/// The most points of pairs of moves, the nearest first: the number of pairs grows with the square.
const MOST_POINTS: usize = 128;

/// The distance from the bias that is added for a guess, in engine units; less is added for searches, the deeper the less.
/// Without it, one more guess would always seem better than the best searched candidate.
const DOUBT: i64 = 32;

/// Moves that may balance the position.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) points: Vec<Point>,
    /// The evaluation of the position after the moves, for the side that then moves, in engine units.
    pub(super) guess: i32,
    /// The ordering score of the moves: the greater, the sooner a search would try them.
    order: i32,
    /// The score of a search of `depth` plies, for the same side.
    pub(super) searched: Option<Score>,
    pub(super) depth: u32,
    /// Deeper searches would find the same.
    pub(super) is_settled: bool,
}

impl Candidate {
    fn new(points: Vec<Point>, guess: i32, order: i32) -> Candidate {
        Candidate { points, guess, order, searched: None, depth: 0, is_settled: false }
    }

    /// The score of the position after the moves, searched or guessed, for the side that then moves.
    pub(super) fn score(&self) -> Score {
        self.searched.unwrap_or(Score::Value(self.guess))
    }

    /// Sorts candidates, the best first, where the evaluation is off by `off` in general.
    pub(super) fn rank(&self, bias: i32, off: i32) -> impl Ord + use<> {
        let distance = |value: i32| (i64::from(value) - i64::from(bias)).abs();
        let distance = match self.searched {
            // The later the end the better.
            Some(Score::Mate(plies)) => i64::from(u32::MAX) * 4 - i64::from(plies.unsigned_abs()),
            Some(Score::Value(value)) if self.is_settled => distance(value),
            Some(Score::Value(value)) => distance(value) + DOUBT / i64::from(self.depth / 2 + 2),
            None => distance(self.guess.saturating_add(off)) + DOUBT,
        };
        (distance, Reverse(self.order))
    }
}

/// All candidates, or those that there was time for: at least one, if there is any.
pub(super) fn candidates(
    position: &Position,
    stones: Stones,
    limits: &SearchLimits,
    judge: &mut Judge,
) -> Vec<Candidate> {
    let mut board = judge.board();
    let wanted: Vec<Point> = position.legal_moves().filter(|&point| limits.allow(point)).collect();
    match stones {
        Stones::One => singles(position, &mut board, &wanted),
        Stones::Two => pairs(position, &mut board, &wanted, limits, judge),
    }
}

/// The candidates of these sets of moves, all legal, none of which ends the game.
pub(super) fn given(sets: Vec<Vec<Point>>, judge: &Judge) -> Vec<Candidate> {
    let mut board = judge.board();
    let mut candidates = Vec::new();
    for points in sets {
        let mut order = 0;
        for &point in &points {
            order += board.order(Cell::from(point));
            board.make(Cell::from(point));
        }
        let guess = board.evaluate();
        points.iter().for_each(|_| board.unmake());
        candidates.push(Candidate::new(points, guess, order));
    }
    candidates
}

fn singles(position: &Position, board: &mut Board, points: &[Point]) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for &point in points {
        let cell = Cell::from(point);
        let order = board.order(cell);
        if board.wins(board.side()).contains(cell) {
            continue;
        }
        board.make(cell);
        candidates.push(Candidate::new(vec![point], board.evaluate(), order));
        board.unmake();
    }
    if candidates.is_empty() {
        // Every move wins.
        candidates.extend(points.iter().map(|&point| unguessed(position, vec![point])));
    }
    candidates
}

/// A candidate without an evaluation: the board of the search makes no moves that win.
fn unguessed(position: &Position, points: Vec<Point>) -> Candidate {
    let mut end = position.clone();
    for &point in &points {
        end.play_unchecked(point);
    }
    let won = end.outcome().is_some_and(|outcome| outcome.winner().is_some());
    let searched = end.is_over().then_some(if won { Score::Mate(0) } else { Score::Value(0) });
    Candidate { searched, is_settled: end.is_over(), ..Candidate::new(points, 0, 0) }
}

fn pairs(
    position: &Position,
    board: &mut Board,
    points: &[Point],
    limits: &SearchLimits,
    judge: &mut Judge,
) -> Vec<Candidate> {
    let near = nearest(position, points);
    let mut candidates = Vec::new();
    for &first in &near {
        let cell = Cell::from(first);
        let order = board.order(cell);
        if board.wins(board.side()).contains(cell) || board.moves_left() < 2 {
            continue;
        }
        board.make(cell);
        for &second in near.iter().filter(|&&second| second != first) {
            add_pair(board, [first, second], order, &mut candidates);
        }
        board.unmake();
        if !candidates.is_empty() && judge.interrupted().is_some() {
            break;
        }
    }
    if candidates.is_empty() { any_pair(position, points, limits) } else { candidates }
}

/// Adds a pair of which the first move has been made.
fn add_pair(board: &mut Board, points: [Point; 2], order: i32, candidates: &mut Vec<Candidate>) {
    let cell = Cell::from(points[1]);
    if board.wins(board.side()).contains(cell) || !board.is_legal(cell) {
        return;
    }
    let order = order + board.order(cell);
    board.make(cell);
    candidates.push(Candidate::new(points.to_vec(), board.evaluate(), order));
    board.unmake();
}

/// One playable pair, for positions in which every pair wins or needs a point that only the second move may use.
fn any_pair(position: &Position, points: &[Point], limits: &SearchLimits) -> Vec<Candidate> {
    for &first in points {
        let mut next = position.clone();
        next.play_unchecked(first);
        if next.is_over() {
            continue;
        }
        let second = next.legal_moves().find(|&second| limits.allow(second));
        if let Some(second) = second {
            return vec![unguessed(position, vec![first, second])];
        }
    }
    Vec::new()
}

/// The points that are near enough to a stone; on an empty board, to the centre.
fn nearest(position: &Position, points: &[Point]) -> Vec<Point> {
    let (size, board) = (position.size(), position.board());
    let mut stones: Vec<Point> = size.points().filter(|&point| board.stone(point).is_some()).collect();
    if stones.is_empty() {
        stones.push(size.center());
    }
    let distance = |point: Point| {
        let from = |stone: &Point| stone.x().abs_diff(point.x()).max(stone.y().abs_diff(point.y()));
        stones.iter().map(from).min().unwrap_or(0)
    };
    let mut near: Vec<(u8, Point)> = points.iter().map(|&point| (distance(point), point)).collect();
    near.sort_by_key(|&(distance, _)| distance);
    let least = near.first().map_or(0, |&(distance, _)| distance);
    near.retain(|&(distance, _)| distance <= REACH.max(least));
    near.truncate(MOST_POINTS);
    near.into_iter().map(|(_, point)| point).collect()
}
