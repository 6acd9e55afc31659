//! Zobrist keys: numbers that distinguish positions, independently of the order of moves.

use crate::{Board, Color, Point, Position, Rule, SplitMix, Symmetry};

/// A 64-bit key of stones, size, rule and side to move.
///
/// Equal positions have equal keys, on every machine and in every version that reads the same records;
/// different positions have different keys but for a chance of one in 2^64.
///
/// A "position" here is the stones on the board, the side to move and the rule. The moves that led there, a
/// maximum number of moves and a game's end do not count.
///
/// ```
/// use tengen_game::{BoardSize, Point, Position, Rule};
///
/// let [a, b, c] = [7, 8, 9].map(|x| Point::new(x, 7));
/// let after = |moves: [Point; 3]| {
///     let mut position = Position::new(Rule::Renju, BoardSize::FIFTEEN);
///     moves.into_iter().try_for_each(|point| position.play(point)).map(|()| position.key())
/// };
/// assert_eq!(after([a, b, c])?, after([c, b, a])?);
/// assert_ne!(after([a, b, c])?, after([a, c, b])?);
/// # Ok::<(), tengen_game::PlayError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u64);

impl Position {
    /// The key of this position. Moves and passes that led to it do not count.
    pub fn key(&self) -> Key {
        Key(stones(self.board(), Symmetry::Identity) ^ circumstances(self))
    }

    /// The smallest key among those of the eight symmetric images, which all share it, and the symmetry
    /// that leads to the image with that key.
    ///
    /// It takes eight times as long as [`Position::key`]. To store something about a point under this key,
    /// let the symmetry move the point, too.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Point, Position, Rule};
    ///
    /// let size = BoardSize::FIFTEEN;
    /// let (left, top) = (Point::new(0, 7), Point::new(7, 0));
    /// let mut positions = [Position::new(Rule::Renju, size), Position::new(Rule::Renju, size)];
    /// positions[0].play(left)?;
    /// positions[1].play(top)?;
    /// let [(key, from_left), (same, from_top)] = positions.map(|position| position.canonical_key());
    /// assert_eq!(key, same);
    /// assert_eq!(from_left.apply(left, size), from_top.apply(top, size));
    /// # Ok::<(), tengen_game::PlayError>(())
    /// ```
    pub fn canonical_key(&self) -> (Key, Symmetry) {
        let circumstances = circumstances(self);
        let images = Symmetry::ALL.map(|symmetry| (stones(self.board(), symmetry) ^ circumstances, symmetry));
        // On symmetric boards several images are equal; the first of them is taken.
        let (mut least, mut by) = images[0];
        for (key, symmetry) in images {
            if key < least {
                (least, by) = (key, symmetry);
            }
        }
        (Key(least), by)
    }
}

/// The part of the key that the stones make, after `symmetry` has moved them.
fn stones(board: &Board, symmetry: Symmetry) -> u64 {
    let size = board.size();
    let number = |point: Point| (u64::from(point.y()) << 8) | u64::from(point.x());
    // Stones have numbers below 2^17, so those of blocked points are different.
    let content = |point| match board.stone(point) {
        Some(color) => Some(color.index() as u64),
        None => board.is_blocked(point).then_some(1 << 20),
    };
    size.points()
        .filter_map(|point| content(point).map(|content| (symmetry.apply(point, size), content)))
        .fold(0, |key, (point, content)| key ^ SplitMix::mix(number(point) << 1 | content))
}

/// The part of the key that does not depend on the stones.
fn circumstances(position: &Position) -> u64 {
    let rule = match position.rule() {
        Rule::Free(length) => u64::from(length.stones()),
        Rule::Standard => 16,
        Rule::Renju => 17,
        Rule::Caro => 18,
        Rule::CaroExact => 19,
    };
    let side = u64::from(position.side_to_move() == Color::White);
    let size = u64::from(position.size().lines());
    // Stones have numbers below 2^17, so this one is taken by none.
    SplitMix::mix(1 << 40 | rule << 16 | size << 8 | side)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{BoardSize, moves};

    fn played(rule: Rule, text: &str) -> Position {
        let mut position = Position::new(rule, BoardSize::FIFTEEN);
        for played in moves::read(text, position.size()).unwrap() {
            position.play(played).unwrap();
        }
        position
    }

    #[test]
    fn the_order_of_moves_does_not_count_and_everything_else_does() {
        let position = played(Rule::FREESTYLE, "h8 i9 b13");
        assert_eq!(position.key(), played(Rule::FREESTYLE, "b13 i9 h8").key());
        let others = [
            played(Rule::FREESTYLE, "h8 i9 b12"),
            played(Rule::FREESTYLE, "h8 b13 i9"),
            played(Rule::Standard, "h8 i9 b13"),
            played(Rule::Renju, "h8 i9 b13"),
            played(Rule::Caro, "h8 i9 b13"),
            played(Rule::CaroExact, "h8 i9 b13"),
            Position::from_board(Rule::FREESTYLE, position.board().clone(), Color::Black).unwrap(),
        ];
        let keys: HashSet<Key> = others.iter().chain([&position]).map(Position::key).collect();
        assert_eq!(keys.len(), others.len() + 1);
        let empty: HashSet<Key> =
            (3..=22).map(|n| Position::new(Rule::FREESTYLE, BoardSize::new(n).unwrap()).key()).collect();
        assert_eq!(empty.len(), 20);
    }

    /// A key that is written to a file must mean the same tomorrow.
    #[test]
    fn keys_do_not_change() {
        assert_eq!(played(Rule::Renju, "h8 i9 b13").key(), Key(12_494_001_580_642_291_778));
    }

    #[test]
    fn all_images_share_their_canonical_key() {
        let position = played(Rule::Renju, "h8 i9 b13 c2");
        let (key, _) = position.canonical_key();
        for symmetry in Symmetry::ALL {
            let board = symmetry.apply_to_board(position.board());
            let image = Position::from_board(Rule::Renju, board, Color::Black).unwrap();
            let (image_key, by) = image.canonical_key();
            assert_eq!(image_key, key);
            let canonical = by.apply_to_board(image.board());
            let canonical = Position::from_board(Rule::Renju, canonical, Color::Black).unwrap();
            assert_eq!(canonical.key(), key);
        }
    }

    #[test]
    fn the_canonical_key_is_the_least_and_the_first_of_those() {
        for text in ["h8 i9 b13 c2", "h8 a1", "h8", "a8 h1 o8"] {
            let position = played(Rule::FREESTYLE, text);
            let side = position.side_to_move();
            let keys = Symmetry::ALL.map(|symmetry| {
                let board = symmetry.apply_to_board(position.board());
                Position::from_board(Rule::FREESTYLE, board, side).unwrap().key()
            });
            let (least, by) = position.canonical_key();
            assert_eq!(Some(&least), keys.iter().min());
            let first = keys.iter().position(|&key| key == least).unwrap();
            assert_eq!(by, Symmetry::ALL[first], "{text}");
        }
    }
}
