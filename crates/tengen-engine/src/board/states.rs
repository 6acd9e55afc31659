//! What the board knows about its cells, and what follows from all of them together.

use tengen_game::Color;

use super::cell::{CELLS, Cell, CellSet};
use super::tables::Tables;
use super::threat::{Code, CodeEntry, Threat};

/// What the board knows about one cell. Cells with stones are as dead as those on which nothing can be won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellState {
    /// A byte for each direction: Black's pattern in the lower four bits, White's in the upper.
    pub(super) patterns: u32,
    /// What follows from the patterns of either colour.
    pub(super) entries: [CodeEntry; 2],
}

impl CellState {
    pub(super) fn dead(tables: &Tables) -> CellState {
        let entries = [0, 1].map(|color| *tables.codes[color].entry(Code::DEAD));
        CellState { patterns: 0, entries }
    }

    /// The patterns of one colour, close together.
    pub(super) fn code(&self, color: Color) -> Code {
        code_of(self.patterns, color.index())
    }
}

fn code_of(patterns: u32, color: usize) -> Code {
    let mut bits = patterns >> (4 * color) & 0x0f0f_0f0f;
    bits = (bits | bits >> 4) & 0x00ff_00ff;
    Code((bits | bits >> 8) as u16)
}

/// The states of all cells with their sums, and the states that were replaced.
#[derive(Clone, Debug)]
pub(super) struct States {
    pub(super) cells: Box<[CellState; CELLS]>,
    /// The empty cells by what a stone there threatens; quiet cells are in none of the sets.
    pub(super) threats: [[CellSet; Threat::COUNT]; 2],
    /// The sum of the worths of all cells to either colour.
    pub(super) values: [i32; 2],
    /// Pairs of an empty cell and a colour that could still win through it.
    pub(super) live: u32,
    replaced: Vec<(Cell, CellState)>,
}

impl States {
    /// The states of a board of which nothing is known.
    pub(super) fn new(tables: &Tables) -> States {
        States {
            cells: Box::new([CellState::dead(tables); CELLS]),
            threats: [[CellSet::EMPTY; Threat::COUNT]; 2],
            values: [0; 2],
            live: 0,
            replaced: Vec::new(),
        }
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
    pub(super) fn set_direction(&mut self, tables: &Tables, index: usize, direction: usize, found: u8) {
        let old = self.cells[index].patterns;
        let shift = 8 * direction;
        if (old >> shift) as u8 != found {
            let patterns = old & !(0xff << shift) | u32::from(found) << shift;
            self.set(tables, Cell::from_usize(index), patterns);
        }
    }

    /// Sets what both colours make of a cell in all directions, and all that follows from it.
    pub(super) fn set(&mut self, tables: &Tables, cell: Cell, patterns: u32) {
        let state = &mut self.cells[cell.index()];
        let before = *state;
        self.replaced.push((cell, before));
        state.patterns = patterns;
        let changed = before.patterns ^ patterns;
        for color in [0, 1] {
            let of_color = 0x0f0f_0f0f << (4 * color);
            if changed & of_color == 0 {
                continue;
            }
            let (old, new) = (before.entries[color], *tables.codes[color].entry(code_of(patterns, color)));
            state.entries[color] = new;
            self.live += u32::from(patterns & of_color != 0);
            self.live -= u32::from(before.patterns & of_color != 0);
            self.values[color] += i32::from(new.value) - i32::from(old.value);
            if old.threat != new.threat {
                move_between(&mut self.threats[color], cell, old.threat, new.threat);
            }
        }
    }

    /// Puts back the states that were replaced after the first `saved`, with the sums of that time.
    pub(super) fn restore(&mut self, saved: usize, values: [i32; 2], live: u32) {
        (self.values, self.live) = (values, live);
        for (cell, state) in self.replaced.drain(saved..).rev() {
            let now = std::mem::replace(&mut self.cells[cell.index()], state);
            for color in [0, 1] {
                let (old, new) = (now.entries[color].threat, state.entries[color].threat);
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
