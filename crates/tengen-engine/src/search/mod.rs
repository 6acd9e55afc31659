//! The search: iterative deepening over a principal-variation alpha-beta that generates only forced moves where the
//! opponent threatens to win, and a quiescence search by fours.

mod evaluation;
mod history;
mod node;
mod params;
mod picker;
mod pruning;
mod qsearch;
mod reduction;
pub(crate) mod root;
#[cfg(test)]
mod testing;
pub(crate) mod threads;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tengen_analysis::{Clock, Score, StopHandle, StopReason};

use crate::board::{Board, Cell};
use crate::network::Evaluator;
use crate::tt::{Age, Bound, TranspositionTable, TtHit};
use history::History;
pub use params::{SearchParam, SearchParamChanges, SearchParamError, SearchParams};
use threads::MovesUnderSearch;

/// A win with the next ply; one less for each ply that it takes longer.
pub(crate) const MATE: i32 = 30_000;

/// Greater than every score.
pub(crate) const INFINITE: i32 = 31_000;

/// Evaluations stay below; scores above are proved wins.
const MATE_BOUND: i32 = 29_000;

/// The longest line that is searched, in plies. Forced replies cost no depth, so that depth alone does not end a line.
pub(crate) const MAX_PLY: usize = 120;

/// Nodes between two checks of the clock and the stop handle.
pub(crate) const CLOCK_INTERVAL: u64 = 128;

/// The reason for which a search returns before it is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interrupt {
    /// A limit, or the stop handle: the search is over.
    End(StopReason),
    /// The slice is used up.
    Slice,
}

/// The limits at which a search is interrupted, in the clock's time and in nodes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Budget {
    pub(crate) deadline: Option<Duration>,
    pub(crate) slice_end: Option<Duration>,
    /// The node count up to which a slice continues after its end.
    pub(crate) slice_nodes: u64,
    pub(crate) nodes: Option<u64>,
}

/// Counts of the moves that caused cutoffs, in nodes with a free choice: a measure of the order of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CutCounts {
    /// All cutoffs.
    pub all: u64,
    /// The cutoffs by the first move.
    pub first: u64,
    /// The cutoffs by one of the first three moves.
    pub third: u64,
}

impl CutCounts {
    fn add(&mut self, tried: i32) {
        self.all += 1;
        self.first += u64::from(tried <= 1);
        self.third += u64::from(tried <= 3);
    }
}

impl std::ops::AddAssign for CutCounts {
    fn add_assign(&mut self, other: CutCounts) {
        self.all += other.all;
        self.first += other.first;
        self.third += other.third;
    }
}

/// The memory of one thread between slices, with the parts that all threads share.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) tt: Arc<TranspositionTable>,
    pub(crate) age: Age,
    pub(crate) history: History,
    /// The cutoffs of the last search.
    pub(crate) cuts: CutCounts,
    /// The positions that the network evaluated in the last search.
    pub(crate) evaluations: u64,
    params: SearchParamChanges,
    /// `None` where there is only one thread.
    under_search: Option<Arc<MovesUnderSearch>>,
}

impl Memory {
    /// An empty memory for searches with these changes to the parameters of the rule.
    pub(crate) fn new(hash_bytes: usize, params: SearchParamChanges) -> Memory {
        Memory {
            tt: Arc::new(TranspositionTable::new(hash_bytes)),
            age: Age::default(),
            history: History::new(),
            cuts: CutCounts::default(),
            evaluations: 0,
            params,
            under_search: None,
        }
    }

    /// The memory of another thread of the same search.
    fn for_thread(&self) -> Memory {
        Memory { history: History::new(), ..self.clone() }
    }

    /// Clears the transposition table and the history.
    pub(crate) fn clear(&mut self) {
        self.tt.clear();
        self.age = Age::default();
        self.history.clear();
    }

    /// Prepares a new search with this number of threads, which keeps the transposition table.
    pub(crate) fn begin(&mut self, threads: usize) {
        if (threads > 1) != self.under_search.is_some() {
            self.under_search = (threads > 1).then(|| Arc::new(MovesUnderSearch::new()));
        }
        self.age = self.age.next();
        self.history.clear();
        self.cuts = CutCounts::default();
        self.evaluations = 0;
    }
}

/// The part of a node of the current path that the nodes below it use.
#[derive(Clone, Copy, Debug, Default)]
struct StackEntry {
    /// The static evaluation, for the side to move there.
    eval: i32,
    /// The move that was made there.
    moved: Option<Cell>,
    /// The move that a singular search leaves out.
    excluded: Option<Cell>,
    /// By how many plies the search of the move that was made there is reduced.
    reduction: i32,
    /// The network's correction of the evaluation by tables, perhaps only predicted, for the side to move there.
    correction: i32,
}

/// One thread of a search: the position, its memory and its limits.
pub(crate) struct Searcher<'a> {
    pub(crate) board: &'a mut Board,
    evaluator: Evaluator,
    pub(crate) memory: &'a mut Memory,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) stop: &'a StopHandle,
    pub(crate) budget: Budget,
    pub(crate) nodes: u64,
    /// The longest line so far, in plies.
    pub(crate) selective_depth: usize,
    /// The sum of the nodes of all helper threads.
    helper_nodes: &'a AtomicU64,
    /// Whether this is a helper thread.
    pub(crate) is_helper: bool,
    /// The nodes of this helper that are in the sum.
    reported_nodes: u64,
    /// The node count at which the limits are checked next.
    next_check: u64,
    /// The node count from which on the current quiescence search stands pat.
    qsearch_end: u64,
    /// The principal variation from each ply on.
    pub(crate) pv: Vec<Vec<Cell>>,
    /// The generated moves of all nodes of the current path, one node's behind the other's.
    moves: Vec<picker::ScoredMove>,
    /// The nodes of the current path, by ply.
    stack: Vec<StackEntry>,
    params: SearchParams,
}

impl<'a> Searcher<'a> {
    pub(crate) fn new(
        board: &'a mut Board,
        memory: &'a mut Memory,
        clock: &'a dyn Clock,
        stop: &'a StopHandle,
        budget: Budget,
        nodes: u64,
        helper_nodes: &'a AtomicU64,
    ) -> Searcher<'a> {
        let pv = vec![Vec::new(); MAX_PLY + 2];
        // The last node may show a win by a four-three, which is a line of four more moves.
        let mut stack = vec![StackEntry::default(); MAX_PLY + 4];
        stack[0].eval = board.evaluate();
        let params = memory.params.params_of(board.rule());
        let mut searcher = Searcher {
            evaluator: Evaluator::new(board),
            board,
            clock,
            stop,
            budget,
            nodes,
            selective_depth: 0,
            helper_nodes,
            is_helper: false,
            reported_nodes: nodes,
            next_check: nodes,
            qsearch_end: 0,
            pv,
            moves: Vec::new(),
            stack,
            params,
            memory,
        };
        if searcher.uses_network() {
            searcher.stack[0].correction = searcher.correction(searcher.stack[0].eval);
        }
        searcher
    }

    /// Counts a node, and checks the limits now and then.
    fn enter_node(&mut self, ply: usize) -> Result<(), Interrupt> {
        if self.budget.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Interrupt::End(StopReason::Nodes));
        }
        if self.nodes >= self.next_check {
            self.check_limits()?;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        Ok(())
    }

    /// Checks the node limit of all threads, the stop handle and the clock.
    pub(crate) fn check_limits(&mut self) -> Result<(), Interrupt> {
        self.next_check = self.nodes + CLOCK_INTERVAL;
        if self.is_helper {
            self.helper_nodes.fetch_add(self.nodes - self.reported_nodes, Ordering::Relaxed);
            self.reported_nodes = self.nodes;
        } else if self.budget.nodes.is_some_and(|limit| self.all_nodes() >= limit) {
            return Err(Interrupt::End(StopReason::Nodes));
        }
        if self.stop.is_requested() {
            return Err(Interrupt::End(StopReason::Stopped));
        }
        if self.budget.deadline.is_none() && self.budget.slice_end.is_none() {
            return Ok(());
        }
        let now = self.clock.now();
        if self.budget.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(Interrupt::End(StopReason::Time));
        }
        if self.nodes >= self.budget.slice_nodes && self.budget.slice_end.is_some_and(|end| now >= end) {
            return Err(Interrupt::Slice);
        }
        Ok(())
    }

    /// The nodes of all threads; only meaningful in the main thread.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.nodes + self.helper_nodes.load(Ordering::Relaxed)
    }

    /// Makes a move at `ply`, runs `search`, and takes the move back. At first, the sums of the board alone are those of the new
    /// position: most nodes need no more. `search` brings the rest up to date with [`Board::apply`](crate::board::Board::apply).
    fn with_sums<T>(&mut self, ply: usize, cell: Cell, search: impl FnOnce(&mut Self) -> T) -> T {
        self.stack[ply].moved = Some(cell);
        self.board.make_sums(cell);
        let result = search(self);
        self.board.unmake();
        result
    }

    /// Makes a move at `ply`, runs `search`, and takes the move back.
    fn with_move<T>(&mut self, ply: usize, cell: Cell, search: impl FnOnce(&mut Self) -> T) -> T {
        self.with_sums(ply, cell, |searcher| {
            searcher.board.apply();
            search(searcher)
        })
    }

    /// A move of the position, and the moves that the transposition table has after it.
    pub(crate) fn line_from_table(&mut self, first: Cell) -> Vec<Cell> {
        /// Further on, the entries are from ever shallower searches.
        const MOST_MOVES: usize = 12;
        let mut line = Vec::new();
        let (mut next, mut made) = (Some(first), 0);
        while let Some(cell) = next
            && line.len() < MOST_MOVES
            && self.board.empty().contains(cell)
            && self.board.is_legal(cell)
        {
            line.push(cell);
            if self.board.wins(self.board.side()).contains(cell) {
                break;
            }
            self.board.make(cell);
            made += 1;
            next = self.memory.tt.get(self.board.key()).and_then(|hit| hit.best);
        }
        (0..made).for_each(|_| self.board.unmake());
        line
    }

    /// The node before the one at `ply`; none at the root.
    fn entry_before(&self, ply: usize) -> Option<&StackEntry> {
        ply.checked_sub(1).map(|before| &self.stack[before])
    }

    /// The move that led to the node at `ply`; unknown at the root.
    fn previous_move(&self, ply: usize) -> Option<Cell> {
        self.entry_before(ply)?.moved
    }

    /// Sets the principal variation from `ply` on to a move and the line after it.
    fn update_pv(&mut self, ply: usize, cell: Cell) {
        let (front, back) = self.pv.split_at_mut(ply + 1);
        if let (Some(pv), Some(next)) = (front.last_mut(), back.first()) {
            pv.clear();
            pv.push(cell);
            pv.extend_from_slice(next);
        }
    }

    fn params(&self) -> &SearchParams {
        &self.params
    }

    /// Whether the board is searched with all moves and no pruning, so that a search as deep as the board is a proof.
    fn is_small(&self) -> bool {
        /// 6×6. Larger boards cannot be searched to their end.
        const SMALL_AREA: usize = 36;
        self.board.size().area() <= SMALL_AREA
    }
}

/// The typed score of an internal one.
pub(crate) fn to_score(value: i32) -> Score {
    if value > MATE_BOUND {
        Score::Mate(MATE - value)
    } else if value < -MATE_BOUND {
        Score::Mate(-MATE - value)
    } else {
        Score::Value(value)
    }
}

/// The score of a win with the ply after `ply`.
const fn win_at(ply: usize) -> i32 {
    MATE - ply as i32 - 1
}

pub(crate) const fn is_mate(value: i32) -> bool {
    value > MATE_BOUND || is_loss(value)
}

const fn is_loss(value: i32) -> bool {
    value < -MATE_BOUND
}

/// Converts a score for the table: mate scores count from the root in the search, and from the position itself in the table.
fn to_tt(score: i32, ply: usize) -> i32 {
    if score > MATE_BOUND {
        score + ply as i32
    } else if score < -MATE_BOUND {
        score - ply as i32
    } else {
        score
    }
}

/// The inverse of [`to_tt`].
fn from_tt(score: i32, ply: usize) -> i32 {
    if score > MATE_BOUND {
        score - ply as i32
    } else if score < -MATE_BOUND {
        score + ply as i32
    } else {
        score
    }
}

/// The score of a deep enough entry of the table, if it causes a cutoff.
fn cutoff(hit: TtHit, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
    let score = from_tt(hit.score, ply);
    let cuts = match hit.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    cuts.then_some(score)
}
