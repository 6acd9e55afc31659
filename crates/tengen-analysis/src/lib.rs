//! The results of engines about positions and games, and the messages between a front end and its workers.
//!
//! The types of this crate are shared by engines, front ends and protocols: [limits](SearchLimits) and [reports](SearchReport) of
//! searches, [explanations](Explanation), [proofs](Proof) and [reviews](ReviewedMove), and the [`Opponent`] that answers with moves.
//! [`engine`] holds the messages between a front end and the engine service, [`files`] those between the page and the worker that
//! reads and writes files and draws pictures. [`wire`] is the form of both workers' answers.
#![forbid(unsafe_code)]

mod annotation;
mod chance;
mod character;
mod clock;
pub mod engine;
mod explanation;
pub mod files;
mod level;
mod limits;
mod milliseconds;
mod opponent;
mod proof;
mod puzzle;
mod report;
mod review;
mod threats;
mod time;
pub mod wire;

pub use annotation::{annotate, note_evaluation};
pub use chance::{ENGINE_UNITS_A_NAT, ScoreText, Viewer, black_percent, mate_moves, mate_winner, win_chance};
pub use character::{Character, ParseCharacterError};
pub use clock::{Clock, StopHandle, SystemClock};
pub use explanation::{Explanation, Fact, ForcedWin, Means, Question, Two, Undecided};
pub use level::{Level, ParseLevelError};
pub use limits::{SearchLimits, SolveLimits};
pub use opponent::{
    Classic, ClassicTuning, Grade, MinimaxCandidate, MinimaxStatistics, Opponent, OpponentError,
    OpponentKind, ParseClassicError, ParseOpponentError, answer,
};
pub use proof::{AttackerTurn, Proof, Solution, SolveStop, Verdict, idle_move};
pub use puzzle::{JudgeRequest, JudgeResponse, PuzzleKind, PuzzleVerdict};
pub use report::{SearchLine, SearchObserver, SearchProgress, SearchReport, StopReason, per_second};
pub use review::{Effort, MoveClass, ParseEffortError, Proved, ReviewedMove, Side, seconds_left};
pub use tengen_game::Score;
pub use threats::{Candidate, PointThreat, Shape, ThreatKind};
pub use time::{Allowance, ClockState, time_for_move};

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
