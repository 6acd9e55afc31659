use std::time::Duration;

use tengen_engine::review::{Proved, Review, ReviewLimits, Reviewer};
use tengen_engine::{Clock, Engine, StopHandle};
use tengen_game::{Move, Position};
use tengen_protocol::worker::{EffortMessage, PositionMessage, ProvedMessage, Response, SolveLimitsMessage};

use crate::desk::Answer;
use crate::refusal::Refusal;
use crate::translate;

/// A game that is gone through. It has the engine to itself until it is done.
pub(crate) struct Reviewing {
    id: u32,
    reviewer: Reviewer,
    stop: StopHandle,
}

impl Reviewing {
    pub(crate) fn begin(
        id: u32,
        game: &PositionMessage,
        effort: EffortMessage,
        limits: &SolveLimitsMessage,
        proved: &[ProvedMessage],
    ) -> Result<Reviewing, Refusal> {
        let moves: Vec<Move> = game.moves.iter().copied().map(translate::played).collect();
        // A game may end with a forbidden move, which no position would take.
        let start = Position::try_from(&PositionMessage { moves: Vec::new(), ..game.clone() })?;
        let of_effort = translate::effort(effort).limits();
        let limits = match (limits.nodes, limits.time_ms) {
            (None, None) => of_effort,
            (nodes, time) => ReviewLimits { nodes, time: time.map(translate::duration), ..of_effort },
        };
        let proved: Vec<Proved> = proved.iter().map(translate::proved).collect();
        let reviewer = Reviewer::new(&start, &moves, &limits)?.knowing(&proved);
        Ok(Reviewing { id, reviewer, stop: StopHandle::default() })
    }

    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// Where it is stopped, the moves that have been looked at will be all.
    pub(crate) fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Goes on; whether it is done.
    pub(crate) fn advance(
        &mut self,
        engine: &mut Engine,
        slice: Duration,
        clock: &dyn Clock,
        answer: &mut Answer,
    ) -> bool {
        let id = self.id;
        let review = self.reviewer.advance(engine, slice, clock, &self.stop, &mut |reviewed| {
            answer(Response::ReviewedMove { id, reviewed: translate::reviewed_move(reviewed) });
        });
        let Some(Review { sides, turning_points, is_complete, .. }) = review else { return false };
        answer(Response::Reviewed {
            id,
            sides: sides.map(translate::side),
            turning_points: turning_points.into_iter().map(translate::number).collect(),
            is_complete,
        });
        true
    }
}
