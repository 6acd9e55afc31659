//! The tasks that take more than one slice.

use std::time::Duration;

use tengen_analysis::engine::Response;
use tengen_analysis::{
    Clock, Effort, Means, Opponent, Proved, SearchLimits, SearchProgress, SearchReport, SolveLimits,
    StopHandle,
};
use tengen_engine::Engine;
use tengen_engine::explain::{ExplainLimits, Explainer};
use tengen_engine::review::{Review, ReviewLimits, Reviewer};
use tengen_engine::solve::Solver;
use tengen_game::{Color, Move, Point, Position};

use super::refusal::Refusal;
use super::throttle::Throttle;
use super::{Answer, seating};

/// A search of an opponent: the engine, another program, or a classic.
pub(crate) struct Searching {
    id: u32,
    throttle: Throttle,
    /// The last progress of the best line, with the details that the report leaves out.
    last: Option<SearchProgress>,
}

impl Searching {
    pub(crate) fn begin(
        id: u32,
        position: Position,
        limits: &SearchLimits,
        opponent: &mut dyn Opponent,
        clock: &dyn Clock,
    ) -> Searching {
        opponent.set_position(position);
        opponent.start(limits, clock);
        Searching { id, throttle: Throttle::default(), last: None }
    }

    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// Continues the search. When the search is over, the last response is returned, so that the caller can complete it.
    pub(crate) fn advance(
        &mut self,
        opponent: &mut dyn Opponent,
        slice: Duration,
        clock: &dyn Clock,
        answer: &mut Answer,
    ) -> Option<Response> {
        let Searching { id, throttle, last } = self;
        let id = *id;
        let mut observer = |progress: &SearchProgress| {
            if progress.line == 0 {
                *last = Some(progress.clone());
            }
            if let Some(progress) = throttle.offer(progress.clone(), clock.now()) {
                answer(Response::Progress { id, progress });
            }
        };
        match opponent.advance(slice, clock, &mut observer) {
            Ok(None) => {
                for progress in throttle.due(clock.now()) {
                    answer(Response::Progress { id, progress });
                }
                None
            }
            Ok(Some(report)) => {
                for progress in throttle.rest() {
                    answer(Response::Progress { id, progress });
                }
                Some(self.finished(&report))
            }
            Err(error) => Some(Response::Failed { id: Some(id), message: error.to_string() }),
        }
    }

    fn finished(&self, report: &SearchReport) -> Response {
        let (selective_depth, hash_per_mille) =
            self.last.as_ref().map_or((0, 0), |last| (last.selective_depth, last.hash_per_mille));
        Response::Finished {
            id: self.id,
            best_move: report.best_move,
            progress: SearchProgress::from(report)
                .with_selective_depth(selective_depth)
                .with_hash_per_mille(hash_per_mille),
            lines: report.lines(),
            stopped_by: Some(report.stopped_by),
            statistics: None,
            threads: 1,
        }
    }
}

/// An explanation under way.
pub(crate) struct Explaining {
    id: u32,
    explainer: Explainer,
    stop: StopHandle,
}

impl Explaining {
    pub(crate) fn begin(
        id: u32,
        position: &Position,
        point: Point,
        limits: &SolveLimits,
        clock: &dyn Clock,
    ) -> Result<Explaining, Refusal> {
        seating::check_point(point, position)?;
        let limits = ExplainLimits {
            nodes: limits.nodes.unwrap_or(ExplainLimits::default().nodes),
            time: limits.time,
        };
        Ok(Explaining {
            id,
            explainer: Explainer::new(position, point, &limits, clock)?,
            stop: StopHandle::default(),
        })
    }

    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// The handle that ends the explanation, whose open questions are then reported as undecided.
    pub(crate) fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Continues the explanation; returns whether it is done.
    pub(crate) fn advance(&mut self, slice: Duration, clock: &dyn Clock, answer: &mut Answer) -> bool {
        let Some(explanation) = self.explainer.advance(slice, clock, &self.stop) else { return false };
        answer(Response::Explained { id: self.id, explanation });
        true
    }
}

/// The search for a forced win.
///
/// The solvers keep their own stacks, so that they can stop between two steps and continue there. The slices are as short as
/// those of a search, and cost nothing.
pub(crate) struct Solving {
    id: u32,
    solver: Solver,
    stop: StopHandle,
    started: Duration,
}

impl Solving {
    pub(crate) fn begin(
        id: u32,
        position: &Position,
        attacker: Color,
        means: Means,
        limits: &SolveLimits,
        clock: &dyn Clock,
    ) -> Result<Solving, Refusal> {
        if position.is_over() {
            return Err(Refusal::Over);
        }
        let solver = match means {
            Means::Vcf => Solver::vcf(position, attacker, limits, clock),
            Means::Vct => Solver::vct(position, attacker, limits, clock),
        };
        Ok(Solving { id, solver, stop: StopHandle::default(), started: clock.now() })
    }

    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    pub(crate) fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Continues the search; returns whether it is done.
    pub(crate) fn advance(&mut self, slice: Duration, clock: &dyn Clock, answer: &mut Answer) -> bool {
        let Some(solution) = self.solver.advance(slice, clock, &self.stop) else { return false };
        let time = clock.now().saturating_sub(self.started);
        answer(Response::Solved { id: self.id, verdict: solution.verdict, nodes: solution.nodes, time });
        true
    }
}

/// The review of a game. It has the engine to itself until it is done.
pub(crate) struct Reviewing {
    id: u32,
    reviewer: Reviewer,
    stop: StopHandle,
}

impl Reviewing {
    pub(crate) fn begin(
        id: u32,
        start: &Position,
        moves: &[Move],
        effort: Effort,
        limits: &SolveLimits,
        proved: &[Proved],
    ) -> Result<Reviewing, Refusal> {
        let of_effort = ReviewLimits::from(effort);
        let limits = match (limits.nodes, limits.time) {
            (None, None) => of_effort,
            (nodes, time) => ReviewLimits { nodes, time, ..of_effort },
        };
        let reviewer = Reviewer::new(start, moves, &limits)?.knowing(proved);
        Ok(Reviewing { id, reviewer, stop: StopHandle::default() })
    }

    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// The handle that ends the review, which then has the examined moves.
    pub(crate) fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Continues the review; returns whether it is done.
    pub(crate) fn advance(
        &mut self,
        engine: &mut Engine,
        slice: Duration,
        clock: &dyn Clock,
        answer: &mut Answer,
    ) -> bool {
        let id = self.id;
        let review = self.reviewer.advance(engine, slice, clock, &self.stop, &mut |reviewed| {
            answer(Response::ReviewedMove { id, reviewed: reviewed.clone() });
        });
        let Some(Review { sides, turning_points, is_complete, .. }) = review else { return false };
        answer(Response::Reviewed { id, sides, turning_points, is_complete });
        true
    }
}
