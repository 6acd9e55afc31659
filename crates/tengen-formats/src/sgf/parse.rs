//! Parses a text into the parts of a game tree, and interprets the values of properties.

use std::borrow::Cow;

use tengen_game::{BoardSize, Color, EndReason, GameResult, Move, Point, unix_lines};

use super::{Place, SgfError};
use crate::encoding::{self, Decoded, Encoding};

/// The most nodes that a file may have.
pub(super) const MAX_NODES: usize = 1_000_000;
/// The most brackets, nodes and values that a file may have.
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
    /// A value of a property.
    Value(Value<'a>),
}

/// A value as it is written, with its escapes.
#[derive(Clone, Debug)]
pub(super) struct Value<'a> {
    /// The property's name in capital letters and digits.
    pub(super) name: Cow<'a, str>,
    /// The text between the brackets.
    pub(super) raw: &'a str,
    /// The byte at which the value begins.
    pub(super) at: usize,
}

/// A game tree, and its differences from the standard.
#[derive(Clone, Debug)]
pub(super) struct Tree<'a> {
    /// The parts from the first `(` to the last `)`, which are all in pairs.
    pub(super) parts: Vec<Part<'a>>,
    /// Whether there is text before the game.
    pub(super) preface: bool,
    /// Whether the text ended before the last `)`.
    pub(super) unclosed: bool,
    /// The number of values with a `]` that is not escaped.
    pub(super) open_brackets: usize,
}

/// Takes games from a text, one after the other.
pub(super) struct Parser<'a> {
    text: &'a str,
    /// The next byte. Every byte with a meaning to the parser is ASCII, so the next byte is always a character's first.
    at: usize,
    nodes: usize,
    parts: usize,
    open_brackets: usize,
}

impl<'a> Parser<'a> {
    /// A parser of the text from the byte `at` on.
    pub(super) fn new(text: &'a str, at: usize) -> Parser<'a> {
        Parser { text, at, nodes: 0, parts: 0, open_brackets: 0 }
    }

    /// The next byte, which is the one after the game that was taken last.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The next game, from its `(` to its `)`; `None` when no game is left.
    ///
    /// A game begins with `(` and `;`. Text before it is not SGF and skipped, as the standard requires. Where the text ends
    /// before the last `)`, the game ends there.
    pub(super) fn next_game(&mut self) -> Result<Option<Tree<'a>>, SgfError> {
        let skipped_from = self.at;
        loop {
            let Some(skipped) = self.text[self.at..].find('(') else { return Ok(None) };
            self.at += skipped;
            if begins_game(&self.text.as_bytes()[self.at + 1..]) {
                break;
            }
            self.at += 1;
        }
        let skipped = self.text[skipped_from..self.at].trim_start_matches('\u{feff}');
        let preface = !skipped.trim().is_empty();
        self.open_brackets = 0;
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
                None => {
                    // The missing brackets are no more than those that were opened.
                    parts.extend(std::iter::repeat_n(Part::Close, depth));
                    return Ok(Some(self.tree(parts, preface, true)));
                }
                found => return Err(self.unexpected("`;`, `(`, `)` or a property", found.is_none())),
            };
            self.at += 1;
            self.push(&mut parts, part)?;
            if depth == 0 {
                return Ok(Some(self.tree(parts, preface, false)));
            }
        }
    }

    fn tree(&self, parts: Vec<Part<'a>>, preface: bool, unclosed: bool) -> Tree<'a> {
        Tree { parts, preface, unclosed, open_brackets: self.open_brackets }
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
            let Some(length) = self.value_length(at) else {
                return Err(SgfError::Unclosed { place: Place::of(self.text, self.at) });
            };
            let value = Value { name: name.clone(), raw: &self.text[at..at + length], at };
            self.push(parts, Part::Value(value))?;
            self.at = at + length + 1;
            self.skip_space();
        }
        Ok(())
    }

    /// The length of the value that begins at the byte `at`; `None` where no `]` ends it.
    ///
    /// Some programs write a text with brackets as it is (`PB[one [3d]]`). After a `[` that is not escaped, a `]` therefore
    /// ends the value only if something can follow it. Every `]` of a file that keeps to the standard does, and where none
    /// does, the first one counts, behind which the parser reports the fault.
    fn value_length(&mut self, at: usize) -> Option<usize> {
        let (mut escaped, mut opened, mut first) = (false, false, None);
        for (index, &b) in self.text.as_bytes()[at..].iter().enumerate() {
            let counts = !escaped;
            escaped = b == b'\\' && counts;
            match b {
                b'[' if counts => opened = true,
                b']' if counts && (!opened || ends_value(&self.text[at + index + 1..])) => {
                    self.open_brackets += usize::from(first.is_some());
                    return Some(index);
                }
                b']' if counts => first = first.or(Some(index)),
                _ => {}
            }
        }
        first
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

/// Whether a text after a `(` begins a game. The smiley `(;-)` in a mail does not.
fn begins_game(rest: &[u8]) -> bool {
    let Some(node) = rest.trim_ascii_start().strip_prefix(b";") else { return false };
    let next = node.trim_ascii_start().first();
    next.is_none_or(|b| b.is_ascii_alphanumeric() || b";()".contains(b))
}

/// Whether a text contains a game with at least one property, anywhere.
pub(crate) fn contains_game(text: &str) -> bool {
    text.match_indices('(').any(|(at, _)| {
        let node = text[at + 1..].trim_start().strip_prefix(';');
        node.is_some_and(|node| begins_property(node.trim_start()))
    })
}

/// Whether a text begins with a property's name and a value.
fn begins_property(text: &str) -> bool {
    let after = text.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    after.len() < text.len() && after.trim_start().starts_with('[')
}

/// Whether the text after a `]` can follow the end of a value.
fn ends_value(rest: &str) -> bool {
    let rest = rest.trim_start();
    match rest.bytes().next() {
        None | Some(b'[' | b'(' | b')') => true,
        Some(b';') => {
            let node = rest[1..].trim_start();
            node.is_empty() || node.starts_with([';', '(', ')']) || begins_property(node)
        }
        Some(_) => begins_property(rest),
    }
}

/// The name without small letters, which earlier versions of the format allow and ignore (`GaMe` is `GM`). A name of small letters alone,
/// which no version has, is read as its capitals.
fn capitals(name: &str) -> Cow<'_, str> {
    if !name.bytes().any(|b| b.is_ascii_lowercase()) {
        return Cow::Borrowed(name);
    }
    let capitals: String = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
    let has_letter = capitals.bytes().any(|b| b.is_ascii_uppercase());
    Cow::Owned(if has_letter { capitals } else { name.to_ascii_uppercase() })
}

/// Decodes a file; without a `wanted` encoding, `CA` in the file counts.
///
/// The text is decoded before it is parsed, since bytes of Chinese and Japanese characters can look like
/// brackets and backslashes.
pub(super) fn decode(bytes: &[u8], wanted: Option<Encoding>) -> Decoded<'_> {
    encoding::decode(bytes, wanted, named_charset(bytes))
}

/// The encoding that `CA[…]` in the first node names, if there is one.
fn named_charset(bytes: &[u8]) -> Option<Encoding> {
    // A mail's head before the game can have semicolons too.
    let of_game = |&at: &usize| bytes[at] == b'(' && begins_game(&bytes[at + 1..]);
    let game = (0..bytes.len()).find(of_game).unwrap_or_default();
    let root = game + bytes[game..].iter().position(|&b| b == b';')? + 1;
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
            // The two characters in either order are one line end, which a backslash before it takes away.
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

/// A point, or all points of the rectangle between two corners (`aa:cc`).
pub(super) fn points(raw: &str, size: BoardSize) -> Option<Vec<Point>> {
    let Some((one, other)) = halves(raw) else { return Some(vec![Point::parse_sgf(raw, size)?]) };
    let (one, other) = (Point::parse_sgf(one, size)?, Point::parse_sgf(other, size)?);
    let columns = one.x().min(other.x())..=one.x().max(other.x());
    let rows = one.y().min(other.y())..=one.y().max(other.y());
    Some(rows.flat_map(|y| columns.clone().map(move |x| Point::new(x, y))).collect())
}

/// A move. An empty text is a pass, and so is `tt` on boards that have no such point.
pub(super) fn played(raw: &str, size: BoardSize) -> Option<Move> {
    let raw = raw.trim();
    if raw.is_empty() || (raw.eq_ignore_ascii_case("tt") && size <= BoardSize::NINETEEN) {
        return Some(Move::Pass);
    }
    Point::parse_sgf(raw, size).map(Move::Place)
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

/// The result of a game away from the board; `None` for a text that is unknown or void.
///
/// A win with no reason, or with another than time, counts as a resignation. In RenLib `B+Draw` is a draw.
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

/// The result of a game in which a side's move is a word; `None` for any other move.
pub(super) fn end_in_words(mover: Color, raw: &str) -> Option<GameResult> {
    match raw.trim().to_ascii_lowercase().as_str() {
        "resign" | "resigns" | "resigned" | "resignation" => Some(GameResult::resignation(mover)),
        "time" | "timeout" => Some(GameResult { winner: Some(!mover), reason: EndReason::Timeout }),
        _ => None,
    }
}

/// A value in the form of the standard, with a `\` before each `]`.
pub(super) fn closed(raw: &str) -> Cow<'_, str> {
    let mut escaped = false;
    let mut closed = String::with_capacity(raw.len());
    for c in raw.chars() {
        if c == ']' && !escaped {
            closed.push('\\');
        }
        escaped = c == '\\' && !escaped;
        closed.push(c);
    }
    if closed.len() == raw.len() { Cow::Borrowed(raw) } else { Cow::Owned(closed) }
}

/// The text of a result, in the form of [`result()`].
pub(super) fn result_text(ended: GameResult) -> String {
    let Some(winner) = ended.winner else { return "Draw".to_owned() };
    let how = match ended.reason {
        EndReason::Resignation => "R",
        EndReason::Timeout => "T",
        _ => "",
    };
    format!("{}+{how}", if winner == Color::Black { 'B' } else { 'W' })
}
