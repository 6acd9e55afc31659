//! Splits a stream of bytes into lines with any line end.

use std::io::{ErrorKind, Read};

/// Collects bytes and hands them out as lines.
///
/// A line ends with CR, LF or both; blank lines are left out, which is why CR LF needs no special care.
/// Bytes that are no UTF-8 become replacement characters, and a line that is too long is cut off: both
/// can only be nonsense to the protocol, and neither must stop the program or fill its memory.
///
/// ```
/// use tengen_gomocup::LineBuffer;
///
/// let mut buffer = LineBuffer::new();
/// assert_eq!(buffer.push(b"START 15\r\nBEG"), ["START 15"]);
/// assert_eq!(buffer.push(b"IN\rABOUT"), ["BEGIN"]);
/// assert_eq!(buffer.finish().as_deref(), Some("ABOUT"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct LineBuffer {
    pending: Vec<u8>,
}

impl LineBuffer {
    /// The most bytes of a line; the rest is dropped. A list of all points of the largest board, on one line, is half as long.
    pub const MAX_LINE: usize = 8192;

    /// An empty buffer.
    pub fn new() -> LineBuffer {
        LineBuffer::default()
    }

    /// Takes in `bytes` and returns the lines that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        for &byte in bytes {
            if byte == b'\n' || byte == b'\r' {
                lines.extend(self.finish());
            } else if self.pending.len() < Self::MAX_LINE {
                self.pending.push(byte);
            }
        }
        lines
    }

    /// The line at the end of the stream, if it has no line end.
    pub fn finish(&mut self) -> Option<String> {
        let line = String::from_utf8_lossy(&self.pending).trim().to_owned();
        self.pending.clear();
        (!line.is_empty()).then_some(line)
    }
}

/// Reads lines from a stream and passes each to `handle`, until the stream ends or cannot be read, or `handle` returns
/// `false`.
pub fn each_line(mut stream: impl Read, mut handle: impl FnMut(String) -> bool) {
    let mut buffer = LineBuffer::new();
    let mut chunk = [0; 4096];
    loop {
        let length = match stream.read(&mut chunk) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => break,
            Ok(length) => length,
        };
        if !buffer.push(&chunk[..length]).into_iter().all(&mut handle) {
            return;
        }
    }
    if let Some(line) = buffer.finish() {
        handle(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_end_is_understood_wherever_the_chunks_are_cut() {
        let text = b"ABOUT\r\n\r\n TURN 1,2 \rBEGIN\n\n";
        for cut in 0..text.len() {
            let mut buffer = LineBuffer::new();
            let mut lines = buffer.push(&text[..cut]);
            lines.extend(buffer.push(&text[cut..]));
            assert_eq!(lines, ["ABOUT", "TURN 1,2", "BEGIN"]);
            assert_eq!(buffer.finish(), None);
        }
    }

    #[test]
    fn nonsense_is_bounded() {
        let mut buffer = LineBuffer::new();
        for _ in 0..10_000 {
            assert!(buffer.push(&[0xFF; 100]).is_empty());
        }
        let lines = buffer.push(b"\nABOUT\n");
        assert_eq!(lines.len(), 2);
        assert!(lines[0].len() <= 3 * LineBuffer::MAX_LINE);
        assert_eq!(lines[1], "ABOUT");
    }
}
