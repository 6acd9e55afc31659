//! What the solver and the engine are asked about the positions of a game, slice by slice.

use std::time::Duration;

use tengen_game::{Color, Point, Position};

use super::ReviewLimits;
use super::worth::Worth;
use crate::solve::{SolveLimits, Solver, Verdict};
use crate::{Clock, Engine, SearchLimits, SearchReport, StopHandle};

/// The searches are cut after so many nodes, whatever the slices are: where a search is cut changes what it visits, and a
/// review is to be the same on every machine. It takes some ten milliseconds in a browser.
const STEP: u64 = 4_096;

/// The slice has ended, or somebody has stopped the review, and there is no answer yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pause;

#[derive(Clone, Debug)]
enum Answer {
    Win(Option<Worth>),
    Report(SearchReport),
}

/// What has been answered about a move so far. The questions follow from the answers, so that whoever asks them all again
/// comes to where it was.
#[derive(Debug, Default)]
pub(super) struct Notes {
    answers: Vec<Answer>,
    under_way: Option<UnderWay>,
}

#[derive(Debug)]
enum UnderWay {
    Solving(Box<Solver>),
    /// In the engine.
    Searching,
}

/// Asks, and takes down what is answered.
pub(super) struct Asking<'a> {
    pub(super) engine: &'a mut Engine,
    pub(super) limits: &'a ReviewLimits,
    /// In the clock's time; `None` for ever.
    pub(super) slice_end: Option<Duration>,
    pub(super) clock: &'a dyn Clock,
    pub(super) stop: &'a StopHandle,
    pub(super) notes: &'a mut Notes,
    /// How many questions have been asked about this move.
    pub(super) asked: usize,
}

impl Asking<'_> {
    /// The win of `attacker` by fours, who moves first whoever's turn it is. What the solver could not find out is none.
    pub(super) fn win(&mut self, position: &Position, attacker: Color) -> Result<Option<Worth>, Pause> {
        self.asked += 1;
        if let Some(Answer::Win(win)) = self.notes.answers.get(self.asked - 1) {
            return Ok(win.clone());
        }
        let mut solver = match self.notes.under_way.take() {
            Some(UnderWay::Solving(solver)) => solver,
            _ => {
                let limits = SolveLimits { nodes: Some(self.limits.solver_nodes), time: self.limits.time };
                Box::new(Solver::vcf(position, attacker, &limits, self.clock))
            }
        };
        let slice = self.slice_end.map_or(Duration::MAX, |end| end.saturating_sub(self.clock.now()));
        let Some(solution) = solver.advance(slice, self.clock, self.stop) else {
            self.notes.under_way = Some(UnderWay::Solving(solver));
            return Err(Pause);
        };
        if self.stop.is_requested() {
            return Err(Pause);
        }
        let win = match solution.verdict {
            Verdict::Proved(proof) => Some(Worth::of_proof(proof)),
            Verdict::Refuted | Verdict::Unknown(_) => None,
        };
        self.notes.answers.push(Answer::Win(win.clone()));
        Ok(win)
    }

    /// What the engine finds, with its moves chosen or left out.
    pub(super) fn search(
        &mut self,
        position: &Position,
        chosen: Option<&[Point]>,
        excluded: &[Point],
    ) -> Result<SearchReport, Pause> {
        self.asked += 1;
        if let Some(Answer::Report(report)) = self.notes.answers.get(self.asked - 1) {
            return Ok(report.clone());
        }
        if self.notes.under_way.is_none() {
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
            self.notes.under_way = Some(UnderWay::Searching);
        }
        loop {
            if self.stop.is_requested() {
                return Err(Pause);
            }
            if let Some(report) = self.engine.advance_by_nodes(STEP, self.clock) {
                self.notes.under_way = None;
                self.notes.answers.push(Answer::Report(report.clone()));
                return Ok(report);
            }
            if self.slice_end.is_some_and(|end| self.clock.now() >= end) {
                return Err(Pause);
            }
        }
    }
}
