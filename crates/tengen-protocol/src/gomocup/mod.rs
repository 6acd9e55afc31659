//! The Gomocup protocol with its dialects: one command a line, one answer a command.
//!
//! [`Machine`] turns the manager's lines into [`Action`]s. It does no I/O, starts no thread and looks at
//! no clock: the program around it reads lines (with the help of [`LineBuffer`]), searches, and writes.
//! [`Manager`] is the other side: it turns positions into lines for an engine, and its lines into moves.
//! [`Translator`] stands between a manager and an engine that speak different dialects.
//!
//! **The manager is the referee.** Whatever it says happened on the board has happened, even if the rules
//! say otherwise; what cannot be put on a board, or asks for a move where there is none, is answered with
//! `ERROR` and a text that says what was expected and what was found.

mod clock;
mod command;
mod dialect;
mod game;
mod lines;
mod machine;
mod manager;
mod news;
mod reply;
mod request;
mod rule;
mod settings;
mod stone_list;
mod time;
mod translate;

pub use dialect::{Dialect, ParseDialectError};
pub use lines::LineBuffer;
pub use machine::{Machine, ProgramInfo};
pub use manager::{BrainLine, GameSettings, Heard, Manager, QuestionError, Swap2Stones};
pub use news::SearchNews;
pub use request::{Action, Decision, MemoryLimit, Offers, Resources, Swap2Phase, Task, ThinkRequest};
pub use rule::{RuleCodeError, code_of_rule, rule_from_code};
pub use time::{Allowance, Clocks, UNLIMITED_MS, time_for_move};
pub use translate::{Out, Translator};
