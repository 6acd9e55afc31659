//! An engine in a separate process, as an opponent.

mod answer;

use std::time::Duration;

use crate::{Decision, GameSettings, Manager, QuestionError, Swap2Stones};
use tengen_analysis::{
    Clock, Opponent, OpponentError, SearchLimits, SearchObserver, SearchReport, StopHandle, StopReason,
    answer,
};
use tengen_game::{BoardSize, Move, Point, Position, Rule};

use crate::process::{GameTime, Log, Process, ProgramOptions, Transcript};
use answer::PendingAnswer;

/// An engine in a separate process, which speaks the Gomocup protocol.
///
/// [`Opponent::set_position`] starts the process if it does not run, and waits until it is ready: this costs no move
/// time. The process is killed after a fault, and started again for the next position. [`Opponent::clear`] begins a new
/// game. A [`StopHandle`] requests the engine's move, and kills the engine if it does not answer within a second.
///
/// The time for moves comes from [`Program::set_time`], or else from the limits of the search.
#[derive(Debug)]
pub struct Program {
    options: ProgramOptions,
    position: Position,
    time: Option<GameTime>,
    session: Option<Session>,
    /// The next position belongs to another game.
    is_new_game: bool,
    /// An error that the next [`Opponent::advance`] returns.
    failure: Option<OpponentError>,
    question: Option<PendingAnswer>,
    stop: StopHandle,
    /// The transcript of the process that ran last.
    last_transcript: Transcript,
    /// The log while no process runs; a process has it otherwise.
    log: Option<Log>,
}

/// A process, and the state of the protocol.
#[derive(Debug)]
struct Session {
    process: Process,
    manager: Manager,
}

impl Program {
    /// A program that has not been started yet.
    pub fn new(options: ProgramOptions) -> Program {
        Program {
            options,
            position: Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN),
            time: None,
            session: None,
            is_new_game: true,
            failure: None,
            question: None,
            stop: StopHandle::default(),
            last_transcript: Transcript::default(),
            log: None,
        }
    }

    /// The program's settings.
    pub fn options(&self) -> &ProgramOptions {
        &self.options
    }

    /// Sets the clocks of the game, which are sent before each move; `None` where the limits of the search suffice.
    pub fn set_time(&mut self, time: Option<GameTime>) {
        self.time = time;
    }

    /// The id of its process, while it runs.
    pub fn process_id(&self) -> Option<u32> {
        self.session.as_ref().map(|session| session.process.id())
    }

    /// The last lines of the process that runs, or that ran last.
    pub fn transcript(&self) -> &Transcript {
        self.session.as_ref().map_or(&self.last_transcript, |session| session.process.transcript())
    }

    /// Writes the conversations of all its processes to a log.
    #[must_use]
    pub fn with_log(self, log: Log) -> Program {
        Program { log: Some(log), ..self }
    }

    /// Writes a remark to the log, if there is one.
    pub fn remark(&mut self, text: &str) {
        if let Some(log) = self.log_mut() {
            log.write("#", text);
        }
    }

    /// Checks that the log has been written so far.
    ///
    /// # Errors
    /// The first error, once.
    pub fn check_log(&mut self) -> std::io::Result<()> {
        self.log_mut().map_or(Ok(()), Log::check)
    }

    fn log_mut(&mut self) -> Option<&mut Log> {
        match &mut self.session {
            Some(session) => session.process.log_mut(),
            None => self.log.as_mut(),
        }
    }

    /// Makes it ready for a game on this board under this rule. Starts the process if it does not run.
    ///
    /// # Errors
    /// When it cannot be started, or refuses such a game.
    pub fn prepare(&mut self, position: &Position) -> Result<(), OpponentError> {
        if self.session.as_mut().is_some_and(|session| session.process.wait(Duration::ZERO).is_some()) {
            // The program ended between two questions, and is started again.
            self.end_session();
        }
        let is_ready = self.session.as_ref().is_some_and(|session| session.manager.has_started(position));
        if is_ready && !self.is_new_game {
            return Ok(());
        }
        let started = self.start_game(position).map_err(unready);
        if let Err(error) = &started {
            self.remark(&error.to_string());
            self.end_session();
        }
        self.is_new_game = started.is_err();
        started
    }

    /// Requests a decision of a Swap2 opening, and waits for it. `start` is the empty board, `stones` are those placed
    /// so far: none, three or five.
    ///
    /// # Errors
    /// When it gives no decision that is possible.
    pub fn swap2(
        &mut self,
        start: &Position,
        stones: &[Point],
        limits: &SearchLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<Decision, OpponentError> {
        self.prepare(start)?;
        let stones = Swap2Stones::new(stones).map_err(|error| self.failed(error))?;
        let settings = self.settings(limits);
        let left = self.time.and_then(GameTime::remaining);
        let mut pending = PendingAnswer::new(self.limit(limits), &self.options);
        let Some(session) = &mut self.session else { return Err(self.failed("it does not run")) };
        let lines = session.manager.ask_swap2(start.rule(), stones, &settings, left);
        let lines = lines.map_err(|error| self.failed(error))?;
        self.send(&lines);
        let decision = loop {
            let answer = self.wait_for_answer(&mut pending, Duration::MAX, observer);
            match answer {
                Ok(Some((points, _))) => break points,
                Ok(None) => {}
                Err(error) => {
                    self.fail(&error);
                    return Err(error);
                }
            }
        };
        self.stop.reset();
        Ok(decision)
    }

    /// The settings of the game with the limits of this search.
    fn settings(&self, limits: &SearchLimits) -> GameSettings {
        let time = self.time.unwrap_or(GameTime { per_move: limits.time, ..GameTime::default() });
        GameSettings {
            per_move: time.per_move,
            per_game: time.per_game,
            increment: time.increment,
            max_memory: self.options.max_memory,
            depth: limits.depth,
            nodes: limits.nodes,
            hash_bytes: self.options.hash_bytes,
            threads: self.options.threads,
            folder: self.options.folder.as_ref().map(|folder| folder.display().to_string()),
            others: self.options.infos.clone(),
        }
    }

    /// The most that a search with these limits may take.
    fn limit(&self, limits: &SearchLimits) -> Option<Duration> {
        self.time.map_or(limits.time, GameTime::limit)
    }

    fn send(&mut self, lines: &[String]) {
        if let Some(session) = &mut self.session {
            for line in lines {
                session.process.send(line);
            }
        }
    }

    fn failed(&self, reason: impl ToString) -> OpponentError {
        OpponentError::Failed { name: self.options.title(), reason: reason.to_string() }
    }

    /// Ends the process after an error that leaves it in an unknown state.
    fn fail(&mut self, error: &OpponentError) {
        self.remark(&error.to_string());
        self.question = None;
        self.stop.reset();
        if !matches!(error, OpponentError::Illegal { .. }) {
            self.end_session();
        }
    }

    fn end_session(&mut self) {
        if let Some(mut session) = self.session.take() {
            session.process.kill();
            self.log = session.process.replace_log(None);
            self.last_transcript = session.process.take_transcript();
        }
        self.is_new_game = true;
    }

    /// The report of a move, or why there is none.
    fn report(
        &self,
        decision: Decision,
        time: Duration,
        pending: &PendingAnswer,
    ) -> Result<SearchReport, OpponentError> {
        let name = self.options.title();
        let point = match decision {
            Decision::Points(points) if points.len() == 1 => points[0],
            Decision::Points(points) => {
                let text = points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
                return Err(OpponentError::Unreadable { name, text });
            }
            Decision::Swap | Decision::Choice(_) => {
                return Err(OpponentError::Unreadable { name, text: "SWAP".to_owned() });
            }
            Decision::Nothing => return Err(OpponentError::Stopped(name)),
        };
        let mut report = answer(&self.position, Move::Place(point), time)?;
        if let Some(progress) = pending.progress() {
            report.score = progress.score;
            report.depth = progress.depth;
            report.nodes = progress.nodes;
            // The line of an earlier iteration need not begin with the move.
            if progress.pv.first() == Some(&point) {
                report.pv.clone_from(&progress.pv);
            }
        }
        Ok(report)
    }
}

impl Opponent for Program {
    fn name(&self) -> String {
        self.options.title()
    }

    /// Starts the process if it does not run, and waits until it is ready.
    fn set_position(&mut self, position: Position) {
        self.cancel();
        self.stop.reset();
        self.failure = self.prepare(&position).err();
        self.position = position;
    }

    fn start(&mut self, limits: &SearchLimits, _clock: &dyn Clock) {
        self.cancel();
        if self.failure.is_some() || self.position.is_over() || self.position.legal_moves().next().is_none() {
            return;
        }
        let position = self.position.clone();
        // After a search that was broken off the process is a new one.
        if let Err(error) = self.prepare(&position) {
            self.failure = Some(error);
            return;
        }
        let settings = self.settings(limits);
        let left = self.time.and_then(GameTime::remaining);
        let asked = match &mut self.session {
            Some(session) => session.manager.ask_move(&position, &settings, left),
            None => return,
        };
        match asked {
            Ok(lines) => {
                self.send(&lines);
                self.question = Some(PendingAnswer::new(self.limit(limits), &self.options));
            }
            Err(error @ QuestionError::Colors { .. }) => {
                let (name, reason) = (self.options.title(), error.to_string());
                self.failure = Some(OpponentError::Unsupported { name, reason });
            }
            Err(error) => self.failure = Some(self.failed(error)),
        }
    }

    fn advance(
        &mut self,
        slice: Duration,
        _clock: &dyn Clock,
        observer: &mut dyn SearchObserver,
    ) -> Result<Option<SearchReport>, OpponentError> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        let Some(mut question) = self.question.take() else {
            // The game is over, or a pass is the only move.
            return Ok(Some(nothing_to_play()));
        };
        match self.wait_for_answer(&mut question, slice, observer) {
            Ok(None) => {
                self.question = Some(question);
                Ok(None)
            }
            Ok(Some((decision, time))) => {
                self.stop.reset();
                let report = self.report(decision, time, &question);
                if let Err(error) = &report {
                    self.fail(error);
                }
                report.map(Some)
            }
            Err(error) => {
                self.fail(&error);
                Err(error)
            }
        }
    }

    fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    fn clear(&mut self) {
        self.cancel();
        self.is_new_game = true;
    }
}

impl Program {
    /// Kills a process that still searches: its answer would be taken for the answer to the next question.
    fn cancel(&mut self) {
        if self.question.take().is_some() {
            self.end_session();
        }
    }
}

/// Converts an error into one that keeps the program from being ready for a game.
fn unready(error: OpponentError) -> OpponentError {
    match error {
        OpponentError::Failed { name, reason } => OpponentError::Unready { name, reason },
        OpponentError::Unreadable { name, text } => {
            OpponentError::Unready { name, reason: format!("expected `OK` to `START`, found `{text}`") }
        }
        other => other,
    }
}

fn nothing_to_play() -> SearchReport {
    SearchReport::new(None, tengen_analysis::Score::Value(0), StopReason::Decided)
}
