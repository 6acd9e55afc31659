//! The Gomocup protocol with its dialects: one command a line, one answer a command.
//!
//! [`Machine`] turns the manager's lines into [`Action`]s. It does no I/O, starts no thread and reads
//! no clock: the program around it reads lines (with the help of [`LineBuffer`]), searches, and writes.
//! [`Manager`] is the other side: it turns positions into lines for an engine, and its lines into moves.
//! [`Translator`] connects a manager and an engine that speak different dialects.
//!
//! **The manager is the referee.** The machine accepts every position that the manager sends, even one that the rules do
//! not allow. It answers `ERROR`, with a text that says what was expected and what was found, to stones that no board can
//! hold and to a request for a move where none is left.

#![forbid(unsafe_code)]

mod action;
mod command;
#[cfg(feature = "conform")]
pub mod conform;
mod dialect;
mod game;
mod lines;
mod list;
mod machine;
mod manager;
#[cfg(feature = "process")]
pub mod process;
mod reply;
mod report;
mod rule;
mod settings;
mod translate;

pub use action::{
    Action, Decision, HashFileEntries, HashFileRequest, HashFileTask, MemoryLimit, Offers, Resources,
    Swap2Phase, Task, ThinkRequest,
};
pub use dialect::{Dialect, ParseDialectError};
pub use lines::{LineBuffer, each_line};
pub use machine::{Machine, ProgramInfo};
pub use manager::{EngineLine, EngineReply, GameSettings, Manager, QuestionError, Swap2Stones};
pub use rule::{RuleCodeError, code_of_rule, is_continuous, rule_from_code};
pub use settings::UNLIMITED_MS;
pub use translate::{Forward, Translator};

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
