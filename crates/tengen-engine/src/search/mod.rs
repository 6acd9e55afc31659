//! The search: iterative deepening over a principal-variation alpha-beta with forced tiers of moves, and a
//! quiescence search by fours.

mod node;
mod picker;
mod quiescence;
pub(crate) mod root;

use std::time::Duration;

use tengen_game::Color;

use crate::board::{Board, CELLS, Cell};
use crate::tt::{Bound, TranspositionTable, TtHit};
use crate::{Clock, Score, StopHandle, StopReason};

/// A win with the next ply; one less for each ply that it takes longer.
pub(crate) const MATE: i32 = 30_000;

/// Greater than every score.
pub(crate) const INFINITE: i32 = 31_000;

/// Estimates stay below; what is above is a proved end.
const MATE_BOUND: i32 = 29_000;

/// The longest line that is searched. Forced replies cost no depth, so that depth alone does not end a line.
pub(crate) const MAX_PLY: usize = 120;

/// How many nodes may pass between two looks at the clock.
pub(crate) const CLOCK_INTERVAL: u64 = 128;

/// Boards of at most so many points are searched with all moves and no pruning, so that a search as deep
/// as the board is a proof.
const SMALL_AREA: usize = 36;

/// What makes a search return before it is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interrupt {
    /// A limit, or the stop handle: the search is over.
    End(StopReason),
    /// The slice is used up.
    Slice,
}

/// When to interrupt, in the clock's time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Budget {
    pub(crate) deadline: Option<Duration>,
    pub(crate) slice_end: Option<Duration>,
    /// The node count up to which a slice goes on, however late it is.
    pub(crate) slice_nodes: u64,
    pub(crate) nodes: Option<u64>,
}

/// What the search learns and keeps between slices.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) tt: TranspositionTable,
    killers: Vec<[Option<Cell>; 2]>,
    history: [Box<[i32; CELLS]>; 2],
}

impl Memory {
    pub(crate) fn new(hash_bytes: usize) -> Memory {
        Memory {
            tt: TranspositionTable::new(hash_bytes),
            killers: vec![[None; 2]; MAX_PLY + 1],
            history: [Box::new([0; CELLS]), Box::new([0; CELLS])],
        }
    }

    /// Makes ready for a new search, which keeps the transposition table.
    pub(crate) fn begin(&mut self) {
        self.tt.grow_older();
        self.killers.fill([None; 2]);
        for table in &mut self.history {
            table.fill(0);
        }
    }

    fn reward(&mut self, cell: Cell, side: Color, depth: i32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(cell) {
            *killers = [Some(cell), killers[0]];
        }
        let entry = &mut self.history[side.index()][cell.index()];
        // The entry approaches its bound the slower the nearer it is, so that it never overflows.
        let bonus = (depth * depth).min(400);
        *entry += bonus - *entry * bonus / 16_384;
    }
}

/// A search at work: the position, what it learns, and when it must end.
pub(crate) struct Searcher<'a> {
    pub(crate) board: &'a mut Board,
    pub(crate) memory: &'a mut Memory,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) stop: &'a StopHandle,
    pub(crate) budget: Budget,
    pub(crate) nodes: u64,
    next_look: u64,
    /// Keeps the entries of the root's VCF search apart in the transposition table; 0 otherwise.
    vcf_salt: u64,
    /// The node count at which the quiescence search under way gives up.
    quiescence_end: u64,
    /// The principal variation from each ply on.
    pub(crate) pv: Vec<Vec<Cell>>,
    /// The moves of all nodes on the current path, one behind the other.
    moves: Vec<picker::ScoredMove>,
}

impl<'a> Searcher<'a> {
    pub(crate) fn new(
        board: &'a mut Board,
        memory: &'a mut Memory,
        clock: &'a dyn Clock,
        stop: &'a StopHandle,
        budget: Budget,
        nodes: u64,
    ) -> Searcher<'a> {
        let pv = vec![Vec::new(); MAX_PLY + 2];
        Searcher {
            board,
            memory,
            clock,
            stop,
            budget,
            nodes,
            next_look: nodes,
            vcf_salt: 0,
            quiescence_end: 0,
            pv,
            moves: Vec::new(),
        }
    }

    /// Counts a node, and looks whether the search must end.
    fn visit(&mut self) -> Result<(), Interrupt> {
        if self.budget.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Interrupt::End(StopReason::Nodes));
        }
        if self.nodes >= self.next_look {
            self.look_around()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Looks at the stop handle and the clock.
    pub(crate) fn look_around(&mut self) -> Result<(), Interrupt> {
        self.next_look = self.nodes + CLOCK_INTERVAL;
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

    /// Makes a move, and takes it back whatever `search` returns.
    fn with_move<T>(&mut self, cell: Cell, search: impl FnOnce(&mut Self) -> T) -> T {
        self.board.make(cell);
        let result = search(self);
        self.board.unmake();
        result
    }

    /// Sets the principal variation from `ply` on to a move and what follows it.
    fn update_pv(&mut self, ply: usize, cell: Cell) {
        let (front, back) = self.pv.split_at_mut(ply + 1);
        if let (Some(pv), Some(next)) = (front.last_mut(), back.first()) {
            pv.clear();
            pv.push(cell);
            pv.extend_from_slice(next);
        }
    }

    /// What the position is worth to the side to move, by its patterns alone.
    ///
    /// Whoever moves makes use of its rows first, and how much that is worth swings with every move; so this is the mean
    /// of the position and the one before it.
    fn evaluate(&self) -> i32 {
        let side = self.board.side();
        let (own, other) = (self.board.value(side), self.board.value(!side));
        let now = 5 * own - 4 * other;
        let value = match self.board.values_before() {
            Some(before) => (now - (5 * before[(!side).index()] - 4 * before[side.index()])) / 8,
            None => now / 4,
        };
        value.clamp(-20_000, 20_000)
    }

    fn is_small(&self) -> bool {
        self.board.size().area() <= SMALL_AREA
    }
}

/// A score as the world sees it.
pub(crate) fn to_score(value: i32) -> Score {
    if value > MATE_BOUND {
        Score::Mate(MATE - value)
    } else if value < -MATE_BOUND {
        Score::Mate(-MATE - value)
    } else {
        Score::Value(value)
    }
}

/// A win that comes with the ply after `ply`.
const fn win_at(ply: usize) -> i32 {
    MATE - ply as i32 - 1
}

pub(crate) const fn is_mate(value: i32) -> bool {
    value > MATE_BOUND || is_loss(value)
}

const fn is_loss(value: i32) -> bool {
    value < -MATE_BOUND
}

/// Mate scores count from the root in the search, and from the position itself in the table.
fn to_tt(score: i32, ply: usize) -> i32 {
    match score {
        _ if score > MATE_BOUND => score + ply as i32,
        _ if score < -MATE_BOUND => score - ply as i32,
        _ => score,
    }
}

fn from_tt(score: i32, ply: usize) -> i32 {
    match score {
        _ if score > MATE_BOUND => score - ply as i32,
        _ if score < -MATE_BOUND => score + ply as i32,
        _ => score,
    }
}

/// The score that a deep enough entry of the table gives a node, if it settles the window.
fn cutoff(hit: TtHit, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
    let score = from_tt(hit.score, ply);
    let cuts = match hit.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    cuts.then_some(score)
}
