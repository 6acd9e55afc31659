//! The results of a review of a game and its moves.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tengen_game::{Color, Move, Point, Score};

/// The thoroughness of a review. `FromStr` reads its [name](Effort::name).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// A few seconds for a game.
    Quick,
    /// Some ten seconds for a game.
    #[default]
    Normal,
    /// Some minutes for a game.
    Thorough,
}

impl Effort {
    /// The efforts, the smallest first.
    pub const ALL: [Effort; 3] = [Effort::Quick, Effort::Normal, Effort::Thorough];

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Effort::Quick => "quick",
            Effort::Normal => "normal",
            Effort::Thorough => "thorough",
        }
    }
}

/// The text names no effort.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `quick`, `normal` or `thorough`, found `{0}`")]
pub struct ParseEffortError(String);

impl FromStr for Effort {
    type Err = ParseEffortError;

    fn from_str(text: &str) -> Result<Effort, ParseEffortError> {
        let found = Effort::ALL.into_iter().find(|effort| effort.name() == text);
        found.ok_or_else(|| ParseEffortError(text.to_owned()))
    }
}

/// The duration of a review is not estimated before it has judged this many moves, in this many milliseconds.
const FEW_MOVES: usize = 3;
const FEW_MS: u64 = 2_000;

/// The remaining time, in seconds, of a review that has judged `done` of `all` moves in `passed_ms` milliseconds,
/// about; `None` while too little is known, and when all are judged.
pub fn seconds_left(done: usize, all: usize, passed_ms: u64) -> Option<u64> {
    let is_known = done >= FEW_MOVES && passed_ms >= FEW_MS && done < all;
    is_known.then(|| (passed_ms * (all - done) as u64).div_ceil(1_000 * done as u64))
}

/// A position of the game of which the end is proved already.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proved {
    /// The number of moves of the game before the position.
    pub played: usize,
    /// The proved result, as a [`Score::Mate`] **for the side to move**.
    pub score: Score,
    /// The line that begins with the best move.
    pub line: Vec<Move>,
}

/// The quality of a move, by the win chance that it gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveClass {
    /// The engine's choice, or a move with the same value.
    Best,
    /// A move that gave away next to nothing.
    Good,
    /// A move that gave away at least 5 per cent of the chances, or a forced win.
    Slip,
    /// A move that gave away at least 10 per cent, or a win in 2 moves.
    Mistake,
    /// A move that gave away at least 20 per cent: most often the game. A move with a
    /// [refutation](ReviewedMove::refutation) is one, however little was left, and so is one that leaves a five out.
    Blunder,
}

impl MoveClass {
    /// The classes, the best first.
    pub const ALL: [MoveClass; 5] =
        [MoveClass::Best, MoveClass::Good, MoveClass::Slip, MoveClass::Mistake, MoveClass::Blunder];

    /// The class of a move that lost this many thousandths of the win chance and was not the best.
    pub fn of_loss(loss: u16) -> MoveClass {
        match loss {
            200.. => MoveClass::Blunder,
            100.. => MoveClass::Mistake,
            50.. => MoveClass::Slip,
            _ => MoveClass::Good,
        }
    }
}

/// The judgement of a review about a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewedMove {
    /// The number of the move in the game, from 1.
    pub number: usize,
    /// The side that played the move.
    pub mover: Color,
    /// The move.
    pub played: Move,
    /// The score of the position **for the mover** before the move, with the best move.
    pub before: Score,
    /// The score **for the mover** after the move.
    pub after: Score,
    /// The engine's choice; `None` where only a pass was left.
    pub best: Option<Point>,
    /// The line that begins with the engine's choice.
    pub line: Vec<Point>,
    /// The win chance that the move gave away, in thousandths.
    pub loss: u16,
    /// The class of the move.
    pub class: MoveClass,
    /// The forced win that the mover had and did not play.
    pub missed_win: Option<Vec<Move>>,
    /// The opponent's forced win against the move, where another move (the [best](ReviewedMove::best)) would not
    /// have allowed it.
    pub refutation: Option<Vec<Move>>,
}

/// The play of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// The closeness of the side's moves to the best ones, in per cent: the mean over its moves. `None` for a side
    /// without moves.
    pub accuracy: Option<u8>,
    /// The numbers of the side's moves of each class, in the order of [`MoveClass::ALL`].
    pub classes: [u16; 5],
}
