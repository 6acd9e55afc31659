//! What a thread learns while it searches, besides the transposition table: moves that refuted others.

use tengen_game::Color;

use super::MAX_PLY;
use crate::board::{CELLS, Cell};

/// No entry of the history is greater, nor smaller than its opposite.
pub(super) const HISTORY_LIMIT: i32 = 1 << 14;

/// Killers, counter-moves and the history of quiet moves.
#[derive(Clone, Debug)]
pub(crate) struct Learned {
    /// The last quiet moves that refuted something at a ply.
    killers: Vec<[Option<Cell>; 2]>,
    /// For each colour, how well a quiet move has done anywhere in the tree.
    history: [Box<[i32; CELLS]>; 2],
    /// For each colour, the quiet move that last refuted the opponent's move on a cell.
    counters: [Box<[Option<Cell>; CELLS]>; 2],
}

impl Learned {
    pub(crate) fn new() -> Learned {
        Learned {
            killers: vec![[None; 2]; MAX_PLY + 2],
            history: [Box::new([0; CELLS]), Box::new([0; CELLS])],
            counters: [Box::new([None; CELLS]), Box::new([None; CELLS])],
        }
    }

    /// Makes ready for a new search.
    pub(crate) fn forget(&mut self) {
        self.killers.fill([None; 2]);
        for color in 0..2 {
            self.history[color].fill(0);
            self.counters[color].fill(None);
        }
    }

    pub(super) fn killers(&self, ply: usize) -> [Option<Cell>; 2] {
        self.killers[ply]
    }

    pub(super) fn history(&self, side: Color, cell: Cell) -> i32 {
        self.history[side.index()][cell.index()]
    }

    /// The quiet move of `side` that last refuted the move before, if that is known.
    pub(super) fn counter(&self, side: Color, before: Option<Cell>) -> Option<Cell> {
        self.counters[side.index()][before?.index()]
    }

    /// A quiet move has refuted what the opponent did with `before`, after the quiet moves `tried` had not.
    pub(super) fn refuted(
        &mut self,
        side: Color,
        cell: Cell,
        tried: &[Cell],
        before: Option<Cell>,
        depth: i32,
        ply: usize,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(cell) {
            *killers = [Some(cell), killers[0]];
        }
        if let Some(before) = before {
            self.counters[side.index()][before.index()] = Some(cell);
        }
        let bonus = (depth * depth).min(400);
        self.credit(side, cell, bonus);
        for &other in tried {
            self.credit(side, other, -bonus);
        }
    }

    /// An entry approaches its bound the slower the nearer it is, so that it never overflows.
    fn credit(&mut self, side: Color, cell: Cell, bonus: i32) {
        let entry = &mut self.history[side.index()][cell.index()];
        *entry += bonus - *entry * bonus.abs() / HISTORY_LIMIT;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refutations_are_remembered_and_stay_bounded() {
        let mut learned = Learned::new();
        let [good, bad, before] = [Cell::new(1, 1), Cell::new(2, 1), Cell::new(3, 1)];
        for _ in 0..10_000 {
            learned.refuted(Color::White, good, &[bad], Some(before), 40, 3);
        }
        let history = |cell| learned.history(Color::White, cell);
        assert!((HISTORY_LIMIT / 2..=HISTORY_LIMIT).contains(&history(good)), "{}", history(good));
        assert!((-HISTORY_LIMIT..=-HISTORY_LIMIT / 2).contains(&history(bad)), "{}", history(bad));
        assert_eq!(learned.history(Color::Black, good), 0);
        assert_eq!(learned.killers(3), [Some(good), None]);
        assert_eq!(learned.counter(Color::White, Some(before)), Some(good));
        assert_eq!(learned.counter(Color::Black, Some(before)), None);
        learned.forget();
        assert_eq!((learned.history(Color::White, good), learned.killers(3)), (0, [None; 2]));
    }
}
