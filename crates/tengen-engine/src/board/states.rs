//! What the board knows about its cells, and what follows from all of them together.

use tengen_game::Color;

use super::cell::{CELLS, Cell, CellSet};
use super::code::Code;
use super::entries::Entries;
use super::threat::{Threat, ThreatCounts};

/// What the board knows about one cell. Cells with stones are as dead as those on which nothing can be won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellState {
    /// Four bits for each direction, Black's patterns in the lower half, White's in the upper.
    pub(super) patterns: u32,
    /// The numbers of both colours' codes.
    pub(super) numbers: [u16; 2],
}

impl CellState {
    const DEAD: CellState = CellState { patterns: 0, numbers: [0; 2] };

    /// The patterns of one colour.
    pub(super) fn code(&self, color: Color) -> Code {
        code_of(self.patterns, color.index())
    }
}

fn code_of(patterns: u32, color: usize) -> Code {
    Code((patterns >> (16 * color)) as u16)
}

/// What both colours make of a cell in one direction, a [window](super::tables::Tables::windows)'s byte, as a part of
/// [`CellState::patterns`].
pub(super) fn in_direction(found: u8, direction: usize) -> u32 {
    let found = u32::from(found);
    (found & 0x0f | (found & 0xf0) << 12) << (4 * direction)
}

/// What follows from all cells together, as it was before a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums {
    pub(super) values: [i32; 2],
    counts: [ThreatCounts; 2],
    live: u32,
}

/// The states of all cells with their sums, and the states that were replaced.
#[derive(Clone, Debug)]
pub(super) struct States {
    pub(super) cells: Box<[CellState; CELLS]>,
    /// The empty cells by what a stone there threatens; quiet cells are in none of the sets.
    pub(super) threats: [[CellSet; Threat::COUNT]; 2],
    /// How many cells of each threat there are.
    pub(super) counts: [ThreatCounts; 2],
    /// The sum of the worths of all cells to either colour.
    pub(super) values: [i32; 2],
    /// Pairs of an empty cell and a colour that could still win through it.
    pub(super) live: u32,
    replaced: Vec<(Cell, CellState)>,
}

impl States {
    /// The states of a board of which nothing is known.
    pub(super) fn new() -> States {
        States {
            cells: Box::new([CellState::DEAD; CELLS]),
            threats: [[CellSet::EMPTY; Threat::COUNT]; 2],
            counts: [ThreatCounts::default(); 2],
            values: [0; 2],
            live: 0,
            replaced: Vec::new(),
        }
    }

    /// What follows from all cells together.
    pub(super) fn sums(&self) -> Sums {
        Sums { values: self.values, counts: self.counts, live: self.live }
    }

    /// How many states have been replaced.
    pub(super) fn saved(&self) -> usize {
        self.replaced.len()
    }

    /// Makes what is known now the beginning.
    pub(super) fn forget_replaced(&mut self) {
        self.replaced.clear();
    }

    /// Sets what both colours make of a cell in one direction.
    pub(super) fn set_direction(&mut self, entries: &Entries, index: usize, direction: usize, found: u8) {
        let old = self.cells[index].patterns;
        let patterns = old & !in_direction(0xff, direction) | in_direction(found, direction);
        if old != patterns {
            self.set(entries, Cell::from_usize(index), patterns);
        }
    }

    /// Sets what both colours make of a cell in all directions, and all that follows from it.
    pub(super) fn set(&mut self, entries: &Entries, cell: Cell, patterns: u32) {
        let state = &mut self.cells[cell.index()];
        let before = *state;
        self.replaced.push((cell, before));
        state.patterns = patterns;
        let changed = before.patterns ^ patterns;
        for color in [0, 1] {
            if code_of(changed, color).0 == 0 {
                continue;
            }
            let (old_number, number) = (before.numbers[color], code_of(patterns, color).number());
            state.numbers[color] = number;
            self.live += u32::from(number != 0);
            self.live -= u32::from(old_number != 0);
            let (old, new) = (entries.entry(color, old_number), entries.entry(color, number));
            self.values[color] += i32::from(new.value) - i32::from(old.value);
            if old.threat != new.threat {
                self.counts[color].replace(old.threat, new.threat);
                move_between(&mut self.threats[color], cell, old.threat, new.threat);
            }
        }
    }

    /// Puts back the states that were replaced after the first `saved`, with the sums of that time.
    pub(super) fn restore(&mut self, entries: &Entries, saved: usize, sums: Sums) {
        (self.values, self.counts, self.live) = (sums.values, sums.counts, sums.live);
        for (cell, state) in self.replaced.drain(saved..).rev() {
            let now = std::mem::replace(&mut self.cells[cell.index()], state);
            for color in [0, 1] {
                let [old, new] = [now, state].map(|state| entries.entry(color, state.numbers[color]).threat);
                if old != new {
                    move_between(&mut self.threats[color], cell, old, new);
                }
            }
        }
    }
}

fn move_between(sets: &mut [CellSet; Threat::COUNT], cell: Cell, old: Threat, new: Threat) {
    if old != Threat::Quiet {
        sets[old as usize].remove(cell);
    }
    if new != Threat::Quiet {
        sets[new as usize].insert(cell);
    }
}
