//! Renju's forbidden moves, by the definitions of the Renju International Federation.
//!
//! The rules of renju (RIF, "The rules of Renju") define, for Black:
//!
//! * *five in a row*: exactly five stones in an unbroken row; *overline*: six or more;
//! * *four*: four stones in a row to which one stone can be added to make a five in a row;
//! * *straight four*: an unbroken four that can become a five in two ways;
//! * *three*: three stones in a row to which, without at the same time making a five in a row, one
//!   stone can be added to make a straight four.
//!
//! Overline, double-four and double-three are forbidden, unless the same stone makes a five in a row.
//! A three counts only if the stone that makes it a straight four may itself be played: that stone must
//! be neither an overline, nor a double-four, nor a forbidden double-three, which is where the definition
//! becomes recursive.

use std::fmt;
use std::str::FromStr;

use crate::{Board, Color, Direction, Line, Point};

/// Why a move is forbidden to Black in renju.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ForbiddenKind {
    /// Six or more in an unbroken row.
    Overline,
    /// Two or more fours at once.
    DoubleFour,
    /// Two or more threes at once.
    DoubleThree,
}

impl ForbiddenKind {
    /// All kinds, in the order in which they are looked for: a move that is several is called the first.
    pub const ALL: [ForbiddenKind; 3] =
        [ForbiddenKind::Overline, ForbiddenKind::DoubleFour, ForbiddenKind::DoubleThree];

    /// The kind's English name with hyphens: `overline`, `double-four` or `double-three`.
    pub const fn name(self) -> &'static str {
        match self {
            ForbiddenKind::Overline => "overline",
            ForbiddenKind::DoubleFour => "double-four",
            ForbiddenKind::DoubleThree => "double-three",
        }
    }
}

impl fmt::Display for ForbiddenKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no kind of forbidden move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `overline`, `double-four` or `double-three`, found `{0}`")]
pub struct ParseForbiddenKindError(String);

impl FromStr for ForbiddenKind {
    type Err = ParseForbiddenKindError;

    fn from_str(text: &str) -> Result<ForbiddenKind, ParseForbiddenKindError> {
        let kind = ForbiddenKind::ALL.into_iter().find(|kind| kind.name() == text);
        kind.ok_or_else(|| ParseForbiddenKindError(text.to_owned()))
    }
}

/// Whether renju forbids Black to play on `point`, and why.
///
/// Whose turn it is does not matter. A point that is occupied or off the board is not forbidden.
pub fn forbidden_kind(board: &Board, point: Point) -> Option<ForbiddenKind> {
    if !board.is_empty(point) {
        return None;
    }
    with_black_stone(&mut board.clone(), point, kind_of_stone)
}

/// Judges the black stone that has just been placed on `point`.
fn kind_of_stone(board: &mut Board, point: Point) -> Option<ForbiddenKind> {
    let runs = Direction::ALL.map(|direction| black_run(board, point, direction));
    if runs.iter().any(|run| run.length() == 5) {
        return None;
    }
    if runs.iter().any(|run| run.length() > 5) {
        return Some(ForbiddenKind::Overline);
    }
    let fours: usize = runs.iter().map(|&run| fours_in_line(board, point, run)).sum();
    if fours >= 2 {
        return Some(ForbiddenKind::DoubleFour);
    }
    let mut threes = 0;
    for direction in Direction::ALL {
        threes += usize::from(is_three(board, point, direction));
        if threes == 2 {
            return Some(ForbiddenKind::DoubleThree);
        }
    }
    None
}

/// The number of fours in one direction to which the stone on `point` belongs; `run` is its unbroken row.
///
/// Each empty point that would complete a five stands for one four, except that the two ends of a
/// straight four complete the same four stones.
fn fours_in_line(board: &Board, point: Point, run: Line) -> usize {
    let direction = run.direction();
    let completions = empty_neighbours(board, point, direction, 4)
        .filter(|&empty| {
            let five = black_run(board, empty, direction);
            five.length() == 5 && five.points().any(|p| p == point)
        })
        .count();
    if run.length() == 4 { completions.min(1) } else { completions }
}

/// Whether the stone on `point` belongs to a three in one direction: some legal stone, which makes no
/// five, turns it into a straight four.
///
/// A line never holds two different threes through one stone (the windows of their straight fours
/// would have to overlap in all three stones), nor a three beside a four.
fn is_three(board: &mut Board, point: Point, direction: Direction) -> bool {
    let candidates: Vec<Point> = empty_neighbours(board, point, direction, 3)
        .filter(|&empty| {
            let four = black_run(board, empty, direction);
            four.length() == 4 && four.points().any(|p| p == point)
        })
        .collect();
    candidates.into_iter().any(|empty| {
        with_black_stone(board, empty, |board, empty| {
            is_straight_four(board, empty, direction)
                && Direction::ALL.iter().all(|&d| black_run(board, empty, d).length() != 5)
                && kind_of_stone(board, empty).is_none()
        })
    })
}

/// Whether the unbroken row through the stone on `point` has four stones and becomes a five at both ends.
fn is_straight_four(board: &Board, point: Point, direction: Direction) -> bool {
    let four = black_run(board, point, direction);
    let (dx, dy) = direction.step();
    let size = board.size();
    let ends = [four.start().offset(-dx, -dy, size), four.start().offset(4 * dx, 4 * dy, size)];
    four.length() == 4
        && ends.iter().all(|end| {
            end.is_some_and(|end| board.is_empty(end) && black_run(board, end, direction).length() == 5)
        })
}

fn black_run(board: &Board, point: Point, direction: Direction) -> Line {
    board.run_through(point, Color::Black, direction)
}

/// The empty points at most `reach` steps away from `point` along `direction`.
fn empty_neighbours(
    board: &Board,
    point: Point,
    direction: Direction,
    reach: i16,
) -> impl Iterator<Item = Point> + '_ {
    let (dx, dy) = direction.step();
    (-reach..=reach)
        .filter_map(move |k| point.offset(k * dx, k * dy, board.size()))
        .filter(|&neighbour| board.is_empty(neighbour))
}

/// Asks `question` about the board with one more black stone, and leaves the board as it was.
fn with_black_stone<T>(board: &mut Board, point: Point, question: impl FnOnce(&mut Board, Point) -> T) -> T {
    board.set(point, Some(Color::Black));
    let answer = question(board, point);
    board.set(point, None);
    answer
}
