//! An engine in a process of its own, and the conversation of a check with it.

mod game;
mod replies;

use std::time::{Duration, Instant};

use tengen_game::{BoardSize, Position, Rule};

use crate::EngineLine;
use crate::conform::check::{CheckResult, Objection};
use crate::conform::{Candidate, SpawnError};
use crate::process::{Output, Process};
use crate::process::{Speaker, Transcript};

pub(crate) use game::{TimedMove, after, dead_board, nearly_full};
pub(crate) use replies::{Answer, fault};

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
    /// One position for each process.
    positions: Vec<Position>,
}

/// What an engine does next.
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

    /// How the engine is examined.
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

/// How long an engine may take to end: the protocol names one second.
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

    /// What the process says until it has ended; nothing that answers something is allowed.
    pub(crate) fn expect_no_answer_before_exit(&mut self, expected: &str) -> CheckResult {
        match self.receive(AT_ONCE) {
            Event::Line(answer) => Err(answer.instead_of(expected)),
            Event::Closed | Event::Silence => Ok(()),
        }
    }

    /// Bytes that the engine uses now, with its descendants.
    pub(crate) fn memory(&mut self) -> Result<u64, Objection> {
        // It is looked at ten times a second at most.
        for _ in 0..30 {
            if let Some(bytes) = self.process().memory() {
                return Ok(bytes);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Err(fault("the memory of the process can be looked at", "the system does not tell"))
    }
}
