//! Solvers for forced wins: by fours alone ([`vcf()`]), and by fours and threes ([`vct()`]).
//!
//! Either answers with a [`Proof`] in which every defence is met, with the certainty that there is no such win, or
//! with what kept it from finding out. Neither estimates anything.
//!
//! ```
//! use tengen_engine::solve::{SolveLimits, Verdict, vcf};
//! use tengen_engine::{StopHandle, SystemClock};
//! use tengen_game::{Color, Position, Rule, format::diagram};
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

mod budget;
mod proof;
mod solver;
mod table;
mod vcf;
mod vcf_tree;
mod vct;
mod vct_moves;
mod vct_tree;

use std::time::Duration;

use tengen_game::{Color, Position};

use crate::{Clock, StopHandle};
pub(crate) use proof::idle_move;
pub use proof::{AttackerTurn, Proof};
pub use solver::Solver;

/// When a solver gives up. The first limit that is reached counts; with none, only a stop ends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolveLimits {
    /// Visited nodes: moves that were tried, of both sides.
    pub nodes: Option<u64>,
    /// Time from the call on.
    pub time: Option<Duration>,
}

impl SolveLimits {
    /// Gives up after `nodes` visited nodes.
    pub fn nodes(nodes: u64) -> SolveLimits {
        SolveLimits { nodes: Some(nodes), ..SolveLimits::default() }
    }

    /// Gives up after `time`.
    pub fn time(time: Duration) -> SolveLimits {
        SolveLimits { time: Some(time), ..SolveLimits::default() }
    }
}

/// What a solver found, and what that took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The answer.
    pub verdict: Verdict,
    /// Visited nodes. Where no time was set and nobody stopped the solver, they are the same on every machine.
    pub nodes: u64,
}

/// Whether there is a forced win of the kind that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is one.
    Proved(Proof),
    /// There is none: everything was tried.
    Refuted,
    /// The solver had to end before it knew.
    Unknown(SolveStop),
}

/// Why a solver ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveStop {
    /// The limit of nodes.
    Nodes,
    /// The limit of time.
    Time,
    /// The stop handle was used.
    Stopped,
}

impl SolveStop {
    /// The name in lower case: `nodes`, `time` or `stopped`.
    pub const fn name(self) -> &'static str {
        match self {
            SolveStop::Nodes => "nodes",
            SolveStop::Time => "time",
            SolveStop::Stopped => "stopped",
        }
    }
}

/// Whether `attacker` wins by continuous fours (VCF): each of its moves makes a four or wins, so that the defender
/// always has to answer.
///
/// The attacker moves first, whichever side is to move: where it is the other one's turn, this tells what is
/// threatened, and the turn that is left out counts as a move where the number of moves is limited. There is no win
/// in a game that is over, and none that would come after the last move.
///
/// The shortest win is looked for; the limits may end that, and then the proof is that of a longer one. A
/// stop is not spent: whoever requested it resets the handle.
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
/// or not, with which it threatens to win by fours ([`vcf()`]), or stops a five while such a threat still stands.
///
/// The defender may answer with whatever is legal, fours of its own included. Otherwise this is as [`vcf()`], except that
/// the win found need not be the shortest: short ones are tried first, and shorter ones afterwards for about as long
/// as it took to find the first.
pub fn vct(
    position: &Position,
    attacker: Color,
    limits: &SolveLimits,
    clock: &dyn Clock,
    stop: &StopHandle,
) -> Solution {
    Solver::vct(position, attacker, limits, clock).finish(clock, stop)
}
