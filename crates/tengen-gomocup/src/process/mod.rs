//! Gomoku engines in processes of their own.
//!
//! * [`Process`] is any program that reads and writes lines. Its pipes never block, the memory of its process tree is
//!   measured, the whole tree ends with it, and its last lines are kept as a [`Transcript`].
//! * [`Program`] is an engine in such a process, an [`Opponent`](tengen_analysis::Opponent) that is asked through the Gomocup
//!   protocol in any dialect.
//!
//! A fault of a program costs it its game and affects nothing else: a program that crashes, hangs, floods its pipes or
//! exceeds its memory limit is killed, and started again for the next game.
//!
//! ```no_run
//! use tengen_analysis::{Opponent, SearchLimits, SystemClock};
//! use tengen_game::{BoardSize, Position, Rule};
//! use tengen_gomocup::process::{Program, ProgramOptions};
//!
//! let mut program = Program::new(ProgramOptions::new(["./pbrain-other"]));
//! program.set_position(Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN));
//! let limits = SearchLimits::time(std::time::Duration::from_secs(1));
//! let report = program.choose(&limits, &SystemClock::new(), &mut ())?;
//! assert!(report.best_move.is_some());
//! # Ok::<(), tengen_analysis::OpponentError>(())
//! ```
mod child;
mod options;
mod pipes;
mod program;
mod transcript;

pub use child::{Process, SpawnError};
pub use options::{GameTime, ProgramOptions};
pub use pipes::Output;
pub use program::Program;
pub use transcript::{Entry, Log, Speaker, Transcript};
