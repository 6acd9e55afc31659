//! What a script talks to: an engine in a process of its own, and the conversation with it.

mod asking;
mod game;
mod life;

use std::time::{Duration, Instant};

use tengen_game::{BoardSize, Position, Rule};
use tengen_program::{Process, Said};
use tengen_protocol::gomocup::BrainLine;

use crate::check::Objection;
use crate::conversation::{Conversation, Speaker};
use crate::{Candidate, SpawnError};

pub(crate) use asking::{Answer, fault};
pub(crate) use game::{Moved, after, dead_board, nearly_full};
pub(crate) use life::AT_ONCE;

/// A conversation with an engine, or with several processes of it in turn.
///
/// It keeps the position that the engine was told, so that every move is checked against the rules.
#[derive(Debug)]
pub struct Session<'a> {
    candidate: &'a Candidate,
    processes: Vec<Process>,
    /// The process that is spoken to.
    current: usize,
    began: Instant,
    conversation: Conversation,
    /// One position for each process.
    positions: Vec<Position>,
}

/// What an engine does next.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Heard {
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
            conversation: Conversation::default(),
            positions: vec![Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN)],
        })
    }

    /// Ends all processes, with a word where they may still listen, and hands over what was said.
    pub(crate) fn close(mut self) -> Conversation {
        for mut process in self.processes.drain(..) {
            process.kill();
        }
        self.conversation
    }

    /// How the engine is examined.
    pub(crate) fn candidate(&self) -> &'a Candidate {
        self.candidate
    }

    /// Starts a second process of the same engine, and speaks to it from now on.
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

    /// The position that the engine was told.
    pub(crate) fn position(&self) -> &Position {
        &self.positions[self.current]
    }

    fn position_mut(&mut self) -> &mut Position {
        &mut self.positions[self.current]
    }

    fn write_down(&mut self, at: Instant, speaker: Speaker, text: &str) {
        self.conversation.push(at.saturating_duration_since(self.began), speaker, text);
    }

    /// A remark in the conversation.
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

    /// Sends bytes as they are. The conversation shows them escaped.
    pub(crate) fn send_raw(&mut self, bytes: &[u8]) {
        // No more than is shown.
        let shown = bytes[..bytes.len().min(Conversation::LONGEST + 1)].escape_ascii().to_string();
        self.write_down(Instant::now(), Speaker::Manager, &shown);
        if bytes.len() > Conversation::LONGEST {
            self.note(&format!("{} bytes in all", bytes.len()));
        }
        self.process().send_bytes(bytes);
    }

    fn hear(&mut self, patience: Duration) -> Heard {
        match self.process().receive(patience) {
            Some(Said::Line(text, at)) => {
                self.write_down(at, Speaker::Engine, &text);
                let line = BrainLine::parse(&text, self.candidate.dialect, BoardSize::MAX);
                Heard::Line(Answer { line, text, at })
            }
            Some(Said::Closed) => Heard::Closed,
            None => Heard::Silence,
        }
    }
}
