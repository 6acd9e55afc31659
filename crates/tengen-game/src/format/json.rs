//! Tengen's own record format: one JSON object, versioned.
//!
//! ```json
//! {
//!   "format": "tengen-record", "version": 1,
//!   "rule": "renju", "size": 15,
//!   "setup": { "black": ["h8"], "white": [], "to_move": "white" },
//!   "players": { "black": "Ada", "white": "Tengen" },
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
//! Each move follows the one before it, unless `parent` says after which it comes: a number counted from 1
//! in the order of `moves`, or 0 for the start. Of the moves after the same one, the first is the main line.
//! `cursor` counts in the same way. Everything but `format`, `version`, `rule`, `size` and `moves` may be left
//! out; the cursor is then at the end of the main line. A `winner` of `null` is a draw.

mod shape;

use std::collections::HashMap;

use crate::{
    Board, BoardSize, BoardSizeError, Color, GameResult, Move, NodeId, ParsePointError, ParseRuleError,
    PlayError, Players, Point, Position, Record, Rule, SetupError,
};
use shape::{Entry, File, FileResult, Names, Remarks, Setup, read_reason};

const FORMAT: &str = "tengen-record";
const VERSION: u32 = 1;

/// Why a text is no record.
#[derive(Debug, thiserror::Error)]
pub enum JsonError {
    /// The text is not JSON, or not of this shape; the message tells line and column.
    #[error("not a Tengen record: {0}")]
    Json(#[from] serde_json::Error),
    /// The object says that it is something else.
    #[error("`format`: expected `{FORMAT}`, found `{0}`")]
    Format(String),
    /// The record was written by a newer program.
    #[error("`version`: this program reads version {VERSION}, the record has version {0}")]
    Version(u32),
    /// There is no such rule.
    #[error("`rule`: {0}")]
    Rule(#[from] ParseRuleError),
    /// There is no such board.
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
        /// Which move, from 1.
        number: usize,
        /// What is wrong with it.
        source: ParsePointError,
    },
    /// A move cannot be played.
    #[error("`moves`, move {number}: {source}")]
    Play {
        /// Which move, from 1.
        number: usize,
        /// Why not.
        source: PlayError,
    },
    /// A move comes after one that is not there yet.
    #[error("`moves`, move {number}: `parent`: expected 0 to {before}, a move before this one, found {parent}", before = number - 1)]
    Parent {
        /// Which move, from 1.
        number: usize,
        /// The parent found.
        parent: usize,
    },
    /// A move is there twice.
    #[error("`moves`, move {number}: the same move follows move {parent} twice")]
    Twice {
        /// Which move, from 1.
        number: usize,
        /// The move that it follows; 0 is the start.
        parent: usize,
    },
    /// A mark is wrong.
    #[error("`moves`, move {number}: `marks`: {source}")]
    Mark {
        /// Which move, from 1; 0 is the start.
        number: usize,
        /// What is wrong.
        source: MarkError,
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
        /// Which move, from 1; 0 is the start.
        number: usize,
        /// What is wrong.
        fault: String,
    },
}

/// Why a mark cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MarkError {
    /// It lies nowhere on the board.
    #[error(transparent)]
    Point(#[from] ParsePointError),
    /// There is no such sign.
    #[error("expected `circle`, `square`, `triangle`, `cross`, or `label` with a `label`, found `{0}`")]
    Sign(String),
}

/// Writes a record as a JSON object on several lines.
pub fn write(record: &Record) -> String {
    let size = record.size();
    let name = |point: Point| point.on(size).to_string();
    let stones = |board: &Board, color| {
        let own = size.points().filter(|&point| board.stone(point) == Some(color));
        own.map(name).collect()
    };
    let setup = record.setup().map(|(board, to_move)| Setup {
        black: stones(board, Color::Black),
        white: stones(board, Color::White),
        to_move: to_move.into(),
    });
    let nodes = record.nodes();
    let numbers: HashMap<NodeId, usize> =
        nodes.iter().enumerate().map(|(number, &id)| (id, number)).collect();
    let entry = |(before, &id): (usize, &NodeId)| {
        let played = record.played(id)?;
        let parent = numbers.get(&record.parent(id)?).copied();
        let Remarks { comment, marks, time_ms, evaluation, result } = Remarks::of(record, id);
        let parent = parent.filter(|&parent| parent != before);
        Some(Entry {
            parent,
            played: played.on(size).to_string(),
            comment,
            marks,
            time_ms,
            evaluation,
            result,
        })
    };
    let file = File {
        format: FORMAT.to_owned(),
        version: VERSION,
        rule: record.rule().to_string(),
        size: size.lines(),
        setup,
        players: Names { black: record.players.black.clone(), white: record.players.white.clone() },
        start: Remarks::of(record, NodeId::START),
        moves: nodes.iter().skip(1).enumerate().filter_map(entry).collect(),
        cursor: numbers.get(&record.current()).copied(),
    };
    serde_json::to_string_pretty(&file).expect("a struct of strings and numbers is always JSON")
}

/// Reads a record that [`write()`] wrote.
///
/// Forbidden moves of Black are accepted as what they are, the end of the game.
///
/// # Errors
/// When the text is no such object, or its moves make no game; the message names the field.
pub fn read(text: &str) -> Result<Record, JsonError> {
    let file: File = serde_json::from_str(text)?;
    if file.format != FORMAT {
        return Err(JsonError::Format(file.format));
    }
    if file.version != VERSION {
        return Err(JsonError::Version(file.version));
    }
    let rule: Rule = file.rule.parse()?;
    let size = BoardSize::new(usize::from(file.size))?;
    let mut record = match file.setup {
        Some(setup) => Record::from_position(read_setup(rule, size, &setup)?),
        None => Record::new(rule, size),
    };
    record.players = Players { black: file.players.black, white: file.players.white };
    let mut ids = vec![NodeId::START];
    annotate(&mut record, 0, file.start)?;
    for (index, entry) in file.moves.into_iter().enumerate() {
        let number = index + 1;
        let parent = entry.parent.unwrap_or(index);
        let &after = ids.get(parent).ok_or(JsonError::Parent { number, parent })?;
        if record.current() != after {
            record.visit(after);
        }
        let played = read_move(&entry.played, size).map_err(|source| JsonError::Point { number, source })?;
        let siblings = record.children(after).len();
        record.play_or_lose(played).map_err(|source| JsonError::Play { number, source })?;
        if record.children(after).len() == siblings {
            return Err(JsonError::Twice { number, parent });
        }
        ids.push(record.current());
        let Entry { comment, marks, time_ms, evaluation, result, .. } = entry;
        annotate(&mut record, number, Remarks { comment, marks, time_ms, evaluation, result })?;
    }
    let end = record.main_line().last().copied().unwrap_or(NodeId::START);
    let cursor = match file.cursor {
        None => end,
        Some(cursor) => *ids.get(cursor).ok_or(JsonError::Cursor { cursor, moves: ids.len() - 1 })?,
    };
    // Redo follows the main line, wherever the last variation was read.
    record.visit(end);
    record.visit(cursor);
    Ok(record)
}

fn read_move(text: &str, size: BoardSize) -> Result<Move, ParsePointError> {
    if text == "pass" { Ok(Move::Pass) } else { Point::parse(text, size).map(Move::Place) }
}

/// Adds what is known about the move at the cursor.
fn annotate(record: &mut Record, number: usize, remarks: Remarks) -> Result<(), JsonError> {
    let mark_error = |source| JsonError::Mark { number, source };
    let (notes, result) = remarks.into_notes(record.size()).map_err(mark_error)?;
    *record.notes_mut(record.current()) = notes;
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
    Ok(Position::from_board(rule, board, setup.to_move.into())?)
}

/// Compares the stated result with the one on the board, or ends the game away from the board.
fn apply_result(record: &mut Record, number: usize, result: &FileResult) -> Result<(), JsonError> {
    let wrong = |fault| JsonError::Result { number, fault };
    let reason = read_reason(&result.reason)
        .ok_or_else(|| wrong(format!("`{}` is no known reason", result.reason)))?;
    let stated = GameResult { winner: result.winner.map(Color::from), reason };
    match (record.result_at(record.current()), reason) {
        (Some(found), _) if found == stated => Ok(()),
        (None, reason) if !reason.is_on_board() => {
            record.end(stated).map_err(|error| wrong(error.to_string()))
        }
        (found, _) => {
            let found = found.map_or("that the game goes on", |r| r.reason.name());
            Err(wrong(format!("the record says `{}`, but the moves say {found}", result.reason)))
        }
    }
}

#[cfg(test)]
mod tests;
