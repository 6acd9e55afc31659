use std::time::Duration;

use tengen_analysis::{Clock, StopHandle, StopReason};

/// The most nodes between two checks of the clock and the stop handle: well under a millisecond.
const INTERVAL: u64 = 16;

/// The reason for which a search returns before it is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interrupt {
    /// A limit, or the stop handle: the search is over.
    End(StopReason),
    /// The slice is used up.
    Slice,
}

/// Counts nodes and decides when to interrupt.
pub(crate) struct Meter<'a> {
    clock: &'a dyn Clock,
    stop: &'a StopHandle,
    deadline: Option<Duration>,
    slice_end: Option<Duration>,
    limit: Option<u64>,
    nodes: u64,
    first_node: u64,
    next_look: u64,
}

impl<'a> Meter<'a> {
    /// A meter that continues from `nodes`, for a slice from now on.
    pub(crate) fn new(
        clock: &'a dyn Clock,
        stop: &'a StopHandle,
        deadline: Option<Duration>,
        slice: Duration,
        limit: Option<u64>,
        nodes: u64,
    ) -> Meter<'a> {
        let slice_end = clock.now().checked_add(slice);
        Meter { clock, stop, deadline, slice_end, limit, nodes, first_node: nodes, next_look: nodes }
    }

    /// Visited nodes, those of earlier slices too.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn now(&self) -> Duration {
        self.clock.now()
    }

    /// Counts a node, unless the search must be interrupted before it.
    pub(crate) fn count_node(&mut self) -> Result<(), Interrupt> {
        if self.limit.is_some_and(|limit| self.nodes >= limit) {
            return Err(Interrupt::End(StopReason::Nodes));
        }
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    fn look(&mut self) -> Result<(), Interrupt> {
        self.next_look = self.nodes + INTERVAL;
        if self.stop.is_requested() {
            return Err(Interrupt::End(StopReason::Stopped));
        }
        let now = self.clock.now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(Interrupt::End(StopReason::Time));
        }
        // Every slice gets on by a few nodes, however short it is.
        if self.nodes > self.first_node && self.slice_end.is_some_and(|end| now >= end) {
            return Err(Interrupt::Slice);
        }
        Ok(())
    }
}
