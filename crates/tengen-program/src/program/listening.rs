//! Waiting for an answer, within all limits.

use std::time::{Duration, Instant};

use tengen_engine::{OpponentError, Score, SearchObserver, SearchProgress};
use tengen_game::Position;
use tengen_protocol::gomocup::{Decision, Heard, Manager, SearchNews};
use tengen_protocol::worker::ScoreMessage;

use super::{Program, Session};
use crate::{Process, ProgramOptions, Said};

/// How far the waiting for one answer has come.
#[derive(Debug)]
pub(super) struct Listening {
    asked: Instant,
    /// The most that the answer may take.
    limit: Option<Duration>,
    /// When we stop waiting.
    deadline: Option<Instant>,
    /// It was told to stop.
    is_stopped: bool,
    progress: Option<SearchProgress>,
}

/// How often we look whether to stop, and whether there is too much memory in use.
const GLANCE: Duration = Duration::from_millis(10);
/// How long a program that was told to stop may go on.
const STOP_PATIENCE: Duration = Duration::from_secs(1);

impl Listening {
    pub(super) fn new(limit: Option<Duration>, options: &ProgramOptions) -> Listening {
        let asked = Instant::now();
        let deadline = limit.and_then(|limit| asked.checked_add(limit.saturating_add(options.patience)));
        Listening { asked, limit, deadline, is_stopped: false, progress: None }
    }

    /// The last news of the best line.
    pub(super) fn progress(&self) -> Option<&SearchProgress> {
        self.progress.as_ref()
    }
}

impl Program {
    /// Starts the process where it does not run, and a game in it.
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
            match self.hear(left.min(GLANCE))? {
                Some((Heard::Ready, _)) => return Ok(()),
                Some((Heard::Refused(text) | Heard::Unreadable(text), _)) => {
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
    pub(super) fn listen(
        &mut self,
        listening: &mut Listening,
        slice: Duration,
        observer: &mut dyn SearchObserver,
    ) -> Result<Option<(Decision, Duration)>, OpponentError> {
        let slice_ends = Instant::now().checked_add(slice);
        loop {
            self.obey_stop(listening);
            let now = Instant::now();
            let until = [slice_ends, listening.deadline].into_iter().flatten().min();
            let left = until.map_or(GLANCE, |until| until.saturating_duration_since(now).min(GLANCE));
            match self.hear(left)? {
                Some((Heard::Points(points), at)) => {
                    return Ok(Some((
                        Decision::Points(points),
                        at.saturating_duration_since(listening.asked),
                    )));
                }
                Some((Heard::Swap, at)) => {
                    return Ok(Some((Decision::Swap, at.saturating_duration_since(listening.asked))));
                }
                Some((Heard::Suggestion(point), at)) => {
                    // It plays on when it is told to play what it proposed.
                    self.accept(point);
                    return Ok(Some((
                        Decision::Points(vec![point]),
                        at.saturating_duration_since(listening.asked),
                    )));
                }
                Some((Heard::News(news), _)) => tell(*news, listening, observer),
                Some((Heard::Refused(text) | Heard::Unreadable(text), _)) => {
                    return Err(self.unreadable(text));
                }
                _ => {}
            }
            self.check_memory()?;
            let now = Instant::now();
            if listening.deadline.is_some_and(|deadline| now >= deadline) {
                return Err(self.late(listening, now));
            }
            if slice_ends.is_some_and(|end| now >= end) {
                return Ok(None);
            }
        }
    }

    /// The next line that means something, if it comes within `patience`.
    fn hear(&mut self, patience: Duration) -> Result<Option<(Heard, Instant)>, OpponentError> {
        let Some(session) = &mut self.session else { return Err(self.failed("it does not run")) };
        match session.process.receive(patience) {
            None => Ok(None),
            Some(Said::Line(line, at)) => Ok(Some((session.manager.hear(&line), at))),
            Some(Said::Closed) => {
                let fate = session.process.fate();
                Err(self.failed(fate))
            }
        }
    }

    /// `PLAY` is answered with the same move, which is waited for so that it is not taken for another answer.
    fn accept(&mut self, point: tengen_game::Point) {
        let Some(session) = &mut self.session else { return };
        let line = session.manager.accept(point);
        session.process.send(&line);
        let until = Instant::now() + STOP_PATIENCE;
        while Instant::now() < until {
            match self.hear(GLANCE) {
                Ok(Some((Heard::Points(_), _))) | Err(_) => return,
                Ok(_) => {}
            }
        }
    }

    fn obey_stop(&mut self, listening: &mut Listening) {
        if listening.is_stopped || !self.stop.is_requested() {
            return;
        }
        listening.is_stopped = true;
        let until = Instant::now() + STOP_PATIENCE;
        listening.deadline = Some(listening.deadline.map_or(until, |deadline| deadline.min(until)));
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

    fn late(&self, listening: &Listening, now: Instant) -> OpponentError {
        let name = self.options.title();
        let time = now.saturating_duration_since(listening.asked);
        match listening.limit {
            Some(limit) if time > limit => OpponentError::Overrun { name, limit, time },
            _ => OpponentError::Stopped(name),
        }
    }

    fn unreadable(&self, text: String) -> OpponentError {
        OpponentError::Unreadable { name: self.options.title(), text: text.chars().take(200).collect() }
    }
}

/// Tells of the best line; of the others nobody asks here.
fn tell(news: SearchNews, listening: &mut Listening, observer: &mut dyn SearchObserver) {
    if news.line != 0 {
        return;
    }
    let progress = SearchProgress {
        line: 0,
        depth: news.depth,
        selective_depth: news.selective_depth,
        score: match news.score {
            ScoreMessage::Value(value) => Score::Value(value),
            ScoreMessage::Mate(plies) => Score::Mate(plies),
        },
        pv: news.pv,
        nodes: news.nodes,
        time: listening.asked.elapsed(),
        hash_per_mille: 0,
    };
    observer.progress(&progress);
    listening.progress = Some(progress);
}
