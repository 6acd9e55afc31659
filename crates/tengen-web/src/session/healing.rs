//! What becomes of the table when the engine's worker breaks down or hangs.

use gloo_timers::callback::{Interval, Timeout};
use leptos::prelude::*;
use tengen_frontend::WorkerClient;
use tengen_protocol::worker::Request;

use super::{Notice, Session, Task};
use crate::reactive::RwSignal;
use crate::timing::now;
use crate::workers;

/// After so many breakdowns within [`SHORT_WHILE_MS`] the engine stays off.
const TOO_MANY: usize = 3;
const SHORT_WHILE_MS: u64 = 60_000;
/// The new engine is asked after so long. Who looks can read by then what has happened.
const PAUSE_MS: u32 = 1_500;
/// Who has not moved so many seconds after the time was up never will.
const GRACE_S: u32 = 10;

/// What is known about the engine's health.
#[derive(Clone, Copy)]
pub(crate) struct Healing {
    /// Whether there is no engine, and none will be started unasked.
    pub(crate) is_off: RwSignal<bool>,
    /// How often an engine was started in place of another.
    pub(super) restarts: RwSignal<u32>,
    breakdowns: StoredValue<Breakdowns>,
    watch: StoredValue<Option<Interval>, LocalStorage>,
}

impl Healing {
    pub(super) fn new() -> Healing {
        Healing {
            is_off: RwSignal::new(false),
            restarts: RwSignal::new(0),
            breakdowns: StoredValue::default(),
            watch: StoredValue::new_local(None),
        }
    }

    /// Nobody waits for a move any more.
    pub(super) fn stop_watching(self) {
        self.watch.set_value(None);
    }
}

/// When the engine broke down lately.
#[derive(Clone, Debug, Default)]
struct Breakdowns(Vec<u64>);

impl Breakdowns {
    /// Notes one more; whether there have been too many.
    fn add(&mut self, now: u64) -> bool {
        self.0.retain(|&before| now.saturating_sub(before) < SHORT_WHILE_MS);
        self.0.push(now);
        self.0.len() >= TOO_MANY
    }
}

impl Session {
    pub(super) fn start_engine(self) {
        match workers::start("tengen-worker", move |response| self.hear(response)) {
            Ok(client) => {
                self.engine.set_value(Some(client));
                self.healing.is_off.set(false);
            }
            Err(reason) => self.lose_engine(Notice::EngineFailed(reason)),
        }
    }

    /// The engine has broken down: another takes its place and is asked for what is still wanted, unless that
    /// has happened too often.
    pub(super) fn heal_engine(self, reason: String) {
        let was_ready = self.engine.with_value(|engine| engine.as_ref().is_some_and(WorkerClient::is_ready));
        self.drop_tasks();
        if !was_ready {
            return self.lose_engine(Notice::EngineFailed(reason));
        }
        if self.healing.breakdowns.try_update_value(|breakdowns| breakdowns.add(now())).unwrap_or(true) {
            return self.lose_engine(Notice::EngineGaveUp(reason));
        }
        leptos::logging::warn!("the engine broke down and is started again: {reason}");
        self.start_engine();
        if !self.healing.is_off.get_untracked() {
            self.notice.set(Notice::EngineRestarted);
            self.healing.restarts.update(|restarts| *restarts += 1);
            let ask = move || {
                // Somebody may have asked something else meanwhile.
                if self.task.get_untracked() == Task::Idle {
                    self.call_engine();
                }
            };
            self.pending_move.set_value(Some(Timeout::new(PAUSE_MS, ask)));
        }
    }

    /// Starts the engine because somebody wants that.
    pub(crate) fn restart_engine(self) {
        self.healing.breakdowns.set_value(Breakdowns::default());
        self.notice.set(Notice::Nothing);
        self.start_engine();
        self.healing.restarts.update(|restarts| *restarts += 1);
        self.call_engine();
    }

    fn lose_engine(self, notice: Notice) {
        self.engine.set_value(None);
        self.healing.is_off.set(true);
        self.notice.set(notice);
    }

    /// Nobody answers any more what the engine was asked.
    fn drop_tasks(self) {
        let task = self.task.get_untracked();
        self.healing.stop_watching();
        self.pending_move.set_value(None);
        self.task.set(Task::Idle);
        match task {
            Task::Review(_) => self.drop_review(),
            // It may be offered once more.
            Task::Judge(_) => self.draw.forget(),
            _ => {}
        }
    }

    /// Waits for a move that must come within this time, and takes an engine that is long overdue for broken.
    ///
    /// Seconds are counted, since a machine that slept wakes up long after every time, with the engine unharmed.
    pub(super) fn watch_move(self, id: u32, time_ms: u32) {
        let mut left = time_ms / 1_000 + GRACE_S;
        let tick = move || {
            if self.task.get_untracked() != Task::Move(id) {
                return self.healing.stop_watching();
            }
            // An engine that is still being loaded has not begun.
            let is_ready =
                self.engine.with_value(|engine| engine.as_ref().is_some_and(WorkerClient::is_ready));
            left = left.saturating_sub(u32::from(is_ready));
            if left == 0 {
                self.heal_engine("it did not answer".to_owned());
            }
        };
        self.healing.watch.set_value(Some(Interval::new(1_000, tick)));
    }

    pub(super) fn send(self, request: Request) {
        let is_off = self.engine.with_value(|engine| match engine {
            Some(engine) => {
                engine.send(&request);
                false
            }
            None => true,
        });
        if is_off && !matches!(request, Request::Stop { .. }) {
            // Whoever asks takes that down after this.
            let refuse = move || {
                if self.task.get_untracked() != Task::Idle {
                    self.drop_tasks();
                    self.notice.set(Notice::EngineOff);
                }
            };
            self.pending_move.set_value(Some(Timeout::new(0, refuse)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_breakdowns_in_quick_succession_are_too_many() {
        let mut breakdowns = Breakdowns::default();
        assert!(!breakdowns.add(1_000));
        assert!(!breakdowns.add(2_000));
        // The first was long ago by now.
        assert!(!breakdowns.add(61_500));
        assert!(breakdowns.add(61_900));
    }
}
