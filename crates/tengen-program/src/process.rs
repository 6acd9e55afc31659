//! A program that runs, and the pipes to it.

use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use crate::memory::MemoryGauge;
use crate::pipes::{Complaints, Said, read_lines, write_bytes};
use crate::{Log, Spoken, Transcript};

/// A program that could not be started.
#[derive(Debug, thiserror::Error)]
pub enum SpawnError {
    /// There is nothing to start.
    #[error("expected a command to start, found nothing")]
    Empty,
    /// The system refuses.
    #[error("cannot start `{command}`: {source}")]
    System {
        /// The executable.
        command: String,
        /// What the system says.
        source: io::Error,
    },
}

/// A program in a process of its own, which leads a group of processes.
///
/// Nothing here waits for the program longer than it says: its output is read and its input is written by threads.
/// Dropping ends the program with all its descendants.
#[derive(Debug)]
pub struct Process {
    child: Box<dyn ChildWrapper>,
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Said>,
    complaints: Complaints,
    memory: MemoryGauge,
    transcript: Transcript,
    /// What is said besides the transcript, which keeps only the last lines.
    log: Option<Log>,
    /// The output was closed.
    is_mute: bool,
    ended: Option<ExitStatus>,
}

/// How long a program is given to end by itself.
const FAREWELL: Duration = Duration::from_millis(300);

impl Process {
    /// Starts `command`, an executable with its arguments, in `folder`, or in ours without one.
    ///
    /// # Errors
    /// When the command is empty or the system cannot start it.
    pub fn spawn(command: &[String], folder: Option<&Path>) -> Result<Process, SpawnError> {
        let (executable, arguments) = command.split_first().ok_or(SpawnError::Empty)?;
        let mut plain = Command::new(executable);
        plain.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = folder {
            plain.current_dir(folder);
        }
        let mut wrapped = CommandWrap::from(plain);
        // A group, so that an interrupt at the terminal reaches us and not our engines, and all of them end together.
        #[cfg(unix)]
        wrapped.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        wrapped.wrap(process_wrap::std::JobObject);
        let refused = |source| SpawnError::System { command: executable.clone(), source };
        let mut child = wrapped.spawn().map_err(refused)?;
        let missing = || refused(io::Error::other("it has no pipes"));
        let input = write_bytes(child.stdin().take().ok_or_else(missing)?);
        let output = read_lines(child.stdout().take().ok_or_else(missing)?);
        let complaints = Complaints::read(child.stderr().take().ok_or_else(missing)?);
        let memory = MemoryGauge::new(child.id()).map_err(refused)?;
        let transcript = Transcript::default();
        Ok(Process {
            child,
            input: Some(input),
            output,
            complaints,
            memory,
            transcript,
            log: None,
            is_mute: false,
            ended: None,
        })
    }

    /// The number by which the system knows it.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line with the end that managers write. It is lost when the program has ended, which
    /// [`Process::receive`] tells.
    pub fn send(&mut self, line: &str) {
        self.note(Spoken::ByUs, Instant::now(), line);
        self.send_bytes(format!("{line}\r\n"));
    }

    fn note(&mut self, who: Spoken, moment: Instant, line: &str) {
        self.transcript.push(who, line);
        if let Some(log) = &mut self.log {
            log.write_at(moment, who.sign(), line);
        }
    }

    /// From now on, writes everything that is said to this log as well; returns the one before.
    pub fn replace_log(&mut self, log: Option<Log>) -> Option<Log> {
        std::mem::replace(&mut self.log, log)
    }

    /// The log, if there is one.
    pub fn log_mut(&mut self) -> Option<&mut Log> {
        self.log.as_mut()
    }

    /// Sends bytes as they are, which the transcript does not show.
    pub fn send_bytes(&mut self, bytes: impl Into<Vec<u8>>) {
        if let Some(input) = &self.input {
            let _ = input.send(bytes.into());
        }
    }

    /// Closes the program's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// What it says next; `None` when it says nothing for `patience`.
    pub fn receive(&mut self, patience: Duration) -> Option<Said> {
        if self.is_mute {
            return Some(Said::Closed);
        }
        match self.output.recv_timeout(patience) {
            Ok(Said::Line(line, at)) => {
                self.note(Spoken::ByProgram, at, &line);
                Some(Said::Line(line, at))
            }
            Ok(Said::Closed) | Err(RecvTimeoutError::Disconnected) => {
                self.is_mute = true;
                Some(Said::Closed)
            }
            Err(RecvTimeoutError::Timeout) => None,
        }
    }

    /// Hands over what it says, for whoever waits for something else at the same time. [`Process::receive`] then has
    /// nothing more to tell, and the transcript does not show the program's lines.
    pub fn take_output(&mut self) -> Receiver<Said> {
        self.is_mute = true;
        let (_, nothing) = mpsc::channel();
        std::mem::replace(&mut self.output, nothing)
    }

    /// Bytes that it and its descendants use. It is looked at ten times a second at most: `None` in between.
    pub fn memory(&mut self) -> Option<u64> {
        self.memory.look()
    }

    /// What was said.
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// What was said, to be changed.
    pub fn transcript_mut(&mut self) -> &mut Transcript {
        &mut self.transcript
    }

    /// Why it went, in words, as far as that is known: how it ended and what it complained about last.
    pub fn fate(&mut self) -> String {
        let ending = match self.wait(FAREWELL) {
            Some(status) => status.to_string(),
            None => "it closed its output".to_owned(),
        };
        match self.complaints.last_line(FAREWELL) {
            Some(line) => format!("{ending}, after `{}`", line.chars().take(200).collect::<String>()),
            None => ending,
        }
    }

    /// How it ended, if it does so within `patience`.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + patience;
        let mut pause = Duration::from_micros(200);
        while self.ended.is_none() {
            // An error means that there is no such child any more, which kill and drop settle.
            self.ended = self.child.try_wait().ok().flatten();
            if self.ended.is_some() || Instant::now() >= until {
                break;
            }
            thread::sleep(pause.min(until.saturating_duration_since(Instant::now())));
            pause = (2 * pause).min(Duration::from_millis(10));
        }
        self.ended
    }

    /// Asks it to end, gives it a moment, and ends whatever is left of it.
    pub fn end(mut self) {
        self.send("END");
        self.close_input();
        self.wait(FAREWELL);
    }

    /// Ends it and all its descendants at once.
    pub fn kill(&mut self) {
        // Descendants that left the group are only found while their ancestors live.
        let descendants = self.memory.descendants();
        // The group may have ended before, which is what was wanted.
        let _ = self.child.start_kill();
        self.memory.kill(&descendants);
        self.input = None;
        if self.ended.is_none() {
            self.ended = self.child.wait().ok();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
