//! Long wins by threats, which the search itself would only find iterations later.

use std::time::Duration;

use tengen_game::Position;

use super::Line;
use crate::board::Cell;
use crate::search::{MATE, Searcher};
use crate::solve::{SolveLimits, Verdict, vct};

/// The solver is asked when the search has visited so many nodes, and again whenever it has visited four times as many.
const FIRST_LOOK: u64 = 8_000;

/// It may then visit this part of them …
const SHARE: u64 = 10;

/// … up to so many, since nothing interrupts it but a stop or the end of the time.
const MOST_NODES: u64 = 64_000;

/// The solver of continuous threats, asked now and then.
#[derive(Clone, Debug)]
pub(super) struct ThreatSearch {
    position: Option<Position>,
    next_look: u64,
}

impl ThreatSearch {
    pub(super) fn new(position: &Position) -> ThreatSearch {
        ThreatSearch { position: Some(position.clone()), next_look: FIRST_LOOK }
    }

    /// Never asks.
    pub(super) fn none() -> ThreatSearch {
        ThreatSearch { position: None, next_look: u64::MAX }
    }

    /// A win of the side to move, if it is time to look for one and there is one.
    pub(super) fn look(&mut self, searcher: &mut Searcher, deadline: Option<Duration>) -> Option<Line> {
        if searcher.nodes < self.next_look {
            return None;
        }
        self.next_look = searcher.nodes.saturating_mul(4);
        let position = self.position.as_ref()?;
        let left = searcher.budget.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(searcher.nodes));
        let limits = SolveLimits {
            nodes: Some((searcher.nodes / SHARE).min(MOST_NODES).min(left)),
            // A win that is found has to be written down, which the end of the time does not interrupt.
            time: deadline.map(|deadline| deadline.saturating_sub(searcher.clock.now()) / 2),
        };
        let solution = vct(position, position.side_to_move(), &limits, searcher.clock, searcher.stop);
        searcher.nodes += solution.nodes;
        let Verdict::Proved(proof) = solution.verdict else { return None };
        // A line in which somebody passes cannot be shown; the search finds another.
        let pv: Option<Vec<Cell>> = proof.line.iter().map(|played| played.point().map(Cell::from)).collect();
        Some(Line { score: MATE - i32::try_from(proof.plies).ok()?, pv: pv? })
    }
}
