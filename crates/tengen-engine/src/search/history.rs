//! Move-ordering statistics of one thread: killers, counter-moves and the history of quiet moves.

use tengen_game::Color;

use super::MAX_PLY;
use crate::board::{CELLS, Cell};

/// The bound of the absolute value of a history entry.
pub(super) const HISTORY_LIMIT: i32 = 1 << 14;

/// Killers, counter-moves and the history heuristic. All of them are for quiet moves.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// The last two moves that caused a cutoff at each ply.
    killers: Vec<[Option<Cell>; 2]>,
    /// For each colour and cell, how often the move caused a cutoff anywhere in the tree.
    quiets: [Box<[i32; CELLS]>; 2],
    /// For each colour, the move that last refuted the opponent's move on a cell.
    counter_moves: [Box<[Option<Cell>; CELLS]>; 2],
}

impl History {
    pub(crate) fn new() -> History {
        History {
            killers: vec![[None; 2]; MAX_PLY + 2],
            quiets: [Box::new([0; CELLS]), Box::new([0; CELLS])],
            counter_moves: [Box::new([None; CELLS]), Box::new([None; CELLS])],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.killers.fill([None; 2]);
        for color in 0..2 {
            self.quiets[color].fill(0);
            self.counter_moves[color].fill(None);
        }
    }

    pub(super) fn killers(&self, ply: usize) -> [Option<Cell>; 2] {
        self.killers[ply]
    }

    pub(super) fn quiet(&self, side: Color, cell: Cell) -> i32 {
        self.quiets[side.index()][cell.index()]
    }

    /// The move of `side` that last refuted the opponent's `previous` move.
    pub(super) fn counter_move(&self, side: Color, previous: Option<Cell>) -> Option<Cell> {
        self.counter_moves[side.index()][previous?.index()]
    }

    /// Rewards a quiet move that caused a cutoff after the opponent's `previous` move with a bonus, and gives the quiet moves `tried`
    /// before it a penalty.
    pub(super) fn update(
        &mut self,
        side: Color,
        cell: Cell,
        tried: &[Cell],
        previous: Option<Cell>,
        [bonus, penalty]: [i32; 2],
        ply: usize,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(cell) {
            *killers = [Some(cell), killers[0]];
        }
        if let Some(previous) = previous {
            self.counter_moves[side.index()][previous.index()] = Some(cell);
        }
        self.add(side, cell, bonus);
        for &other in tried {
            self.add(side, other, -penalty);
        }
    }

    /// Adds a bonus that shrinks as the entry approaches its bound ("history gravity"), so that it never overflows.
    fn add(&mut self, side: Color, cell: Cell, bonus: i32) {
        let entry = &mut self.quiets[side.index()][cell.index()];
        *entry += bonus - *entry * bonus.abs() / HISTORY_LIMIT;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn updates_are_stored_and_stay_bounded() {
        let mut history = History::new();
        let [good, bad, previous] = [Cell::new(1, 1), Cell::new(2, 1), Cell::new(3, 1)];
        for _ in 0..10_000 {
            history.update(Color::White, good, &[bad], Some(previous), [400; 2], 3);
        }
        let quiet = |cell| history.quiet(Color::White, cell);
        assert!((HISTORY_LIMIT / 2..=HISTORY_LIMIT).contains(&quiet(good)), "{}", quiet(good));
        assert!((-HISTORY_LIMIT..=-HISTORY_LIMIT / 2).contains(&quiet(bad)), "{}", quiet(bad));
        assert_eq!(history.quiet(Color::Black, good), 0);
        assert_eq!(history.killers(3), [Some(good), None]);
        assert_eq!(history.counter_move(Color::White, Some(previous)), Some(good));
        assert_eq!(history.counter_move(Color::Black, Some(previous)), None);
        history.clear();
        assert_eq!((history.quiet(Color::White, good), history.killers(3)), (0, [None; 2]));
    }
}
