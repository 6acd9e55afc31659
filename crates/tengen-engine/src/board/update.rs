use tengen_game::Color;

use super::Board;
use super::cell::{Cell, CellSet};
use super::lines::STEPS;
use super::threat::{Code, Threat};

/// What a move needs to be taken back.
#[derive(Clone, Debug)]
pub(super) struct Made {
    cell: Cell,
    saved: usize,
    near: CellSet,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Saved {
    cell: Cell,
    color: Color,
    code: Code,
}

impl Board {
    /// Plays a stone of the side to move. The cell must be empty, the move legal and no win.
    pub(crate) fn make(&mut self, cell: Cell) {
        debug_assert!(self.empty.contains(cell));
        let side = self.side;
        self.moves.push(Made { cell, saved: self.saved.len(), near: self.near });
        for color in Color::BOTH {
            self.set_code(cell, color, Code::DEAD);
            self.threats[color.index()][Threat::Quiet as usize].remove(cell);
        }
        self.lines.toggle(cell, side);
        self.empty.remove(cell);
        self.near = self.near.union(&self.neighbourhoods[cell.index()]);
        self.key ^= self.zobrist.stone(cell, side) ^ self.zobrist.white_to_move;
        self.side = !side;
        if let Some(judge) = &mut self.judge {
            judge.set(cell, Some(side));
        }
        for direction in 0..4 {
            self.update_line(cell, direction, 1);
            self.update_line(cell, direction, -1);
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
        for color in Color::BOTH {
            self.threats[color.index()][Threat::Quiet as usize].insert(made.cell);
        }
        while self.saved.len() > made.saved {
            if let Some(saved) = self.saved.pop() {
                self.replace_code(saved.cell, saved.color, saved.code);
            }
        }
    }

    /// Renews the patterns on one side of a new stone, as far as the stone can be seen.
    fn update_line(&mut self, cell: Cell, direction: usize, sign: isize) {
        let step = sign * STEPS[direction];
        let (own, blocked, start) = self.lines.seen_from(cell, direction, Color::Black);
        let white = self.lines.seen_from(cell, direction, Color::White).0;
        let wall = blocked & !white;
        // Bits rise with the column, and with the row in columns: the way of the steps.
        let mut bit = start as i32;
        let mut seen = [true; 2];
        let mut at = cell.index() as isize;
        let reach = self.patterns[0].reach().max(self.patterns[1].reach());
        for distance in 1..=reach {
            bit += sign as i32;
            at += step;
            if wall >> bit & 1 != 0 {
                return;
            }
            if own >> bit & 1 != 0 {
                seen[1] = false;
            } else if white >> bit & 1 != 0 {
                seen[0] = false;
            } else {
                let Some(other) = Cell::from_index(at) else { return };
                for color in Color::BOTH {
                    let table = &self.patterns[color.index()];
                    if !seen[color.index()] || distance > table.reach() {
                        continue;
                    }
                    let pattern = match color {
                        Color::Black => table.lookup(own, white | wall, white, bit as u32),
                        Color::White => table.lookup(white, own | wall, own, bit as u32),
                    };
                    let code = self.code(other, color).with(direction, pattern);
                    self.set_code(other, color, code);
                }
            }
            if seen == [false; 2] {
                return;
            }
        }
    }

    pub(super) fn set_code(&mut self, cell: Cell, color: Color, code: Code) {
        let old = self.code(cell, color);
        if old != code {
            self.saved.push(Saved { cell, color, code: old });
            self.replace_code(cell, color, code);
        }
    }

    fn replace_code(&mut self, cell: Cell, color: Color, code: Code) {
        let slot = &mut self.codes[color.index()][cell.index()];
        let table = &self.code_tables[color.index()];
        let (old, new) = (table.entry(*slot), table.entry(code));
        self.live = self.live + u32::from(code != Code::DEAD) - u32::from(*slot != Code::DEAD);
        self.values[color.index()] += i32::from(new.value) - i32::from(old.value);
        if old.threat != new.threat {
            self.threats[color.index()][old.threat as usize].remove(cell);
            self.threats[color.index()][new.threat as usize].insert(cell);
        }
        *slot = code;
    }
}
