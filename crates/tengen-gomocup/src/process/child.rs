//! A running program, its pipes and its memory.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use process_wrap::std::{ChildWrapper, CommandWrap};
use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

use crate::each_line;
use crate::process::{Log, Speaker, Transcript};

/// A program that could not be started.
#[derive(Debug, thiserror::Error)]
pub enum SpawnError {
    /// The command is empty.
    #[error("expected a command to start, found nothing")]
    Empty,
    /// The system cannot start it.
    #[error("cannot start `{command}`: {source}")]
    System {
        /// The executable.
        command: String,
        /// The system's error.
        source: io::Error,
    },
}

/// A program in a separate process, which leads a process group.
///
/// No method waits for the program longer than its arguments say: threads read its output and write its input. Dropping
/// ends the program with all its descendants.
#[derive(Debug)]
pub struct Process {
    child: Box<dyn ChildWrapper>,
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Output>,
    stderr: StderrTail,
    memory: MemoryGauge,
    started: Instant,
    transcript: Transcript,
    /// The whole conversation; the transcript keeps only the last lines.
    log: Option<Log>,
    /// The output was closed, or taken.
    is_closed: bool,
    ended: Option<ExitStatus>,
}

/// The time in which a program may exit before it is killed.
const EXIT_GRACE: Duration = Duration::from_millis(300);

impl Process {
    /// Starts `command`, an executable with its arguments, in `folder`, or in the current folder.
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
        // With a separate process group, an interrupt at the terminal does not reach the engines, and their descendants can be
        // killed with them.
        #[cfg(unix)]
        wrapped.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        wrapped.wrap(process_wrap::std::JobObject);
        let refused = |source| SpawnError::System { command: executable.clone(), source };
        let mut child = wrapped.spawn().map_err(refused)?;
        let missing = || refused(io::Error::other("it has no pipes"));
        let input = write_bytes(child.stdin().take().ok_or_else(missing)?);
        let output = read_lines(child.stdout().take().ok_or_else(missing)?);
        let stderr = StderrTail::read(child.stderr().take().ok_or_else(missing)?);
        let memory = MemoryGauge::new(child.id()).map_err(refused)?;
        Ok(Process {
            child,
            input: Some(input),
            output,
            stderr,
            memory,
            started: Instant::now(),
            transcript: Transcript::default(),
            log: None,
            is_closed: false,
            ended: None,
        })
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line, ended by CR LF as managers do. It is lost when the program has ended, which
    /// [`Process::receive`] reports.
    pub fn send(&mut self, line: &str) {
        self.note(Speaker::Manager, Instant::now(), line);
        self.send_bytes(format!("{line}\r\n"));
    }

    fn note(&mut self, speaker: Speaker, moment: Instant, line: &str) {
        self.transcript.push(moment.saturating_duration_since(self.started), speaker, line);
        if let Some(log) = &mut self.log {
            log.write_at(moment, speaker.sign(), line);
        }
    }

    /// Writes the conversation to this log from now on; returns the log before.
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

    /// The next output; `None` when there is none for `patience`.
    pub fn receive(&mut self, patience: Duration) -> Option<Output> {
        if self.is_closed {
            return Some(Output::Closed);
        }
        match self.output.recv_timeout(patience) {
            Ok(Output::Line(line, at)) => {
                self.note(Speaker::Engine, at, &line);
                Some(Output::Line(line, at))
            }
            Ok(Output::Closed) | Err(RecvTimeoutError::Disconnected) => {
                self.is_closed = true;
                Some(Output::Closed)
            }
            Err(RecvTimeoutError::Timeout) => None,
        }
    }

    /// Hands the output over, for a caller that waits for other events as well. [`Process::receive`] then returns
    /// [`Output::Closed`], and the transcript does not show the program's lines.
    pub fn take_output(&mut self) -> Receiver<Output> {
        self.is_closed = true;
        let (_, nothing) = mpsc::channel();
        std::mem::replace(&mut self.output, nothing)
    }

    /// Bytes that the program and its descendants use. They are measured ten times a second at most: `None` in between.
    pub fn memory(&mut self) -> Option<u64> {
        self.memory.measure()
    }

    /// The last lines in both directions.
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// Takes the transcript; an empty one remains.
    pub(crate) fn take_transcript(&mut self) -> Transcript {
        std::mem::take(&mut self.transcript)
    }

    /// The program's exit status and its last line on standard error, as far as both are known.
    pub fn exit_reason(&mut self) -> String {
        let ending = match self.wait(EXIT_GRACE) {
            Some(status) => status.to_string(),
            None => "it closed its output".to_owned(),
        };
        match self.stderr.last_line(EXIT_GRACE) {
            Some(line) => format!("{ending}, after `{}`", line.chars().take(200).collect::<String>()),
            None => ending,
        }
    }

    /// The exit status, if the program ends within `patience`.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + patience;
        let mut pause = Duration::from_micros(200);
        while self.ended.is_none() {
            // An error means that there is no such child any more; kill and drop handle that.
            self.ended = self.child.try_wait().ok().flatten();
            if self.ended.is_some() || Instant::now() >= until {
                break;
            }
            thread::sleep(pause.min(until.saturating_duration_since(Instant::now())));
            pause = (2 * pause).min(Duration::from_millis(10));
        }
        self.ended
    }

    /// Sends `END`, waits for a moment, and then kills what is left of the program.
    pub fn end(mut self) {
        self.send("END");
        self.close_input();
        self.wait(EXIT_GRACE);
    }

    /// Kills the program and all its descendants.
    pub fn kill(&mut self) {
        // Descendants that left the group can only be found while their ancestors run.
        let descendants = self.memory.descendants();
        // An error means that the group has ended already.
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

/// Measures the memory of a process tree.
#[derive(Debug)]
pub(crate) struct MemoryGauge {
    system: System,
    root: Pid,
    /// The time of the next measurement.
    next: Instant,
}

/// Measuring takes about a millisecond, which must not disturb games of a second.
const PAUSE: Duration = Duration::from_millis(100);

impl MemoryGauge {
    /// A gauge for the process with this id and its descendants.
    ///
    /// # Errors
    /// When processes cannot be inspected on this system.
    pub(crate) fn new(root: u32) -> io::Result<MemoryGauge> {
        let system = System::new().map_err(|error| io::Error::other(error.to_string()))?;
        Ok(MemoryGauge { system, root: Pid::from_u32(root), next: Instant::now() })
    }

    /// Bytes in use, if it is time to measure again.
    pub(crate) fn measure(&mut self) -> Option<u64> {
        if Instant::now() < self.next {
            return None;
        }
        let tree = self.tree(ProcessRefreshKind::nothing().with_memory().without_tasks());
        let used =
            tree.iter().filter_map(|&pid| self.system.process(pid)).map(sysinfo::Process::memory).sum();
        self.next = Instant::now() + PAUSE;
        Some(used)
    }

    /// Kills those of `pids` that still run.
    pub(crate) fn kill(&mut self, pids: &[Pid]) {
        let kind = ProcessRefreshKind::nothing().without_tasks();
        self.system.refresh_processes_specifics(ProcessesToUpdate::Some(pids), true, kind);
        for process in pids.iter().filter_map(|&pid| self.system.process(pid)) {
            process.kill();
        }
    }

    /// The descendants of the process, without itself.
    pub(crate) fn descendants(&mut self) -> Vec<Pid> {
        let mut tree = self.tree(ProcessRefreshKind::nothing().without_tasks());
        tree.retain(|&pid| pid != self.root);
        tree
    }

    fn tree(&mut self, kind: ProcessRefreshKind) -> Vec<Pid> {
        self.system.refresh_processes_specifics(ProcessesToUpdate::All, true, kind);
        let mut tree = vec![self.root];
        let mut looked_at = 0;
        while let Some(&parent) = tree.get(looked_at) {
            looked_at += 1;
            let of_parent =
                self.system.processes().iter().filter(|(_, process)| process.parent() == Some(parent));
            let children: Vec<Pid> =
                of_parent.map(|(&pid, _)| pid).filter(|pid| !tree.contains(pid)).collect();
            tree.extend(children);
        }
        tree
    }
}

/// An event on a program's standard output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// A line without its end, and the time of its arrival.
    Line(String, Instant),
    /// The end of the output.
    Closed,
}

/// The most lines in the queue. A program that sends more has to wait, and does not fill the memory of this process.
const MAX_QUEUED: usize = 256;
/// The most bytes of the standard error output that are stored.
const MAX_STDERR: usize = 2_048;

/// Reads lines until the pipe closes or the receiver is dropped.
pub(crate) fn read_lines(pipe: impl Read + Send + 'static) -> Receiver<Output> {
    let (sender, receiver) = mpsc::sync_channel(MAX_QUEUED);
    thread::spawn(move || {
        each_line(pipe, |line| sender.send(Output::Line(line, Instant::now())).is_ok());
        // The receiver may have been dropped.
        let _ = sender.send(Output::Closed);
    });
    receiver
}

/// Writes the bytes that are sent, on a thread: a program that does not read does not block the caller. The pipe closes when
/// the sender is dropped.
pub(crate) fn write_bytes(mut pipe: impl Write + Send + 'static) -> Sender<Vec<u8>> {
    let (sender, receiver) = mpsc::channel::<Vec<u8>>();
    thread::spawn(move || {
        for bytes in receiver {
            if pipe.write_all(&bytes).and_then(|()| pipe.flush()).is_err() {
                break;
            }
        }
    });
    sender
}

/// The end of a program's standard error output.
#[derive(Clone, Debug, Default)]
pub(crate) struct StderrTail(Arc<(Mutex<Tail>, Condvar)>);

#[derive(Debug, Default)]
struct Tail {
    bytes: VecDeque<u8>,
    is_closed: bool,
}

impl StderrTail {
    /// Reads until the pipe closes.
    pub(crate) fn read(mut pipe: impl Read + Send + 'static) -> StderrTail {
        let stderr = StderrTail::default();
        let shared = stderr.0.clone();
        thread::spawn(move || {
            let (tail, closed) = &*shared;
            let mut chunk = [0; 1024];
            while let Ok(length @ 1..) = pipe.read(&mut chunk) {
                let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                tail.bytes.extend(&chunk[..length]);
                let surplus = tail.bytes.len().saturating_sub(MAX_STDERR);
                tail.bytes.drain(..surplus);
            }
            tail.lock().unwrap_or_else(PoisonError::into_inner).is_closed = true;
            closed.notify_all();
        });
        stderr
    }

    /// The last line that is not empty, once the pipe has closed or `patience` is over.
    pub(crate) fn last_line(&self, patience: Duration) -> Option<String> {
        let (tail, closed) = &*self.0;
        let tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = closed.wait_timeout_while(tail, patience, |tail| !tail.is_closed);
        let (mut tail, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(tail.bytes.make_contiguous());
        text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned)
    }
}
