//! Puzzles in messages: their kinds, the judgement of a solver's move, and the messages between a page and the judge of positions.

use std::fmt;

use serde::{Deserialize, Serialize};
use tengen_game::{Point, Position};

/// A kind of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleKind {
    /// A win by fours.
    Fours,
    /// A win by threats and fours.
    Threats,
    /// A win that begins with a move that makes neither a four nor a three. They are rare, and to look for them takes the most time.
    Quiet,
    /// A defence against a win by fours.
    Defence,
}

impl PuzzleKind {
    /// All kinds.
    pub const ALL: [PuzzleKind; 4] =
        [PuzzleKind::Fours, PuzzleKind::Threats, PuzzleKind::Quiet, PuzzleKind::Defence];

    /// The name on the command line, in reports and in messages.
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleKind::Fours => "fours",
            PuzzleKind::Threats => "threats",
            PuzzleKind::Quiet => "quiet",
            PuzzleKind::Defence => "defence",
        }
    }
}

impl fmt::Display for PuzzleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The judgement of the solver's last move in a puzzle, by the puzzle's own proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleVerdict {
    /// The move is right, and this is the answer. The solver is to move again.
    Right(Point),
    /// The puzzle is solved. After a win that can still be answered, these are the moves until the winning row, the answer first.
    Solved(Vec<Point>),
    /// The move is wrong. These moves refute it, those of the other side and of the solver in turn; none where it only does nothing.
    Wrong(Vec<Point>),
}

/// A message from a page to the judge of puzzles, in a Web Worker: a position that may be a puzzle, as JSON text. It is answered with
/// [`JudgeResponse::Judged`] or [`JudgeResponse::Failed`], mostly within seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgeRequest {
    /// The number of the request, chosen by the page; the answer carries it.
    pub id: u32,
    /// The position, with the solver to move.
    pub position: Position,
    /// The task of the solver.
    pub kind: PuzzleKind,
}

/// A message from the judge of puzzles to the page, in bytes as [`wire`](crate::wire) has them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum JudgeResponse {
    /// The judge has started and takes requests.
    Ready,
    /// A position has been judged.
    Judged {
        /// The request.
        id: u32,
        /// The judgement: a `tengen_puzzles::Soundness`, as JSON.
        soundness: String,
    },
    /// A request could not be read, or the worker has broken down.
    Failed {
        /// The request, if it could be read that far.
        id: Option<u32>,
        /// The reason, in English.
        message: String,
    },
}
