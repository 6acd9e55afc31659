//! The threads at a program's pipes. They end when the pipes do.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::each_line;

/// An event on a program's standard output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// A line without its end, and the time of its arrival.
    Line(String, Instant),
    /// The end of the output.
    Closed,
}

/// The most lines in the queue. A program that sends more has to wait, and does not fill our memory.
const MAX_QUEUED: usize = 256;
/// Bytes of the standard error output that are kept.
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
    kept: VecDeque<u8>,
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
                tail.kept.extend(&chunk[..length]);
                let surplus = tail.kept.len().saturating_sub(MAX_STDERR);
                tail.kept.drain(..surplus);
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
        let text = String::from_utf8_lossy(tail.kept.make_contiguous());
        text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned)
    }
}
