//! Review of a finished game: which moves were good, which lost win chance, and which moves would have been better.
//!
//! A [`Reviewer`] examines every position of a game, from the last to the first, so that the results of the later positions are
//! in the transposition table when it searches the earlier ones. The solvers look for a forced win of the side to move by fours,
//! then by fours and threes; then the engine searches. If a win is proved, the positions before it are solved once more with a
//! larger budget, and those after it are followed along the proof, so that the review blames the move that lost, and not a later
//! one at which the loss is easier to find. The loss of a move is the difference between the best [win
//! chance](tengen_analysis::win_chance) of the side before it and its win chance after it. Forced wins that a move missed, and
//! those that it allowed although another move would not have, are separate fields: they are proved.
//!
//! ```
//! use tengen_analysis::{MoveClass, StopHandle, SystemClock};
//! use tengen_engine::review::{ReviewLimits, review};
//! use tengen_engine::{Engine, EngineOptions};
//! use tengen_game::{BoardSize, Position, Rule, moves};
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

mod judging;
mod questions;
mod reviewer;

use std::cmp::Reverse;
use std::time::Duration;

use tengen_analysis::{Clock, Effort, MoveClass, ReviewedMove, Side, StopHandle};
use tengen_game::{Color, Move, PlayError, Position};

use crate::Engine;

pub use reviewer::Reviewer;

/// The limits of a review, for each position of the game. A move that seems to give win chance away costs as much again, since it
/// is then compared with the best in one and the same search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewLimits {
    /// Nodes of a search. With no limit but those of nodes, and one thread, a review is the same on every machine.
    pub nodes: Option<u64>,
    /// Time for a search or a solver.
    pub time: Option<Duration>,
    /// Nodes of the solver that looks for wins by fours.
    pub solver_nodes: u64,
    /// Nodes of the solver that looks for wins by fours and threes; with 0 it has only [`ReviewLimits::last_nodes`].
    pub threat_nodes: u64,
    /// Nodes of the solver that looks for wins by fours and threes where the result decides which move is to blame: at the first
    /// positions of a proved win, and after a move that seems to hold.
    pub last_nodes: u64,
    /// The most moves that are tried to find one that holds, where the opponent has a forced win against the one that was played.
    pub holds: usize,
}

impl ReviewLimits {
    /// Searches with `nodes` nodes, and solvers as with [`Effort::Normal`].
    pub fn nodes(nodes: u64) -> ReviewLimits {
        ReviewLimits { nodes: Some(nodes), ..ReviewLimits::default() }
    }

    /// Searches for this time, and solvers as with [`Effort::Normal`] for no longer.
    pub fn time(time: Duration) -> ReviewLimits {
        ReviewLimits { time: Some(time), nodes: None, ..ReviewLimits::default() }
    }
}

impl Default for ReviewLimits {
    /// The limits of [`Effort::Normal`].
    fn default() -> ReviewLimits {
        ReviewLimits::from(Effort::Normal)
    }
}

/// The limits of an effort. All of them are in nodes, so that a review with one thread is the same on every machine.
impl From<Effort> for ReviewLimits {
    fn from(effort: Effort) -> ReviewLimits {
        let (nodes, solver_nodes, threat_nodes, last_nodes, holds) = match effort {
            Effort::Quick => (20_000, 3_000, 2_000, 10_000, 4),
            Effort::Normal => (60_000, 10_000, 20_000, 100_000, 6),
            Effort::Thorough => (600_000, 50_000, 300_000, 1_500_000, 10),
        };
        ReviewLimits { nodes: Some(nodes), time: None, solver_nodes, threat_nodes, last_nodes, holds }
    }
}

/// The result of a review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The moves that were examined, in the order of the game. After a stop the first ones are missing.
    pub moves: Vec<ReviewedMove>,
    /// Black's and White's play as a whole.
    pub sides: [Side; 2],
    /// The numbers of the moves that gave away the most win chance, at most [`Review::TURNING_POINTS`], in the order of the game.
    pub turning_points: Vec<usize>,
    /// Whether all moves were examined.
    pub is_complete: bool,
}

impl Review {
    /// The most turning points of a review.
    pub const TURNING_POINTS: usize = 5;
}

/// The reason for which a game cannot be reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReviewError {
    /// A move of the game cannot be played. A forbidden move, with which Black loses, can.
    #[error("move {number}: {source}")]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// The reason for which the move cannot be played.
        source: PlayError,
    },
}

/// Reviews a game in one piece. A stop ends the review with the moves examined so far, and stays set.
///
/// # Errors
/// The moves cannot be played.
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

/// The accuracy, from 0 to 100, of a move that gave away `loss` thousandths of the chances to win.
///
/// The curve is the one that lichess.org publishes for chess (“Lichess Accuracy metric”, which uses per cent of the
/// chances as well): 103.1668 · e^(−0.04354 · loss) − 3.1669. A move that gives away nothing has 100, one that gives away a
/// tenth of the game 64, and half of it 9. Other than there, a side's accuracy is the plain mean of its moves.
pub fn accuracy_of_loss(loss: u16) -> f64 {
    let per_cent = f64::from(loss) / 10.0;
    (103.1668 * (-0.04354 * per_cent).exp() - 3.1669).clamp(0.0, 100.0)
}

impl Review {
    /// Sums up the moves that were examined, in the order of the game.
    pub(super) fn new(moves: Vec<ReviewedMove>, is_complete: bool) -> Review {
        let mut worst: Vec<&ReviewedMove> =
            moves.iter().filter(|reviewed| reviewed.class >= MoveClass::Slip).collect();
        worst.sort_by_key(|reviewed| Reverse(reviewed.loss));
        worst.truncate(Review::TURNING_POINTS);
        let mut turning_points: Vec<usize> = worst.into_iter().map(|reviewed| reviewed.number).collect();
        turning_points.sort_unstable();
        let sides = Color::BOTH.map(|color| side(moves.iter().filter(|reviewed| reviewed.mover == color)));
        Review { moves, sides, turning_points, is_complete }
    }
}

fn side<'a>(moves: impl Iterator<Item = &'a ReviewedMove>) -> Side {
    let (mut sum, mut count, mut classes) = (0.0, 0_u32, [0; 5]);
    for reviewed in moves {
        sum += accuracy_of_loss(reviewed.loss);
        count += 1;
        classes[reviewed.class as usize] += 1;
    }
    let accuracy = (count > 0).then(|| (sum / f64::from(count)).round() as u8);
    Side { accuracy, classes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_without_loss_are_accurate() {
        let rounded = [0, 10, 100, 200, 500, 1_000].map(|loss| accuracy_of_loss(loss).round() as u8);
        assert_eq!(rounded, [100, 96, 64, 40, 9, 0]);
    }
}
