//! The search: iterative deepening over a principal-variation alpha-beta with forced tiers of moves, and a
//! quiescence search by fours.

mod busy;
mod learned;
mod node;
mod params;
mod picker;
mod quiescence;
pub(crate) mod root;
pub(crate) mod threads;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::board::{Board, Cell};
use crate::tt::{Age, Bound, TranspositionTable, TtHit};
use crate::{Clock, Score, StopHandle, StopReason};
use busy::BusyMoves;
use learned::Learned;
use params::Params;

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

/// What a thread keeps between slices, and what all threads share.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) tt: Arc<TranspositionTable>,
    pub(crate) age: Age,
    pub(crate) learned: Learned,
    /// None where there is only one thread.
    busy: Option<Arc<BusyMoves>>,
}

impl Memory {
    /// An empty memory for a search with so many threads.
    pub(crate) fn new(hash_bytes: usize, threads: usize) -> Memory {
        Memory {
            tt: Arc::new(TranspositionTable::new(hash_bytes)),
            age: Age::default(),
            learned: Learned::new(),
            busy: (threads > 1).then(|| Arc::new(BusyMoves::new())),
        }
    }

    /// The memory of another thread of the same search.
    fn for_thread(&self) -> Memory {
        Memory { learned: Learned::new(), ..self.clone() }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.tt.clear();
        self.age = Age::default();
        self.learned.forget();
    }

    /// Makes ready for a new search, which keeps the transposition table.
    pub(crate) fn begin(&mut self) {
        self.age = self.age.next();
        self.learned.forget();
    }
}

/// What a node of the current path leaves for those below it.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// The static evaluation, for the side to move there.
    eval: i32,
    /// The move that was made there.
    moved: Option<Cell>,
    /// The move that is left out, to learn how much better it is than all others.
    excluded: Option<Cell>,
}

/// A search at work: the position, what it learns, and when it must end.
pub(crate) struct Searcher<'a> {
    pub(crate) board: &'a mut Board,
    pub(crate) memory: &'a mut Memory,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) stop: &'a StopHandle,
    pub(crate) budget: Budget,
    pub(crate) nodes: u64,
    /// The longest line that was looked at, in plies.
    pub(crate) deepest: usize,
    /// Nodes of the other threads, to which each of them adds.
    helpers_nodes: &'a AtomicU64,
    /// Whether this is such a thread.
    pub(crate) is_helper: bool,
    /// Nodes that have been added.
    told_nodes: u64,
    next_look: u64,
    /// Keeps the entries of the root's VCF search apart in the transposition table; 0 otherwise.
    vcf_salt: u64,
    /// The node count at which the quiescence search under way gives up.
    quiescence_end: u64,
    /// The principal variation from each ply on.
    pub(crate) pv: Vec<Vec<Cell>>,
    /// The moves of all nodes on the current path, one behind the other.
    moves: Vec<picker::ScoredMove>,
    /// The nodes of the current path, by ply.
    frames: Vec<Frame>,
    params: Params,
}

impl<'a> Searcher<'a> {
    pub(crate) fn new(
        board: &'a mut Board,
        memory: &'a mut Memory,
        clock: &'a dyn Clock,
        stop: &'a StopHandle,
        budget: Budget,
        nodes: u64,
        helpers_nodes: &'a AtomicU64,
    ) -> Searcher<'a> {
        let pv = vec![Vec::new(); MAX_PLY + 2];
        Searcher {
            board,
            memory,
            clock,
            stop,
            budget,
            nodes,
            deepest: 0,
            helpers_nodes,
            is_helper: false,
            told_nodes: nodes,
            next_look: nodes,
            vcf_salt: 0,
            quiescence_end: 0,
            pv,
            moves: Vec::new(),
            frames: vec![Frame::default(); MAX_PLY + 3],
            params: Params::DEFAULT,
        }
    }

    /// Counts a node, and looks whether the search must end.
    fn visit(&mut self, ply: usize) -> Result<(), Interrupt> {
        if self.budget.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Interrupt::End(StopReason::Nodes));
        }
        if self.nodes >= self.next_look {
            self.look_around()?;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        Ok(())
    }

    /// Looks at the stop handle and the clock.
    pub(crate) fn look_around(&mut self) -> Result<(), Interrupt> {
        self.next_look = self.nodes + CLOCK_INTERVAL;
        if self.is_helper {
            self.helpers_nodes.fetch_add(self.nodes - self.told_nodes, Ordering::Relaxed);
            self.told_nodes = self.nodes;
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

    /// The nodes of all threads, as seen from the first one.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.nodes + self.helpers_nodes.load(Ordering::Relaxed)
    }

    /// Makes a move at `ply`, and takes it back whatever `search` returns.
    fn with_move<T>(&mut self, ply: usize, cell: Cell, search: impl FnOnce(&mut Self) -> T) -> T {
        self.frames[ply].moved = Some(cell);
        self.board.make(cell);
        let result = search(self);
        self.board.unmake();
        result
    }

    /// The move that led to the node at `ply`; unknown at the root.
    fn move_before(&self, ply: usize) -> Option<Cell> {
        self.frames[ply.checked_sub(1)?].moved
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

    /// What the position is worth to the side to move, without any search.
    fn evaluate(&self) -> i32 {
        self.board.evaluate()
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
