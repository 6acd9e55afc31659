//! From text to the parts of a game tree, and what the values of properties mean.

use std::borrow::Cow;

use super::{Place, SgfError};
use crate::format::encoding;
use crate::format::encoding::{Decoded, Encoding};
use crate::format::loss::unix_lines;
use crate::{BoardSize, Color, EndReason, GameResult, Move, Point};

/// More nodes than this in a file are refused.
pub(super) const MAX_NODES: usize = 1_000_000;
/// More brackets, nodes and values than this in a file are refused.
const MAX_PARTS: usize = 8_000_000;

/// A part of a game tree, in the order of the file.
#[derive(Clone, Debug)]
pub(super) enum Part<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`, which begins a node.
    Node,
    /// One value of one property.
    Value(Value<'a>),
}

/// A value as it is written, with its escapes.
#[derive(Clone, Debug)]
pub(super) struct Value<'a> {
    /// The property's name in capital letters and digits.
    pub(super) name: Cow<'a, str>,
    /// What is between the brackets.
    pub(super) raw: &'a str,
    /// The byte at which it begins.
    pub(super) at: usize,
}

/// Takes games from a text, one after the other.
pub(super) struct Parser<'a> {
    text: &'a str,
    /// The next byte. Every byte that means something here is ASCII, so it is always a character's first.
    at: usize,
    /// Where the last game began.
    start: usize,
    nodes: usize,
    parts: usize,
}

impl<'a> Parser<'a> {
    /// A parser of the text from the byte `at` on.
    pub(super) fn new(text: &'a str, at: usize) -> Parser<'a> {
        Parser { text, at, start: at, nodes: 0, parts: 0 }
    }

    /// The byte at which the game begins that was taken last.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// The parts of the next game, from its `(` to its `)`; `None` when no game is left.
    ///
    /// A game begins with `(` and `;`. Text before it is not SGF and skipped, as the standard requires.
    pub(super) fn next_game(&mut self) -> Result<Option<Vec<Part<'a>>>, SgfError> {
        loop {
            let Some(skipped) = self.text[self.at..].find('(') else { return Ok(None) };
            self.at += skipped;
            if self.text[self.at + 1..].trim_start().starts_with(';') {
                break;
            }
            self.at += 1;
        }
        self.start = self.at;
        let mut parts = Vec::new();
        let mut depth = 0_usize;
        loop {
            self.skip_space();
            let part = match self.peek() {
                Some(b'(') => {
                    depth += 1;
                    Part::Open
                }
                Some(b')') => {
                    depth -= 1;
                    Part::Close
                }
                Some(b';') => {
                    self.nodes += 1;
                    Part::Node
                }
                Some(b) if b.is_ascii_alphanumeric() => {
                    self.property(&mut parts)?;
                    continue;
                }
                found => return Err(self.unexpected("`;`, `(`, `)` or a property", found.is_none())),
            };
            self.at += 1;
            self.push(&mut parts, part)?;
            if depth == 0 {
                return Ok(Some(parts));
            }
        }
    }

    /// Takes a property's name and all its values.
    fn property(&mut self, parts: &mut Vec<Part<'a>>) -> Result<(), SgfError> {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let name = capitals(&rest[..length]);
        self.at += length;
        self.skip_space();
        if self.peek() != Some(b'[') {
            return Err(self.unexpected("`[` after a property's name", self.peek().is_none()));
        }
        while self.peek() == Some(b'[') {
            let at = self.at + 1;
            let bytes = &self.text.as_bytes()[at..];
            let mut escaped = false;
            let length = bytes.iter().position(|&b| {
                let ends = b == b']' && !escaped;
                escaped = b == b'\\' && !escaped;
                ends
            });
            let Some(length) = length else {
                return Err(SgfError::Unclosed { place: Place::of(self.text, self.at) });
            };
            let value = Value { name: name.clone(), raw: &self.text[at..at + length], at };
            self.push(parts, Part::Value(value))?;
            self.at = at + length + 1;
            self.skip_space();
        }
        Ok(())
    }

    fn push(&mut self, parts: &mut Vec<Part<'a>>, part: Part<'a>) -> Result<(), SgfError> {
        self.parts += 1;
        if self.nodes > MAX_NODES {
            return Err(SgfError::TooMany { what: "nodes", most: MAX_NODES });
        }
        if self.parts > MAX_PARTS {
            return Err(SgfError::TooMany { what: "brackets, nodes and values", most: MAX_PARTS });
        }
        parts.push(part);
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn unexpected(&self, expected: &'static str, at_end: bool) -> SgfError {
        let place = Place::of(self.text, self.at);
        match self.text[self.at..].chars().next() {
            Some(found) if !at_end => SgfError::Unexpected { place, expected, found },
            _ => SgfError::End { place, expected },
        }
    }
}

/// The name without small letters, which earlier versions of the format allow and ignore (`GaMe` is `GM`). One of small
/// letters alone, which no version has, is what its capitals would be.
fn capitals(name: &str) -> Cow<'_, str> {
    if !name.bytes().any(|b| b.is_ascii_lowercase()) {
        return Cow::Borrowed(name);
    }
    let capitals: String = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
    let has_letter = capitals.bytes().any(|b| b.is_ascii_uppercase());
    Cow::Owned(if has_letter { capitals } else { name.to_ascii_uppercase() })
}

/// Decodes a file; without an encoding that is `wanted`, `CA` in the file counts.
///
/// The text is decoded before it is parsed, since bytes of Chinese and Japanese characters can look like
/// brackets and backslashes.
pub(super) fn decode(bytes: &[u8], wanted: Option<Encoding>) -> Decoded<'_> {
    encoding::decode(bytes, wanted, named_charset(bytes))
}

/// The encoding that `CA[…]` in the first node names, if there is one.
fn named_charset(bytes: &[u8]) -> Option<Encoding> {
    let root = bytes.iter().position(|&b| b == b';')? + 1;
    // A semicolon within a comment ends the search early; such a file is taken for UTF-8.
    let end = bytes[root..].iter().position(|&b| b == b';').map_or(bytes.len(), |length| root + length);
    let node = &bytes[root..end];
    let start = (0..node.len()).find(|&at| {
        node[at..].starts_with(b"CA[")
            && !at.checked_sub(1).is_some_and(|at| node[at].is_ascii_alphanumeric())
    })? + 3;
    let length = node[start..].iter().position(|&b| b == b']')?;
    std::str::from_utf8(&node[start..start + length]).ok()?.trim().parse().ok()
}

/// The text of a value: escapes are resolved and every line end is `\n`.
///
/// The standard turns tabs and other white space into spaces; here they stay, so that a comment is preserved.
pub(super) fn text(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut characters = raw.chars().peekable();
    while let Some(c) = characters.next() {
        let escaped = c == '\\';
        let Some(c) = (if escaped { characters.next() } else { Some(c) }) else { break };
        if c == '\n' || c == '\r' {
            // Both in either order are one line end, which a backslash before it takes away.
            let other = if c == '\n' { '\r' } else { '\n' };
            characters.next_if_eq(&other);
            if !escaped {
                text.push('\n');
            }
        } else {
            text.push(c);
        }
    }
    text
}

/// Writes a text as a value. Colons are escaped too, which matters where a value has two parts.
pub(super) fn escape(text: &str) -> String {
    let mut raw = String::with_capacity(text.len());
    for c in unix_lines(text).chars() {
        if matches!(c, ']' | '\\' | ':') {
            raw.push('\\');
        }
        raw.push(c);
    }
    raw
}

/// The two halves of a value with a colon; an escaped colon divides nothing.
pub(super) fn halves(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let colon = raw.bytes().position(|b| {
        let divides = b == b':' && !escaped;
        escaped = b == b'\\' && !escaped;
        divides
    })?;
    Some((&raw[..colon], &raw[colon + 1..]))
}

/// A point of the board: two letters, column and row from the top, or `h8` or `8h`, the row from the bottom.
///
/// The standard's letters are small; those of some renju programs are large, RenLib reads both.
pub(crate) fn point(raw: &str, size: BoardSize) -> Option<Point> {
    let raw = raw.trim();
    let point = match *raw.as_bytes() {
        [x, y] if x.is_ascii_alphabetic() && y.is_ascii_alphabetic() => {
            let line = |letter: u8| letter.to_ascii_lowercase() - b'a';
            Some(Point::new(line(x), line(y)))
        }
        [.., last] if last.is_ascii_alphabetic() => {
            let (digits, letter) = raw.split_at(raw.len() - 1);
            Point::parse(&format!("{letter}{digits}"), size).ok()
        }
        _ => Point::parse(raw, size).ok(),
    };
    point.filter(|&point| size.contains(point))
}

/// A point, or all points of the rectangle between two corners (`aa:cc`).
pub(super) fn points(raw: &str, size: BoardSize) -> Option<Vec<Point>> {
    let Some((one, other)) = halves(raw) else { return Some(vec![point(raw, size)?]) };
    let (one, other) = (point(one, size)?, point(other, size)?);
    let columns = one.x().min(other.x())..=one.x().max(other.x());
    let rows = one.y().min(other.y())..=one.y().max(other.y());
    Some(rows.flat_map(|y| columns.clone().map(move |x| Point::new(x, y))).collect())
}

/// A move. Nothing is a pass, and so is `tt` on boards that have no such point.
pub(super) fn played(raw: &str, size: BoardSize) -> Option<Move> {
    let raw = raw.trim();
    if raw.is_empty() || (raw.eq_ignore_ascii_case("tt") && size <= BoardSize::NINETEEN) {
        return Some(Move::Pass);
    }
    point(raw, size).map(Move::Place)
}

/// A point as two letters.
pub(crate) fn letters(point: Point) -> String {
    [point.x(), point.y()].map(|line| char::from(b'a' + line.min(25))).iter().collect()
}

/// The board's size; `None` unless it is square.
pub(super) fn size(raw: &str) -> Option<usize> {
    let (columns, rows) = raw.split_once(':').unwrap_or((raw, raw));
    let (columns, rows) = (columns.trim().parse().ok()?, rows.trim().parse::<usize>().ok()?);
    (columns == rows).then_some(columns)
}

/// A side: `B` and `W`, or the words.
pub(super) fn color(raw: &str) -> Option<Color> {
    match raw.trim().to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// How a game ended away from the board; `None` for what is unknown or void.
///
/// A win with no reason, or with another than time, counts as a resignation. RenLib knows `B+Draw` as a draw.
pub(super) fn result(raw: &str) -> Option<GameResult> {
    let text = raw.trim().to_ascii_lowercase();
    let draw = GameResult { winner: None, reason: EndReason::Agreement };
    let (winner, how) = match text.as_str() {
        "0" | "draw" | "jigo" | "b+draw" | "w+draw" | "1/2-1/2" | "0.5-0.5" => return Some(draw),
        "1-0" => (Color::Black, ""),
        "0-1" => (Color::White, ""),
        other => {
            let (winner, how) = other.split_once('+')?;
            (color(winner)?, how.trim())
        }
    };
    let reason = if matches!(how, "t" | "time") { EndReason::Timeout } else { EndReason::Resignation };
    Some(GameResult { winner: Some(winner), reason })
}

/// What [`result()`] reads as this.
pub(super) fn result_text(ended: GameResult) -> String {
    let Some(winner) = ended.winner else { return "Draw".to_owned() };
    let how = match ended.reason {
        EndReason::Resignation => "R",
        EndReason::Timeout => "T",
        _ => "",
    };
    format!("{}+{how}", if winner == Color::Black { 'B' } else { 'W' })
}
