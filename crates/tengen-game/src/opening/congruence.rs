//! The equivalence of fifth moves: two are equal if a turn, a reflection or a shift leads from one to the other.

use std::fmt;

use crate::{BoardSize, Color, Point};

/// A difference of two points: columns to the right, and rows.
pub(super) type Offset = (i16, i16);

/// The images of an offset by the four turns of a square and its four reflections, always in the same order.
pub(super) fn images((x, y): Offset) -> [Offset; 8] {
    [(x, y), (-y, x), (-x, -y), (y, -x), (-x, y), (x, -y), (y, x), (-y, -x)]
}

/// The normal form of the position after `point` is added to `stones`, which alternate from Black on. It is the same for every position
/// that can be turned, mirrored or shifted into it: two fifth moves are equivalent when their forms are equal.
///
/// The edges of the board play no part. In D8 with the fourth move `h6`, the four points `g8`, `g7`, `i8`
/// and `i7` count as one fifth move, although the stones lie nearer to one edge than to the other: this is
/// Ando Meritee's example of offers that the rule does not allow (comments on "An introduction of Taraguchi
/// rule", renju.net, 2008).
pub(super) fn canonical_form(stones: &[Point], point: Point) -> Vec<(Offset, Color)> {
    let forms = (0..8).map(|symmetry| {
        let all = stones.iter().chain([&point]);
        let moved = all.map(|p| images((i16::from(p.x()), i16::from(p.y())))[symmetry]);
        let left = moved.clone().map(|(x, _)| x).min().unwrap_or(0);
        let top = moved.clone().map(|(_, y)| y).min().unwrap_or(0);
        let colors = Color::BOTH.into_iter().cycle();
        let mut form: Vec<_> = moved.map(|(x, y)| (x - left, y - top)).zip(colors).collect();
        form.sort_unstable();
        form
    });
    forms.min().unwrap_or_default()
}

/// The part of the board in which a protocol requires a stone.
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
    /// The central square with this number of lines per side; `Central(1)` is the centre alone.
    Central(u8),
    /// Everything but the central square with this number of lines per side.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{BoardSize, moves};

    fn check(stones: &str, a: &str, b: &str) -> bool {
        let size = BoardSize::FIFTEEN;
        let stones = moves::read_points(stones, size).unwrap();
        let form = |text| canonical_form(&stones, Point::parse(text, size).unwrap());
        form(a) == form(b)
    }

    #[test]
    fn the_four_fifth_moves_of_the_standard_eighth_direct_opening_are_one() {
        for other in ["g8", "g7", "i8", "i7"] {
            assert!(check("h8 h9 h7 h6", "g8", other), "{other}");
        }
        assert!(!check("h8 h9 h7 h6", "g8", "i9"));
        assert!(!check("h8 h9 h7 h6", "g8", "h10"));
    }

    #[test]
    fn colors_are_distinguished() {
        // Turned by half, the row is the same but for its colours.
        assert!(!check("h8 h9 h7 a1", "h10", "h6"));
        assert!(check("h8 h9 h10 h11", "g8", "i8"));
    }

    /// The definition in other words: some movement of the plane maps Black's stones and White's stones to themselves,
    /// and `a` to `b`. It has to take White's first stone to one of White's two.
    fn moved_onto(stones: [Offset; 4], a: Offset, b: Offset) -> bool {
        let set = |one: Offset, other: Offset| if one < other { [one, other] } else { [other, one] };
        let [black, white, other_black, other_white] = stones;
        (0..8).any(|symmetry| {
            [white, other_white].into_iter().any(|target| {
                let (from, turned) = (images(white)[symmetry], |point| images(point)[symmetry]);
                let image = |point| {
                    let (x, y) = turned(point);
                    (x - from.0 + target.0, y - from.1 + target.1)
                };
                set(image(black), image(other_black)) == set(black, other_black)
                    && set(image(white), image(other_white)) == set(white, other_white)
                    && image(a) == b
            })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Few points and many repetitions, so that symmetric positions occur.
        #[test]
        fn fifth_moves_are_equivalent_when_a_symmetry_of_the_stones_takes_one_to_the_other(
            points in Just((0u8..16).collect::<Vec<u8>>()).prop_shuffle()
        ) {
            let points: Vec<Point> = points.into_iter().map(|n| Point::new(5 + n % 4, 6 + n / 4)).collect();
            let offset = |point: Point| (i16::from(point.x()), i16::from(point.y()));
            let stones = [0, 1, 2, 3].map(|index| offset(points[index]));
            for &a in &points[4..] {
                for &b in &points[4..] {
                    let equivalent = canonical_form(&points[..4], a) == canonical_form(&points[..4], b);
                    prop_assert_eq!(equivalent, moved_onto(stones, offset(a), offset(b)), "{:?}", (a, b));
                }
            }
        }
    }
}
