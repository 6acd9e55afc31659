//! The game controller: what users and engines do at a board, without a browser, a terminal or a clock.
//!
//! A [`Game`] is the record with its players, their [`Tuning`], the clock and the opening. A [`Match`] is a board with a game on it and
//! everything that happens there: commands are its methods, and their results are its state and its [`Effect`]s. The page, the
//! element and the terminal are views of it.
//!
//! Nothing here is linked into a program that does not call it: a front end that only plays and searches carries no reviews, openings or
//! JSON.
#![forbid(unsafe_code)]

mod analysis;
mod analysis_board;
mod clocks;
mod draw;
mod game;
mod lesson;
mod log;
mod notice;
mod opening;
#[cfg(feature = "analysis-board")]
mod premove;
mod puzzle;
mod recovery;
mod remote;
mod replay;
mod review;
mod seat;
mod setup;
mod state;
mod table;
mod task;
pub mod timing;
mod tracked;
mod tuning;
mod variations;
mod walk;
mod why_not;
#[cfg(feature = "web-worker")]
mod worker_client;

#[cfg(test)]
mod tests;

pub use analysis::{Analysis, Line, Solution, SolveResult};
pub use analysis_board::AnalysisBoard;
#[cfg(feature = "analysis-board")]
pub use analysis_board::SavedAnalysis;
pub use clocks::Clocks;
pub use draw::Draw;
pub use game::{Game, Identity, LoadError, Origin, Sound, protocols};
pub use lesson::Lesson;
pub use log::{Account, Log, LoggedSearch, MOST_CANDIDATES};
pub use notice::Notice;
pub use opening::{Choosing, count, legal_choices, next_color, point_choice};
#[cfg(feature = "analysis-board")]
pub use premove::Premove;
pub use recovery::Recovery;
#[cfg(feature = "remote")]
pub use remote::RemotePhase;
pub use remote::{Remote, RemoteAction};
pub use replay::{Replay, Speed};
pub use review::{Finding, Review, Whole, classes_on};
pub use seat::Seat;
pub use setup::{Setup, SetupRefusal};
pub use state::{Effect, Event, Habits, Match, Thought};
pub use task::{ExternalAnswer, NO_TASK, Purpose, Task};
pub use tracked::Tracked;
pub use tuning::{Offered, Tuning};
pub use variations::{Deleted, Step};
pub use walk::Walk;
pub use why_not::{Against, Objection, WhyNot};
#[cfg(feature = "web-worker")]
pub use worker_client::{Answer, Breakdown, WorkerClient};
