//! Puzzles in messages: their kinds, and the judgement of a solver's move.

use std::fmt;

use serde::{Deserialize, Serialize};
use tengen_game::Point;

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
