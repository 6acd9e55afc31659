use std::num::NonZeroU16;
use std::time::Duration;

use tengen_analysis::{AttackerTurn, Clock, Proof, Solution, SolveLimits, SolveStop, StopHandle, Verdict};
use tengen_game::{Color, Position};

use super::vcf::{Outcome, VcfSearch, Widening, stop_of};
use super::vct::{Shortening, Turns, VctSearch};
use crate::board::Board;

/// One question to a solver, answered slice by slice, for callers that must return to an event loop in between.
///
/// A slice ends between two steps of the search, which the next slice continues: the answer and the nodes are those of
/// [`vcf`](super::vcf()) and [`vct`](super::vct()) for any slices. A slice may be overrun while a win is written down,
/// or while the solver determines what a move threatens.
///
/// ```
/// use std::time::Duration;
/// use tengen_analysis::{SolveLimits, StopHandle, SystemClock, Verdict};
/// use tengen_engine::solve::Solver;
/// use tengen_game::{BoardSize, Color, Position, Rule};
///
/// let (clock, stop) = (SystemClock::new(), StopHandle::default());
/// let position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
/// let mut solver = Solver::vct(&position, Color::Black, &SolveLimits::default(), &clock);
/// let solution = loop {
///     if let Some(solution) = solver.advance(Duration::from_millis(40), &clock, &stop) {
///         break solution;
///     }
/// };
/// assert_eq!(solution.verdict, Verdict::Refuted);
/// ```
#[derive(Debug)]
pub struct Solver {
    work: Work,
    limit: Option<u64>,
    /// The end of the time limit, in the clock's time.
    deadline: Option<Duration>,
    nodes: u64,
}

#[derive(Debug)]
enum Work {
    Searching(Box<Search>),
    Answered(Verdict),
}

#[derive(Debug)]
struct Search {
    start: Position,
    board: Board,
    /// The most plies that the win may take.
    plies: u32,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Fours(VcfSearch, Widening),
    /// The search by threats; once a win is written down, with the search for a shorter one.
    Threats(VctSearch, Turns, Option<Shortening>),
}

impl Solver {
    /// The question whether `attacker` wins by continuous fours, as in [`vcf`](super::vcf()). The time of the limits runs from
    /// now on, between the slices too.
    pub fn vcf(position: &Position, attacker: Color, limits: &SolveLimits, clock: &dyn Clock) -> Solver {
        Solver::new(position, attacker, limits, clock, |_| {
            Stage::Fours(VcfSearch::with_pauses(attacker), Widening::default())
        })
    }

    /// The question whether `attacker` wins by continuous threats, as in [`vct`](super::vct()). The time of the limits runs from
    /// now on, between the slices too.
    pub fn vct(position: &Position, attacker: Color, limits: &SolveLimits, clock: &dyn Clock) -> Solver {
        Solver::new(position, attacker, limits, clock, |plies| {
            Stage::Threats(VctSearch::new(attacker), Turns::new(plies), None)
        })
    }

    fn new(
        position: &Position,
        attacker: Color,
        limits: &SolveLimits,
        clock: &dyn Clock,
        first: impl FnOnce(u32) -> Stage,
    ) -> Solver {
        let deadline = limits.time.map(|time| clock.now().saturating_add(time));
        let work = match with_attacker_to_move(position, attacker) {
            None => Work::Answered(Verdict::Refuted),
            Some(start) => {
                let board = Board::new(&start, None);
                let plies = plies_left(&board);
                Work::Searching(Box::new(Search { start, board, plies, stage: first(plies) }))
            }
        };
        Solver { work, limit: limits.nodes, deadline, nodes: 0 }
    }

    /// Visited nodes so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches on for about `slice`; the answer if there is one now. A stop ends the search without one, and is not spent:
    /// the caller resets the handle. After its answer, the solver gives the same again.
    pub fn advance(&mut self, slice: Duration, clock: &dyn Clock, stop: &StopHandle) -> Option<Solution> {
        if let Work::Searching(search) = &mut self.work {
            let mut budget = Budget::new(self.nodes, self.limit, self.deadline, slice, clock, stop);
            let result = search.advance(&mut budget);
            self.nodes = budget.nodes();
            self.work = Work::Answered(match result {
                Ok(Some(turns)) => Verdict::Proved(Proof::new(&search.start, turns)),
                Ok(None) => Verdict::Refuted,
                Err(Halt::Pause) => return None,
                Err(halt) => Verdict::Unknown(stop_of(halt)),
            });
        }
        let Work::Answered(verdict) = &self.work else { return None };
        Some(Solution { verdict: verdict.clone(), nodes: self.nodes })
    }

    /// Searches to the end in one piece.
    pub(super) fn finish(mut self, clock: &dyn Clock, stop: &StopHandle) -> Solution {
        loop {
            if let Some(solution) = self.advance(Duration::MAX, clock, stop) {
                return solution;
            }
        }
    }
}

impl Search {
    /// The turns of a win, if there is one.
    fn advance(&mut self, budget: &mut Budget) -> Result<Option<Vec<AttackerTurn>>, Halt> {
        let (board, plies) = (&mut self.board, self.plies);
        match &mut self.stage {
            Stage::Fours(search, at) => find_by_fours(search, at, board, plies, budget),
            Stage::Threats(search, at, written) => {
                if written.is_none() {
                    let Some(found) = search.find(board, plies, at, budget)? else { return Ok(None) };
                    *written = Some(search.written_down(board, found, budget).map_err(Halt::Stop)?);
                }
                let Some(mut shortening) = written.take() else { return Ok(None) };
                if search.shorten(board, &mut shortening, budget) {
                    return Ok(Some(shortening.turns));
                }
                *written = Some(shortening);
                Err(Halt::Pause)
            }
        }
    }
}

/// The turns of a win by continuous fours of the side to move, if one is found within the limits, and the visited nodes: as
/// [`vcf()`](super::vcf()), but on the board of a search, which is left as it was. [`Proof::new`] makes a proof of the turns.
pub(crate) fn vcf_on_board(
    board: &mut Board,
    limits: &SolveLimits,
    clock: &dyn Clock,
    stop: &StopHandle,
) -> (Option<Vec<AttackerTurn>>, u64) {
    let (turns, nodes) = by_fours_on_board(board, limits, clock, stop, |search, board, plies, budget| {
        find_by_fours(search, &mut Widening::default(), board, plies, budget)
    });
    (turns.ok().flatten(), nodes)
}

/// The result of a search by fours for the side to move on the board of a search, and the visited nodes; `None` in the result where there is
/// no win.
fn by_fours_on_board<T>(
    board: &mut Board,
    limits: &SolveLimits,
    clock: &dyn Clock,
    stop: &StopHandle,
    find: impl FnOnce(&mut VcfSearch, &mut Board, u32, &mut Budget) -> Result<Option<T>, Halt>,
) -> (Result<Option<T>, Halt>, u64) {
    let attacker = board.side();
    if board.fours(attacker).is_empty() && board.wins(attacker).is_empty() {
        return (Ok(None), 0);
    }
    let plies = plies_left(board);
    let deadline = limits.time.map(|time| clock.now().saturating_add(time));
    let mut budget = Budget::new(0, limits.nodes, deadline, Duration::MAX, clock, stop);
    let found = find(&mut VcfSearch::new(attacker), board, plies, &mut budget);
    (found, budget.nodes())
}

/// The answer to the question whether the side to move wins by continuous fours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByFours {
    /// It wins in this number of plies.
    Won(u32),
    /// It does not.
    Refuted,
    /// The limits ended the search.
    Unknown,
}

/// Whether the side to move wins by continuous fours, and the visited nodes. The win is not written down, and a shorter one may
/// exist. The board is left as it was.
pub(crate) fn is_won_by_fours(
    board: &mut Board,
    limits: &SolveLimits,
    clock: &dyn Clock,
    stop: &StopHandle,
) -> (ByFours, u64) {
    let (found, nodes) = by_fours_on_board(board, limits, clock, stop, |search, board, plies, budget| {
        let outcome = search.any(board, plies, u64::MAX, budget)?;
        Ok(if let Outcome::Won(plies) = outcome { Some(plies) } else { None })
    });
    let answer = match found {
        Ok(Some(plies)) => ByFours::Won(plies),
        Ok(None) => ByFours::Refuted,
        Err(_) => ByFours::Unknown,
    };
    (answer, nodes)
}

/// The turns of a win by continuous threats of the side to move, if one is found within the nodes: as [`vct()`](super::vct()), but on the
/// board of a search, which is left as it was, and not shortened.
pub(crate) fn vct_on_board(
    board: &mut Board,
    nodes: u64,
    clock: &dyn Clock,
    stop: &StopHandle,
) -> Option<Vec<AttackerTurn>> {
    let plies = plies_left(board);
    let mut search = VctSearch::new(board.side());
    let mut budget = Budget::new(0, Some(nodes), None, Duration::MAX, clock, stop);
    let found = search.find(board, plies, &mut Turns::new(plies), &mut budget).ok()??;
    search.written_down(board, found, &mut budget).ok().map(|written| written.turns)
}

/// The question whether `attacker` wins by continuous threats, as [`vct()`](super::vct()) answers it, for a search that spreads
/// it over many parts: the win is neither written down nor shortened, and every part continues with the table of those before it.
#[derive(Clone, Debug)]
pub(crate) struct ThreatQuestion {
    board: Board,
    plies: u32,
    search: VctSearch,
    turns: Turns,
    nodes: u64,
    is_refuted: bool,
}

impl ThreatQuestion {
    /// A question about the position; `None` where the game is over.
    pub(crate) fn new(position: &Position, attacker: Color) -> Option<ThreatQuestion> {
        let board = Board::new(&with_attacker_to_move(position, attacker)?, None);
        let plies = plies_left(&board);
        let (search, turns) = (VctSearch::new(attacker), Turns::new(plies));
        Some(ThreatQuestion { board, plies, search, turns, nodes: 0, is_refuted: false })
    }

    /// Visited nodes so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches on within the limits, whose nodes are those of all parts together; the length of a win if there is one.
    pub(crate) fn go_on(
        &mut self,
        limits: &SolveLimits,
        clock: &dyn Clock,
        stop: &StopHandle,
    ) -> Option<u32> {
        if self.is_refuted {
            return None;
        }
        let deadline = limits.time.map(|time| clock.now().saturating_add(time));
        let mut budget = Budget::new(self.nodes, limits.nodes, deadline, Duration::MAX, clock, stop);
        let found = self.search.find(&mut self.board, self.plies, &mut self.turns, &mut budget);
        self.nodes = budget.nodes();
        self.is_refuted = found == Ok(None);
        found.ok().flatten()
    }
}

/// The most plies that the game can still have.
fn plies_left(board: &Board) -> u32 {
    board.moves_left().min(board.empty().len()) as u32
}

fn find_by_fours(
    search: &mut VcfSearch,
    at: &mut Widening,
    board: &mut Board,
    plies: u32,
    budget: &mut Budget,
) -> Result<Option<Vec<AttackerTurn>>, Halt> {
    let Some(length) = search.shortest(board, plies, at, budget)? else { return Ok(None) };
    budget.lift(true);
    search.write(board, length, budget).map(Some).map_err(Halt::Stop)
}

/// The position with the attacker to move; A question about the position; `None` where the game is over.
fn with_attacker_to_move(position: &Position, attacker: Color) -> Option<Position> {
    if position.is_over() {
        return None;
    }
    let left_out = usize::from(position.side_to_move() != attacker);
    let left = match position.max_moves() {
        None => None,
        Some(most) => {
            let left = usize::from(most.get()).checked_sub(position.moves().len() + left_out)?;
            Some(NonZeroU16::new(left as u16)?)
        }
    };
    // The stones are those of a position, so that no two sides have won.
    let start = Position::from_board(position.rule(), position.board().clone(), attacker).ok()?;
    Some(start.with_max_moves(left))
}

/// The nodes between two readings of the clock. A node can be a whole search for a threat, twenty microseconds or more.
const CLOCK_INTERVAL: u64 = 16;

/// The reason for which a part of a solver returns before it has an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// The part has used up its share of nodes; the solver continues.
    Share,
    /// The slice is used up; the search continues from where it is in the next.
    Pause,
    /// The solver has to end.
    Stop(SolveStop),
}

/// Counts nodes, and checks the limits of a solver and of its slice.
pub(super) struct Budget<'a> {
    nodes: u64,
    limit: Option<u64>,
    deadline: Option<Duration>,
    next_look: u64,
    slice_end: Option<Duration>,
    next_pause: u64,
    is_lifted: bool,
    clock: &'a dyn Clock,
    stop: &'a StopHandle,
}

impl<'a> Budget<'a> {
    /// The budget of a solver that has visited `nodes` nodes and continues for a slice. The deadline is in the clock's time.
    pub(super) fn new(
        nodes: u64,
        limit: Option<u64>,
        deadline: Option<Duration>,
        slice: Duration,
        clock: &'a dyn Clock,
        stop: &'a StopHandle,
    ) -> Budget<'a> {
        // Without a slice the clock is not read.
        let slice_end = if slice == Duration::MAX { None } else { clock.now().checked_add(slice) };
        Budget {
            nodes,
            limit,
            deadline,
            next_look: nodes,
            slice_end,
            next_pause: nodes + CLOCK_INTERVAL,
            is_lifted: false,
            clock,
            stop,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Lifts the limits, or puts them back: a win that was found is still to be written down, which is little work. A stop still
    /// counts.
    pub(super) fn lift(&mut self, is_lifted: bool) {
        self.is_lifted = is_lifted;
    }

    /// Whether the slice is used up. Every slice gets on by a few nodes, however short it is, and ends nothing that is being
    /// written down.
    pub(super) fn is_slice_over(&mut self) -> bool {
        let Some(end) = self.slice_end else { return false };
        if self.is_lifted || self.nodes < self.next_pause {
            return false;
        }
        self.next_pause = self.nodes + CLOCK_INTERVAL;
        self.clock.now() >= end
    }

    /// Counts a node; `share` is the node count at which the current part has to end.
    pub(super) fn count_node(&mut self, share: u64) -> Result<(), Halt> {
        if self.nodes >= share {
            return Err(Halt::Share);
        }
        if !self.is_lifted && self.limit.is_some_and(|limit| self.nodes >= limit) {
            return Err(Halt::Stop(SolveStop::Nodes));
        }
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + CLOCK_INTERVAL;
            if self.stop.is_requested() {
                return Err(Halt::Stop(SolveStop::Stopped));
            }
            let deadline = self.deadline.filter(|_| !self.is_lifted);
            if deadline.is_some_and(|deadline| self.clock.now() >= deadline) {
                return Err(Halt::Stop(SolveStop::Time));
            }
        }
        self.nodes += 1;
        Ok(())
    }
}
