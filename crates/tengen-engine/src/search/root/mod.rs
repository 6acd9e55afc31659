//! Iterative deepening over the moves of the position that was asked about.

mod line;
mod moves;
mod threats;
mod window;

use std::time::Duration;

use tengen_game::Position;

use super::quiescence::Verdict;
use super::{Budget, CLOCK_INTERVAL, INFINITE, Interrupt, MATE, Searcher, is_loss, is_mate, to_score};
use crate::board::Cell;
use crate::{SearchLimits, SearchObserver, SearchProgress, StopReason};
pub(crate) use line::Line;
pub(crate) use moves::near_best;
use moves::{all_legal, moves_against_fours, root_moves};
use threats::ThreatSearch;
use window::Window;

/// The deepest iteration; deeper ones would only repeat what is known.
const MAX_DEPTH: i32 = 100;

/// Nodes for the search for a long win by continuous fours before the first iteration, if the limits
/// allow as much: at most a tenth of them.
const VCF_NODES: u64 = 5_000;

/// Boards of at most so many points are searched from the first move on; larger empty boards get the
/// centre at once.
const TINY_AREA: usize = 16;

/// A slice that finished nothing grows up to this, if it was shorter. It also grows in nodes, so that even
/// a clock that leaps makes no search stand still.
const LONGEST_SLICE: Duration = Duration::from_millis(250);

/// Iterative deepening as far as it has got. Nothing of it is lost between two slices: an iteration goes
/// on with the root move at which it was interrupted.
///
/// With several lines to find, each iteration passes once for each of them over the moves that are not yet the first of
/// a better line.
#[derive(Clone, Debug)]
pub(crate) struct RootSearch {
    /// The moves to choose from, the best so far first.
    moves: Vec<Cell>,
    /// What the last passes found, the best first: one line for each of the first moves.
    found: Vec<Line>,
    /// What the last finished iteration found.
    finished: Vec<Line>,
    /// How many lines are wanted.
    wanted: usize,
    /// The iteration under way, the line that it looks for, and the move that comes next.
    depth: i32,
    pass: usize,
    next: usize,
    /// What the pass under way takes for possible, and the best of it.
    window: Window,
    leader: Option<Line>,
    /// The move that was better than the pass took for possible, until it has been searched again.
    promising: Option<Cell>,
    /// The moves of the pass that other threads were at when their turn came.
    put_off: Vec<Cell>,
    max_depth: i32,
    depth_limit: Option<i32>,
    has_tried_vcf: bool,
    threats: ThreatSearch,
    decided: bool,
    /// Slices in a row that were too short for a single root move.
    idle_slices: u32,
    /// Nodes that every slice may visit, however late it is.
    pub(crate) least_nodes: u64,
    /// Iterations in a row that ended with the same best move.
    steady: u32,
    pub(crate) started: Duration,
    target: Option<Duration>,
    pub(crate) budget: Budget,
    pub(crate) nodes: u64,
}

impl RootSearch {
    /// Prepares a search, and decides it where no search is needed. The game must not be over.
    pub(crate) fn new(
        searcher: &mut Searcher,
        position: &Position,
        limits: &SearchLimits,
        started: Duration,
    ) -> RootSearch {
        let empty = searcher.board.empty().len();
        let mut root = RootSearch {
            moves: Vec::new(),
            found: Vec::new(),
            finished: Vec::new(),
            wanted: usize::try_from(limits.lines.max(1)).unwrap_or(usize::MAX),
            depth: 1,
            pass: 0,
            next: 0,
            window: Window::OPEN,
            leader: None,
            promising: None,
            put_off: Vec::new(),
            max_depth: MAX_DEPTH.min(empty.min(searcher.board.moves_left()) as i32),
            depth_limit: limits.depth.map(|depth| i32::try_from(depth).unwrap_or(i32::MAX)),
            has_tried_vcf: false,
            threats: ThreatSearch::new(position),
            decided: false,
            idle_slices: 0,
            least_nodes: CLOCK_INTERVAL,
            steady: 0,
            started,
            target: limits.target,
            budget: Budget {
                deadline: limits.time.and_then(|time| started.checked_add(time)),
                slice_end: None,
                slice_nodes: 0,
                nodes: limits.nodes,
            },
            nodes: 0,
        };
        let is_free = limits.moves.is_none() && limits.excluded.is_empty();
        if is_free && root.wanted == 1 {
            root.look_at_the_board(searcher);
        } else {
            root.take_moves(searcher, limits, is_free);
        }
        root
    }

    /// Finds the moves to choose from, and a first choice without any search.
    fn look_at_the_board(&mut self, searcher: &mut Searcher) {
        let is_opening = searcher.board.empty().len() == searcher.board.size().area();
        if is_opening {
            let center = Cell::from(searcher.board.size().center());
            let wins = searcher.board.wins(searcher.board.side()).contains(center);
            let is_short = searcher.board.rule().win_length().stones() <= 3;
            self.moves = vec![center];
            self.has_tried_vcf = true;
            self.found = vec![Line { score: if wins { MATE - 1 } else { 0 }, pv: vec![center] }];
            self.decided = wins || searcher.board.size().area() > TINY_AREA && !is_short;
            return;
        }
        let verdict = searcher.verdict(0, true);
        let line = std::mem::take(&mut searcher.pv[0]);
        self.moves = root_moves(searcher);
        let Some(&first) = self.moves.first() else {
            self.decided = true;
            return;
        };
        let mut best = Line { score: searcher.evaluate(), pv: vec![first] };
        if let Verdict::Known(score) = verdict {
            best = Line { score, pv: if line.is_empty() { vec![first] } else { line } };
            self.decided = true;
        } else if self.moves.len() == 1 {
            self.decided = true;
            // Where the only move is the answer to one of two fours, the other one wins.
            let win = searcher.with_move(0, first, |search| search.board.wins(search.board.side()).first());
            match win {
                _ if searcher.board.moves_left() == 1 => best.score = 0,
                Some(win) => best = Line { score: -(MATE - 2), pv: vec![first, win] },
                None => {}
            }
        }
        self.found = vec![best];
    }

    /// Takes the moves that the caller wants to know about; nothing is decided before each of them has been looked at.
    fn take_moves(&mut self, searcher: &mut Searcher, limits: &SearchLimits, is_free: bool) {
        self.has_tried_vcf = true;
        self.threats = ThreatSearch::none();
        // The moves that are worth a try are those of a side that does not win at once.
        let wins = !searcher.board.wins(searcher.board.side()).is_empty();
        self.moves = if is_free && !wins { root_moves(searcher) } else { all_legal(searcher) };
        let is_wanted = |cell: &Cell| {
            let point = cell.point();
            limits.moves.as_ref().is_none_or(|moves| moves.contains(&point))
                && !limits.excluded.contains(&point)
        };
        self.moves.retain(is_wanted);
        self.wanted = self.wanted.min(self.moves.len());
        let score = searcher.evaluate();
        self.found = self.moves.iter().take(1).map(|&cell| Line { score, pv: vec![cell] }).collect();
        self.decided = self.moves.is_empty();
    }

    /// The best so far. A move that loses by force proves nothing about those not tried yet: then the next
    /// of them is a better choice, and the old score a better guess.
    pub(crate) fn best(&self) -> Line {
        let old = self.found.first().cloned().unwrap_or_default();
        if self.pass > 0 {
            return old;
        }
        let leader = self.leader.as_ref().filter(|line| line.score > self.window.alpha);
        match (leader, self.promising, self.moves.get(self.next)) {
            (Some(leader), _, Some(&cell)) if is_loss(leader.score) => {
                Line { score: old.score, pv: vec![cell] }
            }
            (Some(leader), _, _) => leader.clone(),
            (None, Some(cell), _) if old.pv.first() != Some(&cell) => {
                Line { score: old.score, pv: vec![cell] }
            }
            (None, _, _) => old,
        }
    }

    /// The lines that come next after the best one, where more than one was wanted: of the iteration under way as far as it
    /// has got, and else of the one before. That one may have thought better of a line than of the one that is now known
    /// to be the best, and a line is never worth more than those before it.
    pub(crate) fn others(&self) -> Vec<Line> {
        if self.wanted == 1 {
            return Vec::new();
        }
        let mut lines = vec![self.best()];
        for line in self.found[..self.pass.min(self.found.len())].iter().chain(&self.finished) {
            let most = lines.last().map_or(INFINITE, |line| line.score);
            let is_known = lines.iter().any(|known| known.pv.first() == line.pv.first());
            if is_known || line.score > most && is_mate(most) || lines.len() == self.wanted {
                continue;
            }
            lines.push(Line { score: line.score.min(most), pv: line.pv.clone() });
        }
        lines.remove(0);
        lines
    }

    /// The last finished iteration.
    pub(crate) fn finished_depth(&self) -> i32 {
        self.depth - 1
    }

    /// The moves to choose from, the best first.
    pub(crate) fn moves(&self) -> &[Cell] {
        &self.moves
    }

    /// Whether there is nothing to search for.
    pub(crate) fn is_decided(&self) -> bool {
        self.decided
    }

    /// This search for another thread.
    pub(crate) fn for_thread(&self) -> RootSearch {
        let mut root = self.clone();
        root.has_tried_vcf = true;
        root.threats = ThreatSearch::none();
        root.target = None;
        root.budget = Budget { nodes: None, deadline: None, ..self.budget };
        root
    }

    /// Searches on until something interrupts it, which is returned.
    pub(crate) fn advance(
        &mut self,
        searcher: &mut Searcher,
        slice: Duration,
        observer: &mut dyn SearchObserver,
    ) -> Interrupt {
        let patience = slice.saturating_mul(1 << self.idle_slices.min(8));
        let slice = patience.min(LONGEST_SLICE).max(slice);
        searcher.budget = self.budget;
        searcher.budget.slice_end = searcher.clock.now().checked_add(slice);
        searcher.budget.slice_nodes = searcher.nodes + (self.least_nodes << self.idle_slices.min(9));
        self.idle_slices = self.idle_slices.saturating_add(1);
        loop {
            if let Err(interrupt) = self.step(searcher, observer) {
                self.nodes = searcher.nodes;
                return interrupt;
            }
            self.idle_slices = 0;
        }
    }

    /// Searches one root move.
    fn step(&mut self, searcher: &mut Searcher, observer: &mut dyn SearchObserver) -> Result<(), Interrupt> {
        if self.decided || self.depth > self.max_depth {
            return Err(Interrupt::End(StopReason::Decided));
        }
        if self.depth_limit.is_some_and(|limit| self.depth > limit) {
            return Err(Interrupt::End(StopReason::Depth));
        }
        if !self.has_tried_vcf {
            return self.try_vcf(searcher, observer);
        }
        if self.next == self.pass {
            searcher.look_around()?;
        }
        if (self.pass, self.next) == (0, 0)
            && let Some(line) = self.threats.look(searcher, self.budget.deadline)
        {
            self.found = vec![line];
            self.decided = true;
            self.report(searcher, observer, 0);
            return Ok(());
        }
        let Some(&cell) = self.moves.get(self.next) else {
            self.finish_pass(searcher, observer);
            return if self.is_time_to_stop(searcher) {
                Err(Interrupt::End(StopReason::Time))
            } else {
                Ok(())
            };
        };
        let is_first = self.next == self.pass;
        let task = searcher.task(cell, self.depth, None);
        if !is_first && !self.put_off.contains(&cell) && searcher.is_busy(task) {
            self.put_off.push(cell);
            self.moves[self.next..].rotate_left(1);
            return Ok(());
        }
        let score = searcher.told(task, |searcher| self.search_move(searcher, cell, is_first))?;
        if is_first && score <= self.window.alpha {
            // Most likely the others fail, too; what they are worth is worth knowing.
            self.window.lower(score);
            return Ok(());
        }
        self.next += 1;
        if score >= self.window.beta {
            // How much better than was thought possible is worth knowing.
            self.moves[self.pass..self.next].rotate_right(1);
            self.next = self.pass;
            self.window.raise(score);
            (self.leader, self.promising) = (None, Some(cell));
            return Ok(());
        }
        let alpha = self.leader.as_ref().map_or(self.window.alpha, |line| line.score);
        if score > alpha {
            searcher.update_pv(0, cell);
            let is_news = self.leader.is_some() || self.promising.is_some();
            self.leader = Some(Line { score, pv: searcher.pv[0].clone() });
            self.promising = None;
            if is_news && self.pass == 0 {
                self.report(searcher, observer, 0);
            }
        }
        Ok(())
    }

    fn search_move(&self, searcher: &mut Searcher, cell: Cell, is_first: bool) -> Result<i32, Interrupt> {
        if searcher.board.wins(searcher.board.side()).contains(cell) {
            searcher.pv[1].clear();
            return Ok(MATE - 1);
        }
        let leader = self.leader.as_ref().map_or(self.window.alpha, |line| line.score);
        let (alpha, beta) = (leader.max(self.window.alpha), self.window.beta);
        let depth = self.depth - 1;
        searcher.with_move(0, cell, |search| {
            if !is_first && alpha > -INFINITE {
                let score = -search.alpha_beta(-alpha - 1, -alpha, depth, 1, true)?;
                if score <= alpha {
                    return Ok(score);
                }
            }
            search.alpha_beta(-beta, -alpha, depth, 1, false).map(|score| -score)
        })
    }

    fn try_vcf(
        &mut self,
        searcher: &mut Searcher,
        observer: &mut dyn SearchObserver,
    ) -> Result<(), Interrupt> {
        let nodes = self.budget.nodes.map_or(VCF_NODES, |limit| (limit / 10).min(VCF_NODES));
        if let Some(score) = searcher.vcf(nodes, 0)? {
            self.found = vec![Line { score, pv: searcher.pv[0].clone() }];
            self.decided = true;
            self.report(searcher, observer, 0);
        } else if searcher.is_threatened_by_fours(nodes)? {
            self.moves = moves_against_fours(searcher, &self.moves, nodes)?;
            if self.best().pv.first() != self.moves.first() {
                let score = self.best().score;
                self.found = self.moves.iter().take(1).map(|&cell| Line { score, pv: vec![cell] }).collect();
            }
        }
        self.has_tried_vcf = true;
        Ok(())
    }

    /// The best move of a pass is known: the next pass looks for the best of the others.
    fn finish_pass(&mut self, searcher: &Searcher, observer: &mut dyn SearchObserver) {
        self.promising = None;
        self.put_off.clear();
        let Some(line) = self.leader.take() else {
            // Every move is worse than thought possible; that is so only where the window was not open.
            self.next = self.pass;
            self.window = Window::OPEN;
            return;
        };
        let place = self.moves.iter().position(|cell| Some(cell) == line.pv.first());
        if let Some(place) = place.filter(|&place| place >= self.pass) {
            if self.pass == 0 {
                self.steady = if place == 0 { self.steady + 1 } else { 0 };
            }
            self.moves[self.pass..=place].rotate_right(1);
        }
        match self.found.get_mut(self.pass) {
            Some(found) => *found = line,
            None => self.found.push(line),
        }
        self.pass += 1;
        if self.pass >= self.wanted {
            self.finish_iteration(searcher, observer);
        }
        self.next = self.pass;
        self.window = Window::around(self.found.get(self.pass).map(|line| line.score), self.depth);
    }

    fn finish_iteration(&mut self, searcher: &Searcher, observer: &mut dyn SearchObserver) {
        let count = self.found.len();
        self.found.sort_by_key(|line| std::cmp::Reverse(line.score));
        for (place, line) in self.found.iter().enumerate() {
            if let Some(&cell) = line.pv.first() {
                self.moves[place] = cell;
            }
        }
        self.finished.clone_from(&self.found);
        self.decided = self.found.iter().all(|line| is_mate(line.score));
        self.depth += 1;
        self.pass = 0;
        for line in 0..count {
            self.report(searcher, observer, line);
        }
    }

    /// Whether another iteration would hardly change the move, or not be finished in time.
    fn is_time_to_stop(&self, searcher: &Searcher) -> bool {
        let Some(target) = self.target.filter(|_| self.pass == 0) else { return false };
        let spent = searcher.clock.now().saturating_sub(self.started);
        // Between 60 and 150 percent of the target, by how long the move has been the best.
        let percent = 150 - 15 * self.steady.min(6);
        spent.saturating_mul(100) >= target.saturating_mul(percent)
    }

    fn report(&self, searcher: &Searcher, observer: &mut dyn SearchObserver, place: usize) {
        let line = if place == 0 { self.best() } else { self.found.get(place).cloned().unwrap_or_default() };
        observer.progress(&SearchProgress {
            line: place as u32,
            depth: self.finished_depth() as u32,
            selective_depth: searcher.deepest as u32,
            score: to_score(line.score),
            pv: line.pv.iter().map(|cell| cell.point()).collect(),
            nodes: searcher.all_nodes(),
            time: searcher.clock.now().saturating_sub(self.started),
            hash_per_mille: searcher.memory.tt.per_mille_used(searcher.memory.age),
        });
    }
}
