use tengen_game::{BoardSize, Color};

use super::cell::{Cell, STRIDE};

/// The steps from one cell to the next in the four directions, as differences of cell indices.
pub(crate) const STEPS: [isize; 4] = [1, STRIDE as isize, STRIDE as isize + 1, 1 - STRIDE as isize];

/// Diagonals of the largest board in one direction.
const LINES: usize = 2 * STRIDE - 1;

type Masks = [[u32; LINES]; 4];

/// The stones once more, as one word of bits for each line of the board in each direction: what the
/// pattern tables are asked with. Bit 0 and every bit behind the last cell are wall.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    stones: [Masks; 2],
    walls: Masks,
}

impl Lines {
    pub(crate) fn new(size: BoardSize) -> Lines {
        let mut walls = [[u32::MAX; LINES]; 4];
        for point in size.points() {
            for (direction, lines) in walls.iter_mut().enumerate() {
                let (line, bit) = place(point.into(), direction);
                lines[line] &= !(1 << bit);
            }
        }
        Lines { stones: [[[0; LINES]; 4]; 2], walls }
    }

    /// Puts a stone on a cell that is empty, or takes it away again.
    pub(crate) fn toggle(&mut self, cell: Cell, color: Color) {
        for (direction, lines) in self.stones[color.index()].iter_mut().enumerate() {
            let (line, bit) = place(cell, direction);
            lines[line] ^= 1 << bit;
        }
    }

    /// The line through `cell` as `color` sees it: own stones, what blocks them, and the cell's bit.
    pub(crate) fn seen_from(&self, cell: Cell, direction: usize, color: Color) -> (u32, u32, u32) {
        let (line, bit) = place(cell, direction);
        let own = self.stones[color.index()][direction][line];
        let blocked = self.stones[1 - color.index()][direction][line] | self.walls[direction][line];
        (own, blocked, bit)
    }
}

/// The number of the line through a cell in one direction, and the cell's bit in it.
fn place(cell: Cell, direction: usize) -> (usize, u32) {
    let (x, y) = (cell.x(), cell.y());
    match direction {
        0 => (y, x as u32 + 1),
        1 => (x, y as u32 + 1),
        2 => (x + STRIDE - 1 - y, x as u32 + 1),
        _ => (x + y, x as u32 + 1),
    }
}
