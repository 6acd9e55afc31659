//! The pattern of a cell by the stones around it, under one rule and for both colours at once.

use std::sync::{Arc, Mutex, PoisonError};

use tengen_game::{Color, Rule};

use super::lines::WALLS;
use super::pattern::{Pattern, PatternTable};

/// The tables of a rule. They are computed once and shared by all boards.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(super) patterns: [PatternTable; 2],
    /// The patterns of both colours by the [window](super::lines::window) around a cell, Black's in the lower four bits.
    /// Empty where rows are so long that there would be too many windows.
    pub(super) windows: Vec<u8>,
    /// How many cells on either side a window has.
    pub(super) reach: u32,
}

/// The computed tables, by their rule.
static MADE: Mutex<Vec<(Rule, Arc<Tables>)>> = Mutex::new(Vec::new());

impl Tables {
    /// The tables of a rule.
    pub(crate) fn of(rule: Rule) -> Arc<Tables> {
        // Tables are inserted complete, so that even a poisoned lock holds valid ones.
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, tables)) = made.iter().find(|(known, _)| *known == rule) {
            return Arc::clone(tables);
        }
        let tables = Arc::new(Tables::new(rule));
        made.push((rule, Arc::clone(&tables)));
        tables
    }

    fn new(rule: Rule) -> Tables {
        let black = PatternTable::new(rule, Color::Black);
        // Only a rule that forbids something treats the colours differently.
        let white =
            if rule.has_forbidden_moves() { PatternTable::new(rule, Color::White) } else { black.clone() };
        let patterns = [black, white];
        let needed = patterns.iter().map(PatternTable::reach).max().unwrap_or(0);
        let reach = if needed <= 4 { 4 } else { needed };
        let mut tables = Tables { patterns, windows: Vec::new(), reach };
        if reach <= WALLS as u32 {
            tables.windows = tables.all_windows();
        }
        tables
    }

    /// The patterns of both colours in one direction, Black's in the lower four bits, from a line with two bits a cell.
    pub(super) fn read_line(&self, [black, white, wall]: [u32; 3], bit: u32) -> u8 {
        let of_black = self.patterns[0].lookup(black, white | wall, white, bit);
        let of_white = self.patterns[1].lookup(white, black | wall, black, bit);
        of_black as u8 | (of_white as u8) << 4
    }

    /// The patterns of all windows. A window has two sides, each of which is analysed only once.
    fn all_windows(&self) -> Vec<u8> {
        let bits = 2 * self.reach;
        let sides = |color: usize, is_right: bool| -> Vec<u32> {
            let own = |cell| if color == 1 && (cell == 1 || cell == 2) { 3 - cell } else { cell };
            let place = |distance| 2 * if is_right { distance - 1 } else { self.reach - distance };
            let side =
                |side: u64| self.patterns[color].side(is_right, |distance| own(side >> place(distance) & 3));
            (0..1 << bits).map(side).collect()
        };
        let [black, white] = [0, 1].map(|color| [sides(color, false), sides(color, true)]);
        let mut windows = Vec::with_capacity(1 << (2 * bits));
        for right in 0..1_usize << bits {
            windows.extend((0..1_usize << bits).map(|left| {
                let of_black = self.patterns[0].between(black[0][left], black[1][right]);
                let of_white = self.patterns[1].between(white[0][left], white[1][right]);
                of_black as u8 | (of_white as u8) << 4
            }));
        }
        windows
    }
}

const _: () = assert!(Pattern::COUNT <= 16, "a pattern fits four bits");

#[cfg(test)]
mod tests {
    use super::*;

    /// The patterns of a window, read as a line: walls, the window with an empty cell in the middle, walls.
    fn read_window(tables: &Tables, window: u64) -> u8 {
        let (mut black, mut white, mut wall) = (0, 0, !(((1_u32 << (2 * tables.reach + 1)) - 1) << 1));
        for place in 0..2 * tables.reach {
            let bit = 1 << (place + 1 + u32::from(place >= tables.reach));
            match window >> (2 * place) & 3 {
                1 => black |= bit,
                2 => white |= bit,
                3 => wall |= bit,
                _ => {}
            }
        }
        tables.read_line([black, white, wall], tables.reach + 1)
    }

    #[test]
    fn windows_are_lines() {
        for rule in Rule::NAMED.into_iter().chain(["free-3".parse().unwrap(), "free-6".parse().unwrap()]) {
            let tables = Tables::of(rule);
            assert_eq!(tables.windows.len(), 1 << (4 * tables.reach), "{rule}");
            for window in (0..tables.windows.len()).step_by(7) {
                assert_eq!(tables.windows[window], read_window(&tables, window as u64), "{rule} {window:b}");
            }
        }
        let long = Tables::of("free-7".parse().unwrap());
        assert_eq!((long.windows.len(), long.reach), (0, 6));
    }

    #[test]
    fn tables_are_made_once() {
        assert!(Arc::ptr_eq(&Tables::of(Rule::Renju), &Tables::of(Rule::Renju)));
    }
}
