//! Gomoku engines in processes of their own.
//!
//! * [`Process`] is any program that speaks in lines: it is started, its pipes never block, its whole tree of processes
//!   is measured and ended, and its last lines are kept as a [`Transcript`].
//! * [`Program`] is an engine in such a process, asked through the Gomocup protocol in any dialect: an
//!   [`Opponent`](tengen_engine::Opponent) like all others.
//!
//! Whatever a program does, it costs that program its game and nobody else anything: one that crashes, hangs, floods its
//! pipes or eats memory is ended, and started anew for the next game.
//!
//! ```no_run
//! use tengen_engine::{Opponent, SearchLimits, SystemClock};
//! use tengen_game::{BoardSize, Position, Rule};
//! use tengen_program::{Program, ProgramOptions};
//!
//! let mut program = Program::new(ProgramOptions::new(["./pbrain-other"]));
//! program.set_position(Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN));
//! let limits = SearchLimits::time(std::time::Duration::from_secs(1));
//! let report = program.choose(&limits, &SystemClock::new(), &mut ())?;
//! assert!(report.best_move.is_some());
//! # Ok::<(), tengen_engine::OpponentError>(())
//! ```
#![forbid(unsafe_code)]

mod log;
mod memory;
mod options;
mod pipes;
mod process;
mod program;
mod transcript;

pub use log::Log;
pub use options::{GameTime, ProgramOptions};
pub use pipes::Said;
pub use process::{Process, SpawnError};
pub use program::Program;
pub use transcript::{Spoken, Transcript};
