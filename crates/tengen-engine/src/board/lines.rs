//! The stones as one number for each line of the board, from which the pattern tables are indexed, and the stones that
//! make up a pattern.

use tengen_game::{BoardSize, Color};

use super::cell::{CELLS, Cell, STRIDE};
use super::{Board, CellSet, Pattern};

/// The steps from one cell to the next in the four directions, as differences of cell indices.
pub(crate) const STEPS: [isize; 4] = [1, STRIDE as isize, STRIDE as isize + 1, 1 - STRIDE as isize];

/// Diagonals of the largest board in one direction.
const LINES: usize = 2 * STRIDE - 1;

/// Cells of wall before the first cell of a line; there are at least as many behind the last one.
pub(crate) const WALLS: usize = 5;

const _: () = assert!(WALLS + STRIDE + WALLS <= 32, "a line with its walls is one word");

/// A stone in two bits. Empty cells are zeros.
const STONES: [u64; 2] = [1, 2];

/// The bits of a stone at a place of its line.
#[inline]
pub(crate) fn stone_bits(color: Color, shift: u32) -> u64 {
    STONES[color.index()] << shift
}

/// Every line of the board in each direction, two bits a cell: empty, black, white, wall.
#[derive(Clone, Debug)]
pub(crate) struct Lines([u64; 4 * LINES]);

/// The position of a cell in its line of one direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineCell {
    /// The number of the line.
    line: u8,
    /// The place of the cell's two bits in it.
    shift: u8,
}

/// The places of all cells in all directions.
static PLACES: [[LineCell; 4]; CELLS] = places();

const fn places() -> [[LineCell; 4]; CELLS] {
    let mut places = [[LineCell { line: 0, shift: 0 }; 4]; CELLS];
    let mut index = 0;
    while index < CELLS {
        let (x, y) = (index % STRIDE, index / STRIDE);
        // Bits rise with the column, and with the row in columns: the way of the steps.
        let in_direction = [(y, x), (x, y), (x + STRIDE - 1 - y, x), (x + y, x)];
        let mut direction = 0;
        while direction < 4 {
            let (line, place) = in_direction[direction];
            places[index][direction] =
                LineCell { line: (direction * LINES + line) as u8, shift: (2 * (WALLS + place)) as u8 };
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
            self.0[usize::from(place.line)] ^= stone_bits(color, u32::from(place.shift));
        }
    }

    /// The stone on `cell`, if there is one.
    #[inline]
    pub(crate) fn stone(&self, cell: Cell) -> Option<Color> {
        let (line, shift) = self.through(cell, 0);
        Color::BOTH.into_iter().find(|color| STONES[color.index()] == line >> shift & 3)
    }

    /// The line through `cell` in a direction, and the place of the cell's bits in it.
    #[inline]
    pub(crate) fn through(&self, cell: Cell, direction: usize) -> (u64, u32) {
        let place = PLACES[cell.index()][direction];
        (self.0[usize::from(place.line)], u32::from(place.shift))
    }

    /// The number of the line through `cell` in a direction.
    pub(crate) fn number(&self, cell: Cell, direction: usize) -> usize {
        usize::from(PLACES[cell.index()][direction].line)
    }

    /// The line through `cell` from the point of view of `color`, a bit a cell: own stones, blocked cells, and the cell's bit.
    pub(crate) fn seen_from(&self, cell: Cell, direction: usize, color: Color) -> (u32, u32, u32) {
        let (line, shift) = self.through(cell, direction);
        let (low, high) = (every_other(line), every_other(line >> 1));
        let [black, white] = [low & !high, high & !low];
        let (own, enemy) = if color == Color::Black { (black, white) } else { (white, black) };
        (own, enemy | low & high, shift / 2)
    }
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

/// The stones on the board with which a stone on an empty cell makes its pattern in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The number of stones that the pattern takes, without the one on the empty cell.
    pub(crate) needed: u32,
    /// The stones. They are more than are needed where different ones would do.
    pub(crate) stones: CellSet,
}

impl Board {
    /// The stones of the row that a stone of `color` on the empty `cell` makes in a direction: of all sets of its
    /// stones that would make no less without the others, the smallest. Only stones that can win together with it
    /// where all the others stand are looked at, as far as they suffice.
    pub(crate) fn row(&self, cell: Cell, direction: usize, color: Color) -> Row {
        let near = self.stones_near(cell, direction, color);
        let best = self.best_windows(cell, direction, color);
        let in_best: Vec<(u32, Cell)> = near.iter().copied().filter(|&(at, _)| best >> at & 1 != 0).collect();
        self.smallest_row(cell, direction, color, &near, &in_best)
            .or_else(|| self.smallest_row(cell, direction, color, &near, &near))
            .unwrap_or(Row { needed: 0, stones: CellSet::EMPTY })
    }

    fn smallest_row(
        &self,
        cell: Cell,
        direction: usize,
        color: Color,
        near: &[(u32, Cell)],
        chosen: &[(u32, Cell)],
    ) -> Option<Row> {
        let table = &self.tables.patterns[color.index()];
        let pattern = self.code(cell, color).pattern(direction);
        let (own, blocked, bit) = self.lines.seen_from(cell, direction, color);
        let (enemy, _, _) = self.lines.seen_from(cell, direction, !color);
        let others = near.iter().fold(own, |others, &(at, _)| others & !(1 << at));
        let mut smallest: Option<Row> = None;
        for subset in 0..1_u32 << chosen.len() {
            let needed = subset.count_ones();
            if smallest.as_ref().is_some_and(|row| needed > row.needed) {
                continue;
            }
            let in_place =
                || chosen.iter().enumerate().filter(|(index, _)| subset >> index & 1 != 0).map(|(_, it)| it);
            let stones = in_place().fold(others, |stones, &(at, _)| stones | 1 << at);
            let made = table.lookup(stones, blocked, enemy, bit);
            // A pattern greater than a five must not be made.
            if made < pattern || made > Pattern::Five.max(pattern) {
                continue;
            }
            let row = smallest.get_or_insert(Row { needed, stones: CellSet::EMPTY });
            if needed < row.needed {
                *row = Row { needed, stones: CellSet::EMPTY };
            }
            row.stones.extend(in_place().map(|&(_, cell)| cell));
        }
        smallest
    }

    /// The cells of the line, as bits, in which the row can be completed as the other stones stand, where the most of its
    /// stones are there already.
    fn best_windows(&self, cell: Cell, direction: usize, color: Color) -> u32 {
        let table = &self.tables.patterns[color.index()];
        let length = u32::from(self.rule.win_length().stones());
        let (own, blocked, bit) = self.lines.seen_from(cell, direction, color);
        let (enemy, _, _) = self.lines.seen_from(cell, direction, !color);
        let (mut most, mut best) = (0, 0);
        for before in 0..length.min(bit + 1) {
            let window = ((1_u64 << length) - 1) << (bit - before);
            let Ok(window) = u32::try_from(window) else { continue };
            let wins =
                window & blocked == 0 && table.lookup(own | window, blocked, enemy, bit) == Pattern::Five;
            let stones = (window & own).count_ones();
            if wins && stones >= most {
                best = if stones > most { window } else { best | window };
                most = stones;
            }
        }
        best
    }

    /// The stones of `color` that can matter to a stone on `cell`, each with its bit in the line.
    fn stones_near(&self, cell: Cell, direction: usize, color: Color) -> Vec<(u32, Cell)> {
        let (own, blocked, start) = self.lines.seen_from(cell, direction, color);
        let reach = self.tables.patterns[color.index()].reach();
        let mut near = Vec::new();
        for sign in [1, -1] {
            let (mut bit, mut at) = (start as i32, cell.index() as isize);
            for _ in 0..reach {
                bit += sign as i32;
                at += sign * STEPS[direction];
                if blocked >> bit & 1 != 0 {
                    break;
                }
                if own >> bit & 1 != 0 {
                    near.extend(Cell::from_index(at).map(|cell| (bit as u32, cell)));
                }
            }
        }
        near
    }

    /// The cells of the board in line with `cell` in a direction, `cell` included, empty or not.
    pub(crate) fn line_through(&self, cell: Cell, direction: usize) -> Vec<Cell> {
        let step = tengen_game::Direction::ALL[direction].step();
        let lines = i16::from(self.size.lines());
        let along = |by: i16| cell.point().offset(by * step.0, by * step.1, self.size).map(Cell::from);
        (1 - lines..lines).filter_map(along).collect()
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::{Position, Rule, diagram};

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
    }

    #[test]
    fn every_other_bit_moves_up() {
        assert_eq!(every_other(u64::MAX), u32::MAX);
        assert_eq!(every_other(0b01_00_01_11), 0b1011);
        assert_eq!(every_other(1 << 62), 1 << 31);
    }

    /// The columns of the stones in the top row that make the pattern of the cell in column `x`.
    fn columns(rule: Rule, top: &str, x: usize) -> (Pattern, u32, Vec<usize>) {
        let empty = format!("{}\n", ".".repeat(top.len()));
        let text = format!("{top}\n{}", empty.repeat(top.len() - 1));
        let position = Position::from_board(rule, diagram::read(&text).unwrap(), Color::Black).unwrap();
        let board = Board::new(&position, None);
        let row = board.row(Cell::new(x, 0), 0, Color::Black);
        (
            board.code(Cell::new(x, 0), Color::Black).pattern(0),
            row.needed,
            row.stones.iter().map(Cell::x).collect(),
        )
    }

    #[test]
    fn a_row_is_the_stones_that_it_needs() {
        use Pattern::{Four, OpenFour, OpenThree, OpenTwo};
        let (freestyle, standard) = (Rule::FREESTYLE, Rule::Standard);
        let cases = [
            // The stone far to the left belongs to no open three.
            (freestyle, "X...X.....", 5, OpenTwo, 1, vec![4]),
            (freestyle, "X..XX.....", 5, OpenThree, 2, vec![3, 4]),
            (freestyle, "..XX......", 5, OpenThree, 2, vec![2, 3]),
            (freestyle, "..XXX.....", 5, OpenFour, 3, vec![2, 3, 4]),
            (freestyle, "OXXX......", 4, Four, 3, vec![1, 2, 3]),
            (freestyle, "...X.....X", 5, OpenTwo, 1, vec![3]),
            // Two fours in one line.
            (freestyle, ".X.XX..X..", 5, OpenFour, 4, vec![1, 3, 4, 7]),
            // With one stone or with the other.
            (freestyle, "X.X..X.X..", 4, OpenThree, 2, vec![2, 5, 7]),
            // One more stone next to the last would make six.
            (standard, "..XXX..X..", 5, Four, 3, vec![2, 3, 4]),
        ];
        for (rule, top, x, pattern, needed, stones) in cases {
            assert_eq!(columns(rule, top, x), (pattern, needed, stones), "{top} {x}");
        }
    }
}
