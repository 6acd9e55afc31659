use serde::{Deserialize, Serialize};

use tengen_game::opening::Opening;
use tengen_game::{Color, Move, Point, Position, Rule};

use crate::{ClassicTuning, Effort, Means, OpponentKind, Proved, SearchLimits, SolveLimits};

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Search this position; answered with [`Response::Finished`](super::Response::Finished).
    Search {
        /// Chosen by the page; the answers carry it.
        id: u32,
        /// What to think about.
        position: Position,
        /// When to end.
        limits: SearchLimits,
        /// Who thinks.
        #[serde(default)]
        opponent: OpponentKind,
        /// What is set about a classic.
        #[serde(default, skip_serializing_if = "ClassicTuning::is_default")]
        tuning: ClassicTuning,
    },
    /// Say what a move of the side to move does; answered with [`Response::Explained`](super::Response::Explained).
    Explain {
        /// Chosen by the page; the answer carries it.
        id: u32,
        /// The position before the move.
        position: Position,
        /// The move, which must be legal or forbidden.
        point: Point,
        /// What the solvers may do.
        #[serde(default)]
        limits: SolveLimits,
    },
    /// Look for a forced win; answered with [`Response::Solved`](super::Response::Solved). The game must go on.
    Solve {
        /// Chosen by the page; the answer carries it.
        id: u32,
        /// The position.
        position: Position,
        /// Who is to win. It moves first, whoever's turn it is: for the other side, this tells what is threatened.
        attacker: Color,
        /// By what.
        means: Means,
        /// When to give up.
        #[serde(default)]
        limits: SolveLimits,
    },
    /// Go through a game; answered with [`Response::Reviewed`](super::Response::Reviewed) after any number of
    /// [`Response::ReviewedMove`](super::Response::ReviewedMove).
    Review {
        /// Chosen by the page; the answers carry it.
        id: u32,
        /// The position before the first move.
        start: Position,
        /// The moves of the game. The last one may be forbidden, which is why they are no part of the position.
        moves: Vec<Move>,
        /// What may be spent on each position.
        #[serde(default)]
        effort: Effort,
        /// What a search of a position may take, in place of what the effort says.
        #[serde(default)]
        limits: SolveLimits,
        /// What is proved already.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        proved: Vec<Proved>,
    },
    /// Tell what stones on the empty points would threaten; answered with
    /// [`Response::Threatened`](super::Response::Threatened), also while something else goes on.
    Threats {
        /// Chosen by the page; the answer carries it.
        id: u32,
        /// The position.
        position: Position,
    },
    /// Tell which moves the engine would try first; answered with
    /// [`Response::Candidates`](super::Response::Candidates), also while something else goes on.
    Candidates {
        /// Chosen by the page; the answer carries it.
        id: u32,
        /// The position.
        position: Position,
        /// How many at most.
        most: u8,
    },
    /// Decide what to choose in an opening; answered with [`Response::Decided`](super::Response::Decided). What goes on ends
    /// first, and the worker hears nothing before it has answered, so that there must be a limit of time or nodes.
    Decide {
        /// Chosen by the page; the answer carries it.
        id: u32,
        /// What has been chosen so far.
        opening: Opening,
        /// The rule of the game that follows.
        rule: Rule,
        /// What the engine may spend: time, target, nodes, depth, level and seed.
        limits: SearchLimits,
    },
    /// End what was asked with this `id`, if it still goes on; it answers with what it has found.
    Stop {
        /// What to end.
        id: u32,
    },
    /// Search the positions of the engine's bench, to compare machines. What goes on ends first, and the worker
    /// hears nothing before it has answered with [`Response::Benched`](super::Response::Benched).
    Bench {
        /// Chosen by the page; the answer carries it.
        id: u32,
        /// Plies to which every position is searched, 20 at most.
        depth: u32,
    },
}
