//! The states of all cells, and their changes by moves that are made and taken back.

use tengen_game::Color;

use super::Board;
use super::cell::{CELLS, Cell, CellSet};
use super::code::Code;
use super::code::Tables;
use super::evaluate::{Entries, Term};
use super::lines::STEPS;
use super::threat::{Threat, ThreatCounts};

/// The state of one cell. Cells with stones are as dead as those through which no winning row can run.
///
/// One number, since it is written and read as a whole: the patterns of both colours in four bits for each direction, Black's in
/// the lowest sixteen bits, then White's, then the numbers of both codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellState(u64);

impl CellState {
    const DEAD: CellState = CellState(0);

    /// The patterns of both colours.
    #[inline]
    pub(super) fn patterns(self) -> u32 {
        self.0 as u32
    }

    /// The patterns of one colour.
    #[inline]
    pub(super) fn code(self, color: Color) -> Code {
        code_of(self.patterns(), color.index())
    }

    /// The number of one colour's code.
    #[inline]
    pub(super) fn number(self, color: usize) -> u16 {
        (self.0 >> (32 + 16 * color)) as u16
    }

    /// The numbers of both codes.
    #[inline]
    fn numbers(self) -> [u16; 2] {
        [self.number(0), self.number(1)]
    }
}

fn code_of(patterns: u32, color: usize) -> Code {
    Code((patterns >> (16 * color)) as u16)
}

/// The patterns of both colours in one direction, as [`Windows`](super::code::Windows) has them, as a part of
/// [`CellState::patterns`].
pub(super) fn in_direction(found: u8, direction: usize) -> u32 {
    let found = u32::from(found);
    (found & 0x0f | (found & 0xf0) << 12) << (4 * direction)
}

/// The sums over all cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sums {
    /// The sums of the cell terms of each colour.
    pub(super) terms: [Term; 2],
    /// The number of cells of each threat.
    pub(super) counts: [ThreatCounts; 2],
}

impl Sums {
    /// The sum of the values of each colour, in engine units.
    #[inline]
    pub(super) fn values(&self) -> [i32; 2] {
        [self.terms[0].value(), self.terms[1].value()]
    }
}

/// One cell whose state a move changes.
#[derive(Clone, Copy, Debug)]
struct Change {
    /// The new state until the change is applied, the old one afterwards.
    state: CellState,
    cell: u16,
}

/// A cell that a move puts into the set of another threat.
#[derive(Clone, Copy, Debug)]
struct Moved {
    cell: u16,
    color: u8,
    /// Four bits each: the threat before the move and after it.
    threats: u8,
}

/// The number of places that are always free in the lists of changes: for nine in a row, a move reaches eight cells in eight
/// directions and its own, each for two colours.
const MOST_CHANGES: usize = 2 * (8 * 8 + 1);

/// The states of all cells with their sums, and the changes by the moves.
///
/// The sums are up to date at once. The states and sets follow when the changes are applied, since most positions of a search are
/// left again for their sums alone.
#[derive(Clone, Debug)]
pub(super) struct States {
    pub(super) cells: Box<[CellState; CELLS]>,
    /// The empty cells by the threat that a stone there makes. The set of quiet cells is not complete.
    pub(super) threats: [[CellSet; Threat::COUNT]; 2],
    pub(super) sums: Sums,
    changes: Vec<Change>,
    moved: Vec<Moved>,
    /// The number of changes; the rest of the lists is free.
    made: Lengths,
    /// The number of changes that are applied.
    applied: Lengths,
}

/// The lengths of the lists of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Lengths {
    changes: usize,
    moved: usize,
}

impl States {
    /// The states of a board without any pattern.
    pub(super) fn new() -> States {
        States {
            cells: Box::new([CellState::DEAD; CELLS]),
            threats: [[CellSet::EMPTY; Threat::COUNT]; 2],
            sums: Sums { terms: [Term::default(); 2], counts: [ThreatCounts::default(); 2] },
            changes: Vec::new(),
            moved: Vec::new(),
            made: Lengths::default(),
            applied: Lengths::default(),
        }
    }

    /// Whether the states and sets are those of the position.
    #[inline]
    pub(super) fn are_applied(&self) -> bool {
        self.applied.changes == self.made.changes
    }

    /// Clears the lists of changes. The moves before can no longer be taken back.
    pub(super) fn clear_changes(&mut self) {
        (self.made, self.applied) = (Lengths::default(), Lengths::default());
    }

    /// Sets the patterns of a cell in all directions: the sums at once, the state and the sets when the changes are applied.
    pub(super) fn set(&mut self, entries: &Entries, cell: Cell, patterns: u32) {
        let mut update = self.update();
        update.set(entries, cell.index(), patterns);
        (self.made, self.sums) = (update.made, update.sums);
    }

    /// An update by one move.
    #[inline]
    fn update(&mut self) -> Update<'_> {
        let Lengths { changes, moved } = self.made;
        if self.changes.len() < changes + MOST_CHANGES || self.moved.len() < moved + MOST_CHANGES {
            self.make_room();
        }
        let States { cells, changes, moved, made, sums, .. } = self;
        Update { cells, changes, moved, made: *made, sums: *sums }
    }

    #[cold]
    fn make_room(&mut self) {
        let more = |length| 2 * length + 16 * MOST_CHANGES;
        self.changes.resize(more(self.made.changes), Change { state: CellState::DEAD, cell: 0 });
        self.moved.resize(more(self.made.moved), Moved { cell: 0, color: 0, threats: 0 });
    }

    /// Applies the changes of the last move to the states and sets.
    pub(super) fn apply(&mut self) {
        let States { cells, threats, changes, moved, made, applied, .. } = self;
        for change in &mut changes[applied.changes..made.changes] {
            std::mem::swap(&mut cells[usize::from(change.cell)], &mut change.state);
        }
        for moved in &moved[applied.moved..made.moved] {
            move_between(threats, moved, moved.threats & 15, moved.threats >> 4);
        }
        *applied = *made;
    }

    /// Takes back the changes after the first ones, with the sums of that time.
    fn restore(&mut self, saved: Lengths, sums: Sums) {
        self.sums = sums;
        let States { cells, threats, changes, moved, made, applied, .. } = self;
        if *applied != saved {
            for change in &changes[saved.changes..made.changes] {
                cells[usize::from(change.cell)] = change.state;
            }
            for moved in &moved[saved.moved..made.moved] {
                move_between(threats, moved, moved.threats >> 4, moved.threats & 15);
            }
            *applied = saved;
        }
        *made = saved;
    }
}

/// Moves a cell from the set of one threat to that of another.
#[inline]
fn move_between(threats: &mut [[CellSet; Threat::COUNT]; 2], moved: &Moved, old: u8, new: u8) {
    let cell = Cell::from_usize(usize::from(moved.cell));
    let sets = &mut threats[usize::from(moved.color) % 2];
    sets[usize::from(old) % Threat::COUNT].remove(cell);
    sets[usize::from(new) % Threat::COUNT].insert(cell);
}

/// The changes by one move while they are collected. The sums are by value here, so that they are in registers.
struct Update<'a> {
    cells: &'a [CellState; CELLS],
    changes: &'a mut [Change],
    moved: &'a mut [Moved],
    made: Lengths,
    sums: Sums,
}

impl Update<'_> {
    /// Sets the patterns of a cell in one direction.
    #[inline(always)]
    fn set_direction(&mut self, entries: &Entries, index: usize, direction: usize, found: u8) {
        let old = self.cells[index].patterns();
        let patterns = old & !in_direction(0xff, direction) | in_direction(found, direction);
        if old != patterns {
            self.set(entries, index, patterns);
        }
    }

    /// Sets the patterns of a cell in all directions. The same cell must not be set twice.
    #[inline(always)]
    fn set(&mut self, entries: &Entries, index: usize, patterns: u32) {
        let before = self.cells[index];
        let black = self.set_color::<0>(entries, index, before, patterns);
        let white = self.set_color::<1>(entries, index, before, patterns);
        let state = CellState(u64::from(white) << 48 | u64::from(black) << 32 | u64::from(patterns));
        self.changes[self.made.changes] = Change { state, cell: index as u16 };
        self.made.changes += 1;
    }

    /// Updates the sums of one colour, and returns the number of its code.
    #[inline(always)]
    fn set_color<const COLOR: usize>(
        &mut self,
        entries: &Entries,
        index: usize,
        before: CellState,
        patterns: u32,
    ) -> u16 {
        let old_number = before.number(COLOR);
        if code_of(before.patterns() ^ patterns, COLOR).0 == 0 {
            return old_number;
        }
        let number = entries.number(code_of(patterns, COLOR));
        let (old, new) = (entries.term(COLOR, old_number), entries.term(COLOR, number));
        self.sums.terms[COLOR].replace(old, new);
        let threats = (old.threat(), new.threat());
        if threats.0 != threats.1 {
            self.sums.counts[COLOR].replace(threats.0, threats.1);
            self.moved[self.made.moved] =
                Moved { cell: index as u16, color: COLOR as u8, threats: (threats.0 | threats.1 << 4) as u8 };
            self.made.moved += 1;
        }
        number
    }
}

/// The state before a move, with which it is taken back.
#[derive(Clone, Debug)]
pub(super) struct Made {
    cell: Cell,
    saved: Lengths,
    near: CellSet,
    sums: Sums,
    /// The number of the move among all that were ever made on the board.
    serial: u64,
}

impl Board {
    /// Plays a stone of the side to move. The cell must be empty, the move legal and no win.
    pub(crate) fn make(&mut self, cell: Cell) {
        self.make_sums(cell);
        self.apply();
    }

    /// Plays a stone as [`Board::make`] but updates the sums alone; [`Board::apply`] brings the states and sets up to date.
    pub(crate) fn make_sums(&mut self, cell: Cell) {
        debug_assert!(self.empty.contains(cell));
        self.apply();
        let side = self.side;
        self.serial += 1;
        let (saved, sums) = (self.states.made, self.states.sums);
        self.moves.push(Made { cell, saved, near: self.near, sums, serial: self.serial });
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

    /// Brings the states and sets up to date after [`Board::make_sums`].
    #[inline]
    pub(crate) fn apply(&mut self) {
        if !self.states.are_applied() {
            self.states.apply();
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
        self.states.restore(made.saved, made.sums);
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

    /// The number of moves that are made and not taken back.
    pub(crate) fn moves_made(&self) -> usize {
        self.moves.len()
    }

    /// The cell of the last move; `None` at the start of a game and after a pass of the game.
    pub(crate) fn last_move(&self) -> Option<Cell> {
        self.moves.last().map_or(self.last_before, |made| Some(made.cell))
    }

    /// The cells of the last move, as [`Board::last_move`], and of the one before, if the board has it.
    pub(crate) fn last_two_moves(&self) -> [Option<Cell>; 2] {
        let before = match self.moves.as_slice() {
            [.., before, _] => Some(before.cell),
            [_] => self.last_before,
            [] => None,
        };
        [self.last_move(), before]
    }

    /// A number that no other position of this board has: the position after the first `moves` moves. 0 before the first move.
    pub(crate) fn serial(&self, moves: usize) -> u64 {
        moves.checked_sub(1).map_or(0, |last| self.moves[last].serial)
    }

    /// The cells that the moves after the first `moves` ones have changed, perhaps several times. Changes must be applied.
    pub(crate) fn changes_since(&self, moves: usize) -> impl Iterator<Item = Cell> {
        debug_assert!(self.states.are_applied());
        let begin = self.moves.get(moves).map_or(self.states.made.changes, |made| made.saved.changes);
        let changes = self.states.changes[begin..self.states.made.changes].iter();
        changes.map(|change| Cell::from_usize(usize::from(change.cell)))
    }

    /// The cells of the moves after the first `moves` ones, in their order.
    pub(crate) fn cells_since(&self, moves: usize) -> impl Iterator<Item = Cell> {
        self.moves.iter().skip(moves).map(|made| made.cell)
    }

    /// The numbers of both codes of a cell.
    pub(crate) fn code_numbers(&self, cell: Cell) -> [u16; 2] {
        self.state(cell).numbers()
    }

    /// The sums of the cell terms of both colours before the last move, if there is one.
    pub(crate) fn values_before(&self) -> Option<[i32; 2]> {
        self.moves.last().map(|made| made.sums.values())
    }

    /// Updates the patterns of the empty cells in reach of a new stone.
    fn update_around<const REACH: u32>(&mut self, cell: Cell) {
        let Board { tables, entries, states, lines, .. } = self;
        let (tables, entries): (&Tables, &Entries) = (tables, entries);
        let mut update = states.update();
        update.set(entries, cell.index(), 0);
        for (direction, step) in STEPS.into_iter().enumerate() {
            let (line, start) = lines.through(cell, direction);
            for (step, two_bits) in [(-step, -2), (step, 2)] {
                let (mut at, mut shift) = (cell.index() as isize, start as i32);
                for _ in 0..REACH {
                    at += step;
                    shift += two_bits;
                    match line >> shift & 3 {
                        0 => {
                            let found = tables.windows.look_up::<REACH>(line, shift as u32);
                            update.set_direction(entries, at as usize, direction, found);
                        }
                        // The wall: there is no board behind it.
                        3 => break,
                        _ => {}
                    }
                }
            }
        }
        (states.made, states.sums) = (update.made, update.sums);
    }

    /// Updates the patterns around a new stone for rows so long that there is no table of windows.
    #[cold]
    fn update_far_around(&mut self, cell: Cell) {
        let Board { tables, entries, states, lines, .. } = self;
        let mut update = states.update();
        update.set(entries, cell.index(), 0);
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
                        update.set_direction(entries, at as usize, direction, found);
                    }
                }
            }
        }
        (states.made, states.sums) = (update.made, update.sums);
    }
}
