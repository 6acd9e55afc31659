use std::time::Duration;

use tengen_engine::explain::{ExplainLimits, Explainer};
use tengen_engine::{Clock, StopHandle};
use tengen_game::Position;
use tengen_protocol::worker::{PointMessage, Response, SolveLimitsMessage, on_board};

use crate::desk::Answer;
use crate::refusal::Refusal;
use crate::translate;

/// An explanation under way.
pub(crate) struct Explaining {
    id: u32,
    explainer: Explainer,
    stop: StopHandle,
    win_length: u8,
}

impl Explaining {
    pub(crate) fn begin(
        id: u32,
        position: &Position,
        point: PointMessage,
        limits: &SolveLimitsMessage,
        clock: &dyn Clock,
    ) -> Result<Explaining, Refusal> {
        let point = on_board(point, position.size())?;
        let limits = ExplainLimits {
            nodes: limits.nodes.unwrap_or(ExplainLimits::default().nodes),
            time: limits.time_ms.map(translate::duration),
        };
        Ok(Explaining {
            id,
            explainer: Explainer::new(position, point, &limits, clock)?,
            stop: StopHandle::default(),
            win_length: position.rule().win_length().stones(),
        })
    }

    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// Where it is stopped, what is not answered yet will be undecided.
    pub(crate) fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Goes on; whether it is done.
    pub(crate) fn advance(&mut self, slice: Duration, clock: &dyn Clock, answer: &mut Answer) -> bool {
        let Some(explanation) = self.explainer.advance(slice, clock, &self.stop) else { return false };
        let explanation = translate::explanation(&explanation, self.win_length);
        answer(Response::Explained { id: self.id, explanation });
        true
    }
}
