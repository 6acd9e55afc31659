//! Tengen's own record format: one JSON object, versioned.
//!
//! ```json
//! {
//!   "format": "tengen-record", "version": 1,
//!   "rule": "renju", "size": 15, "max_moves": 120,
//!   "setup": { "black": ["h8"], "white": [], "to_move": "white" },
//!   "players": { "black": "Ada", "white": "Tengen" },
//!   "info": { "event": "Club evening", "date": "2026-03-01" },
//!   "start": { "comment": "a game" },
//!   "moves": [
//!     { "move": "i9", "comment": "a good reply", "time_ms": 1200, "evaluation": { "value": 35 } },
//!     { "move": "pass", "result": { "winner": "white", "reason": "resignation" } },
//!     { "parent": 1, "move": "h10", "marks": [{ "point": "a1", "sign": "label", "label": "A" }] }
//!   ],
//!   "cursor": 2
//! }
//! ```
//!
//! Each move follows the one before it, unless `parent` names the move that it follows: a number counted from 1 in
//! the order of `moves`, or 0 for the start. Of the moves after the same one, the first is the main line.
//! `cursor` counts in the same way. `max_moves` is the number of moves after which the game is a draw.
//! Everything but `format`, `version`, `rule`, `size` and `moves` may be left out; the cursor is then at the
//! end of the main line. A `winner` of `null` is a draw, a `reason` is one of
//! [`EndReason::name`](tengen_game::EndReason::name), and `evaluation` is a `value` or a `mate`. Times are whole
//! milliseconds. `info` has texts by the keys of [`Fact::key`](tengen_game::Fact::key). Moves and `start` may have
//! `properties`, which other programs wrote: an object with a list of values for each name, in SGF's notation as
//! [`Properties`](tengen_game::Properties) describes it. Unknown fields are refused.
//!
//! ```
//! use tengen_formats::json;
//! use tengen_game::{Point, Rule};
//!
//! let text = r#"{
//!     "format": "tengen-record", "version": 1, "rule": "caro", "size": 15,
//!     "moves": [{ "move": "h8" }, { "move": "i9" }, { "parent": 1, "move": "h10" }]
//! }"#;
//! let record = json::read(text)?;
//! assert_eq!((record.rule(), record.nodes().len()), (Rule::Caro, 4));
//! // The cursor is at the end of the main line.
//! assert_eq!(record.position().moves(), [Point::new(7, 7), Point::new(8, 6)]);
//! assert_eq!(json::read(&json::write(&record))?, record);
//! # Ok::<(), json::JsonError>(())
//! ```

mod shape;

use std::collections::HashMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tengen_game::{
    Board, BoardSize, BoardSizeError, Color, EndReason, Fact, GameResult, Move, NodeId, ParsePointError,
    ParseRuleError, PlayError, Players, Point, Position, PropertyError, Record, Rule, SetupError,
};

pub(super) use shape::find;
use shape::{Entry, File, FileResult, Names, Remarks, Setup};

const FORMAT: &str = "tengen-record";
const VERSION: u32 = 1;

/// The most bytes that a file may have: 64 MiB.
pub const MAX_BYTES: usize = 64 << 20;

/// The most moves, variations included, that a file may have.
pub const MAX_MOVES: usize = 1_000_000;

/// The reason for which a text is no record.
///
/// ```
/// use tengen_formats::json;
///
/// let text = r#"{
///     "format": "tengen-record", "version": 1, "rule": "renju", "size": 15,
///     "moves": [{ "move": "h16" }]
/// }"#;
/// let message = json::read(text).map_err(|error| error.to_string());
/// assert_eq!(message, Err("`moves`, move 1: `h16` is not on a 15×15 board".to_owned()));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum JsonError {
    /// The file is too long.
    #[error("expected at most {mib} MiB, found {0} bytes", mib = MAX_BYTES >> 20)]
    TooLong(usize),
    /// The text is not JSON, or not of this shape; the message has line and column.
    #[error("not a Tengen record: {0}")]
    Json(#[from] serde_json::Error),
    /// The object has another type.
    #[error("`format`: expected `{FORMAT}`, found `{0}`")]
    Format(String),
    /// The record has another version of the format, as a newer program writes it.
    #[error("`version`: {}", other_version(*.0))]
    Version(u32),
    /// No rule has this name.
    #[error("`rule`: {0}")]
    Rule(#[from] ParseRuleError),
    /// No board has this size.
    #[error("`size`: {0}")]
    Size(#[from] BoardSizeError),
    /// A set-up stone names no point of the board.
    #[error("`setup`: {0}")]
    SetupPoint(ParsePointError),
    /// Two set-up stones share a point.
    #[error("`setup`: `{0}` is given twice")]
    SetupTwice(String),
    /// The set-up stones make no position.
    #[error("`setup`: {0}")]
    Setup(#[from] SetupError),
    /// A move names no point of the board.
    #[error("`moves`, move {number}: {source}")]
    Point {
        /// The number of the move, from 1.
        number: usize,
        /// The fault of the point's name.
        source: ParsePointError,
    },
    /// A move cannot be played.
    #[error("`moves`, move {number}: {source}")]
    Play {
        /// The number of the move, from 1.
        number: usize,
        /// The reason why the rule refuses the move.
        source: PlayError,
    },
    /// A move names a parent that does not precede it in the list.
    #[error("`moves`, move {number}: `parent`: expected 0 to {before}, a move before this one, found {parent}", before = number - 1)]
    Parent {
        /// The number of the move, from 1.
        number: usize,
        /// The parent found.
        parent: usize,
    },
    /// A move appears twice after the same parent.
    #[error("`moves`, move {number}: the same move follows move {parent} twice")]
    Twice {
        /// The number of the move, from 1.
        number: usize,
        /// The move that it follows; 0 is the start.
        parent: usize,
    },
    /// A mark is wrong.
    #[error("`moves`, move {number}: `marks`: {source}")]
    Mark {
        /// The number of the move, from 1; 0 is the start.
        number: usize,
        /// The fault of the mark.
        source: MarkError,
    },
    /// `info` has a key that names no fact.
    #[error("`info`: expected {known}, found `{0}`", known = facts())]
    Fact(String),
    /// A property is wrong.
    #[error("`moves`, move {number}: `properties`: {source}")]
    Property {
        /// The number of the move, from 1; 0 is the start.
        number: usize,
        /// The fault of the property.
        source: PropertyError,
    },
    /// The cursor points behind the last move.
    #[error("`cursor`: expected 0 to {moves}, the number of moves, found {cursor}")]
    Cursor {
        /// The cursor found.
        cursor: usize,
        /// The number of moves.
        moves: usize,
    },
    /// The result names no known reason, or it contradicts the moves.
    #[error("`moves`, move {number}: `result`: {fault}")]
    Result {
        /// The number of the move, from 1; 0 is the start.
        number: usize,
        /// The fault of the result.
        fault: String,
    },
}

/// The names of all facts, for a sentence.
fn facts() -> String {
    let names: Vec<String> = Fact::ALL.iter().map(|fact| format!("`{fact}`")).collect();
    names.join(", ")
}

/// The reason for which a mark cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MarkError {
    /// The mark lies beside the board.
    #[error(transparent)]
    Point(#[from] ParsePointError),
    /// No sign has this name.
    #[error("expected `circle`, `square`, `triangle`, `cross`, or `label` with a `label`, found `{0}`")]
    Sign(String),
}

/// Writes a record as a JSON object on several lines. [`read()`] gives the same record back, to the
/// millisecond.
///
/// ```
/// use tengen_formats::json;
/// use tengen_game::{BoardSize, Record, Rule};
///
/// let record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
/// let text = json::write(&record);
/// assert!(text.starts_with("{\n  \"format\": \"tengen-record\",\n  \"version\": 1,"));
/// assert_eq!(json::read(&text)?, record);
/// # Ok::<(), json::JsonError>(())
/// ```
pub fn write(record: &Record) -> String {
    serde_json::to_string_pretty(&file_of(record)).expect("a struct of strings and numbers is always JSON")
}

fn file_of(record: &Record) -> File {
    let size = record.size();
    let name = |point: Point| point.on(size).to_string();
    let stones = |board: &Board, color| {
        let own = size.points().filter(|&point| board.stone(point) == Some(color));
        own.map(name).collect()
    };
    let setup = record.setup().map(|(board, to_move)| Setup {
        black: stones(board, Color::Black),
        white: stones(board, Color::White),
        to_move,
    });
    let nodes = record.nodes();
    let numbers: HashMap<NodeId, usize> =
        nodes.iter().enumerate().map(|(number, &id)| (id, number)).collect();
    let entry = |(before, &id): (usize, &NodeId)| {
        let played = record.played(id)?;
        let parent = numbers.get(&record.parent(id)?).copied();
        let Remarks { comment, marks, time_ms, evaluation, result, properties } = Remarks::of(record, id);
        let parent = parent.filter(|&parent| parent != before);
        Some(Entry {
            parent,
            played: played.on(size).to_string(),
            comment,
            marks,
            time_ms,
            evaluation,
            result,
            properties,
        })
    };
    File {
        format: FORMAT.to_owned(),
        version: VERSION,
        rule: record.rule().to_string(),
        size: size.lines(),
        max_moves: record.start().max_moves(),
        setup,
        players: Names { black: record.players.black.clone(), white: record.players.white.clone() },
        info: record.info.known().map(|(fact, text)| (fact.key().to_owned(), text.to_owned())).collect(),
        start: Remarks::of(record, NodeId::START),
        moves: nodes.iter().skip(1).enumerate().filter_map(entry).collect(),
        cursor: numbers.get(&record.current()).copied(),
    }
}

/// The version of a record that a newer program wrote.
fn newer_version(text: &str) -> Option<u32> {
    #[derive(Deserialize)]
    struct Head {
        format: String,
        version: u32,
    }
    let head: Head = serde_json::from_str(text).ok()?;
    (head.format == FORMAT && head.version > VERSION).then_some(head.version)
}

fn other_version(version: u32) -> String {
    let expected = format!("this program reads version {VERSION}");
    if version > VERSION {
        return format!("a newer Tengen wrote this record, in version {version} of the format; {expected}");
    }
    format!("{expected}, the record has version {version}")
}

/// Reads a record that [`write()`] wrote.
///
/// A forbidden move of Black is accepted and ends the game.
///
/// # Errors
/// When the text is no such object, or its moves make no game; the message names the field.
pub fn read(text: &str) -> Result<Record, JsonError> {
    if text.len() > MAX_BYTES {
        return Err(JsonError::TooLong(text.len()));
    }
    record_of(serde_json::from_str(text).map_err(|error| match newer_version(text) {
        // Unknown fields are no fault of their own in a record of a newer version: the version is reported.
        Some(version) => JsonError::Version(version),
        None => error.into(),
    })?)
}

fn record_of(file: File) -> Result<Record, JsonError> {
    if file.format != FORMAT {
        return Err(JsonError::Format(file.format));
    }
    if file.version != VERSION {
        return Err(JsonError::Version(file.version));
    }
    let rule: Rule = file.rule.parse()?;
    let size = BoardSize::new(usize::from(file.size))?;
    let start = match file.setup {
        Some(setup) => read_setup(rule, size, &setup)?,
        None => Position::new(rule, size),
    };
    let mut record = Record::from_position(start.with_max_moves(file.max_moves));
    record.players = Players { black: file.players.black, white: file.players.white };
    for (key, text) in file.info {
        let fact = Fact::of_key(&key).ok_or(JsonError::Fact(key))?;
        record.info.set(fact, text);
    }
    annotate(&mut record, 0, file.start)?;
    let order = reading_order(&file.moves)?;
    let mut entries: Vec<Option<Entry>> = file.moves.into_iter().map(Some).collect();
    let mut ids = vec![NodeId::START; entries.len() + 1];
    for number in order {
        let Some(entry) = entries[number - 1].take() else { continue };
        let parent = entry.parent.unwrap_or(number - 1);
        let after = ids[parent];
        record.visit(after);
        let played =
            Move::parse(&entry.played, size).map_err(|source| JsonError::Point { number, source })?;
        let siblings = record.children(after).len();
        record.play_or_lose(played).map_err(|source| JsonError::Play { number, source })?;
        if record.children(after).len() == siblings {
            return Err(JsonError::Twice { number, parent });
        }
        ids[number] = record.current();
        let Entry { comment, marks, time_ms, evaluation, result, properties, .. } = entry;
        let remarks = Remarks { comment, marks, time_ms, evaluation, result, properties };
        annotate(&mut record, number, remarks)?;
    }
    let end = record.main_line().last().copied().unwrap_or(NodeId::START);
    let cursor = match file.cursor {
        None => end,
        Some(cursor) => *ids.get(cursor).ok_or(JsonError::Cursor { cursor, moves: ids.len() - 1 })?,
    };
    // Redo follows the main line, not the variation that was read last.
    record.visit(end);
    record.visit(cursor);
    Ok(record)
}

/// The numbers of the moves in the order in which they are played: one variation to its end, then the next, so that
/// the way between two of them is short however the file jumps from one to the other.
fn reading_order(moves: &[Entry]) -> Result<Vec<usize>, JsonError> {
    let mut followers = vec![Vec::new(); moves.len() + 1];
    for (index, entry) in moves.iter().enumerate() {
        let number = index + 1;
        let parent = entry.parent.unwrap_or(index);
        if parent >= number {
            return Err(JsonError::Parent { number, parent });
        }
        followers[parent].push(number);
    }
    let mut order = Vec::with_capacity(moves.len());
    let mut waiting = std::mem::take(&mut followers[0]);
    waiting.reverse();
    while let Some(number) = waiting.pop() {
        order.push(number);
        waiting.extend(followers[number].iter().rev());
    }
    Ok(order)
}

/// Adds the remarks on the move at the cursor.
fn annotate(record: &mut Record, number: usize, mut remarks: Remarks) -> Result<(), JsonError> {
    let here = record.current();
    for (name, values) in std::mem::take(&mut remarks.properties) {
        for value in values {
            let added = record.add_property(here, &name, &value);
            added.map_err(|source| JsonError::Property { number, source })?;
        }
    }
    let mark_error = |source| JsonError::Mark { number, source };
    let (notes, marks, result) = remarks.into_notes(record.size()).map_err(mark_error)?;
    *record.notes_mut(here) = notes;
    // The marks' points have been read as points of this board.
    let _ = record.set_marks(here, marks);
    match result {
        Some(result) => apply_result(record, number, &result),
        None => Ok(()),
    }
}

fn read_setup(rule: Rule, size: BoardSize, setup: &Setup) -> Result<Position, JsonError> {
    let mut board = Board::new(size);
    for (names, color) in [(&setup.black, Color::Black), (&setup.white, Color::White)] {
        for name in names {
            let point = Point::parse(name, size).map_err(JsonError::SetupPoint)?;
            if !board.is_empty(point) {
                return Err(JsonError::SetupTwice(name.clone()));
            }
            board.set(point, Some(color));
        }
    }
    Ok(Position::from_board(rule, board, setup.to_move)?)
}

/// Compares the stated result with the one on the board, or ends the game away from the board.
fn apply_result(record: &mut Record, number: usize, result: &FileResult) -> Result<(), JsonError> {
    let wrong = |fault| JsonError::Result { number, fault };
    let reason = EndReason::from_name(&result.reason)
        .ok_or_else(|| wrong(format!("`{}` is no known reason", result.reason)))?;
    let stated = GameResult { winner: result.winner, reason };
    match (record.result_at(record.current()), reason) {
        (Some(found), _) if found == stated => Ok(()),
        (None, reason) if !reason.is_on_board() => {
            record.end(stated).map_err(|error| wrong(error.to_string()))
        }
        (found, _) => {
            let found = found.map_or("that the game continues", |r| r.reason.name());
            Err(wrong(format!("the record says `{}`, but the moves say {found}", result.reason)))
        }
    }
}

/// Serializes a record as the object that [`write()`] writes. Only self-describing formats can hold it: empty fields are left out.
///
/// With [`deserialize`] it makes this module a format for fields of serde:
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use tengen_game::{BoardSize, Record, Rule};
///
/// #[derive(Serialize, Deserialize)]
/// struct Lesson {
///     title: String,
///     #[serde(with = "tengen_formats::json")]
///     game: Record,
/// }
///
/// let game = Record::new(Rule::Renju, BoardSize::FIFTEEN);
/// let text = serde_json::to_string(&Lesson { title: "Fours".to_owned(), game: game.clone() })?;
/// assert_eq!(serde_json::from_str::<Lesson>(&text)?.game, game);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// The errors of the serializer.
pub fn serialize<S: Serializer>(record: &Record, serializer: S) -> Result<S::Ok, S::Error> {
    file_of(record).serialize(serializer)
}

/// Deserializes a record that [`serialize`] has serialized.
///
/// # Errors
/// When [`read()`] refuses the input, with the same message.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Record, D::Error> {
    record_of(File::deserialize(deserializer)?).map_err(D::Error::custom)
}

#[cfg(test)]
mod tests;
