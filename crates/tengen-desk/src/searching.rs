use std::time::Duration;

use tengen_engine::{Clock, SearchLimits, SearchProgress, SearchReport};
use tengen_game::Position;
use tengen_protocol::worker::{Response, Thinking};

use crate::desk::Answer;
use crate::players::Players;
use crate::throttle::Throttle;
use crate::translate;

/// A search of whoever is seated.
pub(crate) struct Searching {
    id: u32,
    throttle: Throttle,
    /// What was told last of the best line, which knows what the report leaves out.
    last: Option<Thinking>,
}

impl Searching {
    pub(crate) fn begin(
        id: u32,
        position: Position,
        limits: &SearchLimits,
        players: &mut Players,
        clock: &dyn Clock,
    ) -> Searching {
        let opponent = players.seated();
        opponent.set_position(position);
        opponent.start(limits, clock);
        Searching { id, throttle: Throttle::default(), last: None }
    }

    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// Searches on; whether the search is over.
    pub(crate) fn advance(
        &mut self,
        players: &mut Players,
        slice: Duration,
        clock: &dyn Clock,
        answer: &mut Answer,
    ) -> bool {
        let Searching { id, throttle, last } = self;
        let id = *id;
        let mut hear = |progress: &SearchProgress| {
            let thinking = translate::progress(progress);
            if thinking.line == 0 {
                *last = Some(thinking.clone());
            }
            if let Some(thinking) = throttle.offer(thinking, clock.now()) {
                answer(Response::Progress { id, thinking });
            }
        };
        match players.seated().advance(slice, clock, &mut hear) {
            Ok(None) => {
                for thinking in throttle.due(clock.now()) {
                    answer(Response::Progress { id, thinking });
                }
                false
            }
            Ok(Some(report)) => {
                for thinking in throttle.rest() {
                    answer(Response::Progress { id, thinking });
                }
                answer(self.finished(&report, players));
                true
            }
            Err(error) => {
                answer(Response::Failed { id: Some(id), message: error.to_string() });
                true
            }
        }
    }

    fn finished(&self, report: &SearchReport, players: &Players) -> Response {
        let (selective_depth, hash_per_mille) =
            self.last.as_ref().map_or((0, 0), |last| (last.selective_depth, last.hash_per_mille));
        Response::Finished {
            id: self.id,
            best_move: report.best_move.map(translate::point),
            thinking: Thinking { selective_depth, hash_per_mille, ..translate::report(report) },
            lines: translate::lines(report),
            stopped_by: Some(translate::stop_reason(report.stopped_by)),
            statistics: players.statistics().map(translate::statistics),
        }
    }
}
