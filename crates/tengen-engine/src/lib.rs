//! The engine: it is given a position and limits, and reports the best move it finds.
//!
//! The engine prints nothing, and reads no file and no clock but those that it is given. Progress goes to a typed
//! [`SearchObserver`]; a search ends at its limits or when its [`StopHandle`] is used, whichever is first, and returns a legal
//! move whenever there is one, however short the time was.
//!
//! The engine is an [`Opponent`], as other programs are. [`opening`] decides for it in every
//! opening protocol, and in Swap2 for any opponent. [`solve`] proves forced wins, and [`review`] goes through a whole game.
//!
//! ```
//! use tengen_engine::{BoardSize, Engine, EngineOptions, Position, Rule, SearchLimits, SystemClock};
//!
//! let mut engine = Engine::new(EngineOptions::default().with_hash_bytes(32 << 20));
//! engine.set_position(Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN));
//! let report = engine.search(&SearchLimits::depth(2), &SystemClock::new(), &mut ());
//! assert_eq!(report.best_move, Some(BoardSize::FIFTEEN.center()));
//! ```
#![deny(unsafe_code)]

pub mod balance;
pub mod bench;
mod board;
pub mod candidates;
mod engine;
pub mod explain;
#[doc(hidden)]
pub mod features;
mod hash_file;
mod level;
mod network;
pub mod opening;
mod person;
pub mod review;
mod search;
pub mod solve;
pub mod threats;
mod tt;
mod weights;

pub use engine::{Engine, EngineOptions, HashError};
pub use hash_file::{HashFileError, HashRead};
pub use person::{Faced, FacedKind, faced, levels_fingerprint};
pub use search::threads::{Job, Spawner, SystemThreads};
pub use search::{CutCounts, SearchParam, SearchParamChanges, SearchParamError, SearchParams};
/// Everything that searches take and return.
pub use tengen_analysis;
pub use tengen_analysis::{
    Clock, Level, Opponent, OpponentError, Proof, SearchLimits, SearchLine, SearchObserver, SearchProgress,
    SearchReport, Solution, SolveLimits, SolveStop, StopHandle, StopReason, SystemClock, Verdict,
};
/// The rules of the game.
pub use tengen_game;
pub use tengen_game::{BoardSize, Color, Move, Point, Position, Rule, Score};
pub use weights::{EvaluationWeights, NetworkFile, WeightsError};

/// The example of the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
