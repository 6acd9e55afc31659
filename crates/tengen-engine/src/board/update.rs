//! Making moves and taking them back.

use tengen_game::Color;

use super::Board;
use super::cell::{Cell, CellSet};
use super::entries::Entries;
use super::lines::{STEPS, window};
use super::states::Sums;
use super::tables::Tables;

/// What a move needs to be taken back.
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

    /// Gives the turn to the other side; once more, and it is as it was. Passes count as no moves here.
    pub(crate) fn pass(&mut self) {
        self.side = !self.side;
        self.key ^= self.zobrist.white_to_move;
    }

    /// The key of the position after a move of the side to move.
    pub(crate) fn key_after(&self, cell: Cell) -> u64 {
        self.key ^ self.zobrist.stone(cell, self.side) ^ self.zobrist.white_to_move
    }

    /// What all cells were worth to both colours before the last move, if there is one.
    pub(crate) fn values_before(&self) -> Option<[i32; 2]> {
        self.moves.last().map(|made| made.sums.values)
    }

    /// Renews the patterns of the empty cells from which a new stone can be seen.
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
