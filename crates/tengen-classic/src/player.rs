//! The common part of all classics as opponents: a position, limits, a stop, and the report at the end.

use std::time::Duration;

use tengen_analysis::{
    Clock, Opponent, OpponentError, Score, SearchLimits, SearchObserver, SearchProgress, SearchReport,
    StopHandle, StopReason, mate_winner,
};
use tengen_game::{BoardSize, Position, Rule};

use crate::meter::Meter;

/// A way to find moves, without the plumbing.
pub(crate) trait Thinker {
    /// The opponent's name.
    fn name(&self) -> String;

    /// The limits of the search under these limits.
    fn limits(&self, limits: &SearchLimits) -> SearchLimits {
        limits.clone()
    }

    /// Begins a search of a position in which the game continues.
    fn begin(&mut self, position: &Position, limits: &SearchLimits);

    /// Searches until the move is decided or the meter interrupts; `None` at the end of a slice. `tell` receives every
    /// finished iteration. A finding without a line means that there is no legal point.
    fn think(&mut self, meter: &mut Meter, tell: &mut dyn FnMut(&Finding, &Meter)) -> Option<Finding>;
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The score of the position for the side to move.
    pub(crate) score: Score,
    /// The line to play, beginning with the move.
    pub(crate) line: Vec<tengen_game::Point>,
    /// Plies of the last finished iteration.
    pub(crate) depth: u32,
    /// The reason for which the search ended.
    pub(crate) stopped_by: StopReason,
}

/// An opponent made of a thinker.
pub(crate) struct Player<T> {
    pub(crate) thinker: T,
    position: Position,
    stop: StopHandle,
    search: Option<Search>,
}

/// A search that has been started and not finished.
struct Search {
    started: Duration,
    deadline: Option<Duration>,
    node_limit: Option<u64>,
    nodes: u64,
}

impl<T: Thinker> Player<T> {
    pub(crate) fn new(thinker: T) -> Player<T> {
        let position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        Player { thinker, position, stop: StopHandle::default(), search: None }
    }

    fn think(
        &mut self,
        search: &mut Search,
        slice: Duration,
        clock: &dyn Clock,
        observer: &mut dyn SearchObserver,
    ) -> Option<SearchReport> {
        let Search { started, deadline, node_limit, nodes } = *search;
        let mut meter = Meter::new(clock, &self.stop, deadline, slice, node_limit, nodes);
        let position = &self.position;
        let found = if position.is_over() {
            Some(finished(position))
        } else {
            let mut tell = |found: &Finding, meter: &Meter| {
                let Finding { score, line, depth, .. } = playable(found.clone(), position);
                let time = meter.now().saturating_sub(started);
                observer.progress(
                    &SearchProgress::new(depth, score, line).with_nodes(meter.nodes()).with_time(time),
                );
            };
            self.thinker.think(&mut meter, &mut tell).map(|found| playable(found, position))
        };
        search.nodes = meter.nodes();
        found.map(|found| {
            SearchReport::new(found.line.first().copied(), found.score, found.stopped_by)
                .with_pv(found.line)
                .with_depth(found.depth)
                .with_nodes(search.nodes)
                .with_time(meter.now().saturating_sub(started))
        })
    }
}

impl<T: Thinker> Opponent for Player<T> {
    fn name(&self) -> String {
        self.thinker.name()
    }

    fn set_position(&mut self, position: Position) {
        self.search = None;
        self.position = position;
        self.stop.reset();
    }

    fn start(&mut self, limits: &SearchLimits, clock: &dyn Clock) {
        let started = clock.now();
        let limits = self.thinker.limits(limits);
        if !self.position.is_over() {
            self.thinker.begin(&self.position, &limits);
        }
        let deadline = limits.time.and_then(|time| started.checked_add(time));
        self.search = Some(Search { started, deadline, node_limit: limits.nodes, nodes: 0 });
    }

    fn advance(
        &mut self,
        slice: Duration,
        clock: &dyn Clock,
        observer: &mut dyn SearchObserver,
    ) -> Result<Option<SearchReport>, OpponentError> {
        if self.search.is_none() {
            self.start(&SearchLimits::depth(0), clock);
        }
        let Some(mut search) = self.search.take() else { return Ok(None) };
        let Some(report) = self.think(&mut search, slice, clock, observer) else {
            self.search = Some(search);
            return Ok(None);
        };
        self.stop.reset();
        match report.best_move {
            Some(point) => self
                .position
                .check(point)
                .map_err(|reason| OpponentError::Illegal { played: point.into(), reason })
                .map(|()| Some(report)),
            None => Ok(Some(report)),
        }
    }

    fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Does nothing: no state of a classic outlives a search.
    fn clear(&mut self) {
        self.search = None;
    }
}

/// The finding for a game that is over: no move, and the score of the winner.
fn finished(position: &Position) -> Finding {
    let winner = position.outcome().and_then(|outcome| outcome.winner());
    let score = match winner {
        None => Score::Value(0),
        Some(winner) if winner == position.side_to_move() => Score::WON,
        Some(_) => Score::Mate(0),
    };
    Finding { score, line: Vec::new(), depth: 0, stopped_by: StopReason::Decided }
}

/// Cuts a line off where it cannot be played on, and removes a mate score that the line does not show.
fn playable(mut found: Finding, position: &Position) -> Finding {
    let mut end = position.clone();
    // The first move is checked separately.
    let legal = found.line.iter().take_while(|&&point| end.play(point).is_ok()).count().max(1);
    found.line.truncate(legal);
    if let Score::Mate(plies) = found.score {
        let winner = end.outcome().and_then(|outcome| outcome.winner());
        let promised = mate_winner(plies, position.side_to_move());
        if winner != Some(promised) || found.line.len() != plies.unsigned_abs() as usize {
            found.score = Score::Value(plies.signum() * crate::figures::DECISIVE);
        }
    }
    found
}

/// A figure as a report's value. Figures are divided so that what wins is about [`DECISIVE`](crate::figures::DECISIVE),
/// and stay below what the score of a game that is over means.
pub(crate) fn value(figure: i32, divisor: i32) -> Score {
    Score::Value((figure / divisor).clamp(-29_999, 29_999))
}
