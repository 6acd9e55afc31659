//! The JSON object as serde reads and writes it, and the place of a part of the record in a text, which only error messages need.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU16;
use std::time::Duration;

use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use tengen_game::{BoardSize, Color, Mark, NodeId, Notes, Point, Record, Score, Sign};

use super::{MAX_MOVES, MarkError};

/// The byte at which the value of a field of the outermost object begins. With `item`, the value is a list, and the byte is that of its
/// item with this index, from 0. The text must be JSON; for any other text the result is meaningless.
pub(crate) fn find(text: &str, field: &str, item: Option<usize>) -> Option<usize> {
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
    /// The number of brackets around the part; an opening bracket does not count itself.
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

/// The length of the string at the beginning of the text, with its quotation marks.
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

/// The most stones of a colour: as many as the largest board has points.
const MAX_STONES: usize = BoardSize::MAX.area();

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) format: String,
    pub(super) version: u32,
    pub(super) rule: String,
    pub(super) size: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) max_moves: Option<NonZeroU16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) setup: Option<Setup>,
    #[serde(default)]
    pub(super) players: Names,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) info: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Remarks::is_empty")]
    pub(super) start: Remarks,
    #[serde(deserialize_with = "at_most::<_, _, MAX_MOVES>")]
    pub(super) moves: Vec<Entry>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) cursor: Option<usize>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Setup {
    #[serde(deserialize_with = "at_most::<_, _, MAX_STONES>")]
    pub(super) black: Vec<String>,
    #[serde(deserialize_with = "at_most::<_, _, MAX_STONES>")]
    pub(super) white: Vec<String>,
    pub(super) to_move: Color,
}

/// The fields of [`Remarks`] are repeated here: serde cannot flatten and refuse unknown fields at once.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) parent: Option<usize>,
    #[serde(rename = "move")]
    pub(super) played: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) marks: Vec<FileMark>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) time_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) evaluation: Option<Score>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<FileResult>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) properties: BTreeMap<String, Vec<String>>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Remarks {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) comment: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) marks: Vec<FileMark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) time_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) evaluation: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<FileResult>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) properties: BTreeMap<String, Vec<String>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileMark {
    pub(super) point: String,
    pub(super) sign: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) label: Option<String>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Names {
    pub(super) black: String,
    pub(super) white: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileResult {
    pub(super) winner: Option<Color>,
    pub(super) reason: String,
}

impl Remarks {
    pub(super) fn is_empty(&self) -> bool {
        self.comment.is_empty()
            && self.marks.is_empty()
            && self.time_ms.is_none()
            && self.evaluation.is_none()
            && self.result.is_none()
            && self.properties.is_empty()
    }

    pub(super) fn of(record: &Record, id: NodeId) -> Remarks {
        let notes = record.notes(id);
        let mark = |mark: &Mark| {
            let (sign, label) = match &mark.sign {
                Sign::Circle => ("circle", None),
                Sign::Square => ("square", None),
                Sign::Triangle => ("triangle", None),
                Sign::Cross => ("cross", None),
                Sign::Label(text) => ("label", Some(text.clone())),
            };
            FileMark { point: mark.point.on(record.size()).to_string(), sign: sign.to_owned(), label }
        };
        Remarks {
            comment: notes.comment.clone(),
            marks: record.marks(id).iter().map(mark).collect(),
            time_ms: notes.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            evaluation: notes.evaluation,
            result: record
                .result_at(id)
                .map(|result| FileResult { winner: result.winner, reason: result.reason.name().to_owned() }),
            properties: record
                .properties(id)
                .iter()
                .map(|(name, values)| (name.to_owned(), values.to_vec()))
                .collect(),
        }
    }

    pub(super) fn into_notes(
        self,
        size: BoardSize,
    ) -> Result<(Notes, Vec<Mark>, Option<FileResult>), MarkError> {
        let mark = |mark: FileMark| {
            let sign = match (mark.sign.as_str(), mark.label) {
                ("circle", None) => Sign::Circle,
                ("square", None) => Sign::Square,
                ("triangle", None) => Sign::Triangle,
                ("cross", None) => Sign::Cross,
                ("label", Some(text)) => Sign::Label(text),
                _ => return Err(MarkError::Sign(mark.sign)),
            };
            Ok(Mark { point: Point::parse(&mark.point, size)?, sign })
        };
        let marks = self.marks.into_iter().map(mark).collect::<Result<_, _>>()?;
        let notes = Notes {
            comment: self.comment,
            time: self.time_ms.map(Duration::from_millis),
            evaluation: self.evaluation,
        };
        Ok((notes, marks, self.result))
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
