use tengen_game::Rule;

use super::Searcher;
use crate::board::{Cell, CellSet, CodeEntry, Pattern, Threat};

/// A move and how soon it should be tried, in one number: the greater is tried first. From the highest bit on it is the
/// order (32), the cell counted from the last (16), so that of equals the one that is first on the board is tried first,
/// whether the move is quiet (1), and how many moves had come before it when it was put off, and one more (15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ScoredMove(i64);

const QUIET: i64 = 1 << 15;

/// How free the side to move is, by what the opponent threatens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tier {
    /// The opponent would make five; only answers are worth a try, and mostly there is but one.
    Forced,
    /// The opponent would make an open four or its like: only fours and answers do.
    Defend,
    /// Anything goes.
    Free,
}

/// Moves that come before others, in this order.
struct Hints {
    tt_move: Option<Cell>,
    killers: [Option<Cell>; 2],
    counter: Option<Cell>,
}

impl ScoredMove {
    pub(super) fn new(cell: Cell, order: i32, quiet: bool) -> ScoredMove {
        let place = i64::from(u16::MAX - cell.raw());
        ScoredMove(i64::from(order) << 32 | place << 16 | if quiet { QUIET } else { 0 })
    }

    /// The move to be searched after all others, though as one that `tried` moves came before.
    pub(super) fn put_off(self, tried: i32) -> ScoredMove {
        let last = i64::from(i32::MIN) << 32 | self.0 & 0xffff_ffff;
        ScoredMove(last | (i64::from(tried) + 1).min(QUIET - 1))
    }

    pub(super) fn cell(self) -> Cell {
        Cell::from_usize(usize::from(u16::MAX - (self.0 >> 16) as u16))
    }

    /// Neither makes a three or more nor takes one from the opponent.
    pub(super) fn is_quiet(self) -> bool {
        self.0 & QUIET != 0
    }

    /// How many moves had come before it, where it was put off because another thread was at it.
    pub(super) fn came_after(self) -> Option<i32> {
        i32::try_from(self.0 & (QUIET - 1)).ok().filter(|&number| number > 0).map(|number| number - 1)
    }
}

impl Searcher<'_> {
    /// Which moves the side to move has to choose from, when it cannot win at once itself.
    pub(super) fn tier(&mut self) -> Tier {
        let other = !self.board.side();
        if !self.board.wins(other).is_empty() {
            Tier::Forced
        } else if self.open_four_threats().is_empty() {
            Tier::Free
        } else {
            Tier::Defend
        }
    }

    /// The cells on which the opponent may make an open four or its like.
    fn open_four_threats(&mut self) -> CellSet {
        let other = !self.board.side();
        let threats = *self.board.threats(other, Threat::OpenFour);
        if threats.is_empty() {
            return threats;
        }
        threats.iter().filter(|&cell| self.board.is_legal_for(cell, other)).collect()
    }

    /// An own open four that may be played.
    pub(super) fn open_four(&mut self) -> Option<Cell> {
        let threats = *self.board.threats(self.board.side(), Threat::OpenFour);
        threats.iter().find(|&cell| self.board.is_legal(cell))
    }

    /// Pushes the move of the table alone, and returns it, where it can be tried before the others are known. Pushes all
    /// moves where it cannot.
    pub(super) fn push_first_move(&mut self, tier: Tier, tt_move: Option<Cell>, ply: usize) -> Option<Cell> {
        let first = tt_move.filter(|&cell| {
            tier == Tier::Free && self.board.empty().contains(cell) && self.board.is_legal(cell)
        });
        match first {
            Some(cell) => {
                let quiet = self.is_quiet(cell);
                self.moves.push(ScoredMove::new(cell, i32::MAX, quiet));
            }
            None => {
                self.push_moves(tier, tt_move, ply);
            }
        }
        first
    }

    /// Pushes all moves but the one that was tried first.
    pub(super) fn push_other_moves(&mut self, tier: Tier, tried: Cell, ply: usize) {
        let begin = self.push_moves(tier, None, ply);
        let again = self.moves[begin..].iter().position(|m| m.cell() == tried);
        if let Some(index) = again {
            self.moves.swap_remove(begin + index);
        }
    }

    /// Pushes the moves that are worth a try, not sorted yet; illegal ones may be among them, but at least
    /// one is legal if any move of the position is. Returns where they begin.
    pub(super) fn push_moves(&mut self, tier: Tier, tt_move: Option<Cell>, ply: usize) -> usize {
        let begin = self.moves.len();
        match tier {
            Tier::Forced => {
                if self.board.has_far_answers() {
                    let moves = self.far_answers();
                    self.push_scored(&moves, tt_move, ply);
                    self.keep_or_push_any(begin);
                } else if let Some(cell) = self.forced_move() {
                    self.moves.push(ScoredMove::new(cell, 0, false));
                }
            }
            Tier::Defend => {
                let moves = self.defences();
                self.push_scored(&moves, tt_move, ply);
                self.keep_or_push_any(begin);
            }
            Tier::Free => {
                let moves = self.free_moves();
                self.push_scored(&moves, tt_move, ply);
                self.keep_or_push_any(begin);
            }
        }
        begin
    }

    /// Pushes every empty cell. Returns where they begin.
    pub(super) fn push_all(&mut self, ply: usize) -> usize {
        let begin = self.moves.len();
        let hints = self.hints(None, ply);
        for cell in self.board.empty().iter() {
            self.push_one(cell, &hints);
        }
        begin
    }

    /// The answer to a four, or any move at all where none helps; nothing when no move is legal.
    fn forced_move(&mut self) -> Option<Cell> {
        let wins = *self.board.wins(!self.board.side());
        wins.iter().find(|&cell| self.board.is_legal(cell)).or_else(|| self.any_legal_move())
    }

    /// The answers to fours where a stone at the end of a row may be one, too: every cell that can change each
    /// of the fives that threaten. Not all of them help; the search finds out.
    fn far_answers(&self) -> CellSet {
        let other = !self.board.side();
        let wins = self.board.wins(other).iter();
        let answers = wins.map(|cell| self.board.answers(cell, other, Pattern::Five));
        answers.reduce(|all, cells| all.intersection(&cells)).unwrap_or(CellSet::EMPTY)
    }

    /// Some legal move, if there is one.
    pub(super) fn any_legal_move(&mut self) -> Option<Cell> {
        let (near, empty) = (self.board.near(), *self.board.empty());
        near.iter().chain(empty.iter()).find(|&cell| self.board.is_legal(cell))
    }

    /// The moves that do not lose to an open four at once: own fours, and the cells from which every one of
    /// the opponent's threats can be answered.
    ///
    /// In renju a white stone that makes a double-three of Black's winning move, and so forbids it, from
    /// further away is overlooked.
    fn defences(&mut self) -> CellSet {
        let side = self.board.side();
        let threats = self.open_four_threats();
        let mut answers: Option<CellSet> = None;
        for cell in threats.iter() {
            let cells = self.board.answers(cell, !side, Pattern::Four);
            answers = Some(answers.map_or(cells, |answers| answers.intersection(&cells)));
        }
        let answers = answers.unwrap_or(CellSet::EMPTY);
        self.board.fours(side).union(&answers)
    }

    fn free_moves(&self) -> CellSet {
        if self.is_small() {
            return *self.board.empty();
        }
        let near = self.board.near();
        if near.is_empty() { *self.board.empty() } else { near }
    }

    /// Where none of the moves pushed is legal, any other that is legal is pushed.
    fn keep_or_push_any(&mut self, begin: usize) {
        let found = (begin..self.moves.len()).any(|index| {
            let cell = self.moves[index].cell();
            self.board.is_legal(cell)
        });
        if !found {
            self.moves.truncate(begin);
            if let Some(cell) = self.any_legal_move() {
                self.moves.push(ScoredMove::new(cell, 0, false));
            }
        }
    }

    fn push_scored(&mut self, cells: &CellSet, tt_move: Option<Cell>, ply: usize) {
        // Moves on dead cells are all the same pass; one of them will do. Where a row can be too long, even
        // a dead cell may matter.
        let mut passed = false;
        let hints = self.hints(tt_move, ply);
        let passes_alike = matches!(self.board.rule(), Rule::Free(_));
        for cell in cells.iter() {
            if passes_alike && self.board.is_dead_cell(cell) && std::mem::replace(&mut passed, true) {
                continue;
            }
            self.push_one(cell, &hints);
        }
    }

    fn push_one(&mut self, cell: Cell, hints: &Hints) {
        let side = self.board.side();
        let (own, other) = (self.board.entry(cell, side), self.board.entry(cell, !side));
        let mut order = self.board.order(cell) + self.memory.learned.history(side, cell) / 64;
        if hints.killers.contains(&Some(cell)) {
            order += 100;
        } else if hints.counter == Some(cell) {
            order += 60;
        }
        if hints.tt_move == Some(cell) {
            order = i32::MAX;
        }
        let quiet = is_quiet(own, other);
        self.moves.push(ScoredMove::new(cell, order, quiet));
    }

    /// The moves that are known to be good at `ply` before they are looked at.
    fn hints(&self, tt_move: Option<Cell>, ply: usize) -> Hints {
        let learned = &self.memory.learned;
        let counter = learned.counter(self.board.side(), self.move_before(ply));
        Hints { tt_move, killers: learned.killers(ply), counter }
    }

    fn is_quiet(&self, cell: Cell) -> bool {
        let side = self.board.side();
        is_quiet(self.board.entry(cell, side), self.board.entry(cell, !side))
    }

    /// Brings the best of the moves from `index` on to `index`.
    pub(super) fn pick(&mut self, index: usize) -> Option<ScoredMove> {
        let rest = self.moves.get_mut(index..)?;
        let (mut best, mut first) = (0, *rest.first()?);
        for (place, &m) in rest.iter().enumerate() {
            if m > first {
                (best, first) = (place, m);
            }
        }
        rest.swap(0, best);
        Some(first)
    }

    /// Drops the quiet moves from `index` on, but those that were put off.
    pub(super) fn drop_quiet_moves(&mut self, index: usize) {
        let mut kept = index;
        for place in index..self.moves.len() {
            let m = self.moves[place];
            if !m.is_quiet() || m.came_after().is_some() {
                self.moves[kept] = m;
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }
}

/// Whether a move neither makes a three or more nor takes one from the opponent, by what the cell is to both.
fn is_quiet(own: &CodeEntry, other: &CodeEntry) -> bool {
    own.threat == Threat::Quiet && other.threat < Threat::DoubleThree
}
