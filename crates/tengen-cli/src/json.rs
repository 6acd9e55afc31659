//! Shapes that the JSON outputs share. The crate's README documents them.

use std::path::Path;

use serde::Serialize;
use tengen_game::{Board, BoardSize, Color, GameResult, Outcome, Point};
use tengen_picture::Drawn;

use crate::input::Game;

/// The stones of both sides.
#[derive(Debug, Serialize)]
pub(crate) struct Stones {
    black: Vec<String>,
    white: Vec<String>,
}

impl From<&Board> for Stones {
    fn from(board: &Board) -> Stones {
        let size = board.size();
        let of = |color| names(size.points().filter(|&point| board.stone(point) == Some(color)), size);
        Stones { black: of(Color::Black), white: of(Color::White) }
    }
}

/// How a game ended, in the words of the record format.
#[derive(Debug, Serialize)]
pub(crate) struct Ending {
    winner: Option<&'static str>,
    reason: &'static str,
}

impl From<&Outcome> for Ending {
    fn from(outcome: &Outcome) -> Ending {
        let result = GameResult::from(outcome);
        Ending { winner: result.winner.map(Color::name), reason: result.reason.name() }
    }
}

/// A record that was read.
#[derive(Debug, Serialize)]
pub(crate) struct ReadFrom {
    file: Option<String>,
    format: &'static str,
    game: usize,
    games: usize,
    rule: String,
    size: u8,
    moves: usize,
    variations: usize,
    protocol: Option<String>,
    notes: Vec<String>,
}

impl ReadFrom {
    /// The record that was read from `file`; `None` is the command line.
    pub(crate) fn new(file: Option<String>, game: &Game) -> ReadFrom {
        let record = &game.record;
        let moves = record.main_line().len();
        ReadFrom {
            file,
            format: game.format.name(),
            game: game.number,
            games: game.of,
            rule: record.rule().to_string(),
            size: record.size().lines(),
            moves,
            // The start is no move.
            variations: record.nodes().len() - 1 - moves,
            protocol: game.opening.clone(),
            notes: game.notes.iter().map(ToString::to_string).collect(),
        }
    }
}

/// A file that was written.
#[derive(Debug, Serialize)]
pub(crate) struct WrittenTo {
    file: String,
    format: &'static str,
    bytes: usize,
    #[serde(flatten)]
    picture: Option<PictureSize>,
}

impl WrittenTo {
    pub(crate) fn new(
        file: &Path,
        format: &'static str,
        content: &[u8],
        picture: Option<PictureSize>,
    ) -> WrittenTo {
        WrittenTo { file: file.display().to_string(), format, bytes: content.len(), picture }
    }
}

/// How large a picture is.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct PictureSize {
    /// In pixels.
    width: u32,
    /// In pixels.
    height: u32,
    /// 1 where nothing moves.
    frames: usize,
}

impl PictureSize {
    pub(crate) fn of(drawn: &Drawn) -> PictureSize {
        PictureSize { width: drawn.side, height: drawn.side, frames: drawn.frames }
    }
}

/// The points' names, such as `h8`.
pub(crate) fn names(points: impl IntoIterator<Item = Point>, size: BoardSize) -> Vec<String> {
    points.into_iter().map(|point| point.on(size).to_string()).collect()
}
