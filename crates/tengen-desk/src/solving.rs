use std::time::Duration;

use tengen_engine::solve::{SolveLimits, Solver, Verdict};
use tengen_engine::{Clock, StopHandle};
use tengen_game::Position;
use tengen_protocol::worker::{ColorMessage, MeansMessage, Response, SolveLimitsMessage, VerdictMessage};

use crate::desk::Answer;
use crate::refusal::Refusal;
use crate::translate;

/// A forced win that is looked for.
///
/// The solvers keep their own stacks, so that they stop between two steps and go on there: that costs nothing, and the
/// worker listens as often as in a search. Asking anew with growing limits would have left it deaf for half of the time.
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
        attacker: ColorMessage,
        means: MeansMessage,
        limits: &SolveLimitsMessage,
        clock: &dyn Clock,
    ) -> Result<Solving, Refusal> {
        if position.is_over() {
            return Err(Refusal::Over);
        }
        let limits = SolveLimits { nodes: limits.nodes, time: limits.time_ms.map(translate::duration) };
        let solver = match means {
            MeansMessage::Vcf => Solver::vcf(position, attacker.into(), &limits, clock),
            MeansMessage::Vct => Solver::vct(position, attacker.into(), &limits, clock),
        };
        Ok(Solving { id, solver, stop: StopHandle::default(), started: clock.now() })
    }

    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    pub(crate) fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Goes on; whether it is done.
    pub(crate) fn advance(&mut self, slice: Duration, clock: &dyn Clock, answer: &mut Answer) -> bool {
        let Some(solution) = self.solver.advance(slice, clock, &self.stop) else { return false };
        let (verdict, proof) = match solution.verdict {
            Verdict::Proved(proof) => (VerdictMessage::Proved, Some(translate::proof(&proof))),
            Verdict::Refuted => (VerdictMessage::Refuted, None),
            Verdict::Unknown(stop) => (VerdictMessage::Unknown(translate::solve_stop(stop)), None),
        };
        let time_ms = translate::milliseconds(clock.now().saturating_sub(self.started));
        answer(Response::Solved { id: self.id, verdict, nodes: solution.nodes, time_ms, proof });
        true
    }
}
