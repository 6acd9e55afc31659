//! Going through a game after it: which moves were good, which threw something away, and what would have been better.
//!
//! A [`Reviewer`] looks at every position of a game, from the last to the first, so that what the search has learned of
//! the later ones is in its table when it comes to the earlier. A forced win of the side to move is looked for by fours,
//! then by fours and threes, then the engine searches. Where a win is proved, the positions before it are tried once more
//! with a larger budget, and those after it are followed along the proof, so that the move is blamed that lost, and not a
//! later one at which the loss is easier to see. What a move gave away is the difference between the best that the side had and what it had
//! after its move, in [chances to win](chance()). Forced wins that were missed, and those that a move allowed although
//! another would not have, are told apart: they are proved.
//!
//! ```
//! use tengen_engine::review::{MoveClass, ReviewLimits, review};
//! use tengen_engine::{Engine, EngineOptions, StopHandle, SystemClock};
//! use tengen_game::{BoardSize, Position, Rule, format::moves};
//!
//! // Black has four in a row, and plays elsewhere.
//! let size = BoardSize::FIFTEEN;
//! let game = moves::read("h8 a1 i8 c1 j8 e1 k8 g8 b13", size)?;
//! let start = Position::new(Rule::FREESTYLE, size);
//! let (mut engine, clock) = (Engine::new(EngineOptions::default()), SystemClock::new());
//! let review = review(&start, &game, &ReviewLimits::nodes(500), &mut engine, &clock, &StopHandle::default())?;
//! let last = &review.moves[8];
//! assert_eq!(last.class, MoveClass::Blunder);
//! let missed = last.missed_win.as_ref().and_then(|line| line.first()?.point());
//! assert_eq!(missed.map(|point| point.on(size).to_string()).as_deref(), Some("l8"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asking;
mod chance;
mod effort;
mod following;
mod judging;
mod reviewer;
mod summary;
mod worth;

use std::time::Duration;

use tengen_game::{Color, Move, PlayError, Point, Position};

use crate::{Clock, Engine, Score, StopHandle};
pub use chance::{ENGINE_UNITS_A_NAT, chance};
pub use effort::Effort;
pub use reviewer::Reviewer;
pub use summary::{Side, accuracy_of_loss};

/// How much may be spent on each position of the game. A move that seems to give something away costs as much again, since
/// it is then compared with the best in one and the same search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewLimits {
    /// Nodes of a search. With no limit but those of nodes a review is the same on every machine.
    pub nodes: Option<u64>,
    /// Time for a search or a solver.
    pub time: Option<Duration>,
    /// Nodes of the solver that looks for wins by fours.
    pub solver_nodes: u64,
    /// Nodes of the solver that looks for wins by fours and threes; with 0 it is not asked.
    pub threat_nodes: u64,
    /// Nodes of the same where it decides which move is to blame: at the first positions of a proved win, and after a move
    /// that seems to hold.
    pub last_nodes: u64,
    /// How many moves are tried at most to find one that holds, where the opponent has a forced win against the one that was
    /// played.
    pub holds: usize,
}

impl ReviewLimits {
    /// Searches with so many nodes, and solvers as with [`Effort::Normal`].
    pub fn nodes(nodes: u64) -> ReviewLimits {
        ReviewLimits { nodes: Some(nodes), ..ReviewLimits::default() }
    }

    /// Searches for so long, and solvers as with [`Effort::Normal`] for no longer.
    pub fn time(time: Duration) -> ReviewLimits {
        ReviewLimits { time: Some(time), nodes: None, ..ReviewLimits::default() }
    }
}

impl Default for ReviewLimits {
    /// Those of [`Effort::Normal`].
    fn default() -> ReviewLimits {
        Effort::Normal.limits()
    }
}

/// A position of the game of which the end is proved already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// How many moves of the game had been played.
    pub played: usize,
    /// Who wins, as a [`Score::Mate`] **to the side to move**.
    pub score: Score,
    /// The line that begins with the best move.
    pub line: Vec<Move>,
}

/// How good a move was, by what it gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveClass {
    /// The engine's own choice, or one that is worth as much.
    Best,
    /// It gave away next to nothing.
    Good,
    /// At least 5 per cent of the chances.
    Slip,
    /// At least 10 per cent.
    Mistake,
    /// At least 20 per cent: most often the game.
    Blunder,
}

impl MoveClass {
    /// All of them, the best first.
    pub const ALL: [MoveClass; 5] =
        [MoveClass::Best, MoveClass::Good, MoveClass::Slip, MoveClass::Mistake, MoveClass::Blunder];

    /// The class of a move that gave away so many thousandths of the chances and was not the best.
    pub(crate) fn of_loss(loss: u16) -> MoveClass {
        match loss {
            200.. => MoveClass::Blunder,
            100.. => MoveClass::Mistake,
            50.. => MoveClass::Slip,
            _ => MoveClass::Good,
        }
    }
}

/// What there is to say about one move of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedMove {
    /// Which one, from 1.
    pub number: usize,
    /// Who played it.
    pub mover: Color,
    /// What was played.
    pub played: Move,
    /// What the position was worth **to the mover** before it, with the best move.
    pub before: Score,
    /// What it was worth **to the mover** after it.
    pub after: Score,
    /// What the engine would have played; `None` where only a pass was left.
    pub best: Option<Point>,
    /// The line that begins with that move.
    pub line: Vec<Point>,
    /// What the move gave away, in thousandths of the chances to win.
    pub loss: u16,
    /// How good it was.
    pub class: MoveClass,
    /// The forced win that the mover had and did not play.
    pub missed_win: Option<Vec<Move>>,
    /// The opponent's forced win against the move, where another move (the [best](ReviewedMove::best)) would not
    /// have allowed it.
    pub refutation: Option<Vec<Move>>,
}

/// What came of going through a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The moves that were looked at, in the order of the game. After a stop the first ones are missing.
    pub moves: Vec<ReviewedMove>,
    /// Black's and White's play as a whole.
    pub sides: [Side; 2],
    /// The numbers of the moves that gave away most, at most [`Review::TURNING_POINTS`], in the order of the game.
    pub turning_points: Vec<usize>,
    /// Whether all moves were looked at.
    pub is_complete: bool,
}

impl Review {
    /// How many turning points are named at most.
    pub const TURNING_POINTS: usize = 5;
}

/// Why a game cannot be reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReviewError {
    /// One of its moves cannot be played. A forbidden move, with which Black loses, can.
    #[error("move {number}: {source}")]
    Illegal {
        /// Which one, from 1.
        number: usize,
        /// Why not.
        source: PlayError,
    },
}

/// Goes through a game in one piece. A stop ends it with what has been found, and is not spent.
///
/// # Errors
/// When the moves cannot be played.
pub fn review(
    start: &Position,
    moves: &[Move],
    limits: &ReviewLimits,
    engine: &mut Engine,
    clock: &dyn Clock,
    stop: &StopHandle,
) -> Result<Review, ReviewError> {
    let mut reviewer = Reviewer::new(start, moves, limits)?;
    loop {
        if let Some(review) = reviewer.advance(engine, Duration::MAX, clock, stop, &mut |_| {}) {
            return Ok(review);
        }
    }
}
