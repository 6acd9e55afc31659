//! An engine in a process of its own, as an opponent.

mod listening;

use std::time::Duration;

use tengen_engine::{
    Clock, Opponent, OpponentError, SearchLimits, SearchObserver, SearchReport, StopHandle, StopReason,
    answer,
};
use tengen_game::{BoardSize, Move, Point, Position, Rule};
use tengen_protocol::gomocup::{Decision, GameSettings, Manager, QuestionError, Swap2Stones};

use crate::{GameTime, Log, Process, ProgramOptions, Transcript};
use listening::Listening;

/// An engine elsewhere, which is asked through the Gomocup protocol.
///
/// It is started when it is first needed, which [`Opponent::set_position`] waits for: no move's time is spent on it.
/// It is ended when it does what no engine may do, and started anew for the next position. [`Opponent::clear`] begins
/// a new game. A [`StopHandle`] asks it for its move; what does not answer to that within a second is ended.
///
/// The time for its moves is that of [`Program::set_time`], and without it that of the search's limits.
#[derive(Debug)]
pub struct Program {
    options: ProgramOptions,
    position: Position,
    time: Option<GameTime>,
    session: Option<Session>,
    /// The next position belongs to another game.
    is_new_game: bool,
    /// What went wrong when there was nobody to tell.
    failure: Option<OpponentError>,
    /// The question that has not been answered yet.
    question: Option<Listening>,
    stop: StopHandle,
    /// What was said to the process that ran last.
    last_words: Transcript,
    /// Where conversations are written while no process runs, which has it otherwise.
    log: Option<Log>,
}

/// A process, and what it knows.
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
            last_words: Transcript::default(),
            log: None,
        }
    }

    /// How it is started, and what it may use.
    pub fn options(&self) -> &ProgramOptions {
        &self.options
    }

    /// The clocks of the game, to be told before each move; `None` where the limits of a search say everything.
    pub fn set_time(&mut self, time: Option<GameTime>) {
        self.time = time;
    }

    /// The number of its process, while it runs.
    pub fn process_id(&self) -> Option<u32> {
        self.session.as_ref().map(|session| session.process.id())
    }

    /// What was said to and by the process that runs, or that ran last.
    pub fn transcript(&self) -> &Transcript {
        self.session.as_ref().map_or(&self.last_words, |session| session.process.transcript())
    }

    /// Writes all that is said to and by it to a log, over all its processes.
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

    /// Whether everything has been written to the log so far.
    ///
    /// # Errors
    /// The first fault, once.
    pub fn check_log(&mut self) -> std::io::Result<()> {
        self.log_mut().map_or(Ok(()), Log::check)
    }

    fn log_mut(&mut self) -> Option<&mut Log> {
        match &mut self.session {
            Some(session) => session.process.log_mut(),
            None => self.log.as_mut(),
        }
    }

    /// Makes it ready for a game on this board, under this rule, which starts it where that is needed.
    ///
    /// # Errors
    /// When it cannot be started, or refuses such a game.
    pub fn prepare(&mut self, position: &Position) -> Result<(), OpponentError> {
        if self.session.as_mut().is_some_and(|session| session.process.wait(Duration::ZERO).is_some()) {
            // It ended between two questions. Whatever the reason was, it gets another chance.
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

    /// Asks for a decision of a Swap2 opening, and waits for it. `start` is the empty board, `stones` are those placed
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
        let mut listening = Listening::new(self.limit(limits), &self.options);
        let Some(session) = &mut self.session else { return Err(self.failed("it does not run")) };
        let lines = session.manager.ask_swap2(start.rule(), stones, &settings, left);
        let lines = lines.map_err(|error| self.failed(error))?;
        self.send(&lines);
        let decision = loop {
            let heard = self.listen(&mut listening, Duration::MAX, observer);
            match heard {
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

    /// The most that this search may take.
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
            self.last_words = std::mem::take(session.process.transcript_mut());
        }
        self.is_new_game = true;
    }

    /// The report of a move, or why there is none.
    fn report(
        &self,
        decision: Decision,
        time: Duration,
        listening: &Listening,
    ) -> Result<SearchReport, OpponentError> {
        let name = self.options.title();
        let point = match decision {
            Decision::Points(points) if points.len() == 1 => points[0],
            Decision::Points(points) => {
                let text = points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
                return Err(OpponentError::Unreadable { name, text });
            }
            Decision::Swap => return Err(OpponentError::Unreadable { name, text: "SWAP".to_owned() }),
            Decision::Nothing => return Err(OpponentError::Stopped(name)),
        };
        let mut report = answer(&self.position, Move::Place(point), time)?;
        if let Some(progress) = listening.progress() {
            report.score = progress.score;
            report.depth = progress.depth;
            report.nodes = progress.nodes;
            // What it tells of an earlier iteration need not begin with what it plays.
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

    /// Starts the program where that is needed, and waits until it is ready.
    fn set_position(&mut self, position: Position) {
        self.abandon();
        self.stop.reset();
        self.failure = self.prepare(&position).err();
        self.position = position;
    }

    fn start(&mut self, limits: &SearchLimits, _clock: &dyn Clock) {
        self.abandon();
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
                self.question = Some(Listening::new(self.limit(limits), &self.options));
            }
            Err(error @ QuestionError::Colors { .. }) => {
                let (name, reason) = (self.options.title(), error.to_string());
                self.failure = Some(OpponentError::Untold { name, reason });
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
            // There is nothing to think about: the game is over, or all that is left is a pass.
            return Ok(Some(nothing_to_play()));
        };
        match self.listen(&mut question, slice, observer) {
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
        self.abandon();
        self.is_new_game = true;
    }
}

impl Program {
    /// A search whose answer nobody waits for any more would be taken for the answer to the next question.
    fn abandon(&mut self) {
        if self.question.take().is_some() {
            self.end_session();
        }
    }
}

/// What keeps a program from being ready for a game.
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
    SearchReport {
        best_move: None,
        score: tengen_engine::Score::Value(0),
        pv: Vec::new(),
        others: Vec::new(),
        depth: 0,
        nodes: 0,
        time: Duration::ZERO,
        stopped_by: StopReason::Decided,
    }
}
