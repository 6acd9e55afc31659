use std::fmt;

use crate::{BoardSize, Point};

/// The part of the board in which a protocol wants a stone.
///
/// The squares are centred on [`BoardSize::center`] and have an odd number of lines.
///
/// ```
/// use tengen_game::opening::Zone;
///
/// assert_eq!(Zone::Central(1).to_string(), "in the centre");
/// assert_eq!(Zone::OutsideCentral(5).to_string(), "outside the central 5×5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    /// The whole board.
    Anywhere,
    /// The central square with so many lines a side; `Central(1)` is the centre alone.
    Central(u8),
    /// Everything but the central square with so many lines a side.
    OutsideCentral(u8),
}

impl Zone {
    /// Whether `point` is on a board of `size` and in this zone.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Point, opening::Zone};
    ///
    /// let size = BoardSize::FIFTEEN;
    /// let i10 = Point::parse("i10", size)?;
    /// assert!(Zone::Central(5).contains(i10, size));
    /// assert!(!Zone::Central(3).contains(i10, size));
    /// # Ok::<(), tengen_game::ParsePointError>(())
    /// ```
    pub fn contains(self, point: Point, size: BoardSize) -> bool {
        let center = size.center();
        let distance = center.x().abs_diff(point.x()).max(center.y().abs_diff(point.y()));
        size.contains(point)
            && match self {
                Zone::Anywhere => true,
                Zone::Central(lines) => distance <= lines / 2,
                Zone::OutsideCentral(lines) => distance > lines / 2,
            }
    }
}

impl fmt::Display for Zone {
    /// Writes the zone as the end of a sentence: `in the central 3×3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Zone::Anywhere => f.write_str("anywhere"),
            Zone::Central(1) => f.write_str("in the centre"),
            Zone::Central(lines) => write!(f, "in the central {lines}×{lines}"),
            Zone::OutsideCentral(lines) => write!(f, "outside the central {lines}×{lines}"),
        }
    }
}
