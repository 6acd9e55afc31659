//! The engine: it is given a position and limits, and reports the best move it finds.
//!
//! It never prints, reads a file or looks at a clock that it was not given. Progress goes to a typed
//! [`SearchObserver`]; a search ends at its limits or when its [`StopHandle`] is used, whichever is
//! first, and returns a legal move whenever there is one, however short the time was.
//!
//! Whoever else can play, other programs and people, satisfies [`Opponent`] as the engine does. [`swap2`] lets any of
//! them decide in a Swap2 opening, and [`opening`] lets the engine decide in every opening protocol. [`solve`] proves
//! forced wins, and [`review`] goes through a whole game.
//!
//! ```
//! use tengen_engine::{Engine, EngineOptions, SearchLimits, SystemClock};
//! use tengen_game::{BoardSize, Position, Rule};
//!
//! let mut engine = Engine::new(EngineOptions::default());
//! engine.set_position(Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN));
//! let report = engine.search(&SearchLimits::depth(2), &SystemClock::new(), &mut ());
//! assert_eq!(report.best_move, Some(BoardSize::FIFTEEN.center()));
//! ```
#![forbid(unsafe_code)]

pub mod balance;
pub mod bench;
mod board;
pub mod candidates;
mod clock;
mod engine;
mod evaluation;
pub mod explain;
#[doc(hidden)]
pub mod features;
mod level;
mod limits;
pub mod opening;
mod opponent;
mod report;
pub mod review;
mod score;
mod search;
pub mod solve;
mod stop;
pub mod swap2;
pub mod threats;
mod tt;

pub use clock::{Clock, SystemClock};
pub use engine::{Engine, EngineOptions};
pub use evaluation::{Evaluation, EvaluationError};
pub use limits::{Level, SearchLimits};
pub use opponent::{Hand, Opponent, OpponentError, Person, answer};
pub use report::{SearchLine, SearchObserver, SearchProgress, SearchReport, StopReason};
pub use score::Score;
pub use stop::StopHandle;

/// The example of the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
