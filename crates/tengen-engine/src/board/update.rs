//! The states of all cells, and how moves change them: making moves and taking them back.

use tengen_game::Color;

use super::Board;
use super::cell::{CELLS, Cell, CellSet};
use super::code::Code;
use super::code::Tables;
use super::evaluate::Entries;
use super::lines::{STEPS, window};
use super::threat::{Threat, ThreatCounts};

/// The state of one cell. Cells with stones are as dead as those through which no winning row can run.
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

/// The patterns of both colours in one direction, a [window](super::code::Tables::windows)'s byte, as a part of
/// [`CellState::patterns`].
pub(super) fn in_direction(found: u8, direction: usize) -> u32 {
    let found = u32::from(found);
    (found & 0x0f | (found & 0xf0) << 12) << (4 * direction)
}

/// The sums over all cells, as they were before a move.
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
    /// The empty cells by the threat that a stone there makes; quiet cells are in none of the sets.
    pub(super) threats: [[CellSet; Threat::COUNT]; 2],
    /// The number of cells of each threat.
    pub(super) counts: [ThreatCounts; 2],
    /// The sum of the cell terms of each colour.
    pub(super) values: [i32; 2],
    /// Pairs of an empty cell and a colour that could still win through it.
    pub(super) live: u32,
    replaced: Vec<(Cell, CellState)>,
}

impl States {
    /// The states of a board without any pattern.
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

    pub(super) fn sums(&self) -> Sums {
        Sums { values: self.values, counts: self.counts, live: self.live }
    }

    /// The number of replaced states.
    pub(super) fn saved(&self) -> usize {
        self.replaced.len()
    }

    /// Forgets the replaced states.
    pub(super) fn forget_replaced(&mut self) {
        self.replaced.clear();
    }

    /// Sets the patterns of a cell in one direction.
    pub(super) fn set_direction(&mut self, entries: &Entries, index: usize, direction: usize, found: u8) {
        let old = self.cells[index].patterns;
        let patterns = old & !in_direction(0xff, direction) | in_direction(found, direction);
        if old != patterns {
            self.set(entries, Cell::from_usize(index), patterns);
        }
    }

    /// Sets the patterns of a cell in all directions, and updates the sums and sets.
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

    /// Restores the states that were replaced after the first `saved`, with the sums of that time.
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

/// What is needed to take a move back.
#[derive(Clone, Debug)]
pub(super) struct Made {
    cell: Cell,
    saved: usize,
    near: CellSet,
    sums: Sums,
}

impl Board {
    /// Plays a stone of the side to move. The cell must be empty, the move legal and no win.
    pub(crate) fn make(&mut self, cell: Cell) {
        debug_assert!(self.empty.contains(cell));
        let side = self.side;
        self.moves.push(Made { cell, saved: self.states.saved(), near: self.near, sums: self.states.sums() });
        self.states.set(&self.entries, cell, 0);
        self.lines.toggle(cell, side);
        self.empty.remove(cell);
        self.near = self.near.union(&self.neighbourhoods[cell.index()]);
        self.key ^= self.zobrist.stone(cell, side) ^ self.zobrist.white_to_move;
        self.side = !side;
        if let Some(judge) = &mut self.judge {
            judge.set(cell, Some(side));
        }
        match self.tables.reach {
            4 => self.update_around::<4>(cell),
            5 => self.update_around::<5>(cell),
            _ => self.update_far_around(cell),
        }
    }

    /// Takes back the last move, if there is one.
    pub(crate) fn unmake(&mut self) {
        let Some(made) = self.moves.pop() else { return };
        let side = !self.side;
        self.side = side;
        self.key ^= self.zobrist.stone(made.cell, side) ^ self.zobrist.white_to_move;
        self.near = made.near;
        self.empty.insert(made.cell);
        self.lines.toggle(made.cell, side);
        if let Some(judge) = &mut self.judge {
            judge.set(made.cell, None);
        }
        self.states.restore(&self.entries, made.saved, made.sums);
    }

    /// Gives the turn to the other side; a second call takes that back. A pass does not count as a move here.
    pub(crate) fn pass(&mut self) {
        self.side = !self.side;
        self.key ^= self.zobrist.white_to_move;
    }

    /// The key of the position after a move of the side to move.
    pub(crate) fn key_after(&self, cell: Cell) -> u64 {
        self.key ^ self.zobrist.stone(cell, self.side) ^ self.zobrist.white_to_move
    }

    /// The sums of the cell terms of both colours before the last move, if there is one.
    pub(crate) fn values_before(&self) -> Option<[i32; 2]> {
        self.moves.last().map(|made| made.sums.values)
    }

    /// Updates the patterns of the empty cells in reach of a new stone.
    fn update_around<const REACH: u32>(&mut self, cell: Cell) {
        let Board { tables, entries, states, lines, .. } = self;
        let (tables, entries): (&Tables, &Entries) = (tables, entries);
        for (direction, step) in STEPS.into_iter().enumerate() {
            let (line, start) = lines.through(cell, direction);
            for (step, two_bits) in [(-step, -2), (step, 2)] {
                let (mut at, mut shift) = (cell.index() as isize, start as i32);
                for _ in 0..REACH {
                    at += step;
                    shift += two_bits;
                    match line >> shift & 3 {
                        0 => {
                            let found = tables.windows[window(line, shift as u32, REACH)];
                            states.set_direction(entries, at as usize, direction, found);
                        }
                        // The wall: there is no board behind it.
                        3 => break,
                        _ => {}
                    }
                }
            }
        }
    }

    /// The same for rows so long that there is no table of windows.
    #[cold]
    fn update_far_around(&mut self, cell: Cell) {
        let Board { tables, entries, states, lines, .. } = self;
        for (direction, step) in STEPS.into_iter().enumerate() {
            let (black, _, start) = lines.seen_from(cell, direction, Color::Black);
            let (white, blocked, _) = lines.seen_from(cell, direction, Color::White);
            let wall = blocked & !black;
            for sign in [-1, 1] {
                let (mut at, mut bit) = (cell.index() as isize, start as i32);
                for _ in 0..tables.reach {
                    at += sign as isize * step;
                    bit += sign;
                    if wall >> bit & 1 != 0 {
                        break;
                    }
                    if (black | white) >> bit & 1 == 0 {
                        let found = tables.read_line([black, white, wall], bit as u32);
                        states.set_direction(entries, at as usize, direction, found);
                    }
                }
            }
        }
    }
}
