//! Numbers and strings in a payload.

use super::LinkError;

/// Appends a varint.
pub(super) fn put_varint(bytes: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// Appends a string.
pub(super) fn put_string(bytes: &mut Vec<u8>, text: &str) {
    put_varint(bytes, text.len());
    bytes.extend(text.as_bytes());
}

/// Reads a payload, or one section of it, from front to back.
#[derive(Clone)]
pub(super) struct Input<'a> {
    rest: &'a [u8],
    /// The place of the rest in the whole payload.
    at: usize,
}

impl<'a> Input<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Input<'a> {
        Input { rest: bytes, at: 0 }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn take(&mut self, length: usize, expected: &'static str) -> Result<&'a [u8], LinkError> {
        let Some((taken, rest)) = self.rest.split_at_checked(length) else {
            let found = format!("only {} bytes", self.rest.len());
            return Err(LinkError::Payload { at: self.at, expected, found });
        };
        self.rest = rest;
        self.at += length;
        Ok(taken)
    }

    pub(super) fn byte(&mut self, expected: &'static str) -> Result<u8, LinkError> {
        self.take(1, expected).map(|taken| taken[0])
    }

    pub(super) fn varint(&mut self, expected: &'static str) -> Result<usize, LinkError> {
        let start = self.at;
        let mut value = 0;
        // Four groups of seven bits count far more than a payload can have of anything.
        for shift in [0, 7, 14, 21] {
            let byte = self.byte(expected)?;
            value |= usize::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                let needless = byte == 0 && shift > 0;
                return if needless {
                    Err(wrong(start, expected, "a needlessly long number"))
                } else {
                    Ok(value)
                };
            }
        }
        Err(wrong(start, expected, "a number beyond all bounds"))
    }

    pub(super) fn string(&mut self, expected: &'static str) -> Result<String, LinkError> {
        let length = self.varint(expected)?;
        let at = self.at;
        let bytes = self.take(length, expected)?;
        utf8(bytes, at, expected)
    }

    /// The next section: where it begins, its tag, and its content.
    pub(super) fn section(&mut self) -> Result<(usize, u8, Input<'a>), LinkError> {
        let start = self.at;
        let tag = self.byte("a section's tag")?;
        let length = self.varint("a section's length")?;
        let at = self.at;
        let rest = self.take(length, "a section as long as it says")?;
        Ok((start, tag, Input { rest, at }))
    }

    /// All that is left, as text.
    pub(super) fn text(&mut self, expected: &'static str) -> Result<String, LinkError> {
        utf8(std::mem::take(&mut self.rest), self.at, expected)
    }

    pub(super) fn end(&self, expected: &'static str) -> Result<(), LinkError> {
        if self.is_empty() {
            return Ok(());
        }
        Err(LinkError::Payload { at: self.at, expected, found: format!("{} bytes more", self.rest.len()) })
    }
}

/// An error about something that was read at `at`.
pub(super) fn wrong(at: usize, expected: &'static str, found: impl ToString) -> LinkError {
    LinkError::Payload { at, expected, found: found.to_string() }
}

fn utf8(bytes: &[u8], at: usize, expected: &'static str) -> Result<String, LinkError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => Err(wrong(at + error.valid_up_to(), expected, "bytes that are not UTF-8")),
    }
}
