//! Move-ordering statistics of one thread: killers, counter-moves and the history of quiet moves.

use tengen_game::Color;

use super::MAX_PLY;
use crate::board::{CELLS, Cell};

/// The bound of the absolute value of a history entry.
pub(super) const HISTORY_LIMIT: i32 = 1 << 14;

/// How many moves before a move its continuation history looks at: the opponent's last move and the own one before it.
pub(super) const CONTINUATIONS: usize = 2;

/// The moves before the one that is to be played, the opponent's last one first.
pub(super) type Previous = [Option<Cell>; CONTINUATIONS];

/// Killers, counter-moves and the history heuristic.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// The last two quiet moves that caused a cutoff at each ply.
    killers: Vec<[Option<Cell>; 2]>,
    /// For each colour and cell, how often the quiet move caused a cutoff anywhere in the tree.
    quiets: [Box<[i32; CELLS]>; 2],
    /// For each colour, the quiet move that last refuted the opponent's move on a cell.
    counter_moves: [Box<[Option<Cell>; CELLS]>; 2],
    /// For each of the moves before, each colour and each pair of cells, how often the quiet move caused a cutoff after it.
    continuations: Vec<i16>,
}

/// Where in the continuation history the row of moves after another one begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row(Option<usize>);

impl History {
    pub(crate) fn new() -> History {
        History {
            killers: vec![[None; 2]; MAX_PLY + 2],
            quiets: [Box::new([0; CELLS]), Box::new([0; CELLS])],
            counter_moves: [Box::new([None; CELLS]), Box::new([None; CELLS])],
            continuations: vec![0; CONTINUATIONS * 2 * CELLS * CELLS],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.killers.fill([None; 2]);
        for color in 0..2 {
            self.quiets[color].fill(0);
            self.counter_moves[color].fill(None);
        }
        self.continuations.fill(0);
    }

    pub(super) fn killers(&self, ply: usize) -> [Option<Cell>; 2] {
        self.killers[ply]
    }

    pub(super) fn quiet(&self, side: Color, cell: Cell) -> i32 {
        self.quiets[side.index()][cell.index()]
    }

    /// The rows of the moves of `side` after the previous moves.
    pub(super) fn rows(&self, side: Color, previous: Previous) -> [Row; CONTINUATIONS] {
        let mut distance = 0;
        previous.map(|cell| {
            let block = 2 * distance + side.index();
            distance += 1;
            Row(cell.map(|cell| (block * CELLS + cell.index()) * CELLS))
        })
    }

    /// How often the quiet move caused a cutoff after the move of a row; 0 where that move is unknown.
    pub(super) fn continuation(&self, row: Row, cell: Cell) -> i32 {
        row.0.map_or(0, |begin| i32::from(self.continuations[begin + cell.index()]))
    }

    /// The move of `side` that last refuted the opponent's `previous` move.
    pub(super) fn counter_move(&self, side: Color, previous: Option<Cell>) -> Option<Cell> {
        self.counter_moves[side.index()][previous?.index()]
    }

    /// Rewards a quiet move that caused a cutoff after the `previous` moves, and penalises the quiet moves `tried` before it.
    pub(super) fn update(
        &mut self,
        side: Color,
        cell: Cell,
        tried: &[Cell],
        previous: Previous,
        depth: i32,
        ply: usize,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(cell) {
            *killers = [Some(cell), killers[0]];
        }
        if let Some(previous) = previous[0] {
            self.counter_moves[side.index()][previous.index()] = Some(cell);
        }
        let bonus = bonus(depth);
        let rows = self.rows(side, previous);
        let signed = std::iter::once((cell, bonus)).chain(tried.iter().map(|&other| (other, -bonus)));
        for (cell, bonus) in signed {
            add(&mut self.quiets[side.index()][cell.index()], bonus);
            for begin in rows.iter().filter_map(|row| row.0) {
                let entry = &mut self.continuations[begin + cell.index()];
                let mut wide = i32::from(*entry);
                add(&mut wide, bonus);
                *entry = wide as i16;
            }
        }
    }
}

fn bonus(depth: i32) -> i32 {
    (depth * depth).min(400)
}

/// Adds a bonus that shrinks as the entry approaches its bound ("history gravity"), so that it never overflows.
fn add(entry: &mut i32, bonus: i32) {
    *entry += bonus - *entry * bonus.abs() / HISTORY_LIMIT;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn updates_are_stored_and_stay_bounded() {
        let mut history = History::new();
        let [good, bad, previous] = [Cell::new(1, 1), Cell::new(2, 1), Cell::new(3, 1)];
        for _ in 0..10_000 {
            history.update(Color::White, good, &[bad], [Some(previous), None], 40, 3);
        }
        let quiet = |cell| history.quiet(Color::White, cell);
        let bounds = HISTORY_LIMIT / 2..=HISTORY_LIMIT;
        assert!(bounds.contains(&quiet(good)), "{}", quiet(good));
        assert!(bounds.contains(&-quiet(bad)), "{}", quiet(bad));
        let [after, unknown] = history.rows(Color::White, [Some(previous), None]);
        assert_eq!(history.continuation(after, good), quiet(good));
        assert_eq!(history.continuation(after, bad), quiet(bad));
        assert_eq!(history.continuation(unknown, good), 0);
        let [other, _] = history.rows(Color::Black, [Some(previous), None]);
        assert_eq!(history.continuation(other, good), 0);
        assert_eq!(history.quiet(Color::Black, good), 0);
        assert_eq!(history.killers(3), [Some(good), None]);
        assert_eq!(history.counter_move(Color::White, Some(previous)), Some(good));
        assert_eq!(history.counter_move(Color::Black, Some(previous)), None);
        history.clear();
        assert_eq!((history.quiet(Color::White, good), history.killers(3)), (0, [None; 2]));
        assert_eq!(history.continuation(after, good), 0);
    }
}
