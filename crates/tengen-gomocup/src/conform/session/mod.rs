//! An engine in a separate process, and the conversation of a check with it.

mod game;

use std::fmt::Display;
use std::time::{Duration, Instant};

use tengen_game::{BoardSize, Position, Rule};

use crate::EngineLine;
use crate::conform::{Candidate, CheckResult, Objection, SpawnError};
use crate::process::{Output, Process, Speaker, Transcript};

pub(crate) use game::{TimedMove, after, dead_board, nearly_full};

/// A transcript with an engine, or with several processes of it in turn.
///
/// It tracks the engine's position, so that every move is checked against the rules.
#[derive(Debug)]
pub struct Session<'a> {
    candidate: &'a Candidate,
    processes: Vec<Process>,
    /// The process that receives lines.
    current: usize,
    began: Instant,
    transcript: Transcript,
    /// The positions of the games, one for each process.
    positions: Vec<Position>,
}

/// The next event from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Event {
    Line(Answer),
    Closed,
    Silence,
}

impl<'a> Session<'a> {
    /// Starts the engine.
    pub(crate) fn open(candidate: &'a Candidate) -> Result<Session<'a>, SpawnError> {
        let process = Process::spawn(&candidate.command, None)?;
        Ok(Session {
            candidate,
            processes: vec![process],
            current: 0,
            began: Instant::now(),
            transcript: Transcript::default(),
            positions: vec![Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN)],
        })
    }

    /// Ends all processes and returns the transcript.
    pub(crate) fn close(mut self) -> Transcript {
        for mut process in self.processes.drain(..) {
            process.kill();
        }
        self.transcript
    }

    /// The settings of the examination.
    pub(crate) fn candidate(&self) -> &'a Candidate {
        self.candidate
    }

    /// Starts a second process of the same engine, which receives the lines from now on.
    pub(crate) fn open_another(&mut self) -> Result<(), Objection> {
        let process = Process::spawn(&self.candidate.command, None)
            .map_err(|error| fault("a second process starts beside the first", error))?;
        self.processes.push(process);
        self.positions.push(Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN));
        self.switch_to(self.processes.len() - 1);
        Ok(())
    }

    /// Speaks to the process with this number, from 0.
    pub(crate) fn switch_to(&mut self, process: usize) {
        self.current = process;
        self.note(&format!("process {}", process + 1));
    }

    fn process(&mut self) -> &mut Process {
        &mut self.processes[self.current]
    }

    /// The position on the engine's board.
    pub(crate) fn position(&self) -> &Position {
        &self.positions[self.current]
    }

    fn position_mut(&mut self) -> &mut Position {
        &mut self.positions[self.current]
    }

    fn write_down(&mut self, at: Instant, speaker: Speaker, text: &str) {
        self.transcript.push(at.saturating_duration_since(self.began), speaker, text);
    }

    /// A remark in the transcript.
    pub(crate) fn note(&mut self, text: &str) {
        self.write_down(Instant::now(), Speaker::Note, text);
    }

    /// Sends a line with the end that managers write.
    pub(crate) fn send(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        self.write_down(Instant::now(), Speaker::Manager, line);
        self.process().send_bytes(format!("{line}\r\n"));
    }

    /// Sends lines, one after the other.
    pub(crate) fn send_all<Line: AsRef<str>>(&mut self, lines: impl IntoIterator<Item = Line>) {
        for line in lines {
            self.send(line);
        }
    }

    /// Sends bytes as they are. The transcript shows them escaped.
    pub(crate) fn send_raw(&mut self, bytes: &[u8]) {
        // No more than is shown.
        let shown = bytes[..bytes.len().min(Transcript::LONGEST + 1)].escape_ascii().to_string();
        self.write_down(Instant::now(), Speaker::Manager, &shown);
        if bytes.len() > Transcript::LONGEST {
            self.note(&format!("{} bytes in all", bytes.len()));
        }
        self.process().send_bytes(bytes);
    }

    fn receive(&mut self, patience: Duration) -> Event {
        match self.process().receive(patience) {
            Some(Output::Line(text, at)) => {
                self.write_down(at, Speaker::Engine, &text);
                let line = EngineLine::parse(&text, self.candidate.dialect, BoardSize::MAX);
                Event::Line(Answer { line, text, at })
            }
            Some(Output::Closed) => Event::Closed,
            None => Event::Silence,
        }
    }
}

/// The time within which an engine must end: the protocol names one second.
pub(crate) const AT_ONCE: Duration = Duration::from_secs(1);

impl Session<'_> {
    /// Closes the engine's input.
    pub(crate) fn close_input(&mut self) {
        self.note("the input is closed");
        self.process().close_input();
    }

    /// The process ends within `limit`, and the candidate's tolerance.
    pub(crate) fn expect_end(&mut self, limit: Duration, expected: &str) -> CheckResult {
        let limit = limit + self.candidate().tolerance;
        let began = Instant::now();
        let status = self.process().wait(limit);
        let took = began.elapsed();
        match status {
            Some(status) => {
                self.note(&format!("the process ended after {} ms: {status}", took.as_millis()));
                Ok(())
            }
            None => Err(fault(expected, format_args!("it still runs after {} ms", limit.as_millis()))),
        }
    }

    /// The lines of the process until it has ended; answers to commands are not allowed.
    pub(crate) fn expect_no_answer_before_exit(&mut self, expected: &str) -> CheckResult {
        match self.receive(AT_ONCE) {
            Event::Line(answer) => Err(answer.instead_of(expected)),
            Event::Closed | Event::Silence => Ok(()),
        }
    }

    /// Bytes that the engine uses now, with its descendants.
    pub(crate) fn memory(&mut self) -> Result<u64, Objection> {
        // The process is examined ten times a second at most.
        for _ in 0..30 {
            if let Some(bytes) = self.process().memory() {
                return Ok(bytes);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Err(fault("the memory of the process can be measured", "the system does not report it"))
    }
}

/// A line that answers something: no `MESSAGE`, `DEBUG` or news of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) line: EngineLine,
    pub(crate) text: String,
    pub(crate) at: Instant,
}

/// The engine does something else than expected.
pub(crate) fn fault(expected: impl Into<String>, found: impl Display) -> Objection {
    Objection::Fault { expected: expected.into(), found: found.to_string() }
}

impl Answer {
    /// `ERROR` or `UNKNOWN`.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self.line, EngineLine::Error(_) | EngineLine::Unknown(_))
    }

    fn is_chatter(&self) -> bool {
        matches!(
            self.line,
            EngineLine::Message(_) | EngineLine::Debug(_) | EngineLine::Info(_) | EngineLine::Empty
        )
    }

    /// The objection that this is not what was expected.
    pub(crate) fn instead_of(&self, expected: &str) -> Objection {
        fault(expected, format_args!("`{}`", self.text.chars().take(200).collect::<String>()))
    }

    /// Fails with the objection that the engine does not support the command, if its answer is such a refusal.
    pub(crate) fn check_offered(&self) -> CheckResult {
        if self.is_refusal() { Err(Objection::NotOffered(format!("`{}`", self.text))) } else { Ok(()) }
    }
}

impl Session<'_> {
    /// The next line that answers something, within the candidate's patience.
    pub(crate) fn answer(&mut self, expected: &str) -> Result<Answer, Objection> {
        self.answer_within(self.candidate().patience, expected)
    }

    /// The next line that answers a command. The wait is at most `limit`, independently of other lines of the engine.
    pub(crate) fn answer_within(&mut self, limit: Duration, expected: &str) -> Result<Answer, Objection> {
        match self.answer_or_silence(limit, expected)? {
            Some(answer) => Ok(answer),
            None => Err(fault(expected, format_args!("no answer within {} ms", limit.as_millis()))),
        }
    }

    /// The next line that answers something, if one comes within `limit`.
    pub(crate) fn answer_or_silence(
        &mut self,
        limit: Duration,
        expected: &str,
    ) -> Result<Option<Answer>, Objection> {
        let until = Instant::now() + limit;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.receive(left) {
                Event::Line(answer) if answer.is_chatter() => {}
                Event::Line(answer) => return Ok(Some(answer)),
                Event::Closed => return Err(self.terminated(expected)),
                Event::Silence => return Ok(None),
            }
            if left.is_zero() {
                return Ok(None);
            }
        }
    }

    /// The objection that the process has ended.
    pub(crate) fn terminated(&mut self, expected: &str) -> Objection {
        let fate = self.process().exit_reason();
        let found = format!("the process has terminated: {fate}");
        self.note(&found);
        fault(expected, found)
    }

    /// Sends a line that is answered with `OK`.
    pub(crate) fn ok(&mut self, line: &str) -> CheckResult {
        self.send(line);
        self.expect_ok(line)
    }

    /// The next answer is the `OK` to this line.
    pub(crate) fn expect_ok(&mut self, line: &str) -> CheckResult {
        let expected = format!("{line} is answered with OK");
        let answer = self.answer(&expected)?;
        if answer.line == EngineLine::Ok { Ok(()) } else { Err(answer.instead_of(&expected)) }
    }

    /// Sends a line that an engine may refuse, and is answered with `OK` by one that does not.
    pub(crate) fn ok_if_offered(&mut self, line: &str) -> CheckResult {
        let expected =
            format!("{line} is answered with OK, or with UNKNOWN or ERROR where it is not offered");
        self.send(line);
        let answer = self.answer(&expected)?;
        answer.check_offered()?;
        if answer.line == EngineLine::Ok { Ok(()) } else { Err(answer.instead_of(&expected)) }
    }

    /// Sends a line that is answered with `ERROR`.
    pub(crate) fn error(&mut self, line: &str) -> CheckResult {
        let expected = format!("{line} is answered with ERROR");
        self.send(line);
        let answer = self.answer(&expected)?;
        let is_error = matches!(answer.line, EngineLine::Error(_));
        if is_error { Ok(()) } else { Err(answer.instead_of(&expected)) }
    }

    /// The earlier lines are not answered: the next answer of the engine is its `OK` to a new game.
    pub(crate) fn expect_no_answer_to(&mut self, before: &str) -> CheckResult {
        let expected = format!("{before} has no answer");
        // An answer to `before` comes before that to START.
        self.send("START 15");
        let answer = self.answer(&format!("{expected}, and START 15 after it is answered with OK"))?;
        if answer.line != EngineLine::Ok {
            return Err(answer.instead_of(&expected));
        }
        self.reset_position(15);
        self.expect_silence(&expected)
    }

    /// No answer to a command comes for a moment.
    pub(crate) fn expect_silence(&mut self, expected: &str) -> CheckResult {
        match self.answer_or_silence(MOMENT, expected)? {
            Some(answer) => Err(answer.instead_of(expected)),
            None => Ok(()),
        }
    }

    /// Skips all answers to earlier lines for a moment. The process continues to run.
    pub(crate) fn skip_answers(&mut self, expected: &str) -> CheckResult {
        let until = self.out_of_patience();
        while let Some(answer) = self.answer_or_silence(MOMENT, expected)? {
            check_end(until, &answer, expected)?;
        }
        Ok(())
    }

    /// The engine still plays: after answers to what came before, a new game begins, and a move is made in it.
    pub(crate) fn expect_recovery(&mut self, after: &str) -> CheckResult {
        let expected = format!("after {after}, START 15 begins a game as usual");
        self.send("START 15");
        let until = self.out_of_patience();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let answer = self.answer_within(left, &expected)?;
            if answer.line == EngineLine::Ok {
                break;
            }
            check_end(until, &answer, &expected)?;
        }
        self.catch_up(&expected)?;
        self.reset_position(15);
        self.send_time();
        self.begin().map(drop)
    }

    /// Skips all answers to earlier lines. Another `START` among them may take an engine longer than a moment, and its
    /// `OK` must not be taken for an answer to the next question: that to `ABOUT` comes after it.
    fn catch_up(&mut self, expected: &str) -> CheckResult {
        self.send("ABOUT");
        let until = self.out_of_patience();
        while let Some(answer) = self.answer_or_silence(Duration::from_secs(1), expected)? {
            if matches!(answer.line, EngineLine::About(_)) {
                break;
            }
            check_end(until, &answer, expected)?;
        }
        self.skip_answers(expected)
    }

    fn out_of_patience(&self) -> Instant {
        Instant::now() + self.candidate().patience
    }
}

/// An engine that still sends lines by then does so without end.
fn check_end(until: Instant, answer: &Answer, expected: &str) -> CheckResult {
    if Instant::now() < until { Ok(()) } else { Err(answer.instead_of(expected)) }
}

/// Long enough for an answer that should not come, on a machine that does other things too.
const MOMENT: Duration = Duration::from_millis(60);
