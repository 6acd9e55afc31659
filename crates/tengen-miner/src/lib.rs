//! Finds puzzles in games: positions in which a side wins by fours, or has to prevent that, with one right move.
//!
//! [`candidates`] finds them in a game and has [`tengen_puzzles::check()`] prove each; [`grade()`] plays them with the levels of the engine;
//! [`play_game`] makes games where none are at hand. A [`Collection`] keeps one of near-copies. [`judge()`] judges any position as a
//! puzzle.
#![forbid(unsafe_code)]

mod collection;
mod find;
mod fours;
mod grade;
mod judge;
mod selfplay;
mod threats;

pub use collection::{Collection, select};
pub use find::{Dropped, Tally, candidates, kind_of};
pub use grade::{Grade, grade};
pub use judge::judge;
pub use selfplay::play_game;
