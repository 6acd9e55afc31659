//! Which moves a node tries, and in which order.

use std::collections::VecDeque;

use tengen_game::Rule;

use super::Searcher;
use crate::board::{Cell, CellSet, Pattern, Threat};

/// A move with its ordering score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScoredMove {
    /// The ordering score and, of equal scores, the reversed board order, as one number that is compared at once: the
    /// greater, the sooner the move is tried.
    rank: i64,
    pub(super) cell: Cell,
    /// The move neither makes a three or more nor blocks one of the opponent's, or it makes a four that builds nothing: such a four
    /// only changes the order of moves.
    pub(super) is_quiet: bool,
}

impl ScoredMove {
    fn new(score: i32, cell: Cell, is_quiet: bool) -> ScoredMove {
        ScoredMove { rank: i64::from(score) << 16 | i64::from(u16::MAX - cell.raw()), cell, is_quiet }
    }
}

/// The score of the transposition table's move.
const TT_MOVE: i32 = i32::MAX;

/// The moves that are generated, by the threats of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tier {
    /// The opponent threatens five: only moves that stop it, most often one.
    Forced,
    /// The opponent threatens an open four or an equivalent: own fours, and moves that stop it.
    Defend,
    /// No such threat: every move near a stone.
    Free,
}

/// Moves that are likely to cause a cutoff.
struct Hints {
    tt_move: Option<Cell>,
    killers: [Option<Cell>; 2],
    counter_move: Option<Cell>,
    /// Whether the policy orders moves.
    has_policy: bool,
}

/// A staged move picker: yields the moves of one node, the most promising first.
///
/// The move of the transposition table comes first, before any other move is generated: most often it causes a cutoff.
/// Generated moves follow by their scores, deferred moves come last. The generated moves are in the searcher's move list, behind those
/// of the nodes above, so that a node allocates nothing.
#[derive(Debug)]
pub(super) struct MovePicker {
    stage: Stage,
    tier: Tier,
    ply: usize,
    depth: i32,
    /// The index of the node's first move in the move list.
    begin: usize,
    /// The index of the next move to be picked.
    next: usize,
    /// Moves that another thread was searching.
    deferred: VecDeque<PickedMove>,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The table's move is next, the others are not generated yet.
    TtMove(Cell),
    /// The other moves are generated; this one has been yielded.
    Generate(Cell),
    /// The moves in the list are yielded, and then the deferred ones.
    List,
}

/// A move that a picker yields.
#[derive(Clone, Copy, Debug)]
pub(super) struct PickedMove {
    pub(super) cell: Cell,
    pub(super) is_quiet: bool,
    /// Where the move was deferred: the number of moves that had been tried before it.
    pub(super) deferred_after: Option<i32>,
}

impl MovePicker {
    /// A picker for the node at `ply`, which is searched to `depth`. A move of the table that cannot be verified at once is only a hint for
    /// the order.
    pub(super) fn new(
        search: &mut Searcher,
        tier: Tier,
        tt_move: Option<Cell>,
        ply: usize,
        depth: i32,
    ) -> MovePicker {
        let begin = search.moves.len();
        let verified = tt_move.filter(|&cell| {
            tier == Tier::Free && search.board.empty().contains(cell) && search.board.is_legal(cell)
        });
        let stage = match verified {
            Some(cell) => Stage::TtMove(cell),
            None => {
                search.push_moves(tier, tt_move, ply, depth);
                Stage::List
            }
        };
        MovePicker { stage, tier, ply, depth, begin, next: begin, deferred: VecDeque::new() }
    }

    /// The next move. Moves but the table's may be illegal.
    pub(super) fn next(&mut self, search: &mut Searcher) -> Option<PickedMove> {
        match self.stage {
            Stage::TtMove(cell) => {
                self.stage = Stage::Generate(cell);
                return Some(PickedMove { cell, is_quiet: search.is_quiet(cell), deferred_after: None });
            }
            Stage::Generate(tried) => {
                self.stage = Stage::List;
                search.push_moves(self.tier, None, self.ply, self.depth);
                let duplicate = search.moves[self.begin..].iter().position(|m| m.cell == tried);
                if let Some(index) = duplicate {
                    search.moves.swap_remove(self.begin + index);
                }
            }
            Stage::List => {}
        }
        if let Some(ScoredMove { cell, is_quiet, .. }) = search.pick(self.next) {
            self.next += 1;
            return Some(PickedMove { cell, is_quiet, deferred_after: None });
        }
        self.deferred.pop_front()
    }

    /// Puts a move behind all others; `tried` moves have been tried before it.
    pub(super) fn defer(&mut self, picked: PickedMove, tried: i32) {
        self.deferred.push_back(PickedMove { deferred_after: Some(tried), ..picked });
    }

    /// Drops the quiet moves that are left, deferred ones excepted.
    pub(super) fn skip_quiets(&mut self, search: &mut Searcher) {
        let mut end = self.next;
        for index in self.next..search.moves.len() {
            let m = search.moves[index];
            if !m.is_quiet {
                search.moves[end] = m;
                end += 1;
            }
        }
        search.moves.truncate(end);
    }

    /// Removes the node's moves from the move list.
    pub(super) fn finish(self, search: &mut Searcher) {
        search.moves.truncate(self.begin);
    }
}

impl Searcher<'_> {
    /// The kind of moves that the side to move has to choose from, when it cannot win at once itself.
    pub(super) fn tier(&mut self) -> Tier {
        let other = !self.board.side();
        if self.board.threatens(other, Threat::Win) {
            return Tier::Forced;
        }
        if !self.board.threatens(other, Threat::OpenFour) {
            return Tier::Free;
        }
        self.board.apply();
        if self.open_four_threats().is_empty() { Tier::Free } else { Tier::Defend }
    }

    /// The cells on which the opponent may make an open four or an equivalent.
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

    /// Generates the moves of a tier, unsorted. Some may be illegal, but at least one is legal if the position has any
    /// legal move. Returns where they begin in the move list.
    pub(super) fn push_moves(&mut self, tier: Tier, tt_move: Option<Cell>, ply: usize, depth: i32) -> usize {
        let begin = self.moves.len();
        let cells = match tier {
            Tier::Forced if self.board.has_far_answers() => self.far_answers(),
            Tier::Forced => {
                let reply = self.forced_move();
                self.moves.extend(reply.map(|cell| ScoredMove::new(0, cell, false)));
                return begin;
            }
            Tier::Defend => self.defences(),
            Tier::Free => self.free_moves(),
        };
        // The policy was trained with free choices alone.
        let has_policy = tier == Tier::Free && self.prepare_policy(depth, &cells);
        self.push_scored(&cells, &Hints { tt_move, has_policy, ..self.hints(ply) });
        self.ensure_legal_move(begin);
        begin
    }

    /// Generates every empty cell. Returns where they begin in the move list.
    pub(super) fn push_all(&mut self, ply: usize) -> usize {
        let begin = self.moves.len();
        let hints = self.hints(ply);
        for cell in self.board.empty().iter() {
            self.push_one(cell, &hints);
        }
        begin
    }

    /// Generates fours, or other moves that are not quiet, sorted by the board alone. Returns where they begin.
    pub(super) fn push_forcing(&mut self, cells: impl Iterator<Item = Cell>, tt_move: Option<Cell>) -> usize {
        let begin = self.moves.len();
        for cell in cells {
            let score = if tt_move == Some(cell) { TT_MOVE } else { self.board.order(cell) };
            self.moves.push(ScoredMove::new(score, cell, false));
        }
        begin
    }

    /// The answer to a four; any legal move where none stops it; `None` when no move is legal.
    fn forced_move(&mut self) -> Option<Cell> {
        let wins = *self.board.wins(!self.board.side());
        wins.iter().find(|&cell| self.board.is_legal(cell)).or_else(|| self.any_legal_move())
    }

    /// The answers to fours under rules where a stone at the end of a row may be one: every cell that can change each of the
    /// fives that threaten. The search refutes those that do not help.
    fn far_answers(&self) -> CellSet {
        let other = !self.board.side();
        let wins = self.board.wins(other).iter();
        let answers = wins.map(|cell| self.board.answers(cell, other, Pattern::Five));
        answers.reduce(|all, cells| all.intersection(&cells)).unwrap_or(CellSet::EMPTY)
    }

    /// A legal move, if there is one.
    pub(super) fn any_legal_move(&mut self) -> Option<Cell> {
        let (near, empty) = (self.board.near(), *self.board.empty());
        near.iter().chain(empty.iter()).find(|&cell| self.board.is_legal(cell))
    }

    /// The moves that do not lose to an open four at once: own fours, and the cells from which every threat of the opponent's
    /// can be answered.
    ///
    /// Overlooked in renju: a white stone further away that makes Black's winning move a double-three, and so forbids it.
    fn defences(&mut self) -> CellSet {
        let side = self.board.side();
        let threats = self.open_four_threats();
        let answers = threats.iter().map(|cell| self.board.answers(cell, !side, Pattern::Four));
        let answers = answers.reduce(|all, cells| all.intersection(&cells)).unwrap_or(CellSet::EMPTY);
        self.board.fours(side).union(&answers)
    }

    fn free_moves(&self) -> CellSet {
        let near = if self.is_small() { CellSet::EMPTY } else { self.board.near() };
        if near.is_empty() { *self.board.empty() } else { near }
    }

    /// Replaces the moves from `begin` on by any legal move where none of them is legal.
    fn ensure_legal_move(&mut self, begin: usize) {
        let is_found = (begin..self.moves.len()).any(|index| {
            let cell = self.moves[index].cell;
            self.board.is_legal(cell)
        });
        if !is_found {
            self.moves.truncate(begin);
            let other = self.any_legal_move();
            self.moves.extend(other.map(|cell| ScoredMove::new(0, cell, false)));
        }
    }

    fn push_scored(&mut self, cells: &CellSet, hints: &Hints) {
        // Moves on dead cells are equivalent to a pass, so that one of them is enough. Where a row can be too long, even a dead
        // cell may matter.
        let mut has_dead_move = false;
        let are_equivalent = matches!(self.board.rule(), Rule::Free(_));
        for cell in cells.iter() {
            let is_dead = are_equivalent && self.board.is_dead_cell(cell);
            if is_dead && std::mem::replace(&mut has_dead_move, true) {
                continue;
            }
            self.push_one(cell, hints);
        }
    }

    fn push_one(&mut self, cell: Cell, hints: &Hints) {
        let side = self.board.side();
        let params = &self.params;
        let history = self.memory.history.quiet(side, cell) * params.history_order / 1024;
        let by_tables = self.board.order(cell);
        let order =
            if hints.has_policy { self.evaluator.order_by_policy(cell, by_tables) } else { by_tables };
        let mut score = order + history;
        if hints.killers.contains(&Some(cell)) {
            score += params.killer_order;
        } else if hints.counter_move == Some(cell) {
            score += params.counter_order;
        }
        if hints.tt_move == Some(cell) {
            score = TT_MOVE;
        }
        let is_quiet = self.is_quiet(cell);
        self.moves.push(ScoredMove::new(score, cell, is_quiet));
    }

    /// Prepares the order of a node of this depth by the policy, if it orders its moves. Returns whether it does.
    fn prepare_policy(&mut self, depth: i32, cells: &CellSet) -> bool {
        let params = &self.params;
        let is_used = params.policy_depth > 0 && depth >= params.policy_depth && self.uses_network();
        if !is_used {
            return false;
        }
        self.board.apply();
        self.evaluator.prepare_order(self.board, cells)
    }

    /// The hints of a node without a move of the table or a policy.
    fn hints(&self, ply: usize) -> Hints {
        let history = &self.memory.history;
        let counter_move = history.counter_move(self.board.side(), self.previous_move(ply));
        Hints { tt_move: None, killers: history.killers(ply), counter_move, has_policy: false }
    }

    /// Whether a move neither makes a three or more nor blocks one of the opponent's, or makes a four that builds nothing.
    pub(super) fn is_quiet(&mut self, cell: Cell) -> bool {
        let side = self.board.side();
        let (own, other) = (self.board.entry(cell, side), self.board.entry(cell, !side));
        if own.is_plain_four {
            !self.builds_a_win(cell)
        } else {
            own.threat == Threat::Quiet && other.threat < Threat::DoubleThree
        }
    }

    /// Whether a move makes no more than a three, and blocks no more than a three or a four that makes nothing else.
    pub(super) fn is_at_most_three(&self, cell: Cell) -> bool {
        let side = self.board.side();
        let (own, other) = (self.board.entry(cell, side), self.board.entry(cell, !side));
        own.threat <= Threat::OpenThree && other.threat <= Threat::Four
    }

    /// Swaps the best of the moves from `index` on to `index`.
    pub(super) fn pick(&mut self, index: usize) -> Option<ScoredMove> {
        let rest = self.moves.get_mut(index..)?;
        let (mut best, mut best_rank) = (0, rest.first()?.rank);
        for (index, m) in rest.iter().enumerate().skip(1) {
            if m.rank > best_rank {
                (best, best_rank) = (index, m.rank);
            }
        }
        rest.swap(0, best);
        rest.first().copied()
    }
}
