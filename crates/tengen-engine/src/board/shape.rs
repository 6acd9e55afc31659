//! The shapes of lines: the contents of [`REACH`] cells on both sides of an empty cell in one direction, from Black's point of
//! view. Mirror images are the same shape.

use super::lines::Lines;
use super::{Board, Cell};

/// The cells on each side of a shape.
pub(crate) const REACH: u32 = 4;

/// The bits of a side in a line of two bits a cell.
const SIDE_BITS: u32 = 2 * REACH;

const SIDE_MASK: u64 = (1 << SIDE_BITS) - 1;

/// The number of contents of a side. The cells behind a wall do not matter, so that these are 3⁴ + 3³ + 3² + 3 + 1.
pub const SIDES: usize = sides_of(REACH);

/// The number of shapes: pairs of sides, in any order.
pub const SHAPES: usize = SIDES * (SIDES + 1) / 2;

/// The numbers of the sides before a cell, by their bits: the nearest cell has the highest ones.
static BEFORE: [u8; 1 << SIDE_BITS] = numbers(true);

/// The numbers of the sides after a cell: the nearest cell has the lowest bits.
static AFTER: [u8; 1 << SIDE_BITS] = numbers(false);

/// The number of contents of this many cells.
const fn sides_of(cells: u32) -> usize {
    if cells == 0 { 1 } else { 3 * sides_of(cells - 1) + 1 }
}

/// The number of a side whose nearest cell has the lowest bits: 0 for empty cells.
const fn number(side: usize, exchanged: bool) -> usize {
    let (mut number, mut cell) = (0, 0);
    while cell < REACH {
        let behind = sides_of(REACH - cell - 1);
        let content = side >> (2 * cell) & 3;
        if content == 3 {
            return number + 3 * behind;
        }
        let content = if exchanged && content != 0 { 3 - content } else { content };
        number += content * behind;
        cell += 1;
    }
    number
}

const fn numbers(is_before: bool) -> [u8; 1 << SIDE_BITS] {
    let mut numbers = [0; 1 << SIDE_BITS];
    let mut bits = 0;
    while bits < numbers.len() {
        let mut side = bits;
        if is_before {
            let mut cell = 0;
            side = 0;
            while cell < REACH {
                side |= (bits >> (2 * cell) & 3) << (2 * (REACH - cell - 1));
                cell += 1;
            }
        }
        numbers[bits] = number(side, false) as u8;
        bits += 1;
    }
    numbers
}

/// The number of the shape with two sides, below [`SHAPES`].
#[inline(always)]
pub(crate) const fn shape(side: u8, other: u8) -> usize {
    let (side, other) = (side as usize, other as usize);
    let (less, greater) = if side < other { (side, other) } else { (other, side) };
    greater * (greater + 1) / 2 + less
}

/// The number of the side before the cell at `shift` of a line of two bits a cell.
#[inline(always)]
pub(crate) fn side_before(line: u64, shift: u32) -> u8 {
    BEFORE[(line >> (shift - SIDE_BITS) & SIDE_MASK) as usize]
}

/// The number of the side after the cell at `shift`.
#[inline(always)]
pub(crate) fn side_after(line: u64, shift: u32) -> u8 {
    AFTER[(line >> (shift + 2) & SIDE_MASK) as usize]
}

/// The numbers of the sides of a shape, below [`SIDES`].
pub fn sides_of_shape(shape: usize) -> [usize; 2] {
    // The greatest side whose shapes begin at this one or before.
    let greater = ((8 * shape + 1).isqrt() - 1) / 2;
    [greater, shape - greater * (greater + 1) / 2]
}

/// The number of each shape from White's point of view, by its number from Black's, and the reverse.
pub fn swapped_shapes() -> Vec<u16> {
    let mut sides = [0; SIDES];
    for bits in 0..1 << SIDE_BITS {
        sides[number(bits, false)] = number(bits, true) as u8;
    }
    let swapped = |side: usize, other: usize| shape(sides[side], sides[other]) as u16;
    (0..SIDES).flat_map(|greater| (0..=greater).map(move |less| swapped(greater, less))).collect()
}

impl Board {
    /// The stones in lines.
    pub(crate) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The numbers of the shapes around an empty cell from Black's point of view, by direction.
    pub(crate) fn shapes(&self, cell: Cell) -> [usize; 4] {
        [0, 1, 2, 3].map(|direction| {
            let (line, shift) = self.lines.through(cell, direction);
            shape(side_before(line, shift), side_after(line, shift))
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use tengen_game::{BoardSize, Point, Position, Rule, moves};

    use super::*;

    /// The cells of a side, the nearest one first: what is behind a wall is wall.
    fn visible(side: u32) -> [u32; 4] {
        let mut is_wall = false;
        [0, 1, 2, 3].map(|cell| {
            let content = side >> (2 * cell) & 3;
            is_wall |= content == 3;
            if is_wall { 3 } else { content }
        })
    }

    #[test]
    fn sides_have_a_number_each() {
        let mut found = std::collections::HashMap::new();
        for side in 0..1_u32 << SIDE_BITS {
            let number = AFTER[side as usize];
            assert_eq!(*found.entry(number).or_insert(visible(side)), visible(side), "{side:b}");
            let mirrored = (0..4).fold(0, |bits, cell| bits | (side >> (2 * cell) & 3) << (6 - 2 * cell));
            assert_eq!(BEFORE[mirrored as usize], number, "{side:b}");
        }
        assert_eq!((found.len(), SHAPES), (SIDES, 7381));
    }

    #[test]
    fn shapes_are_exchanged_and_mirrored_with_the_board() {
        let size = BoardSize::FIFTEEN;
        let board = |moves: &str, mirrored: bool| {
            let mut position = Position::new(Rule::FREESTYLE, size);
            for played in moves::read_points(moves, size).unwrap() {
                let x = if mirrored { 14 - played.x() } else { played.x() };
                position.play(Point::new(x, played.y())).unwrap();
            }
            Board::new(&position, None)
        };
        let moves = "h8 i9 j8 g8 a1 h9 b2 j10 o8";
        // The same stones with White's first, so that Black has one less.
        let exchanged = "i9 h8 g8 j8 h9 a1 j10 b2";
        let (plain, mirrored) = (board(moves, false), board(moves, true));
        let without_last = board(moves.rsplit_once(' ').unwrap().0, false);
        let exchanged = board(exchanged, false);
        let numbers = swapped_shapes();
        let swapped = |shape: usize| usize::from(numbers[shape]);
        let mut different = std::collections::HashSet::new();
        for cell in plain.empty().iter() {
            let mut shapes = plain.shapes(cell);
            different.extend(shapes);
            let mut of_mirrored = mirrored.shapes(Cell::new(14 - cell.x(), cell.y()));
            shapes.sort_unstable();
            of_mirrored.sort_unstable();
            assert_eq!(shapes, of_mirrored, "{:?}", cell.point());
            let of_exchanged = exchanged.shapes(cell).map(swapped);
            assert_eq!(without_last.shapes(cell), of_exchanged, "{:?}", cell.point());
        }
        assert!(different.len() > 50, "{}", different.len());
        assert!((0..SHAPES).all(|shape| swapped(swapped(shape)) == shape));
        let number = |[greater, less]: [usize; 2]| shape(greater as u8, less as u8);
        assert!((0..SHAPES).all(|shape| number(sides_of_shape(shape)) == shape));
    }
}
