use std::time::Duration;

use serde::{Deserialize, Serialize};

use tengen_game::Point;

use crate::{
    Candidate, Explanation, MinimaxStatistics, PointThreat, ReviewedMove, SearchLine, SearchProgress, Side,
    StopReason, Verdict, milliseconds,
};

/// A message from the worker to the page, in bytes as [`answer`](crate::wire) has them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Response {
    /// The worker has started and listens.
    Ready,
    /// The progress of a running search. Each line is reported about ten times a second at most; the last report of each comes
    /// before [`Response::Finished`].
    Progress {
        /// The search.
        id: u32,
        /// The state of the search.
        progress: SearchProgress,
    },
    /// A search has ended.
    Finished {
        /// The search.
        id: u32,
        /// The move to play, in columns from the left and rows from the top, from 0; `None` when the
        /// game is over, or when nothing is left but a pass.
        best_move: Option<Point>,
        /// The last state of the search.
        progress: SearchProgress,
        /// The lines that were found, the best first, if several were requested; otherwise the only one. Empty without
        /// a best move.
        lines: Vec<SearchLine>,
        /// The reason for which the search ended.
        stopped_by: Option<StopReason>,
        /// The statistics of `minimax`.
        statistics: Option<MinimaxStatistics>,
        /// The most threads that searched at the same time.
        threads: u32,
    },
    /// A move has been explained.
    Explained {
        /// The request.
        id: u32,
        /// The effects of the move.
        explanation: Explanation,
    },
    /// The search for a forced win has ended.
    Solved {
        /// The request.
        id: u32,
        /// The verdict about the win, with its proof.
        verdict: Verdict,
        /// Visited nodes.
        nodes: u64,
        /// Time spent, in whole milliseconds.
        #[serde(rename = "time_ms", with = "milliseconds")]
        time: Duration,
    },
    /// A review has judged a move. The last move of the game comes first. A move whose judgement changes later is
    /// reported again.
    ReviewedMove {
        /// The request.
        id: u32,
        /// The judgement about the move.
        reviewed: ReviewedMove,
    },
    /// A review has ended. All moves that it judged have been reported.
    Reviewed {
        /// The request.
        id: u32,
        /// Black's and White's play as a whole.
        sides: [Side; 2],
        /// The numbers of the moves that gave away most, in the order of the game.
        turning_points: Vec<usize>,
        /// Whether the review has judged all moves, rather than the last ones before a stop.
        is_complete: bool,
    },
    /// The threats that stones on the empty points would make.
    Threatened {
        /// The request.
        id: u32,
        /// Black's points and White's, on either side's turn, row by row from the top left. Where the rule forbids Black a
        /// point it is left out.
        threats: [Vec<PointThreat>; 2],
    },
    /// The moves that the engine would try first.
    Candidates {
        /// The request.
        id: u32,
        /// The legal moves that the engine would try first, the first of them first.
        candidates: Vec<Candidate>,
    },
    /// The choice in an opening.
    Decided {
        /// The request.
        id: u32,
        /// The choice, as [`Choice::to_text`](tengen_game::opening::Choice::to_text) writes it.
        choice: String,
    },
    /// A bench has ended.
    Benched {
        /// The request.
        id: u32,
        /// Visited nodes: the same on every machine and in every build of one version.
        nodes: u64,
        /// Time spent, in whole milliseconds.
        #[serde(rename = "time_ms", with = "milliseconds")]
        time: Duration,
    },
    /// A request could not be carried out.
    Failed {
        /// The request, if it could be read that far.
        id: Option<u32>,
        /// A sentence with the expected and the found.
        message: String,
    },
    /// A request is carried out without the network that belongs to its rule and board, which has not loaded: the engine is weaker.
    WithoutNetwork {
        /// The request.
        id: u32,
    },
    /// A network that was missing has loaded, and is used for the requests from now on.
    NetworkLoaded,
}
