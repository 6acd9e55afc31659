//! The conditions that a right point meets, decided by the rules alone.

use std::fmt;
use std::str::FromStr;

use tengen_game::{Color, Point, Position};
use tengen_puzzles::{Answer, Ground};

/// The fours that a search for a win may try.
const MOST_FOURS: u64 = 20_000;

/// A condition that a right point meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Any legal move.
    Place,
    /// The move wins at once.
    Five,
    /// After the move the other side does not win with its next one.
    StopFive,
    /// The move makes a four, which has to be answered.
    Four,
    /// The move makes a four that no answer stops.
    OpenFour,
    /// The move makes a three: with the next one the side would have a four that no answer stops.
    Three,
    /// After the move the other side does not win by fours.
    StopThree,
    /// Whatever the answer, the side wins by fours after the move.
    Win,
    /// The point is forbidden to Black.
    Forbidden,
    /// The point is one of those with letters, and the move is legal.
    Allowed,
}

/// The name of a goal is none of those that there are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {names}, found `{0}`", names = Goal::ALL.map(Goal::name).join(", "))]
pub struct ParseGoalError(String);

impl Goal {
    /// All goals.
    pub const ALL: [Goal; 10] = [
        Goal::Place,
        Goal::Five,
        Goal::StopFive,
        Goal::Four,
        Goal::OpenFour,
        Goal::Three,
        Goal::StopThree,
        Goal::Win,
        Goal::Forbidden,
        Goal::Allowed,
    ];

    /// The name in the text of the course.
    pub const fn name(self) -> &'static str {
        match self {
            Goal::Place => "place",
            Goal::Five => "five",
            Goal::StopFive => "stop-five",
            Goal::Four => "four",
            Goal::OpenFour => "open-four",
            Goal::Three => "three",
            Goal::StopThree => "stop-three",
            Goal::Win => "win",
            Goal::Forbidden => "forbidden",
            Goal::Allowed => "allowed",
        }
    }

    /// Whether a point is a right one. `marks` are the points with letters, to which some goals are limited.
    pub fn accepts(self, position: &Position, marks: &[Point], point: Point) -> bool {
        let side = position.side_to_move();
        let is_legal = position.check(point).is_ok();
        let mut ground = Ground::new(position);
        match self {
            Goal::Place => is_legal,
            Goal::Five => ground.wins(point, side),
            Goal::StopFive => {
                is_legal && {
                    ground.make(point, side);
                    ground.fives(!side).is_empty()
                }
            }
            Goal::Four => {
                matches!(ground.four(side, point), Ok(Answer::Forced(_) | Answer::Unstoppable(_)))
            }
            Goal::OpenFour => matches!(ground.four(side, point), Ok(Answer::Unstoppable(_))),
            Goal::Three => is_legal && makes_three(&mut ground, side, point),
            Goal::StopThree => {
                is_legal && {
                    ground.make(point, side);
                    ground.wins_by_fours(!side, MOST_FOURS) == Some(false)
                }
            }
            Goal::Win => is_legal && wins_whatever_the_answer(position, point),
            Goal::Forbidden => ground.forbidden(point, Color::Black).is_some(),
            Goal::Allowed => is_legal && marks.contains(&point),
        }
    }

    /// The right points, row by row from the top.
    pub fn right(self, position: &Position, marks: &[Point]) -> Vec<Point> {
        position.size().points().filter(|&point| self.accepts(position, marks, point)).collect()
    }

    /// The moves of the other side that show why a wrong point is wrong; none where it makes nothing worse.
    pub fn refutation(self, position: &Position, point: Point) -> Vec<Point> {
        let side = position.side_to_move();
        if position.check(point).is_err() {
            return Vec::new();
        }
        let mut ground = Ground::new(position);
        let answer = ground.four(side, point);
        ground.make(point, side);
        match (self, answer) {
            (Goal::StopFive | Goal::StopThree, _) => {
                let five = ground.fives(!side).first().copied();
                let four = || {
                    let fours = ground.clone().fours(!side).into_iter();
                    fours.min_by_key(|(_, answer)| matches!(answer, Answer::Forced(_))).map(|(four, _)| four)
                };
                five.or_else(four).into_iter().collect()
            }
            (_, Ok(Answer::Forced(answer))) => vec![answer],
            _ => Vec::new(),
        }
    }
}

/// Whether the side, with the next move after this one, would have a four that no answer stops. A four itself is no three.
fn makes_three(ground: &mut Ground, side: Color, point: Point) -> bool {
    if ground.four(side, point).is_ok() {
        return false;
    }
    ground.make(point, side);
    ground.fours(side).iter().any(|(_, answer)| matches!(answer, Answer::Unstoppable(_)))
}

/// Whether the side to move wins by fours after this move, whatever the answer. A win that has to stop a four of the other side first is not
/// found.
fn wins_whatever_the_answer(position: &Position, point: Point) -> bool {
    let side = position.side_to_move();
    let mut after = position.clone();
    after.play_unchecked(point);
    if after.is_over() {
        return Ground::new(position).wins(point, side);
    }
    let mut ground = Ground::new(&after);
    let legal: Vec<Point> = after.legal_moves().collect();
    let wins = |ground: &mut Ground| ground.wins_by_fours(side, MOST_FOURS) == Some(true);
    // Without a threat no answer need be tried.
    wins(&mut ground)
        && legal.into_iter().all(|answer| {
            if ground.wins(answer, !side) {
                return false;
            }
            ground.make(answer, !side);
            let still_wins = wins(&mut ground);
            ground.unmake(answer, !side);
            still_wins
        })
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Goal {
    type Err = ParseGoalError;

    fn from_str(text: &str) -> Result<Goal, ParseGoalError> {
        let found = Goal::ALL.into_iter().find(|goal| goal.name() == text);
        found.ok_or_else(|| ParseGoalError(text.to_owned()))
    }
}
