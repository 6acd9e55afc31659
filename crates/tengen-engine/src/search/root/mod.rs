//! Iterative deepening over the moves of the root position.

mod forced;
mod moves;

use std::time::Duration;

use tengen_analysis::{SearchLimits, SearchObserver, SearchProgress, StopReason};
use tengen_game::Position;

use super::node::{MoveSearch, Node};
use super::{
    Budget, CLOCK_INTERVAL, INFINITE, Interrupt, MATE, SearchParams, Searcher, is_loss, is_mate, to_score,
};
use crate::board::Cell;
use forced::{AtFirst, ForcedWins};
pub(crate) use moves::{Line, near_best};
use moves::{Window, all_legal, root_moves};

/// The deepest iteration. Lines are cut off at [`MAX_PLY`](super::MAX_PLY) anyway.
const MAX_DEPTH: i32 = 100;

/// The state of iterative deepening. It outlives a slice: an iteration continues with the root move at which it was
/// interrupted.
///
/// With several lines to find (multi-PV), each iteration makes a pass for each line over the moves that do not begin a better
/// one.
#[derive(Clone, Debug)]
pub(crate) struct RootSearch {
    /// The moves to choose from, the best so far first.
    moves: Vec<Cell>,
    /// The lines of the last passes, the best first.
    found: Vec<Line>,
    /// The lines of the last finished iteration.
    finished: Vec<Line>,
    /// The number of lines to find.
    multi_pv: usize,
    /// The current iteration, the line that it looks for, and the index of its next move.
    depth: i32,
    pass: usize,
    next: usize,
    /// The aspiration window of the current pass, and its best line so far.
    window: Window,
    best_line: Option<Line>,
    /// The move that failed high, until it has been searched again.
    failed_high: Option<Cell>,
    /// The moves of the pass that were deferred because another thread was searching them.
    deferred: Vec<Cell>,
    max_depth: i32,
    depth_limit: Option<i32>,
    forced_wins: ForcedWins,
    /// Whether more search would change nothing.
    decided: bool,
    /// Slices in a row in which no root move was finished.
    idle_slices: u32,
    /// The least number of nodes in a slice.
    pub(crate) min_slice_nodes: u64,
    /// Iterations in a row with the same best move.
    stable_iterations: u32,
    pub(crate) started: Duration,
    target: Option<Duration>,
    pub(crate) budget: Budget,
    pub(crate) nodes: u64,
    /// Plies of the longest line so far.
    selective_depth: usize,
}

impl RootSearch {
    /// Prepares a search, and decides it where none is needed. Where the game is over, it has nothing to do.
    pub(crate) fn new(
        searcher: &mut Searcher,
        position: &Position,
        limits: &SearchLimits,
        started: Duration,
    ) -> RootSearch {
        let empty = searcher.board.empty().len();
        let deadline = limits.time.and_then(|time| started.checked_add(time));
        let mut root = RootSearch {
            moves: Vec::new(),
            found: Vec::new(),
            finished: Vec::new(),
            multi_pv: usize::try_from(limits.lines.max(1)).unwrap_or(usize::MAX),
            depth: 1,
            pass: 0,
            next: 0,
            window: Window::OPEN,
            best_line: None,
            failed_high: None,
            deferred: Vec::new(),
            max_depth: MAX_DEPTH.min(empty.min(searcher.board.moves_left()) as i32),
            depth_limit: limits.depth.map(|depth| i32::try_from(depth).unwrap_or(i32::MAX)),
            forced_wins: ForcedWins::new(position, deadline),
            decided: false,
            idle_slices: 0,
            min_slice_nodes: CLOCK_INTERVAL,
            stable_iterations: 0,
            started,
            target: limits.target,
            budget: Budget { deadline, slice_end: None, slice_nodes: 0, nodes: limits.nodes },
            nodes: 0,
            selective_depth: 0,
        };
        let is_free = !limits.restrict_moves();
        if is_free && root.multi_pv == 1 {
            root.set_up(searcher);
        } else {
            root.set_up_all(searcher, limits, is_free);
        }
        root
    }

    /// Finds the moves to choose from, and a first choice without a search.
    fn set_up(&mut self, searcher: &mut Searcher) {
        /// Empty boards of at most this many points, such as 4×4, are searched: there the centre need not be best.
        const TINY_AREA: usize = 16;
        let is_opening = searcher.board.empty().len() == searcher.board.size().area();
        if is_opening {
            let center = Cell::from(searcher.board.size().center());
            let wins = searcher.board.wins(searcher.board.side()).contains(center);
            let is_short = searcher.board.rule().win_length().stones() <= 3;
            self.moves = vec![center];
            self.forced_wins.skip_vcf();
            self.found = vec![Line { score: if wins { MATE - 1 } else { 0 }, pv: vec![center] }];
            self.decided = wins || searcher.board.size().area() > TINY_AREA && !is_short;
            return;
        }
        let decided_score = searcher.decided_score(0, true);
        let line = std::mem::take(&mut searcher.pv[0]);
        self.moves = root_moves(searcher);
        let Some(&first) = self.moves.first() else {
            self.decided = true;
            return;
        };
        let mut best = Line { score: searcher.evaluate(-INFINITE, INFINITE, 0, 0), pv: vec![first] };
        if let Some(score) = decided_score {
            best = Line { score, pv: if line.is_empty() { vec![first] } else { line } };
            self.decided = true;
        } else if self.moves.len() == 1 {
            self.decided = true;
            // Where the only move is the answer to one of two fours, the other one wins.
            let win = searcher.with_move(0, first, |search| search.board.wins(search.board.side()).first());
            if searcher.board.moves_left() == 1 {
                best.score = 0;
            } else if let Some(win) = win {
                best = Line { score: -(MATE - 2), pv: vec![first, win] };
            }
        }
        self.found = vec![best];
    }

    /// As [`RootSearch::set_up`] for several lines or restricted moves: nothing is decided before each move has been searched.
    fn set_up_all(&mut self, searcher: &mut Searcher, limits: &SearchLimits, is_free: bool) {
        self.forced_wins = ForcedWins::none();
        // The move generator expects that the side to move does not win at once.
        let wins = !searcher.board.wins(searcher.board.side()).is_empty();
        self.moves = if is_free && !wins { root_moves(searcher) } else { all_legal(searcher) };
        self.moves.retain(|cell| limits.allow(cell.point()));
        self.multi_pv = self.multi_pv.min(self.moves.len());
        let score = searcher.evaluate(-INFINITE, INFINITE, 0, 0);
        self.found = self.moves.iter().take(1).map(|&cell| Line { score, pv: vec![cell] }).collect();
        self.decided = self.moves.is_empty();
    }

    /// The best line so far. Where the best move of the current iteration loses by force, the next move that is not searched yet
    /// is a better choice, with the score of the iteration before.
    pub(crate) fn best(&self) -> Line {
        let old = self.found.first().cloned().unwrap_or_default();
        if self.pass > 0 {
            return old;
        }
        let best = self.best_line.as_ref().filter(|line| line.score > self.window.alpha);
        match (best, self.failed_high, self.moves.get(self.next)) {
            (Some(line), _, Some(&cell)) if is_loss(line.score) => Line { score: old.score, pv: vec![cell] },
            (Some(line), _, _) => line.clone(),
            (None, Some(cell), _) if old.pv.first() != Some(&cell) => {
                Line { score: old.score, pv: vec![cell] }
            }
            (None, _, _) => old,
        }
    }

    /// The lines after the best one in a multi-PV search: those of the current iteration, then those of the one before. Scores
    /// never rise from line to line, so that a score of the iteration before is lowered if necessary.
    pub(crate) fn other_lines(&self) -> Vec<Line> {
        if self.multi_pv == 1 {
            return Vec::new();
        }
        let mut lines = vec![self.best()];
        for line in self.found[..self.pass.min(self.found.len())].iter().chain(&self.finished) {
            let most = lines.last().map_or(INFINITE, |line| line.score);
            let is_known = lines.iter().any(|known| known.pv.first() == line.pv.first());
            if is_known || line.score > most && is_mate(most) || lines.len() == self.multi_pv {
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

    /// Whether more search would change nothing.
    pub(crate) fn is_decided(&self) -> bool {
        self.decided
    }

    /// A copy for another thread.
    pub(crate) fn for_thread(&self) -> RootSearch {
        let mut root = self.clone();
        root.forced_wins = ForcedWins::none();
        root.target = None;
        root.budget = Budget { nodes: None, deadline: None, ..self.budget };
        root
    }

    /// Searches until it is interrupted, and returns the reason.
    pub(crate) fn advance(
        &mut self,
        searcher: &mut Searcher,
        slice: Duration,
        observer: &mut dyn SearchObserver,
    ) -> Interrupt {
        /// Slices in which not one root move was finished grow up to this. Without threads, a stop waits for the slice's end.
        const LONGEST_SLICE: Duration = Duration::from_millis(250);
        /// How often slices double. Even a slice of a millisecond is then longer than the longest one, and a slice of the fewest
        /// nodes has as many as a slow machine searches in that time.
        const MOST_DOUBLINGS: [u32; 2] = [8, 9];
        let [in_time, in_nodes] = MOST_DOUBLINGS.map(|most| self.idle_slices.min(most));
        let longer = slice.saturating_mul(1 << in_time);
        let slice = longer.min(LONGEST_SLICE).max(slice);
        searcher.selective_depth = self.selective_depth;
        searcher.budget = self.budget;
        searcher.budget.slice_end = searcher.clock.now().checked_add(slice);
        // Slices grow in nodes, too, so that the search makes progress even with a clock that jumps.
        searcher.budget.slice_nodes = searcher.nodes + (self.min_slice_nodes << in_nodes);
        self.idle_slices = self.idle_slices.saturating_add(1);
        loop {
            if let Err(interrupt) = self.step(searcher, observer) {
                (self.nodes, self.selective_depth) = (searcher.nodes, searcher.selective_depth);
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
        if !self.forced_wins.has_tried_vcf() {
            self.try_vcf(searcher, observer);
            return Ok(());
        }
        if (self.pass, self.next) == (0, 0)
            && let Some(&best) = self.moves.first()
            && self.refute(searcher, best, ForcedWins::fours_after)
        {
            return Ok(());
        }
        if self.next == self.pass {
            searcher.check_limits()?;
        }
        if (self.pass, self.next) == (0, 0)
            && let Some(line) = self.forced_wins.vct(searcher)
        {
            self.found = vec![line];
            self.decided = true;
            self.report(searcher, observer, 0);
            return Ok(());
        }
        if (self.pass, self.next) == (0, 0)
            && let Some(&best) = self.moves.first()
            && self.refute(searcher, best, ForcedWins::reply)
        {
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
        let Some(score) = self.search_move(searcher, cell, is_first)? else {
            self.deferred.push(cell);
            self.moves[self.next..].rotate_left(1);
            return Ok(());
        };
        if is_first && score <= self.window.alpha {
            // Most likely the other moves fail low, too.
            self.window.lower(score);
            return Ok(());
        }
        self.next += 1;
        if score >= self.window.beta {
            // The move is searched again with a wider window.
            self.moves[self.pass..self.next].rotate_right(1);
            self.next = self.pass;
            self.window.raise(score);
            (self.best_line, self.failed_high) = (None, Some(cell));
            return Ok(());
        }
        let alpha = self.best_line.as_ref().map_or(self.window.alpha, |line| line.score);
        if score > alpha {
            let is_other = self.pass == 0 && !is_first && score < self.window.beta;
            searcher.update_pv(0, cell);
            let pv = searcher.pv[0].clone();
            if is_other
                && (self.refute(searcher, cell, ForcedWins::fours_after)
                    || self.refute(searcher, cell, ForcedWins::reply))
            {
                return Ok(());
            }
            searcher.pv[0] = pv;
            let is_new = self.best_line.is_some() || self.failed_high.is_some();
            self.best_line = Some(Line { score, pv: searcher.pv[0].clone() });
            self.failed_high = None;
            if is_new && self.pass == 0 {
                self.report(searcher, observer, 0);
            }
        }
        Ok(())
    }

    /// Looks for a win of the opponent by `solver` after a move that is the best so far. `true`: there is one, and the move is no longer
    /// searched.
    fn refute(
        &mut self,
        searcher: &mut Searcher,
        cell: Cell,
        solver: fn(&mut ForcedWins, &mut Searcher, Cell) -> Option<u32>,
    ) -> bool {
        // A loss that the search has found itself needs no other proof, and where all moves lose there is no choice.
        if self.moves.len() < 2 || self.found.first().is_some_and(|line| is_mate(line.score)) {
            return false;
        }
        if solver(&mut self.forced_wins, searcher, cell).is_none() {
            return false;
        }
        let Some(place) = self.moves.iter().position(|&other| other == cell) else { return false };
        self.moves.remove(place);
        if place == 0 {
            // The score of the removed move is no score of the others.
            let score = self.best().score;
            self.found = self.moves.iter().take(1).map(|&cell| Line { score, pv: vec![cell] }).collect();
            (self.window, self.failed_high) = (Window::OPEN, None);
        } else {
            self.next -= 1;
        }
        true
    }

    /// The score of a root move, `None` where it is deferred: a late one is searched less deeply at first, like one on a principal
    /// variation.
    fn search_move(
        &self,
        searcher: &mut Searcher,
        cell: Cell,
        is_first: bool,
    ) -> Result<Option<i32>, Interrupt> {
        if searcher.board.wins(searcher.board.side()).contains(cell) {
            searcher.pv[1].clear();
            return Ok(Some(MATE - 1));
        }
        let best = self.best_line.as_ref().map_or(self.window.alpha, |line| line.score);
        let (alpha, beta) = (best.max(self.window.alpha), self.window.beta);
        let tried = (self.next - self.pass) as i32;
        let root = Node::root(searcher, alpha, beta, self.depth);
        let how = MoveSearch {
            depth: self.depth - 1,
            reduction: searcher.root_reduction(&root, cell, tried, self.best_line.is_some()),
            // Without any bound, a null window proves nothing.
            has_full_window: is_first || alpha == -INFINITE,
            may_be_deferred: !is_first && !self.deferred.contains(&cell),
        };
        searcher.search_move(&root, cell, how)
    }

    fn try_vcf(&mut self, searcher: &mut Searcher, observer: &mut dyn SearchObserver) {
        match self.forced_wins.vcf(searcher, &self.moves) {
            AtFirst::Win(line) => {
                self.found = vec![line];
                self.decided = true;
                self.report(searcher, observer, 0);
            }
            AtFirst::Defend(moves) => {
                self.moves = moves;
                if self.best().pv.first() != self.moves.first() {
                    let score = self.best().score;
                    self.found =
                        self.moves.iter().take(1).map(|&cell| Line { score, pv: vec![cell] }).collect();
                }
            }
            AtFirst::Nothing => {}
        }
    }

    /// Ends a pass: the next one looks for the best of the other moves.
    fn finish_pass(&mut self, searcher: &Searcher, observer: &mut dyn SearchObserver) {
        self.failed_high = None;
        self.deferred.clear();
        let Some(line) = self.best_line.take() else {
            // Every move failed low, which happens only with a narrow window.
            self.next = self.pass;
            self.window = Window::OPEN;
            return;
        };
        let place = self.moves.iter().position(|cell| Some(cell) == line.pv.first());
        if let Some(place) = place.filter(|&place| place >= self.pass) {
            if self.pass == 0 {
                self.stable_iterations = if place == 0 { self.stable_iterations + 1 } else { 0 };
            }
            self.moves[self.pass..=place].rotate_right(1);
        }
        match self.found.get_mut(self.pass) {
            Some(found) => *found = line,
            None => self.found.push(line),
        }
        self.pass += 1;
        if self.pass >= self.multi_pv {
            self.finish_iteration(searcher, observer);
        }
        self.next = self.pass;
        let score = self.found.get(self.pass).map(|line| line.score);
        self.window = Window::around(score, self.depth, searcher.params.aspiration);
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

    /// Whether the target time is used up: another iteration would hardly change the move, or not be finished in time.
    fn is_time_to_stop(&self, searcher: &Searcher) -> bool {
        let Some(target) = self.target.filter(|_| self.pass == 0) else { return false };
        let spent = searcher.clock.now().saturating_sub(self.started);
        let percent = percent_of_target(self.stable_iterations, &searcher.params);
        spent.saturating_mul(100) >= target.saturating_mul(percent)
    }

    fn report(&self, searcher: &Searcher, observer: &mut dyn SearchObserver, place: usize) {
        let line = if place == 0 { self.best() } else { self.found.get(place).cloned().unwrap_or_default() };
        observer.progress(
            &SearchProgress::new(
                self.finished_depth() as u32,
                to_score(line.score),
                line.pv.iter().map(|cell| cell.point()).collect(),
            )
            .with_line(place as u32)
            .with_selective_depth(searcher.selective_depth as u32)
            .with_nodes(searcher.all_nodes())
            .with_time(searcher.clock.now().saturating_sub(self.started))
            .with_hash_per_mille(searcher.memory.tt.per_mille_used(searcher.memory.age)),
        );
    }
}

/// The percentage of its target time that a search takes whose best move has been the same for `stable_iterations`.
fn percent_of_target(stable_iterations: u32, params: &SearchParams) -> u32 {
    /// A move that stayed the best for longer is no safer, and saves no more time.
    const MOST_STABLE: u32 = 6;
    /// The least percentage, so that every combination of parameters leaves time for an iteration.
    const LEAST: i32 = 20;
    let saved = params.time_stability * stable_iterations.min(MOST_STABLE) as i32;
    (params.time_base - saved).max(LEAST).unsigned_abs()
}

#[cfg(test)]
mod tests {
    use tengen_game::Rule;

    use super::*;

    #[test]
    fn a_stable_best_move_saves_time_up_to_a_limit() {
        let params = SearchParams { time_base: 150, time_stability: 15, ..SearchParams::of(Rule::FREESTYLE) };
        let percents = [0, 1, 5, 6, 7, 50].map(|stable| percent_of_target(stable, &params));
        assert_eq!(percents, [150, 135, 75, 60, 60, 60]);
        let hasty = SearchParams { time_base: 50, time_stability: 30, ..params };
        assert_eq!([0, 1, 6].map(|stable| percent_of_target(stable, &hasty)), [50, 20, 20]);
    }
}
