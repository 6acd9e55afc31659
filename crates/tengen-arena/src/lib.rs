//! Matches and tournaments between Gomoku engines.
//!
//! * [`schedule`]: which game is game number N, for a match, a round robin, a gauntlet or a Swiss tournament; any number
//!   of workers may take games, and a tournament can be resumed from the list of its finished games.
//! * [`openings`]: books of openings, checked under rule and size.
//! * [`play`]: one game between two [players](Player) under its [`Terms`]: time, a Swap2 opening, adjudication.
//!   [`play_game`] is the short form for two opponents.
//! * [`Ending`]: how a game ended, including the faults of programs.
//! * [`stats`]: Elo with error bars, sequential tests, ratings.
//! * [`standings`]: tables and cross-tables, as text, Markdown and JSON.
//! * [`ladder`]: the calibration of the levels for people.
//! * [`tune`]: SPSA of the engine's search parameters.
//! * [`runner`]: plays a tournament on several threads, with engines in this process and in others, and keeps records, logs
//!   and a state from which it is resumed. Only this module starts processes, and only this and `tune` write files; it reports to an
//!   [observer](runner::Observer) and never prints.
#![forbid(unsafe_code)]

mod adjudication;
mod ending;
mod game;
pub mod ladder;
pub mod openings;
mod player;
pub mod runner;
pub mod schedule;
pub mod standings;
pub mod stats;
mod time_control;
pub mod tune;

pub use adjudication::{Adjudication, DrawRule, WinRule};
pub use ending::{Cause, Ending, Fault, ParseEndingError};
pub use game::{GameStart, PlayedGame, Terms, play, play_game};
pub use player::Player;
pub use time_control::{SideClock, TimeControl};

/// The README's example, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
