//! The thread that reads what the manager says.

use std::io::{self, Read};
use std::sync::mpsc::Sender;
use std::thread;

use tengen_protocol::gomocup::LineBuffer;

use crate::Event;

/// Reads standard input to its end and hands it over line by line.
///
/// The thread may still wait for input when the program ends; nothing depends on its end.
pub(crate) fn spawn(events: Sender<Event>) {
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
                if events.send(Event::Line(line)).is_err() {
                    return;
                }
            }
        }
        let last = buffer.finish().map(Event::Line);
        for event in last.into_iter().chain([Event::Closed]) {
            // If nobody listens any more the program is ending already.
            let _ = events.send(event);
        }
    });
}
