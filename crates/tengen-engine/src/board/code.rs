//! The patterns of a cell in all four directions, as one number, and the tables that give the pattern of
//! a cell by the stones around it, under one rule and for both colours at once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use tengen_game::{Color, Rule};

use super::lines::WALLS;
use super::pattern::{Pattern, PatternTable};

/// The patterns of one cell and colour, four bits for each direction. 0: no row through the cell can win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Code(pub(crate) u16);

/// The number of multisets of four patterns. Directions are equivalent to the evaluation, so that its tables are indexed by this
/// number and stay in the cache.
pub const CODES: usize = 1820;

impl Code {
    #[cfg(test)]
    pub(crate) const DEAD: Code = Code(0);

    #[cfg(test)]
    pub(crate) fn with(self, direction: usize, pattern: Pattern) -> Code {
        let shift = 4 * direction;
        Code(self.0 & !(15 << shift) | (pattern as u16) << shift)
    }

    /// Whether a stone makes at least a [`Pattern::Three`] in some direction.
    pub(crate) const fn has_three(self) -> bool {
        // A Three is a 6: of the numbers up to 7 only 6 and 7 reach 8 when 2 is added, and the others do already.
        ((self.0 & 0x7777).wrapping_add(0x2222) | self.0) & 0x8888 != 0
    }

    pub(crate) fn pattern(self, direction: usize) -> Pattern {
        Pattern::ALL[usize::from(self.0 >> (4 * direction) & 15).min(Pattern::COUNT - 1)]
    }

    /// The patterns of all directions.
    pub(crate) fn patterns(self) -> [Pattern; 4] {
        [0, 1, 2, 3].map(|direction| self.pattern(direction))
    }

    /// The number of the multiset of the four patterns, below [`CODES`]; 0 for four dead ones.
    #[inline]
    pub(crate) fn number(self) -> u16 {
        let [low, high] = self.0.to_le_bytes();
        let row = ROWS[usize::from(low)];
        let column = COLUMNS[usize::from(high)];
        NUMBERS[usize::from(row) + usize::from(column)]
    }
}

/// [`Code::number`] of every code. Filled when it is first used, since it would be 128 kB of the program.
pub(super) static ALL_NUMBERS: LazyLock<Box<[u16; 1 << 16]>> = LazyLock::new(|| {
    let mut numbers = Box::new([0; 1 << 16]);
    for (code, number) in (0..=u16::MAX).zip(numbers.iter_mut()) {
        *number = Code(code).number();
    }
    numbers
});

/// Multisets of two patterns.
const PAIRS: usize = Pattern::COUNT * (Pattern::COUNT + 1) / 2;

/// Multisets of two, by the byte of two directions; the rows of [`NUMBERS`] begin at these.
static ROWS: [u16; 256] = pairs(PAIRS);

/// Multisets of two, by the byte of two directions, as columns of [`NUMBERS`].
static COLUMNS: [u16; 256] = pairs(1);

/// The number of a multiset of four by the two of two that it is made of.
static NUMBERS: [u16; PAIRS * PAIRS] = numbers();

/// The patterns of each number, in falling order.
pub(crate) static PATTERNS: [[Pattern; 4]; CODES] = patterns();

const fn pair(a: usize, b: usize) -> usize {
    let (less, more) = if a < b { (a, b) } else { (b, a) };
    more * (more + 1) / 2 + less
}

const fn pairs(factor: usize) -> [u16; 256] {
    let mut pairs = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (a, b) = (byte % 16, byte / 16);
        // No pattern has a greater number; the contents of those entries do not matter.
        if a < Pattern::COUNT && b < Pattern::COUNT {
            pairs[byte] = (pair(a, b) * factor) as u16;
        }
        byte += 1;
    }
    pairs
}

/// Multisets are counted by their greatest pattern, then by the next.
const fn number(mut kinds: [usize; 4]) -> usize {
    let mut end = kinds.len();
    while end > 1 {
        let mut at = 1;
        while at < end {
            if kinds[at - 1] < kinds[at] {
                (kinds[at - 1], kinds[at]) = (kinds[at], kinds[at - 1]);
            }
            at += 1;
        }
        end -= 1;
    }
    let [a, b, c, d] = kinds;
    a * (a + 1) * (a + 2) * (a + 3) / 24 + b * (b + 1) * (b + 2) / 6 + c * (c + 1) / 2 + d
}

const fn numbers() -> [u16; PAIRS * PAIRS] {
    let mut numbers = [0; PAIRS * PAIRS];
    let mut bits = 0;
    // Four kinds of which the first two and the last two are in order.
    while bits < 1 << 16 {
        let [a, b, c, d] = [bits & 15, bits >> 4 & 15, bits >> 8 & 15, bits >> 12];
        if a < Pattern::COUNT && b <= a && c < Pattern::COUNT && d <= c {
            numbers[pair(a, b) * PAIRS + pair(c, d)] = number([a, b, c, d]) as u16;
        }
        bits += 1;
    }
    numbers
}

const fn patterns() -> [[Pattern; 4]; CODES] {
    let mut patterns = [[Pattern::Dead; 4]; CODES];
    let mut bits = 0;
    while bits < 1 << 16 {
        let [a, b, c, d] = [bits & 15, bits >> 4 & 15, bits >> 8 & 15, bits >> 12];
        if a < Pattern::COUNT && b <= a && c <= b && d <= c {
            let kinds = [Pattern::ALL[a], Pattern::ALL[b], Pattern::ALL[c], Pattern::ALL[d]];
            patterns[number([a, b, c, d])] = kinds;
        }
        bits += 1;
    }
    patterns
}

/// The tables of a rule. They are computed once and shared by all boards.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(super) patterns: [PatternTable; 2],
    /// The patterns of all windows; empty where rows are so long that there would be too many.
    pub(super) windows: Windows,
    /// The number of cells of a window on either side.
    pub(super) reach: u32,
}

/// The contents that one side of a cell can have, two bits for each cell.
const SIDES: usize = 1 << (2 * WALLS);

/// The patterns of both colours by the cells around an empty one in a line, as many on either side as the tables reach.
///
/// The cells behind a wall do not matter, and neither do many other differences: sides that are equivalent for both colours share
/// a number, so that the table of their pairs is small.
#[derive(Debug)]
pub(super) struct Windows {
    /// The numbers of the sides before a cell, times the number of sides after it.
    before: Box<[u32; SIDES]>,
    /// The numbers of the sides after it.
    after: Box<[u32; SIDES]>,
    /// The patterns by the sums of both numbers, Black's in the lower four bits.
    patterns: Vec<u8>,
}

impl Windows {
    fn none() -> Windows {
        Windows { before: Box::new([0; SIDES]), after: Box::new([0; SIDES]), patterns: Vec::new() }
    }

    /// The patterns of both colours, Black's in the lower four bits, on the empty cell at `shift` of a line of two bits a cell.
    #[inline(always)]
    pub(super) fn look_up<const REACH: u32>(&self, line: u64, shift: u32) -> u8 {
        let bits = 2 * REACH;
        let around = line >> (shift - bits);
        let mask = (1 << bits) - 1;
        let before = self.before[(around & mask) as usize];
        let after = self.after[(around >> (bits + 2) & mask) as usize];
        self.patterns[(before + after) as usize]
    }
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
        let mut tables = Tables { patterns, windows: Windows::none(), reach };
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
    fn all_windows(&self) -> Windows {
        let bits = 2 * self.reach;
        // The index parts of a side for Black and for White.
        let sides = |is_after: bool| {
            let place = |distance| 2 * if is_after { distance - 1 } else { self.reach - distance };
            let of_color = move |color: usize, side: u64| {
                let own = |cell| if color == 1 && (cell == 1 || cell == 2) { 3 - cell } else { cell };
                self.patterns[color].side(is_after, |distance| own(side >> place(distance) & 3))
            };
            number_equals((0..1 << bits).map(move |side| [0, 1].map(|color| of_color(color, side))))
        };
        let ((numbers_before, before), (numbers_after, after)) = (sides(false), sides(true));
        let mut windows = Windows::none();
        for (place, number) in windows.before.iter_mut().zip(numbers_before) {
            *place = number * after.len() as u32;
        }
        for (place, number) in windows.after.iter_mut().zip(numbers_after) {
            *place = number;
        }
        for before in before {
            windows.patterns.extend(after.iter().map(|after| {
                let between = |color: usize| self.patterns[color].between(before[color], after[color]) as u8;
                between(0) | between(1) << 4
            }));
        }
        windows
    }
}

/// The items without repetitions, and the number of each one among them.
fn number_equals<T: Copy + Eq + Hash>(items: impl Iterator<Item = T>) -> (Vec<u32>, Vec<T>) {
    let (mut known, mut different) = (HashMap::new(), Vec::new());
    let number = |item| {
        *known.entry(item).or_insert_with(|| {
            different.push(item);
            different.len() as u32 - 1
        })
    };
    (items.map(number).collect(), different)
}

const _: () = assert!(Pattern::COUNT <= 16, "a pattern fits four bits");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_three_is_seen_in_every_direction() {
        for direction in 0..4 {
            for pattern in Pattern::ALL {
                let code = Code::DEAD.with(direction, pattern).with((direction + 1) % 4, Pattern::OpenTwo);
                assert_eq!(code.has_three(), pattern >= Pattern::Three, "{pattern:?}");
            }
        }
    }

    #[test]
    fn the_order_of_directions_does_not_matter() {
        let mut seen = vec![None; CODES];
        for bits in 0..=u16::MAX {
            if (0..4).any(|direction| usize::from(bits >> (4 * direction) & 15) >= Pattern::COUNT) {
                continue;
            }
            let code = Code(bits);
            let mut patterns = [0, 1, 2, 3].map(|direction| code.pattern(direction));
            patterns.sort_unstable_by(|a, b| b.cmp(a));
            let number = usize::from(code.number());
            assert_eq!(*seen[number].get_or_insert(patterns), patterns);
            assert_eq!(PATTERNS[number], patterns);
        }
        assert!(seen.iter().all(Option::is_some));
        assert_eq!(Code::DEAD.number(), 0);
    }

    /// The patterns of an empty cell between two sides, of as many cells as the tables reach and two bits a cell, by the tables of windows
    /// and by those of lines.
    fn read_window(tables: &Tables, [before, after]: [u64; 2]) -> [u8; 2] {
        let bits = 2 * tables.reach;
        let line = before | after << (bits + 2);
        let by_windows = match tables.reach {
            4 => tables.windows.look_up::<4>(line, bits),
            _ => tables.windows.look_up::<5>(line, bits),
        };
        // One more cell on either side, which is wall.
        let (mut black, mut white, mut wall) = (0, 0, !(((1_u32 << (2 * tables.reach + 1)) - 1) << 1));
        for place in 0..=bits {
            let bit = 1 << (place + 1);
            match line >> (2 * place) & 3 {
                1 => black |= bit,
                2 => white |= bit,
                3 => wall |= bit,
                _ => {}
            }
        }
        [by_windows, tables.read_line([black, white, wall], tables.reach + 1)]
    }

    #[test]
    fn windows_are_lines() {
        for rule in Rule::NAMED.into_iter().chain(["free-3".parse().unwrap(), "free-6".parse().unwrap()]) {
            let tables = Tables::of(rule);
            let sides = 1_u64 << (2 * tables.reach);
            for window in (0..sides * sides).step_by(7) {
                let [by_windows, by_lines] = read_window(&tables, [window % sides, window / sides]);
                assert_eq!(by_windows, by_lines, "{rule} {window:b}");
            }
            assert!(tables.windows.patterns.len() < 1 << 18, "{rule}: {}", tables.windows.patterns.len());
        }
        let long = Tables::of("free-7".parse().unwrap());
        assert_eq!((long.windows.patterns.len(), long.reach), (0, 6));
    }

    #[test]
    fn tables_are_made_once() {
        assert!(Arc::ptr_eq(&Tables::of(Rule::Renju), &Tables::of(Rule::Renju)));
    }
}
