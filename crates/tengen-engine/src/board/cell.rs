use tengen_game::{BoardSize, Color, Point, Rule, SplitMix};

/// Cells of one row. Fixed, so that every board size has the same layout and the divisor is a constant.
pub(crate) const STRIDE: usize = BoardSize::MAX.lines() as usize;

/// Number of cell indices, the same for every board size.
pub(crate) const CELLS: usize = STRIDE * STRIDE;

/// A point of the board as an index into the engine's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Cell(u16);

impl Cell {
    pub(crate) const fn new(x: usize, y: usize) -> Cell {
        Cell((y * STRIDE + x) as u16)
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn x(self) -> usize {
        self.index() % STRIDE
    }

    pub(crate) const fn y(self) -> usize {
        self.index() / STRIDE
    }

    pub(crate) const fn point(self) -> Point {
        Point::new(self.x() as u8, self.y() as u8)
    }

    /// The number for the transposition table.
    pub(crate) const fn raw(self) -> u16 {
        self.0
    }

    /// The cell of a stored number; `None` if the number is no cell, as in a damaged or empty entry.
    pub(crate) const fn from_raw(raw: u16) -> Option<Cell> {
        if (raw as usize) < CELLS { Some(Cell(raw)) } else { None }
    }

    /// The cell at an index of the engine's tables, below [`CELLS`].
    pub(crate) const fn from_usize(index: usize) -> Cell {
        Cell(index as u16)
    }

    /// The cell at an index that steps along a line have led to; `None` when it is none.
    pub(crate) fn from_index(index: isize) -> Option<Cell> {
        u16::try_from(index).ok().and_then(Cell::from_raw)
    }
}

impl From<Point> for Cell {
    fn from(point: Point) -> Cell {
        Cell::new(usize::from(point.x()), usize::from(point.y()))
    }
}

const WORDS: usize = CELLS.div_ceil(64);

/// A set of cells, one bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellSet([u64; WORDS]);

impl CellSet {
    pub(crate) const EMPTY: CellSet = CellSet([0; WORDS]);

    pub(crate) fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    pub(crate) fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    pub(crate) fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 != 0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    pub(crate) fn union(mut self, other: &CellSet) -> CellSet {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }

    pub(crate) fn intersection(mut self, other: &CellSet) -> CellSet {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }

    /// The cells in the order of their indices, which is board order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        self.0.into_iter().enumerate().flat_map(|(index, mut word)| {
            std::iter::from_fn(move || {
                if word == 0 {
                    return None;
                }
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                Some(Cell((index * 64 + bit) as u16))
            })
        })
    }
}

impl Extend<Cell> for CellSet {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        for cell in cells {
            self.insert(cell);
        }
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        set.extend(cells);
        set
    }
}

/// Random numbers whose exclusive-or names a position. They are made by a fixed rule, so that node counts
/// are the same on every machine.
#[derive(Clone, Debug)]
pub(crate) struct Zobrist {
    stones: [Vec<u64>; 2],
    pub(crate) white_to_move: u64,
}

impl Zobrist {
    pub(crate) fn new() -> Zobrist {
        let mut random = SplitMix::new(0x5eed_0f7e_2026_0001);
        let mut table = || (0..CELLS).map(|_| random.next()).collect::<Vec<u64>>();
        let stones = [table(), table()];
        Zobrist { stones, white_to_move: random.next() }
    }

    /// The checksum of the numbers, which differs between versions of the engine with other numbers.
    pub(crate) fn checksum(&self) -> u32 {
        let salt = salt(Rule::FREESTYLE, BoardSize::FIFTEEN.lines(), 0);
        let numbers = self.stones.iter().flatten().chain([&self.white_to_move, &salt]);
        crc32fast::hash(&numbers.flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>())
    }

    pub(crate) fn stone(&self, cell: Cell, color: Color) -> u64 {
        self.stones[color.index()][cell.index()]
    }
}

/// A number that differs between rules, board sizes and numbers of stones after the last move that is allowed (0 without a limit), so that
/// one table can serve all of them.
pub(crate) fn salt(rule: Rule, lines: u8, last_stones: u16) -> u64 {
    let rule: u64 = match rule {
        Rule::Free(length) => u64::from(length.stones()),
        Rule::Standard => 100,
        Rule::Renju => 101,
        Rule::Caro => 102,
        Rule::CaroExact => 103,
        // A rule that this version does not have: its positions have other keys than those of all known rules.
        _ => 255,
    };
    SplitMix::new(u64::from(last_stones) << 16 | rule << 8 | u64::from(lines)).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_its_insertions() {
        let cells = [Cell::new(0, 0), Cell::new(21, 2), Cell::new(3, 7), Cell::new(21, 21)];
        let mut set: CellSet = cells.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), cells);
        assert_eq!(set.len(), 4);
        set.remove(cells[1]);
        assert!(!set.contains(cells[1]) && set.contains(cells[3]));
        let others: CellSet = [cells[0], cells[1]].into_iter().collect();
        assert_eq!(set.intersection(&others).iter().collect::<Vec<_>>(), [cells[0]]);
        assert_eq!(set.union(&others).len(), 4);
    }

    #[test]
    fn points_and_cells_are_the_same_places() {
        for point in BoardSize::MAX.points() {
            assert_eq!(Cell::from(point).point(), point);
        }
    }
}
