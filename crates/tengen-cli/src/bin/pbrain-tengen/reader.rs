//! The thread that reads what the manager says.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

use tengen_protocol::gomocup::LineBuffer;

use crate::Event;

/// Lines that wait to be obeyed. A manager that sends without reading our answers then waits, instead of filling our
/// memory with its lines.
const MOST_WAITING: usize = 1024;

/// Takes note of lines that have been obeyed, so that others may follow.
pub(crate) struct Obeyed(Receiver<()>);

impl Obeyed {
    /// One line has been obeyed.
    pub(crate) fn count(&self) {
        let _ = self.0.try_recv();
    }
}

/// Reads standard input to its end and hands it over line by line, as fast as lines are obeyed.
///
/// The thread may still wait for input when the program ends; nothing depends on its end.
pub(crate) fn spawn(events: Sender<Event>) -> Obeyed {
    // Only lines are held back: what the search says shares their channel, and must never wait for them.
    let (waiting, obeyed) = mpsc::sync_channel(MOST_WAITING);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut buffer = LineBuffer::new();
        let mut chunk = [0; 4096];
        loop {
            let read = match input.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // A pipe that cannot be read any more is as good as closed.
                Ok(0) | Err(_) => break,
                Ok(read) => read,
            };
            for line in buffer.push(&chunk[..read]) {
                if waiting.send(()).is_err() || events.send(Event::Line(line, Instant::now())).is_err() {
                    return;
                }
            }
        }
        // If nobody listens any more the program is ending already.
        if let Some(line) = buffer.finish() {
            let _ = waiting.send(());
            let _ = events.send(Event::Line(line, Instant::now()));
        }
        let _ = events.send(Event::Closed);
    });
    Obeyed(obeyed)
}
