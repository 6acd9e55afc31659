use serde::{Deserialize, Serialize};

use tengen_game::Color;

use super::{
    LimitsMessage, OpponentMessage, PointMessage, PositionMessage, ProvedMessage, SolveLimitsMessage,
};
use crate::{ClassicTuning, Effort, Means};

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Search this position; answered with [`Response::Finished`](super::Response::Finished).
    Search {
        /// Chosen by the page; the answers carry it.
        id: u32,
        /// What to think about.
        position: PositionMessage,
        /// When to end.
        limits: LimitsMessage,
        /// Who thinks.
        #[serde(default)]
        opponent: OpponentMessage,
        /// What is set about a classic.
        #[serde(default, skip_serializing_if = "ClassicTuning::is_default")]
        tuning: ClassicTuning,
    },
    /// Say what a move of the side to move does; answered with [`Response::Explained`](super::Response::Explained).
    Explain {
        /// Chosen by the page; the answer carries it.
        id: u32,
        /// The position before the move.
        position: PositionMessage,
        /// The move, which must be legal or forbidden.
        point: PointMessage,
        /// What the solvers may do.
        #[serde(default)]
        limits: SolveLimitsMessage,
    },
    /// Look for a forced win; answered with [`Response::Solved`](super::Response::Solved). The game must go on.
    Solve {
        /// Chosen by the page; the answer carries it.
        id: u32,
        /// The position.
        position: PositionMessage,
        /// Who is to win. It moves first, whoever's turn it is: for the other side, this tells what is threatened.
        attacker: Color,
        /// By what.
        means: Means,
        /// When to give up.
        #[serde(default)]
        limits: SolveLimitsMessage,
    },
    /// Go through a game; answered with [`Response::Reviewed`](super::Response::Reviewed) after any number of
    /// [`Response::ReviewedMove`](super::Response::ReviewedMove).
    Review {
        /// Chosen by the page; the answers carry it.
        id: u32,
        /// The game: its start and its moves. The last one may be forbidden.
        game: PositionMessage,
        /// What may be spent on each position.
        #[serde(default)]
        effort: Effort,
        /// What a search of a position may take, in place of what the effort says.
        #[serde(default)]
        limits: SolveLimitsMessage,
        /// What is proved already.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        proved: Vec<ProvedMessage>,
    },
    /// Tell what stones on the empty points would threaten; answered with
    /// [`Response::Threatened`](super::Response::Threatened), also while something else goes on.
    Threats {
        /// Chosen by the page; the answer carries it.
        id: u32,
        /// The position.
        position: PositionMessage,
    },
    /// Tell which moves the engine would try first; answered with
    /// [`Response::Candidates`](super::Response::Candidates), also while something else goes on.
    Candidates {
        /// Chosen by the page; the answer carries it.
        id: u32,
        /// The position.
        position: PositionMessage,
        /// How many at most.
        most: u8,
    },
    /// Decide what to choose in an opening; answered with [`Response::Decided`](super::Response::Decided). What goes on ends
    /// first, and the worker hears nothing before it has answered, so that there must be a limit of time or nodes.
    Decide {
        /// Chosen by the page; the answer carries it.
        id: u32,
        /// The protocol's name.
        protocol: String,
        /// The rule of the game that follows.
        rule: String,
        /// Lines of the board.
        size: u8,
        /// What has been chosen so far, each as [`Choice::to_text`](tengen_game::opening::Choice::to_text) writes it.
        choices: Vec<String>,
        /// What the engine may spend: time, target, nodes, depth, level and seed.
        limits: LimitsMessage,
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
