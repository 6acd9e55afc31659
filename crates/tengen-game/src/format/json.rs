//! Tengen's own record format: one JSON object, versioned.
//!
//! ```json
//! {
//!   "format": "tengen-record", "version": 1,
//!   "rule": "renju", "size": 15,
//!   "setup": { "black": ["h8"], "white": [], "to_move": "white" },
//!   "moves": [{ "point": "i9", "comment": "a good reply" }],
//!   "cursor": 1,
//!   "players": { "black": "Ada", "white": "Tengen" },
//!   "result": { "winner": "black", "reason": "resignation" },
//!   "comment": ""
//! }
//! ```
//!
//! `setup`, `players`, `result`, all comments and `cursor` may be left out. A `winner` of `null` is a draw.

use serde::{Deserialize, Serialize};

use crate::{
    Board, BoardSize, BoardSizeError, Color, EndReason, ForbiddenKind, GameResult, ParsePointError,
    ParseRuleError, PlayError, Players, Point, Position, Record, Rule, SetupError,
};

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
    /// The cursor points behind the last move.
    #[error("`cursor`: expected 0 to {moves}, the number of moves, found {cursor}")]
    Cursor {
        /// The cursor found.
        cursor: usize,
        /// The number of moves.
        moves: usize,
    },
    /// The result names neither a colour nor a known reason, or it contradicts the moves.
    #[error("`result`: {0}")]
    Result(String),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u32,
    rule: String,
    size: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    setup: Option<Setup>,
    moves: Vec<Move>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cursor: Option<usize>,
    #[serde(default)]
    players: Names,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<FileResult>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    black: Vec<String>,
    white: Vec<String>,
    to_move: Side,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    point: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Names {
    black: String,
    white: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileResult {
    winner: Option<Side>,
    reason: String,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    Black,
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
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
    let file = File {
        format: FORMAT.to_owned(),
        version: VERSION,
        rule: record.rule().to_string(),
        size: size.lines(),
        setup,
        moves: record
            .moves()
            .iter()
            .map(|m| Move { point: name(m.point), comment: m.comment.clone() })
            .collect(),
        cursor: Some(record.cursor()),
        players: Names { black: record.players.black.clone(), white: record.players.white.clone() },
        result: record.result().map(|result| FileResult {
            winner: result.winner.map(Side::from),
            reason: reason_name(result.reason).to_owned(),
        }),
        comment: record.comment.clone(),
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
    for (index, m) in file.moves.iter().enumerate() {
        let number = index + 1;
        let point = Point::parse(&m.point, size).map_err(|source| JsonError::Point { number, source })?;
        record.play_or_lose(point).map_err(|source| JsonError::Play { number, source })?;
        record.set_move_comment(index, m.comment.as_str());
    }
    if let Some(result) = file.result {
        apply_result(&mut record, &result)?;
    }
    let moves = record.moves().len();
    let cursor = file.cursor.unwrap_or(moves);
    if cursor > moves {
        return Err(JsonError::Cursor { cursor, moves });
    }
    record.go_to(cursor);
    record.players = Players { black: file.players.black, white: file.players.white };
    record.comment = file.comment;
    Ok(record)
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

fn apply_result(record: &mut Record, result: &FileResult) -> Result<(), JsonError> {
    let reason = read_reason(&result.reason)
        .ok_or_else(|| JsonError::Result(format!("`{}` is no known reason", result.reason)))?;
    let stated = GameResult { winner: result.winner.map(Color::from), reason };
    match (record.result(), reason) {
        (Some(found), _) if found == stated => Ok(()),
        (None, EndReason::Resignation | EndReason::Timeout | EndReason::Agreement) => {
            record.end(stated).map_err(|error| JsonError::Result(error.to_string()))
        }
        (found, _) => {
            let found = found.map_or("that the game goes on", |r| reason_name(r.reason));
            Err(JsonError::Result(format!("the record says `{}`, but the moves say {found}", result.reason)))
        }
    }
}

fn reason_name(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Line => "line",
        EndReason::Forbidden(kind) => kind.name(),
        EndReason::BoardFull => "board-full",
        EndReason::NoLegalMove => "no-legal-move",
        EndReason::Resignation => "resignation",
        EndReason::Timeout => "timeout",
        EndReason::Agreement => "agreement",
    }
}

fn read_reason(name: &str) -> Option<EndReason> {
    let plain = [
        EndReason::Line,
        EndReason::BoardFull,
        EndReason::NoLegalMove,
        EndReason::Resignation,
        EndReason::Timeout,
        EndReason::Agreement,
    ];
    let forbidden = ForbiddenKind::ALL.map(EndReason::Forbidden);
    plain.into_iter().chain(forbidden).find(|&reason| reason_name(reason) == name)
}

#[cfg(test)]
mod tests;
