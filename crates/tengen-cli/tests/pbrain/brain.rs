//! A process that speaks the Gomocup protocol, from the manager's side.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// Starts the program, with pipes as its input and output.
pub(crate) fn spawn(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

/// A running `pbrain-tengen`, which is ended with the test.
pub(crate) struct Brain {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
}

/// The longest wait for an answer, enough for the busiest machine.
const PATIENCE: Duration = Duration::from_secs(20);

impl Brain {
    /// Starts the program.
    pub(crate) fn start() -> Brain {
        Brain::start_with(&[])
    }

    /// Starts the program with arguments.
    pub(crate) fn start_with(arguments: &[&str]) -> Brain {
        let mut child = spawn(arguments);
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        // This thread notes the moment of arrival, so that the test may read the line later.
        thread::spawn(move || {
            for line in output.lines() {
                let Ok(line) = line else { return };
                if sender.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Brain { child, input, lines }
    }

    /// Sends a line, as managers do, with CR LF at its end.
    pub(crate) fn send(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{line}\r\n").as_bytes()).unwrap();
        input.flush().unwrap();
    }

    /// The next answer, and the moment of its arrival. Reports of the search are skipped.
    #[track_caller]
    pub(crate) fn hear(&mut self) -> (Instant, String) {
        loop {
            let (heard, line) = self.hear_all();
            if !line.starts_with("MESSAGE ") {
                return (heard, line);
            }
        }
    }

    /// The next line, reports of the search included, and the moment of its arrival.
    #[track_caller]
    pub(crate) fn hear_all(&mut self) -> (Instant, String) {
        self.lines.recv_timeout(PATIENCE).expect("the program answers")
    }

    /// Sends a line and checks the answer.
    #[track_caller]
    pub(crate) fn expect(&mut self, line: &str, answer: &str) {
        self.send(line);
        assert_eq!(self.hear().1, answer, "{line}");
    }

    /// Closes the pipe to the program.
    pub(crate) fn hang_up(&mut self) {
        self.input = None;
    }

    /// Waits for the end of the program. Returns its status and the time that it took.
    #[track_caller]
    pub(crate) fn ends(&mut self) -> (ExitStatus, Duration) {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (status, started.elapsed());
            }
            assert!(started.elapsed() < PATIENCE, "the program does not end");
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
