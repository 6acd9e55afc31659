//! The game of five in a row: points, boards, rules, positions and records.
//!
//! This crate decides what is legal and what wins, for every variant Tengen plays. It is written to be
//! obviously right rather than fast: no I/O, no threads, no `unsafe`. Faster code elsewhere is tested
//! against it.
//!
//! ```
//! use tengen_game::{BoardSize, Color, Position, Point, Rule};
//!
//! let mut position = Position::new(Rule::Renju, BoardSize::FIFTEEN);
//! position.play(Point::parse("h8", position.size())?)?;
//! assert_eq!(position.side_to_move(), Color::White);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod board;
mod color;
mod forbidden;
pub mod format;
mod key;
mod line;
mod moves;
pub mod opening;
mod outcome;
mod perft;
mod point;
mod position;
mod record;
mod rule;
mod size;
mod symmetry;

pub use board::Board;
pub use color::{Color, ParseColorError};
pub use forbidden::{ForbiddenKind, ParseForbiddenKindError, forbidden_kind};
pub use key::Key;
pub use line::{Direction, Line, windows};
pub use moves::{Move, MoveName};
pub use outcome::{DrawReason, EndReason, GameResult, Outcome};
pub use perft::perft;
pub use point::{ParsePointError, Point, PointName};
pub use position::{PlayError, Position, SetupError};
pub use record::{Evaluation, Mark, NodeId, Notes, Players, Record, Sign};
pub use rule::{ParseRuleError, Rule, WinLength, WinLengthError};
pub use size::{BoardSize, BoardSizeError};
pub use symmetry::Symmetry;

/// The examples of the READMEs, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
