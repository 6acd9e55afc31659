//! The game controller: what users and engines do at a board, without a browser, a terminal or a clock.
//!
//! A [`Game`] is the record with its players, their [`Tuning`], the clock and the opening. A [`Match`] is a board with a game on it and
//! everything that happens there: commands go in, and their results are its state and its [`Effect`]s. The page, the element and the
//! terminal are views of it. What is no move is a [`Feature`], a type of its own: its commands, which [`Match::give`] takes, decide from
//! its own state and a [`Context`], and return [`Consequence`]s.
//!
//! Nothing here is linked into a program that does not call it: a front end that only plays and searches carries no reviews, openings or
//! JSON.
#![forbid(unsafe_code)]

mod analysis;
mod analysis_board;
mod base;
mod clocks;
#[cfg_attr(not(feature = "coach"), allow(dead_code, reason = "without the coach nothing is examined"))]
mod coach;
mod consequence;
mod context;
mod debrief;
mod draw;
mod engine;
mod even;
mod front;
mod game;
mod handicap;
mod log;
mod lost;
mod mode;
mod notice;
mod opening;
#[cfg(feature = "analysis-board")]
mod premove;
mod proofs;
mod puzzle;
mod remote;
mod review;
mod seat;
mod service;
mod state;
mod table;
pub mod timing;
mod tracked;
mod tuning;
mod variations;
mod wins;

#[cfg(test)]
mod tests;

pub use analysis::{Analysis, Line, Solution, SolveResult};
pub use analysis_board::AnalysisBoard;
#[cfg(feature = "analysis-board")]
pub use analysis_board::SavedAnalysis;
pub use base::{Base, GameKind};
pub use clocks::Clocks;
pub use coach::{Coach, Coaching};
pub use consequence::{Consequence, Feature};
pub use context::{Context, Facts, Situation};
pub use debrief::{Debrief, Decisive, Miss, Practice};
pub use draw::Ending;
pub use engine::{Engine, ExternalAnswer, NO_TASK, Purpose, Recovery, Task};
pub use even::{LadderProgress, PersonScore, Strength, score_against_level};
pub use front::{Effect, Event, Habits};
#[cfg(feature = "remote")]
pub use game::RemoteState;
pub use game::{Game, Identity, LoadError, Origin, Sound, protocols};
pub use handicap::HeadStart;
pub use log::{Account, Log, LoggedSearch, MOST_CANDIDATES};
pub use lost::LostOpenings;
pub use mode::{
    Against, Message, Mode, Objection, Picture, Question, Replay, Setup, SetupRefusal, Speed, Walk, Warned,
    Warning, WhyNot,
};
pub use notice::{Notice, Notices};
pub use opening::{Choosing, count, legal_choices, next_color, point_choice};
#[cfg(feature = "analysis-board")]
pub use premove::{Premove, Premoves};
pub use puzzle::Puzzle;
#[cfg(feature = "remote")]
pub use remote::RemotePhase;
pub use remote::{Remote, RemoteAction};
pub use review::{Finding, Review, Reviews, Whole, classes_on};
pub use seat::Seat;
pub use state::{Match, Thought};
pub use tracked::Tracked;
pub use tuning::{Offered, Tuning};
pub use variations::{Aside, Deleted, TreeStep};
pub use wins::Wins;

/// Runs the example of the workspace's README as a test, since published crates do not contain that file.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct WorkspaceReadme;
