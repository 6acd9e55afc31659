//! Solvers for forced wins: by fours alone ([`vcf()`]), and by fours and threes ([`vct()`]).
//!
//! Each returns a [`Proof`](tengen_analysis::Proof) that answers every defence, the certainty that there is no such win, or
//! the reason for which it could not decide. Neither estimates anything.
//!
//! ```
//! use tengen_analysis::{SolveLimits, StopHandle, SystemClock, Verdict};
//! use tengen_engine::solve::vcf;
//! use tengen_game::{Color, Position, Rule, diagram};
//!
//! // Black makes a four, which White must answer, and a second one together with a third.
//! let board = diagram::read("
//!     . . . . . . . . .
//!     . . . . . . . . .
//!     O X X X . . . . .
//!     . . . . . . . . .
//!     . . . . X . . . .
//!     . . . X . . X . .
//!     . . . . . . X . .
//!     . . . . . . X . .
//!     . . . . . . O . .
//! ")?;
//! let position = Position::from_board(Rule::FREESTYLE, board, Color::White)?;
//! let (clock, stop) = (SystemClock::new(), StopHandle::default());
//! // White is to move; what does Black threaten?
//! let solution = vcf(&position, Color::Black, &SolveLimits::nodes(1_000), &clock, &stop);
//! let Verdict::Proved(proof) = solution.verdict else { panic!("{solution:?}") };
//! assert_eq!((proof.plies, proof.line.len()), (5, 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod solver;
mod table;
mod vcf;
mod vcf_tree;
mod vct;
mod vct_moves;
mod vct_tree;

use tengen_analysis::{Clock, Solution, SolveLimits, StopHandle};
use tengen_game::{Color, Position};

pub use solver::Solver;
pub(crate) use solver::{ByFours, ThreatQuestion, is_won_by_fours, vcf_on_board, vct_on_board};

/// Whether `attacker` wins by continuous fours (VCF): each of its moves makes a four or wins, so that the defender
/// always has to answer.
///
/// The attacker moves first, whichever side is to move: if it is the other side's turn, this determines the threat, and the turn
/// that is left out counts as a move where the number of moves is limited. There is no win in a game that is over, and none that
/// would come after the last move.
///
/// The shortest win is looked for; the limits may end that, and then the proof is that of a longer one. A
/// stop is not spent: the caller resets the handle.
pub fn vcf(
    position: &Position,
    attacker: Color,
    limits: &SolveLimits,
    clock: &dyn Clock,
    stop: &StopHandle,
) -> Solution {
    Solver::vcf(position, attacker, limits, clock).finish(clock, stop)
}

/// Whether `attacker` wins by continuous threats (VCT): each of its moves makes a four or wins, or makes a three, open
/// or not, with which it threatens to win by fours ([`vcf()`]), or stops a five while an earlier such threat still exists.
///
/// The defender may answer with any legal move, fours included. Otherwise this is as [`vcf()`], except that
/// the win found need not be the shortest: after the first win the solver looks for shorter ones for about as long again.
pub fn vct(
    position: &Position,
    attacker: Color,
    limits: &SolveLimits,
    clock: &dyn Clock,
    stop: &StopHandle,
) -> Solution {
    Solver::vct(position, attacker, limits, clock).finish(clock, stop)
}
