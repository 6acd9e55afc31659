#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::{Board, BoardSize, Point};

/// A way to rotate or mirror a square board onto itself.
///
/// [`Position::canonical_key`](crate::Position::canonical_key) finds positions that are the same but for a
/// symmetry.
///
/// ```
/// use std::collections::BTreeSet;
/// use tengen_game::{BoardSize, Point, Symmetry};
///
/// let size = BoardSize::FIFTEEN;
/// assert_eq!(Symmetry::Rotate90.apply(Point::new(0, 0), size), Point::new(14, 0));
/// let images: BTreeSet<Point> = Symmetry::ALL.iter().map(|by| by.apply(Point::new(7, 0), size)).collect();
/// assert_eq!(images.len(), 4);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Symmetry {
    /// Leaves every point where it is.
    #[default]
    Identity,
    /// A quarter turn clockwise.
    Rotate90,
    /// A half turn.
    Rotate180,
    /// A quarter turn anticlockwise.
    Rotate270,
    /// Left and right change places.
    MirrorColumns,
    /// Top and bottom change places.
    MirrorRows,
    /// Reflection in the diagonal from the top left.
    Transpose,
    /// Reflection in the diagonal from the top right.
    AntiTranspose,
}

impl Symmetry {
    /// The eight symmetries, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::Rotate90,
        Symmetry::Rotate180,
        Symmetry::Rotate270,
        Symmetry::MirrorColumns,
        Symmetry::MirrorRows,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
    ];

    /// The image of `point` of a board of `size`.
    ///
    /// # Panics
    /// When `point` is not on the board.
    pub fn apply(self, point: Point, size: BoardSize) -> Point {
        assert!(size.contains(point), "{point:?} is not on a {size} board");
        let last = size.lines() - 1;
        let (x, y) = (point.x(), point.y());
        match self {
            Symmetry::Identity => Point::new(x, y),
            Symmetry::Rotate90 => Point::new(last - y, x),
            Symmetry::Rotate180 => Point::new(last - x, last - y),
            Symmetry::Rotate270 => Point::new(y, last - x),
            Symmetry::MirrorColumns => Point::new(last - x, y),
            Symmetry::MirrorRows => Point::new(x, last - y),
            Symmetry::Transpose => Point::new(y, x),
            Symmetry::AntiTranspose => Point::new(last - y, last - x),
        }
    }

    /// The symmetry that brings every point back to where it was.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Point, Symmetry};
    ///
    /// let (point, size) = (Point::new(3, 0), BoardSize::FIFTEEN);
    /// for by in Symmetry::ALL {
    ///     assert_eq!(by.inverse().apply(by.apply(point, size), size), point);
    /// }
    /// ```
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::Rotate90 => Symmetry::Rotate270,
            Symmetry::Rotate270 => Symmetry::Rotate90,
            // The other symmetries are their own inverses.
            other => other,
        }
    }

    /// The board with every stone moved.
    ///
    /// ```
    /// use tengen_game::{Symmetry, diagram};
    ///
    /// let board = diagram::read("X O .\n . . .\n . . .")?;
    /// let turned = diagram::read(". . X\n . . O\n . . .")?;
    /// assert_eq!(Symmetry::Rotate90.apply_to_board(&board), turned);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply_to_board(self, board: &Board) -> Board {
        let mut moved = Board::new(board.size());
        for point in board.size().points() {
            let image = self.apply(point, board.size());
            if board.is_blocked(point) {
                moved.block(image);
            } else {
                moved.set(image, board.stone(point));
            }
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_eight_symmetries_are_eight_different_permutations() {
        let size = BoardSize::FIFTEEN;
        let images: HashSet<Vec<Point>> =
            Symmetry::ALL.iter().map(|s| size.points().map(|p| s.apply(p, size)).collect()).collect();
        assert_eq!(images.len(), 8);
        for image in images {
            assert_eq!(image.iter().collect::<HashSet<_>>().len(), size.area());
        }
    }

    #[test]
    fn a_quarter_turn_clockwise_takes_the_top_left_to_the_top_right() {
        let size = BoardSize::FIFTEEN;
        assert_eq!(Symmetry::Rotate90.apply(Point::new(0, 0), size), Point::new(14, 0));
        assert_eq!(Symmetry::Rotate90.apply(Point::new(1, 0), size), Point::new(14, 1));
    }
}
