//! Renju's forbidden moves, by the definitions that [`ForbiddenKind`] repeats.

use std::fmt;
use std::str::FromStr;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::{Board, Color, Direction, Line, Point};

/// The reason for which a move is forbidden to Black in renju.
///
/// The rules of renju (Renju International Federation, "The rules of Renju") define, for Black:
///
/// * *five in a row*: exactly five stones in an unbroken row; *overline*: six or more;
/// * *four*: four stones in a row to which one stone can be added to make a five in a row;
/// * *straight four*: an unbroken four that can become a five in two ways;
/// * *three*: three stones in a row to which, without at the same time making a five in a row, one
///   stone can be added to make a straight four.
///
/// Overline, double-four and double-three are forbidden, unless the same stone makes a five in a row.
/// A three counts only if the stone that makes it a straight four may itself be played: that stone must
/// be neither an overline, nor a double-four, nor a forbidden double-three, which is where the definition
/// becomes recursive.
///
/// [`forbidden_kind`] judges a point, [`Position::forbidden_points`](crate::Position::forbidden_points) a
/// whole board. The text form (`Display` and `FromStr`) is that of [`ForbiddenKind::name`].
///
/// ```
/// use tengen_game::{ForbiddenKind, Rule};
///
/// assert_eq!(ForbiddenKind::DoubleFour.to_string(), "double-four");
/// assert_eq!("overline".parse(), Ok(ForbiddenKind::Overline));
/// assert_eq!(Rule::Renju.forbidden_moves(), ForbiddenKind::ALL);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum ForbiddenKind {
    /// Six or more in an unbroken row.
    Overline,
    /// Two or more fours at once; both may lie in one line, as in `X_XXX_X`.
    DoubleFour,
    /// Two or more threes at once.
    DoubleThree,
}

impl ForbiddenKind {
    /// The kinds, in the order in which they are checked: a move of several kinds is named by the first.
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

    /// Reads the text that `Display` writes, in any case, with or without spaces around.
    fn from_str(text: &str) -> Result<ForbiddenKind, ParseForbiddenKindError> {
        let name = text.trim();
        let kind = ForbiddenKind::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name));
        kind.ok_or_else(|| ParseForbiddenKindError(text.to_owned()))
    }
}

/// The kind of the move that renju forbids Black on `point`; `None` where the move is allowed.
///
/// Neither the side to move nor the rule matters. A point that is occupied or off the board is not
/// forbidden. [`ForbiddenKind`] defines the kinds.
///
/// ```
/// use tengen_game::{Color, ForbiddenKind, Point, forbidden_kind, diagram};
///
/// // Black's stone in the middle makes two open threes, unless White closes one.
/// let mut board = diagram::read("
///     . . . . . . .
///     . . . X . . .
///     . . . X . . .
///     . X X . . . .
///     . . . . . . .
///     . . . . . . .
///     . . . . . . .
/// ")?;
/// let middle = Point::new(3, 3);
/// assert_eq!(forbidden_kind(&board, middle), Some(ForbiddenKind::DoubleThree));
/// board.set(Point::new(3, 0), Some(Color::White));
/// assert_eq!(forbidden_kind(&board, middle), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    let shapes = runs.map(|run| Shape::of(board, point, run));
    if shapes.iter().map(|shape| shape.fours).sum::<usize>() >= 2 {
        return Some(ForbiddenKind::DoubleFour);
    }
    // Whether a three counts depends on another stone, which may make further threes. Most stones make at most one three by their shape,
    // and then nothing needs to be checked.
    let mut left = shapes.iter().filter(|shape| !shape.straight_fours.is_empty()).count();
    let mut threes = 0;
    for Shape { straight_fours, .. } in shapes.into_iter().filter(|shape| !shape.straight_fours.is_empty()) {
        if threes == 2 || threes + left < 2 {
            break;
        }
        left -= 1;
        threes += usize::from(straight_fours.into_iter().any(|stone| may_be_played(board, stone)));
    }
    (threes == 2).then_some(ForbiddenKind::DoubleThree)
}

/// The shape that a stone makes together with others in one direction.
struct Shape {
    /// The number of fours. Each empty point that would complete a five counts as one four, except that the
    /// two ends of a straight four complete the same four stones.
    fours: usize,
    /// The stones that would make a straight four. If one of them may be played, there is a three.
    ///
    /// A line never holds two different threes through one stone (the windows of their straight fours
    /// would have to overlap in all three stones), nor a three beside a four.
    straight_fours: Vec<Point>,
}

impl Shape {
    /// The shape of the stone on `point`; `run` is its unbroken row.
    fn of(board: &Board, point: Point, run: Line) -> Shape {
        let direction = run.direction();
        let mut shape = Shape { fours: 0, straight_fours: Vec::new() };
        for empty in empty_neighbours(board, point, direction, 4) {
            let row = black_run(board, empty, direction);
            if !row.points().any(|p| p == point) {
                continue;
            }
            match row.length() {
                5 => shape.fours += 1,
                4 if is_straight_four(board, row) => shape.straight_fours.push(empty),
                _ => {}
            }
        }
        if run.length() == 4 {
            shape.fours = shape.fours.min(1);
        }
        shape
    }
}

/// Whether Black may place this stone, and makes no five with it.
fn may_be_played(board: &mut Board, stone: Point) -> bool {
    let makes_five = Direction::ALL.iter().any(|&d| black_run(board, stone, d).length() == 5);
    !makes_five && with_black_stone(board, stone, kind_of_stone).is_none()
}

/// Whether an unbroken row of four stones becomes a five at both ends, one of the four being still to come.
fn is_straight_four(board: &Board, four: Line) -> bool {
    let (dx, dy) = four.direction().step();
    let at = |steps: i16| four.start().offset(steps * dx, steps * dy, board.size());
    // With a stone behind the end it would become an overline.
    [(-1, -2), (4, 5)].into_iter().all(|(end, behind)| {
        at(end).is_some_and(|end| board.is_empty(end))
            && at(behind).is_none_or(|behind| board.stone(behind) != Some(Color::Black))
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

/// Calls `question` with one more black stone on the board, and leaves the board as it was.
fn with_black_stone<T>(board: &mut Board, point: Point, question: impl FnOnce(&mut Board, Point) -> T) -> T {
    board.set(point, Some(Color::Black));
    let answer = question(board, point);
    board.set(point, None);
    answer
}
