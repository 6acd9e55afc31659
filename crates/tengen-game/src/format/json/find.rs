//! Where in a text a part of the record is. Reading does not store it, and only an error needs it.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

/// The byte at which the value of a field of the outermost object begins; with `item`, that item of the list which the
/// value is, from 0. The text must be JSON; in any other the answer means nothing.
pub(in crate::format) fn find(text: &str, field: &str, item: Option<usize>) -> Option<usize> {
    let mut parts = Parts { text, at: 0, depth: 0 };
    // In an object, a value's string is never followed by a colon.
    let is_field = |part: &Part| part.depth == 1 && part.is_string_of(text, field);
    while let Some(part) = parts.next() {
        if !is_field(&part) || parts.peek() != Some(b':') {
            continue;
        }
        parts.next();
        let Some(item) = item else { return parts.start_of_next() };
        parts.next().filter(|part| part.is(text, b'['))?;
        let mut commas = 0;
        while commas < item {
            let part = parts.next()?;
            commas += usize::from(part.depth == 2 && part.is(text, b','));
        }
        return parts.start_of_next();
    }
    None
}

/// A bracket, a comma, a colon, a string, or a piece of something else.
struct Part {
    start: usize,
    end: usize,
    /// In how many brackets it stands; an opening bracket stands outside of itself.
    depth: usize,
}

impl Part {
    fn is(&self, text: &str, byte: u8) -> bool {
        text.as_bytes()[self.start] == byte
    }

    fn is_string_of(&self, text: &str, content: &str) -> bool {
        let inner = text[self.start..self.end].strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        inner == Some(content)
    }
}

struct Parts<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Parts<'_> {
    fn start_of_next(&mut self) -> Option<usize> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        (self.at < self.text.len()).then_some(self.at)
    }

    fn peek(&mut self) -> Option<u8> {
        self.start_of_next().map(|at| self.text.as_bytes()[at])
    }

    fn next(&mut self) -> Option<Part> {
        let start = self.start_of_next()?;
        let rest = &self.text[start..];
        let mut depth = self.depth;
        let length = match rest.as_bytes()[0] {
            b'{' | b'[' => {
                self.depth += 1;
                1
            }
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                depth = self.depth;
                1
            }
            b'"' => string_length(rest),
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        self.at = start + length;
        Some(Part { start, end: self.at, depth })
    }
}

/// The length of the string at the beginning, with its quotation marks.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |at| at + 2)
}

/// Reads a list and gives up as soon as it has more than `MOST` items: an item takes many times the memory that its
/// text did, so that the length of the file is no limit.
pub(super) fn at_most<'de, D, T, const MOST: usize>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    deserializer.deserialize_seq(List::<T, MOST>(PhantomData))
}

struct List<T, const MOST: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for List<T, MOST> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {MOST} items")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            if list.len() == MOST {
                return Err(A::Error::invalid_length(MOST + 1, &self));
            }
            list.push(item);
        }
        Ok(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_and_items_are_found() {
        let text = r#"{"a": "b", "moves": [1, [2, 3], {"b": "\"]"}, 4], "x": {"b": 5}, "b": 6}"#;
        let rest = |field, item| find(text, field, item).map(|at| &text[at..at + 1]);
        assert_eq!(rest("a", None), Some("\""));
        assert_eq!([0, 1, 2, 3].map(|item| rest("moves", Some(item))), ["1", "[", "{", "4"].map(Some));
        assert_eq!(rest("b", None), Some("6"));
        assert_eq!((rest("none", None), rest("x", Some(0))), (None, None));
    }
}
