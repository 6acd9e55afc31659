//! Shapes that the JSON outputs share. The crate's README documents them.

use serde::Serialize;
use tengen_game::{Board, BoardSize, Color, GameResult, Outcome, Point};

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

/// The points' names, such as `h8`.
pub(crate) fn names(points: impl IntoIterator<Item = Point>, size: BoardSize) -> Vec<String> {
    points.into_iter().map(|point| point.on(size).to_string()).collect()
}
