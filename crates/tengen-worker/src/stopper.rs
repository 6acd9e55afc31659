//! Stopping a task from another thread.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_analysis::StopHandle;

/// Stops the tasks of a [`Service`](crate::Service) from another thread, in the middle of a slice.
///
/// Slices may become as long as a quarter of a second, and some tasks are not cut into any. The service registers its running task
/// ([`Stopper::begin`], [`Stopper::end`]); another thread stops it by its number, also before it has begun. Clones stop the same service.
#[derive(Clone, Debug, Default)]
pub struct Stopper {
    state: Arc<Mutex<State>>,
}

/// The most stops that wait for their tasks. The stop of a task that never begins would stay for good.
const MOST_STOPPED: usize = 64;

#[derive(Debug, Default)]
struct State {
    running: Option<(u32, StopHandle)>,
    /// The task that ended last. A stop of it came too late.
    ended: Option<u32>,
    /// The tasks that were stopped before they began, the latest last.
    stopped: VecDeque<u32>,
    is_closed: bool,
}

impl Stopper {
    /// Stops the task of this number: now if it runs, or else as soon as it begins.
    pub fn stop(&self, id: u32) {
        let mut state = self.lock();
        match &state.running {
            Some((running, handle)) if *running == id => handle.stop(),
            _ if state.ended == Some(id) => {}
            _ => {
                state.stopped.push_back(id);
                if state.stopped.len() > MOST_STOPPED {
                    state.stopped.pop_front();
                }
            }
        }
    }

    /// Withdraws a stop of a task that has not begun. Its number may then belong to another task.
    pub fn forget(&self, id: u32) {
        self.lock().stopped.retain(|&stopped| stopped != id);
    }

    /// Stops the running task, and each later one as soon as it begins.
    pub fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        if let Some((_, handle)) = &state.running {
            handle.stop();
        }
    }

    /// Whether [`Stopper::close`] has been called.
    pub fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    /// Registers the task that begins and the handle that stops it. The service calls this after every action that clears a stop of the
    /// handle, such as [`Opponent::set_position`](tengen_analysis::Opponent::set_position).
    pub fn begin(&self, id: u32, handle: StopHandle) {
        let mut state = self.lock();
        if state.is_closed || state.stopped.contains(&id) {
            handle.stop();
        }
        state.stopped.retain(|&stopped| stopped != id);
        state.running = Some((id, handle));
    }

    /// Registers the end of the task. A stop that came too late for it must not reach the next one.
    pub fn end(&self) {
        let mut state = self.lock();
        if let Some((id, handle)) = state.running.take() {
            handle.reset();
            state.ended = Some(id);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Begins a task; returns whether it was stopped before.
    fn begin(stopper: &Stopper, id: u32) -> (bool, StopHandle) {
        let handle = StopHandle::default();
        stopper.begin(id, handle.clone());
        (handle.is_requested(), handle)
    }

    #[test]
    fn a_stop_reaches_its_task_before_and_while_it_runs_and_no_other() {
        let stopper = Stopper::default();
        stopper.stop(2);
        let (was_stopped, first) = begin(&stopper, 1);
        assert!(!was_stopped);
        stopper.stop(1);
        assert!(first.is_requested());
        stopper.end();
        assert!(!first.is_requested(), "the handle serves the next task");
        assert!(begin(&stopper, 2).0);
        stopper.end();
        assert!(!begin(&stopper, 2).0, "a stop is used up");
    }

    #[test]
    fn a_stop_that_comes_too_late_or_is_withdrawn_stops_nothing() {
        let stopper = Stopper::default();
        begin(&stopper, 1);
        stopper.end();
        stopper.stop(1);
        assert!(!begin(&stopper, 1).0);
        stopper.stop(2);
        stopper.forget(2);
        assert!(!begin(&stopper, 2).0);
    }

    #[test]
    fn a_closed_stopper_stops_everything() {
        let stopper = Stopper::default();
        let (_, running) = begin(&stopper, 1);
        stopper.close();
        assert!(running.is_requested());
        stopper.end();
        assert!(begin(&stopper, 2).0);
    }
}
