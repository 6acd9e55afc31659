use std::time::Duration;

use tengen_analysis::{Clock, SolveStop, StopHandle};

/// How many nodes may pass between two looks at the clock. A node can be a whole search for a threat, twenty microseconds
/// or more.
const CLOCK_INTERVAL: u64 = 16;

/// What makes a part of a solver return before it has an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// The part has used up its own share of nodes; the solver goes on.
    Share,
    /// The slice is used up; the search goes on from where it is in the next.
    Pause,
    /// The solver has to end.
    Stop(SolveStop),
}

/// Counts nodes, and knows when enough is enough.
pub(super) struct Budget<'a> {
    nodes: u64,
    limit: Option<u64>,
    deadline: Option<Duration>,
    next_look: u64,
    slice_end: Option<Duration>,
    next_pause: u64,
    is_lifted: bool,
    clock: &'a dyn Clock,
    stop: &'a StopHandle,
}

impl<'a> Budget<'a> {
    /// The budget of a solver that has visited `nodes` nodes and goes on for a slice. The deadline is in the clock's time.
    pub(super) fn new(
        nodes: u64,
        limit: Option<u64>,
        deadline: Option<Duration>,
        slice: Duration,
        clock: &'a dyn Clock,
        stop: &'a StopHandle,
    ) -> Budget<'a> {
        // Without a slice the clock is not read.
        let slice_end = if slice == Duration::MAX { None } else { clock.now().checked_add(slice) };
        Budget {
            nodes,
            limit,
            deadline,
            next_look: nodes,
            slice_end,
            next_pause: nodes + CLOCK_INTERVAL,
            is_lifted: false,
            clock,
            stop,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Lifts the limits, or puts them back: what was found is still to be written down, which is little work. A stop
    /// still counts.
    pub(super) fn lift(&mut self, is_lifted: bool) {
        self.is_lifted = is_lifted;
    }

    /// Whether the slice is used up. Every slice gets on by a few nodes, however short it is, and ends nothing that is being
    /// written down.
    pub(super) fn is_slice_over(&mut self) -> bool {
        let Some(end) = self.slice_end else { return false };
        if self.is_lifted || self.nodes < self.next_pause {
            return false;
        }
        self.next_pause = self.nodes + CLOCK_INTERVAL;
        self.clock.now() >= end
    }

    /// Counts a node; `share` is the node count at which the current part has to end.
    pub(super) fn count_node(&mut self, share: u64) -> Result<(), Halt> {
        if self.nodes >= share {
            return Err(Halt::Share);
        }
        if !self.is_lifted && self.limit.is_some_and(|limit| self.nodes >= limit) {
            return Err(Halt::Stop(SolveStop::Nodes));
        }
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + CLOCK_INTERVAL;
            if self.stop.is_requested() {
                return Err(Halt::Stop(SolveStop::Stopped));
            }
            let deadline = self.deadline.filter(|_| !self.is_lifted);
            if deadline.is_some_and(|deadline| self.clock.now() >= deadline) {
                return Err(Halt::Stop(SolveStop::Time));
            }
        }
        self.nodes += 1;
        Ok(())
    }
}
