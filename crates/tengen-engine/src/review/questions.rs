//! The questions to the solvers and the engine about the positions of a game, answered slice by slice.

use std::time::Duration;

use tengen_analysis::{Clock, SearchLimits, SearchReport, SolveLimits, StopHandle, Verdict};
use tengen_game::{Color, Key, Point, Position};

use super::ReviewLimits;
use super::judging::ScoredLine;
use crate::Engine;
use crate::solve::Solver;

/// Searches are divided after this many nodes, independently of the slices: the place of a division changes which nodes a
/// search visits, and a review with one thread must be the same on every machine. One part takes about ten milliseconds in a browser.
const STEP: u64 = 4_096;

/// The slice has ended, or the review was stopped, and there is no answer yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pause;

/// A question about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Question {
    position: Key,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// Whether this side wins by force.
    Win(Color, Means),
    /// The result of a search by the engine.
    Search { chosen: Option<Vec<Point>>, excluded: Vec<Point> },
}

/// The means by which a win is to be forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Means {
    Fours,
    /// Fours and threes, with a limit of nodes.
    Threats(u64),
}

#[derive(Clone, Debug)]
enum Answer {
    Tried(Tried),
    Report(SearchReport),
}

/// The result of the search for a win.
#[derive(Clone, Debug)]
pub(super) struct Tried {
    /// The proved win. `None` also where the solvers could not decide.
    pub(super) win: Option<ScoredLine>,
    /// Whether it is proved that there is no win of this kind.
    pub(super) is_refuted: bool,
}

/// The answers about a move so far. The questions depend on the answers alone, so that the same questions from the start lead to
/// the end of the last slice again. A move that is judged for a second time costs only its new questions.
#[derive(Debug, Default)]
pub(super) struct Notes {
    answers: Vec<(Question, Answer)>,
    running: Option<RunningTask>,
}

impl Notes {
    fn answer(&self, question: &Question) -> Option<&Answer> {
        self.answers.iter().find(|(other, _)| other == question).map(|(_, answer)| answer)
    }
}

#[derive(Debug)]
enum RunningTask {
    Solving(Box<Solver>),
    /// The engine is searching.
    Searching,
}

/// The questions of a slice, with the answers that are stored.
pub(super) struct Questions<'a> {
    pub(super) engine: &'a mut Engine,
    pub(super) limits: &'a ReviewLimits,
    /// The end of the slice, in the clock's time; `None` without an end.
    pub(super) slice_end: Option<Duration>,
    pub(super) clock: &'a dyn Clock,
    pub(super) stop: &'a StopHandle,
    pub(super) notes: &'a mut Notes,
}

impl Questions<'_> {
    /// The proved win of `attacker`, who moves first even where the other side is to move: by fours, or else by fours and threes.
    pub(super) fn win(&mut self, position: &Position, attacker: Color) -> Result<Option<ScoredLine>, Pause> {
        Ok(self.try_win(position, attacker, self.limits.threat_nodes)?.win)
    }

    /// The search for a win with at most `nodes` nodes of the solver for fours and threes, for a position that decides which move
    /// is to blame.
    pub(super) fn try_win(
        &mut self,
        position: &Position,
        attacker: Color,
        nodes: u64,
    ) -> Result<Tried, Pause> {
        let mut tried = self.solve(position, attacker, Means::Fours)?;
        // An answer with the smaller budget is final.
        for nodes in [self.limits.threat_nodes.min(nodes), nodes] {
            if tried.win.is_none() && nodes > 0 {
                tried = self.solve(position, attacker, Means::Threats(nodes))?;
            }
            if tried.win.is_some() || (nodes > 0 && tried.is_refuted) {
                return Ok(tried);
            }
        }
        // Without a win by fours there may still be one by threes.
        Ok(Tried { is_refuted: false, ..tried })
    }

    fn solve(&mut self, position: &Position, attacker: Color, means: Means) -> Result<Tried, Pause> {
        let question = Question { position: position.key(), kind: Kind::Win(attacker, means) };
        if let Some(Answer::Tried(tried)) = self.notes.answer(&question) {
            return Ok(tried.clone());
        }
        let mut solver = match self.notes.running.take() {
            Some(RunningTask::Solving(solver)) => solver,
            _ => Box::new(self.solver(position, attacker, means)),
        };
        let slice = self.slice_end.map_or(Duration::MAX, |end| end.saturating_sub(self.clock.now()));
        let Some(solution) = solver.advance(slice, self.clock, self.stop) else {
            self.notes.running = Some(RunningTask::Solving(solver));
            return Err(Pause);
        };
        if self.stop.is_requested() {
            return Err(Pause);
        }
        let tried = match solution.verdict {
            Verdict::Proved(proof) => Tried { win: Some(ScoredLine::of_proof(proof)), is_refuted: false },
            verdict => Tried { win: None, is_refuted: verdict == Verdict::Refuted },
        };
        self.notes.answers.push((question, Answer::Tried(tried.clone())));
        Ok(tried)
    }

    fn solver(&self, position: &Position, attacker: Color, means: Means) -> Solver {
        let limits = |nodes| SolveLimits { nodes: Some(nodes), time: self.limits.time };
        match means {
            Means::Fours => Solver::vcf(position, attacker, &limits(self.limits.solver_nodes), self.clock),
            Means::Threats(nodes) => Solver::vct(position, attacker, &limits(nodes), self.clock),
        }
    }

    /// The result of a search by the engine, with its moves chosen or left out.
    pub(super) fn search(
        &mut self,
        position: &Position,
        chosen: Option<&[Point]>,
        excluded: &[Point],
    ) -> Result<SearchReport, Pause> {
        let kind = Kind::Search { chosen: chosen.map(<[Point]>::to_vec), excluded: excluded.to_vec() };
        let question = Question { position: position.key(), kind };
        if let Some(Answer::Report(report)) = self.notes.answer(&question) {
            return Ok(report.clone());
        }
        if self.notes.running.is_none() {
            let limits = SearchLimits {
                nodes: self.limits.nodes,
                time: self.limits.time,
                lines: chosen.map_or(1, |moves| moves.len() as u32),
                moves: chosen.map(<[Point]>::to_vec),
                excluded: excluded.to_vec(),
                ..SearchLimits::default()
            };
            self.engine.set_position(position.clone());
            self.engine.start(&limits, self.clock);
            self.notes.running = Some(RunningTask::Searching);
        }
        loop {
            if self.stop.is_requested() {
                return Err(Pause);
            }
            if let Some(report) = self.engine.advance_by_nodes(STEP, self.clock) {
                self.notes.running = None;
                self.notes.answers.push((question, Answer::Report(report.clone())));
                return Ok(report);
            }
            if self.slice_end.is_some_and(|end| self.clock.now() >= end) {
                return Err(Pause);
            }
        }
    }
}
