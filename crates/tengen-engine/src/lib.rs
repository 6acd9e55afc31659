//! The engine: it is given a position and limits, and reports the best move it finds.
//!
//! It never prints, reads a file or looks at a clock that it was not given. Progress goes to a typed
//! [`SearchObserver`](tengen_analysis::SearchObserver); a search ends at its limits or when its
//! [`StopHandle`](tengen_analysis::StopHandle) is used, whichever is first, and returns a legal move whenever there is one,
//! however short the time was.
//!
//! The engine is an [`Opponent`](tengen_analysis::Opponent), as other programs are. [`opening`] decides for it in every
//! opening protocol, and in Swap2 for any opponent. [`solve`] proves forced wins, and [`review`] goes through a whole game.
//!
//! ```
//! use tengen_analysis::{SearchLimits, SystemClock};
//! use tengen_engine::{Engine, EngineOptions};
//! use tengen_game::{BoardSize, Position, Rule};
//!
//! let mut engine = Engine::new(EngineOptions::default());
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
mod level;
mod network;
pub mod opening;
pub mod review;
mod search;
pub mod solve;
pub mod threats;
mod tt;
mod weights;

pub use engine::{Engine, EngineOptions, HashError};
pub use search::threads::{Job, Spawner, SystemThreads};
pub use search::{CutCounts, SearchParam, SearchParamChanges, SearchParamError, SearchParams};
pub use weights::{EvaluationWeights, NetworkFile, WeightsError};

/// The example of the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
