//! The stones as one number for each line of the board, from which the pattern tables are indexed.

use tengen_game::{BoardSize, Color};

use super::cell::{CELLS, Cell, STRIDE};

/// The steps from one cell to the next in the four directions, as differences of cell indices.
pub(crate) const STEPS: [isize; 4] = [1, STRIDE as isize, STRIDE as isize + 1, 1 - STRIDE as isize];

/// Diagonals of the largest board in one direction.
const LINES: usize = 2 * STRIDE - 1;

/// Cells of wall before the first cell of a line; there are at least as many behind the last one.
pub(crate) const WALLS: usize = 5;

const _: () = assert!(WALLS + STRIDE + WALLS <= 32, "a line with its walls is one word");

/// A stone in two bits. Empty cells are zeros.
const STONES: [u64; 2] = [1, 2];

/// Every line of the board in each direction, two bits a cell: empty, black, white, wall.
#[derive(Clone, Debug)]
pub(crate) struct Lines([u64; 4 * LINES]);

/// The position of a cell in its line of one direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The number of the line.
    line: u8,
    /// The place of the cell's two bits in it.
    shift: u8,
}

/// The places of all cells in all directions.
static PLACES: [[Place; 4]; CELLS] = places();

const fn places() -> [[Place; 4]; CELLS] {
    let mut places = [[Place { line: 0, shift: 0 }; 4]; CELLS];
    let mut index = 0;
    while index < CELLS {
        let (x, y) = (index % STRIDE, index / STRIDE);
        // Bits rise with the column, and with the row in columns: the way of the steps.
        let in_direction = [(y, x), (x, y), (x + STRIDE - 1 - y, x), (x + y, x)];
        let mut direction = 0;
        while direction < 4 {
            let (line, place) = in_direction[direction];
            places[index][direction] =
                Place { line: (direction * LINES + line) as u8, shift: (2 * (WALLS + place)) as u8 };
            direction += 1;
        }
        index += 1;
    }
    places
}

impl Lines {
    pub(crate) fn new(size: BoardSize) -> Lines {
        let mut lines = Lines([u64::MAX; 4 * LINES]);
        for point in size.points() {
            for place in PLACES[Cell::from(point).index()] {
                lines.0[usize::from(place.line)] &= !(3 << place.shift);
            }
        }
        lines
    }

    /// Puts a stone on an empty cell, or removes it.
    pub(crate) fn toggle(&mut self, cell: Cell, color: Color) {
        for place in PLACES[cell.index()] {
            self.0[usize::from(place.line)] ^= STONES[color.index()] << place.shift;
        }
    }

    /// The line through `cell` in a direction, and where the cell's bits are in it.
    pub(crate) fn through(&self, cell: Cell, direction: usize) -> (u64, u32) {
        let place = PLACES[cell.index()][direction];
        (self.0[usize::from(place.line)], u32::from(place.shift))
    }

    /// The line through `cell` as `color` sees it, a bit a cell: own stones, what blocks them, and the cell's bit.
    pub(crate) fn seen_from(&self, cell: Cell, direction: usize, color: Color) -> (u32, u32, u32) {
        let (line, shift) = self.through(cell, direction);
        let (low, high) = (every_other(line), every_other(line >> 1));
        let [black, white] = [low & !high, high & !low];
        let (own, enemy) = if color == Color::Black { (black, white) } else { (white, black) };
        (own, enemy | low & high, shift / 2)
    }
}

/// The cells around the one at `shift`, `reach` on either side and without itself, as the index of a table.
pub(crate) const fn window(line: u64, shift: u32, reach: u32) -> usize {
    let bits = 2 * reach;
    let around = line >> (shift - bits);
    let mask = (1 << bits) - 1;
    let (before, after) = (around & mask, around >> (bits + 2) & mask);
    (before | after << bits) as usize
}

/// The bits at even places, close together.
const fn every_other(bits: u64) -> u32 {
    let mut bits = bits & 0x5555_5555_5555_5555;
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333;
    bits = (bits | bits >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    bits = (bits | bits >> 4) & 0x00ff_00ff_00ff_00ff;
    bits = (bits | bits >> 8) & 0x0000_ffff_0000_ffff;
    (bits | bits >> 16) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_seen_from_both_sides() {
        let size = BoardSize::FIFTEEN;
        let mut lines = Lines::new(size);
        lines.toggle(Cell::new(3, 4), Color::Black);
        lines.toggle(Cell::new(5, 6), Color::White);
        let cell = Cell::new(4, 5);
        // The falling diagonal through the cell begins in the second row.
        let board = ((1_u32 << 14) - 1) << WALLS;
        let (own, blocked, bit) = lines.seen_from(cell, 2, Color::Black);
        assert_eq!((own, bit), (1 << (WALLS + 3), WALLS as u32 + 4));
        assert_eq!(blocked, !board | 1 << (WALLS + 5));
        let (own, blocked, _) = lines.seen_from(cell, 2, Color::White);
        assert_eq!((own, blocked), (1 << (WALLS + 5), !board | 1 << (WALLS + 3)));
        let (line, shift) = lines.through(cell, 2);
        assert_eq!(window(line, shift, 2), 0b00_10_01_00);
    }

    #[test]
    fn every_other_bit_moves_up() {
        assert_eq!(every_other(u64::MAX), u32::MAX);
        assert_eq!(every_other(0b01_00_01_11), 0b1011);
        assert_eq!(every_other(1 << 62), 1 << 31);
    }
}
