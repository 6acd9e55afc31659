//! Starts games in a program, and waits for its answers within all limits.

use std::time::{Duration, Instant};

use crate::{Decision, EngineReply, Manager};
use tengen_analysis::{OpponentError, SearchObserver, SearchProgress};
use tengen_game::Position;

use super::{Program, Session};
use crate::process::{Output, Process, ProgramOptions};

/// A question that was sent and has no answer yet.
#[derive(Debug)]
pub(super) struct PendingAnswer {
    asked: Instant,
    /// The most that the answer may take.
    limit: Option<Duration>,
    /// The end of the waiting.
    deadline: Option<Instant>,
    /// A stop was sent.
    is_stopped: bool,
    progress: Option<SearchProgress>,
}

/// The interval at which the stop handle and the memory are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// The time that a program may continue after a stop.
const STOP_PATIENCE: Duration = Duration::from_secs(1);

impl PendingAnswer {
    pub(super) fn new(limit: Option<Duration>, options: &ProgramOptions) -> PendingAnswer {
        let asked = Instant::now();
        let deadline = limit.and_then(|limit| asked.checked_add(limit.saturating_add(options.patience)));
        PendingAnswer { asked, limit, deadline, is_stopped: false, progress: None }
    }

    /// The last report about the best line.
    pub(super) fn progress(&self) -> Option<&SearchProgress> {
        self.progress.as_ref()
    }
}

impl Program {
    /// Starts the process if it does not run, and a game in it.
    pub(super) fn start_game(&mut self, position: &Position) -> Result<(), OpponentError> {
        if self.session.is_none() {
            let spawned = Process::spawn(&self.options.command, self.options.working_folder.as_deref());
            let mut process = spawned.map_err(|error| self.failed(error))?;
            self.remark(&format!("started {}", self.options.command.join(" ")));
            process.replace_log(self.log.take());
            self.session = Some(Session { process, manager: Manager::new(self.options.dialect) });
        }
        let until = Instant::now() + self.options.start_limit;
        let Some(session) = &mut self.session else { return Ok(()) };
        let lines = session.manager.start(position);
        let lines = lines.map_err(|error| self.failed(error))?;
        self.send(&lines);
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.receive(left.min(POLL_INTERVAL))? {
                Some((EngineReply::Ready, _)) => return Ok(()),
                Some((EngineReply::Refused(text) | EngineReply::Unreadable(text), _)) => {
                    return Err(self.unreadable(text));
                }
                _ => self.check_memory()?,
            }
            if left.is_zero() {
                let limit = self.options.start_limit;
                return Err(self.failed(format_args!("it was not ready after {} ms", limit.as_millis())));
            }
        }
    }

    /// Waits for an answer for as long as `slice`; with the answer comes the time that it took.
    pub(super) fn wait_for_answer(
        &mut self,
        pending: &mut PendingAnswer,
        slice: Duration,
        observer: &mut dyn SearchObserver,
    ) -> Result<Option<(Decision, Duration)>, OpponentError> {
        let slice_ends = Instant::now().checked_add(slice);
        loop {
            self.send_stop(pending);
            let now = Instant::now();
            let until = [slice_ends, pending.deadline].into_iter().flatten().min();
            let left =
                until.map_or(POLL_INTERVAL, |until| until.saturating_duration_since(now).min(POLL_INTERVAL));
            let time = |at: Instant| at.saturating_duration_since(pending.asked);
            match self.receive(left)? {
                Some((EngineReply::Points(points), at)) => {
                    return Ok(Some((Decision::Points(points), time(at))));
                }
                Some((EngineReply::Swap, at)) => return Ok(Some((Decision::Swap, time(at)))),
                Some((EngineReply::Suggestion(point), at)) => {
                    // The engine continues only after PLAY.
                    self.accept(point);
                    return Ok(Some((Decision::Points(vec![point]), time(at))));
                }
                Some((EngineReply::Progress(progress), _)) => report(*progress, pending, observer),
                Some((EngineReply::Refused(text) | EngineReply::Unreadable(text), _)) => {
                    return Err(self.unreadable(text));
                }
                _ => {}
            }
            self.check_memory()?;
            let now = Instant::now();
            if pending.deadline.is_some_and(|deadline| now >= deadline) {
                return Err(self.overrun(pending, now));
            }
            if slice_ends.is_some_and(|end| now >= end) {
                return Ok(None);
            }
        }
    }

    /// The next line, if it comes within `patience`.
    fn receive(&mut self, patience: Duration) -> Result<Option<(EngineReply, Instant)>, OpponentError> {
        let Some(session) = &mut self.session else { return Err(self.failed("it does not run")) };
        match session.process.receive(patience) {
            None => Ok(None),
            Some(Output::Line(line, at)) => Ok(Some((session.manager.receive(&line), at))),
            Some(Output::Closed) => {
                let reason = session.process.exit_reason();
                Err(self.failed(reason))
            }
        }
    }

    /// Plays the suggested move. `PLAY` is answered with the same move; waiting for it keeps it from being taken for
    /// another answer.
    fn accept(&mut self, point: tengen_game::Point) {
        let Some(session) = &mut self.session else { return };
        let line = session.manager.accept(point);
        session.process.send(&line);
        let until = Instant::now() + STOP_PATIENCE;
        while Instant::now() < until {
            match self.receive(POLL_INTERVAL) {
                Ok(Some((EngineReply::Points(_), _))) | Err(_) => return,
                Ok(_) => {}
            }
        }
    }

    fn send_stop(&mut self, pending: &mut PendingAnswer) {
        if pending.is_stopped || !self.stop.is_requested() {
            return;
        }
        pending.is_stopped = true;
        let until = Instant::now() + STOP_PATIENCE;
        pending.deadline = Some(pending.deadline.map_or(until, |deadline| deadline.min(until)));
        if let Some(session) = &mut self.session {
            let line = session.manager.stop();
            session.process.send(line);
        }
    }

    fn check_memory(&mut self) -> Result<(), OpponentError> {
        let (Some(limit), Some(session)) = (self.options.max_memory, &mut self.session) else {
            return Ok(());
        };
        match session.process.memory() {
            Some(used) if used > limit => {
                Err(OpponentError::Exhausted { name: self.options.title(), limit, used })
            }
            _ => Ok(()),
        }
    }

    fn overrun(&self, pending: &PendingAnswer, now: Instant) -> OpponentError {
        let name = self.options.title();
        let time = now.saturating_duration_since(pending.asked);
        match pending.limit {
            Some(limit) if time > limit => OpponentError::Overrun { name, limit, time },
            _ => OpponentError::Stopped(name),
        }
    }

    fn unreadable(&self, text: String) -> OpponentError {
        OpponentError::Unreadable { name: self.options.title(), text: text.chars().take(200).collect() }
    }
}

/// Reports the best line; the observer does not need the others.
fn report(progress: SearchProgress, pending: &mut PendingAnswer, observer: &mut dyn SearchObserver) {
    if progress.line != 0 {
        return;
    }
    let progress = progress.with_time(pending.asked.elapsed());
    observer.progress(&progress);
    pending.progress = Some(progress);
}
