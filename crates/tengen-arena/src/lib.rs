//! Matches and tournaments between Gomoku engines: the parts that are pure calculation.
//!
//! An arena decides which games are played, reads the openings they begin with, counts how they ended, and says what
//! that proves. This crate does all of it from values alone: it starts no process, reads no file and looks at no
//! clock that it was not given.
//!
//! * [`schedule`]: which game is game number N, for a match, a round robin, a gauntlet or a Swiss tournament; any number
//!   of workers may take games, and a tournament goes on from the list of those that are finished.
//! * [`openings`]: books of openings, checked under rule and size.
//! * [`play`]: one game between two [seats](Seat), under its [`Terms`]: time, a Swap2 opening, adjudication.
//!   [`play_game`] is the short form for two opponents.
//! * [`Ending`]: how a game ended, with what only programs do.
//! * [`stats`]: Elo with error bars, sequential tests, ratings.
//! * [`standings`]: tables and cross-tables, as text, Markdown and JSON.
#![forbid(unsafe_code)]

mod adjudication;
mod ending;
mod game;
pub mod openings;
pub mod schedule;
mod seat;
pub mod standings;
pub mod stats;
mod swap2;
#[cfg(test)]
mod test_random;
mod time_control;

pub use adjudication::{Adjudication, DrawRule, WinRule};
pub use ending::{Cause, Ending, Fault, ParseEndingError};
pub use game::{GameStart, PlayedGame, Terms, play, play_game};
pub use seat::Seat;
pub use time_control::{SideClock, TimeControl};

/// The README's example, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
