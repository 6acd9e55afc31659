use std::fmt;

use crate::{BoardSize, ParsePointError, Point};

/// The action of a side in its turn.
///
/// Functions that play take a point as well as a move, and a move can be compared with a point. The side that moves
/// follows from the position.
///
/// ```
/// use tengen_game::{BoardSize, Move};
///
/// let center = BoardSize::FIFTEEN.center();
/// let played = Move::from(center);
/// assert_eq!(played, center);
/// assert_eq!((played.point(), Move::Pass.point()), (Some(center), None));
/// assert_eq!(played.on(BoardSize::FIFTEEN).to_string(), "h8");
/// assert_eq!(Move::Pass.on(BoardSize::FIFTEEN).to_string(), "pass");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// Places a stone.
    Place(Point),
    /// Passes, where the rule allows that.
    Pass,
}

/// The name of a pass.
pub(crate) const PASS: &str = "pass";

impl Move {
    /// Reads a point in `h8` notation as [`Point::parse`] does, or `pass`, in either case.
    ///
    /// ```
    /// # use tengen_game::{BoardSize, Move, Point};
    /// assert_eq!(Move::parse("b13", BoardSize::FIFTEEN), Ok(Move::Place(Point::new(1, 2))));
    /// assert_eq!(Move::parse("Pass", BoardSize::FIFTEEN), Ok(Move::Pass));
    /// ```
    ///
    /// # Errors
    /// When the text is no pass and names no point of the board.
    pub fn parse(text: &str, size: BoardSize) -> Result<Move, ParsePointError> {
        if text.eq_ignore_ascii_case(PASS) {
            Ok(Move::Pass)
        } else {
            Point::parse(text, size).map(Move::Place)
        }
    }

    /// The point of the stone; `None` for a pass.
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Place(point) => Some(point),
            Move::Pass => None,
        }
    }

    /// The move's name on a board of `size`, to be displayed: `h8`, or `pass`.
    pub const fn on(self, size: BoardSize) -> MoveName {
        MoveName { played: self, size }
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Move {
        Move::Place(point)
    }
}

/// Compares a move with a point, for tests and assertions.
impl PartialEq<Point> for Move {
    fn eq(&self, point: &Point) -> bool {
        *self == Move::Place(*point)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(point) => fmt::Debug::fmt(point, f),
            Move::Pass => f.write_str(PASS),
        }
    }
}

/// A move together with its board's size, which its name depends on. Made by [`Move::on`].
///
/// It is displayed as [`PointName`](crate::PointName) is, and a pass as `pass`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveName {
    played: Move,
    size: BoardSize,
}

impl fmt::Display for MoveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.played {
            Move::Place(point) => fmt::Display::fmt(&point.on(self.size), f),
            Move::Pass => f.pad(PASS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_equals_its_own_point_and_no_other() {
        let [here, there] = [Point::new(3, 4), Point::new(4, 3)];
        assert_eq!(Move::from(here), here);
        assert_ne!(Move::from(here), there);
        assert_ne!(Move::Pass, here);
        assert_eq!(format!("{:?} {:?}", Move::from(here), Move::Pass), "(3,4) pass");
    }
}
