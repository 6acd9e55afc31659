use std::time::Duration;

use super::picker::Tier;
use super::quiescence::Verdict;
use super::{Budget, CLOCK_INTERVAL, INFINITE, Interrupt, MATE, Searcher, is_loss, is_mate, to_score};
use crate::board::Cell;
use crate::{SearchLimits, SearchObserver, SearchProgress, StopReason};

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

/// A score with the moves that lead there.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) score: i32,
    pub(crate) pv: Vec<Cell>,
}

/// Iterative deepening as far as it has got. Nothing of it is lost between two slices: an iteration goes
/// on with the root move at which it was interrupted.
#[derive(Clone, Debug)]
pub(crate) struct RootSearch {
    /// The moves to choose from, the best so far first.
    moves: Vec<Cell>,
    best: Line,
    /// The iteration under way, and the move of it that comes next.
    depth: i32,
    next: usize,
    /// The best of the iteration under way.
    leader: Option<Line>,
    max_depth: i32,
    depth_limit: Option<i32>,
    has_tried_vcf: bool,
    decided: bool,
    /// Slices in a row that were too short for a single root move.
    idle_slices: u32,
    pub(crate) started: Duration,
    pub(crate) budget: Budget,
    pub(crate) nodes: u64,
}

impl RootSearch {
    /// Prepares a search, and decides it where no search is needed. The game must not be over.
    pub(crate) fn new(searcher: &mut Searcher, limits: &SearchLimits, started: Duration) -> RootSearch {
        let empty = searcher.board.empty().len();
        let mut root = RootSearch {
            moves: Vec::new(),
            best: Line { score: 0, pv: Vec::new() },
            depth: 1,
            next: 0,
            leader: None,
            max_depth: MAX_DEPTH.min(empty.min(searcher.board.moves_left()) as i32),
            depth_limit: limits.depth.map(|depth| i32::try_from(depth).unwrap_or(i32::MAX)),
            has_tried_vcf: false,
            decided: false,
            idle_slices: 0,
            started,
            budget: Budget {
                deadline: limits.time.and_then(|time| started.checked_add(time)),
                slice_end: None,
                slice_nodes: 0,
                nodes: limits.nodes,
            },
            nodes: 0,
        };
        root.look_at_the_board(searcher);
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
            self.best = Line { score: if wins { MATE - 1 } else { 0 }, pv: vec![center] };
            self.decided = wins || searcher.board.size().area() > TINY_AREA && !is_short;
            return;
        }
        let verdict = searcher.verdict(0, true);
        let line = std::mem::take(&mut searcher.pv[0]);
        let tier = searcher.tier();
        self.moves = root_moves(searcher, tier);
        let Some(&first) = self.moves.first() else { return };
        self.best = Line { score: searcher.evaluate(), pv: vec![first] };
        if let Verdict::Known(score) = verdict {
            self.best = Line { score, pv: if line.is_empty() { vec![first] } else { line } };
            self.decided = true;
        } else if self.moves.len() == 1 {
            self.decided = true;
            // Where the only move is the answer to one of two fours, the other one wins.
            let win = searcher.with_move(first, |search| search.board.wins(search.board.side()).first());
            match win {
                _ if searcher.board.moves_left() == 1 => self.best.score = 0,
                Some(win) => self.best = Line { score: -(MATE - 2), pv: vec![first, win] },
                None => {}
            }
        }
    }

    /// The best so far. A move that loses by force proves nothing about those not tried yet: then the next
    /// of them is a better choice, and the old score a better guess.
    pub(crate) fn best(&self) -> Line {
        let untried = self.moves.get(self.next);
        match (&self.leader, untried) {
            (Some(leader), Some(&cell)) if is_loss(leader.score) => {
                Line { score: self.best.score, pv: vec![cell] }
            }
            (Some(leader), _) => leader.clone(),
            (None, _) => self.best.clone(),
        }
    }

    /// The last finished iteration.
    pub(crate) fn finished_depth(&self) -> i32 {
        self.depth - 1
    }

    /// The moves to choose from, the best first.
    pub(crate) fn moves(&self) -> &[Cell] {
        &self.moves
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
        searcher.budget.slice_nodes = searcher.nodes + (CLOCK_INTERVAL << self.idle_slices.min(9));
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
        let Some(&cell) = self.moves.get(self.next) else {
            self.finish_iteration(searcher, observer);
            return Ok(());
        };
        let alpha = self.leader.as_ref().map_or(-INFINITE, |line| line.score);
        let depth = self.depth - 1;
        let score = searcher.with_move(cell, |search| {
            if alpha > -INFINITE {
                let score = -search.alpha_beta(-alpha - 1, -alpha, depth, 1)?;
                if score <= alpha {
                    return Ok(score);
                }
            }
            search.alpha_beta(-INFINITE, -alpha, depth, 1).map(|score| -score)
        })?;
        self.next += 1;
        if score > alpha {
            searcher.update_pv(0, cell);
            let is_news = self.leader.is_some();
            self.leader = Some(Line { score, pv: searcher.pv[0].clone() });
            if is_news {
                self.report(searcher, observer);
            }
        }
        Ok(())
    }

    fn try_vcf(
        &mut self,
        searcher: &mut Searcher,
        observer: &mut dyn SearchObserver,
    ) -> Result<(), Interrupt> {
        let nodes = self.budget.nodes.map_or(VCF_NODES, |limit| (limit / 10).min(VCF_NODES));
        if let Some(score) = searcher.vcf(nodes)? {
            self.best = Line { score, pv: searcher.pv[0].clone() };
            self.decided = true;
            self.report(searcher, observer);
        }
        self.has_tried_vcf = true;
        Ok(())
    }

    fn finish_iteration(&mut self, searcher: &Searcher, observer: &mut dyn SearchObserver) {
        if let Some(line) = self.leader.take() {
            let best = line.pv.first();
            if let Some(place) = self.moves.iter().position(|cell| Some(cell) == best) {
                self.moves[..=place].rotate_right(1);
            }
            self.decided = is_mate(line.score);
            self.best = line;
        }
        self.depth += 1;
        self.next = 0;
        self.report(searcher, observer);
    }

    fn report(&self, searcher: &Searcher, observer: &mut dyn SearchObserver) {
        let line = self.best();
        observer.progress(&SearchProgress {
            depth: self.finished_depth() as u32,
            score: to_score(line.score),
            pv: line.pv.iter().map(|cell| cell.point()).collect(),
            nodes: searcher.nodes,
            time: searcher.clock.now().saturating_sub(self.started),
        });
    }
}

/// The legal moves that are worth a try, the most promising first.
fn root_moves(searcher: &mut Searcher, tier: Tier) -> Vec<Cell> {
    let begin = searcher.push_moves(tier, None, 0);
    let end = searcher.moves.len();
    let sorted: Vec<Cell> = (begin..end).filter_map(|index| searcher.pick(index)).map(|m| m.cell).collect();
    searcher.moves.truncate(begin);
    sorted.into_iter().filter(|&cell| searcher.board.is_legal(cell)).collect()
}

/// The moves within `margin` of the best one, itself included, for a level that varies its play.
pub(crate) fn near_best(
    root: &RootSearch,
    searcher: &mut Searcher,
    margin: i32,
    candidates: usize,
) -> Result<Vec<Cell>, Interrupt> {
    let best = root.best().score;
    let depth = (root.finished_depth() - 1).max(0);
    let mut near = Vec::new();
    for &cell in root.moves().iter().take(candidates) {
        if Some(&cell) == root.best().pv.first() {
            near.push(cell);
            continue;
        }
        let bound = best - margin;
        let score = searcher.with_move(cell, |search| search.alpha_beta(-bound, -bound + 1, depth, 1))?;
        if -score >= bound {
            near.push(cell);
        }
    }
    Ok(near)
}
