//! What becomes of the match when the engine service breaks down or does not answer.

use std::time::Duration;

use crate::state::{Effect, Event, Match};
use crate::task::{Engine, Pending, Purpose};
use crate::{Notice, Tracked};

/// After this many breakdowns within [`SHORT_WHILE_MS`] the engine stays off.
const TOO_MANY: usize = 3;
const SHORT_WHILE_MS: u64 = 60_000;
/// Milliseconds before the new engine gets its first task. They leave time to read what has happened.
const PAUSE_MS: u64 = 1_500;
/// An engine that has not moved this many seconds after the time was up is considered dead. It may first wait for ten seconds for a network
/// that does not load.
const GRACE_S: u32 = 20;

/// The state of the engine service.
#[derive(Debug, Default)]
pub struct Recovery {
    /// Whether there is no engine, and none will be started unasked.
    pub is_off: Tracked<bool>,
    /// How often an engine was started in place of another.
    pub restarts: Tracked<u32>,
    /// The last request for which the engine evaluated positions, if it had to do so without its network: it is weaker then.
    pub without_network: Tracked<Option<u32>>,
    breakdowns: Breakdowns,
    watch: Option<Watch>,
}

/// A move that must come before the seconds have passed.
#[derive(Clone, Copy, Debug)]
struct Watch {
    id: u32,
    seconds_left: u32,
    /// When the next second is counted.
    next: u64,
}

impl Recovery {
    pub(crate) fn stop_watching(&mut self) {
        self.watch = None;
    }

    /// Notes that the engine evaluates positions for this request: whether it had its network for an earlier one no longer matters.
    pub(crate) fn evaluates(&mut self, id: u32) {
        if self.without_network.is_some_and(|without| without != id) {
            self.without_network.set(None);
        }
    }

    pub(crate) fn wake_at(&self) -> Option<u64> {
        self.watch.map(|watch| watch.next)
    }
}

/// When the engine broke down lately.
#[derive(Debug, Default)]
struct Breakdowns(Vec<u64>);

impl Breakdowns {
    /// Notes one more; whether there have been too many.
    fn add(&mut self, now: u64) -> bool {
        self.0.retain(|&before| now.saturating_sub(before) < SHORT_WHILE_MS);
        self.0.push(now);
        self.0.len() >= TOO_MANY
    }
}

impl Match {
    pub(crate) fn start_engine(&mut self) {
        self.effects.push(Effect::StartEngine);
        self.engine = Engine::Starting;
        self.recovery.is_off.set(false);
    }

    /// The engine service could not be started.
    pub fn engine_did_not_start(&mut self, reason: String) {
        self.drop_task();
        self.lose_engine(Notice::EngineFailed(reason));
    }

    /// The engine has broken down: another takes its place and gets the same task, unless that has happened too often.
    pub(crate) fn broke_down(&mut self, reason: String) {
        let was_ready = self.engine == Engine::Ready;
        self.drop_task();
        if !self.habits.keeps_engine {
            self.effects.push(Effect::DropEngine);
            self.effects.push(Effect::Announce(Event::Error(reason.clone())));
            self.notice.set(Notice::EngineFailed(reason));
            // The next click on the board has it asked again.
            self.paused.set(self.is_programs_turn());
            return;
        }
        if !was_ready {
            return self.lose_engine(Notice::EngineFailed(reason));
        }
        if self.recovery.breakdowns.add(self.now) {
            return self.lose_engine(Notice::EngineGaveUp(reason));
        }
        self.start_engine();
        self.notice.set(Notice::EngineRestarted);
        self.count_restart();
        if self.task.is_none() {
            self.pending = Some((self.now + PAUSE_MS, Pending::Ask));
        }
    }

    /// Starts the engine at the user's request.
    pub fn restart_engine(&mut self) {
        self.recovery.breakdowns = Breakdowns::default();
        self.notice.set(Notice::Nothing);
        self.start_engine();
        self.count_restart();
        self.call_engine();
    }

    fn count_restart(&mut self) {
        self.recovery.restarts.set(self.recovery.restarts.wrapping_add(1));
    }

    fn lose_engine(&mut self, notice: Notice) {
        self.effects.push(Effect::DropEngine);
        self.engine = Engine::Absent;
        self.recovery.is_off.set(true);
        self.notice.set(notice);
    }

    /// The engine no longer answers its task. An external player continues.
    fn drop_task(&mut self) {
        let purpose = self.purpose();
        if purpose == Some(Purpose::External) {
            return;
        }
        self.recovery.stop_watching();
        self.pending = None;
        self.end_task();
        match purpose {
            Some(Purpose::Review) => self.drop_review(),
            // It may be offered once more.
            Some(Purpose::Judge) => self.draw.forget(),
            _ => {}
        }
    }

    /// Waits for a move that must come within this time, and takes an engine that is long overdue for broken.
    ///
    /// Seconds are counted, since a machine that slept wakes up long after every deadline, with the engine unharmed.
    pub(crate) fn watch_move(&mut self, id: u32, time: Duration) {
        let seconds_left = u32::try_from(time.as_secs()).unwrap_or(u32::MAX).saturating_add(GRACE_S);
        self.recovery.watch = Some(Watch { id, seconds_left, next: self.now + 1_000 });
    }

    pub(crate) fn watch_engine(&mut self) {
        let is_ready = self.engine == Engine::Ready;
        let Some(watch) = self.recovery.watch.as_mut().filter(|watch| watch.next <= self.now) else { return };
        watch.next = self.now + 1_000;
        // An engine that is still being loaded has not begun.
        watch.seconds_left = watch.seconds_left.saturating_sub(u32::from(is_ready));
        let (id, is_overdue) = (watch.id, watch.seconds_left == 0);
        if self.task.is_none_or(|task| task.id != id || task.purpose != Purpose::Move) {
            self.recovery.stop_watching();
        } else if is_overdue {
            self.broke_down("it did not answer".to_owned());
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
