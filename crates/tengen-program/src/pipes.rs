//! The threads at a program's pipes. They end when the pipes do.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tengen_protocol::gomocup::LineBuffer;

/// Something from a program's standard output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A line without its end, and when it came.
    Line(String, Instant),
    /// Nothing will come any more.
    Closed,
}

/// Lines that wait to be looked at. A program that floods us then waits, instead of filling our memory.
const MOST_WAITING: usize = 256;
/// Bytes of the standard error output that are kept.
const KEPT_COMPLAINTS: usize = 2_048;

/// Reads lines until the pipe closes or nobody listens any more.
pub(crate) fn read_lines(pipe: impl Read + Send + 'static) -> Receiver<Said> {
    let (sender, receiver) = mpsc::sync_channel(MOST_WAITING);
    thread::spawn(move || {
        let _ = pass_lines_on(pipe, &sender);
        // Whoever has stopped listening does not mind.
        let _ = sender.send(Said::Closed);
    });
    receiver
}

/// `None` when nobody listens or the pipe has ended.
fn pass_lines_on(mut pipe: impl Read, sender: &SyncSender<Said>) -> Option<()> {
    let mut buffer = LineBuffer::new();
    let mut chunk = [0; 4096];
    loop {
        let length = match pipe.read(&mut chunk) {
            Ok(0) => break,
            Ok(length) => length,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let now = Instant::now();
        for line in buffer.push(&chunk[..length]) {
            sender.send(Said::Line(line, now)).ok()?;
        }
    }
    let rest = buffer.finish()?;
    sender.send(Said::Line(rest, Instant::now())).ok()
}

/// Writes what is sent, so that a program which does not read blocks nobody. The pipe closes with the sender.
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

/// The end of what a program wrote to its standard error output.
#[derive(Clone, Debug, Default)]
pub(crate) struct Complaints(Arc<(Mutex<Complained>, Condvar)>);

#[derive(Debug, Default)]
struct Complained {
    kept: VecDeque<u8>,
    /// There is nothing more to come.
    is_closed: bool,
}

impl Complaints {
    /// Reads until the pipe closes.
    pub(crate) fn read(mut pipe: impl Read + Send + 'static) -> Complaints {
        let complaints = Complaints::default();
        let shared = complaints.0.clone();
        thread::spawn(move || {
            let (complained, closed) = &*shared;
            let mut chunk = [0; 1024];
            while let Ok(length @ 1..) = pipe.read(&mut chunk) {
                let mut complained = complained.lock().unwrap_or_else(PoisonError::into_inner);
                complained.kept.extend(&chunk[..length]);
                let surplus = complained.kept.len().saturating_sub(KEPT_COMPLAINTS);
                complained.kept.drain(..surplus);
            }
            complained.lock().unwrap_or_else(PoisonError::into_inner).is_closed = true;
            closed.notify_all();
        });
        complaints
    }

    /// The last line that is not empty, once the pipe has closed or `patience` is over.
    pub(crate) fn last_line(&self, patience: Duration) -> Option<String> {
        let (complained, closed) = &*self.0;
        let complained = complained.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = closed.wait_timeout_while(complained, patience, |complained| !complained.is_closed);
        let (mut complained, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(complained.kept.make_contiguous());
        text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned)
    }
}
