//! Gomoku engines in separate processes.
//!
//! * [`Process`] is any program that reads and writes lines. Its pipes never block, the memory of its process tree is
//!   measured, the whole tree ends with it, and its last lines are recorded in a [`Transcript`].
//! * [`Program`] is an engine in such a process, an [`Opponent`](tengen_analysis::Opponent) that speaks the Gomocup
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
mod program;
mod transcript;
mod words;

use std::path::PathBuf;
use std::time::Duration;

use crate::Dialect;

pub use child::{Output, Process, SpawnError};
pub use program::Program;
pub use transcript::{Log, Speaker, Transcript, TranscriptEntry};
pub use words::{UnclosedQuote, command_words, split_outside_quotes, unquoted};

/// The command of a program, and its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramOptions {
    /// The executable and its arguments. An executable without a path separator is looked up in `PATH`.
    pub command: Vec<String>,
    /// The program's name in tables and records; `None` for the name of the executable.
    pub name: Option<String>,
    /// The dialect of the program.
    pub dialect: Dialect,
    /// Bytes that the program and its children may use together. The limit is sent to the program, which is killed when
    /// it uses more.
    pub max_memory: Option<u64>,
    /// Bytes for the program's transposition table, if it supports `hash_size`.
    pub hash_bytes: Option<u64>,
    /// Threads that search, if the program supports `thread_num`.
    pub threads: Option<u32>,
    /// The time limit from the start of the program until it is ready for a game.
    pub start_limit: Duration,
    /// The time after its limit at which a program without a move is killed. Whether a late move counts is the caller's
    /// decision.
    pub patience: Duration,
    /// The program's working directory; `None` for the current one.
    pub working_folder: Option<PathBuf>,
    /// A folder in which it may keep files.
    pub folder: Option<PathBuf>,
    /// Further keys of `INFO` with their values.
    pub infos: Vec<(String, String)>,
}

impl ProgramOptions {
    /// The defaults: Piskvork's dialect, ten seconds to start, no memory limit.
    pub fn new<Word: Into<String>>(command: impl IntoIterator<Item = Word>) -> ProgramOptions {
        ProgramOptions {
            command: command.into_iter().map(Into::into).collect(),
            name: None,
            dialect: Dialect::default(),
            max_memory: None,
            hash_bytes: None,
            threads: None,
            start_limit: Duration::from_secs(10),
            patience: Duration::from_secs(1),
            working_folder: None,
            folder: None,
            infos: Vec::new(),
        }
    }

    /// The name, or else that of the executable.
    pub fn title(&self) -> String {
        self.name.clone().unwrap_or_else(|| {
            let command = self.command.first().map_or("", String::as_str);
            let file = command.rsplit(['/', '\\']).next().unwrap_or(command);
            let plain = file.strip_suffix(".exe").unwrap_or(file);
            plain.strip_prefix("pbrain-").filter(|rest| !rest.is_empty()).unwrap_or(plain).to_owned()
        })
    }
}

/// The clocks of a game, as they are sent to a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameTime {
    /// The most for one move.
    pub per_move: Option<Duration>,
    /// The budget for the whole game.
    pub per_game: Option<Duration>,
    /// The time that each move adds to the budget.
    pub increment: Duration,
    /// The rest of the budget.
    pub left: Option<Duration>,
}

impl GameTime {
    /// The rest of the budget; all of it by default.
    pub(crate) fn remaining(self) -> Option<Duration> {
        self.left.or(self.per_game)
    }

    /// The most that the next move may take.
    pub(crate) fn limit(self) -> Option<Duration> {
        match (self.remaining(), self.per_move) {
            (Some(left), Some(per_move)) => Some(left.min(per_move)),
            (left, per_move) => left.or(per_move),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_a_name_is_called_after_its_file() {
        for (command, title) in [
            ("./engines/pbrain-other", "other"),
            ("C:\\engines\\pbrain-rapid.exe", "rapid"),
            ("brain", "brain"),
            ("pbrain-", "pbrain-"),
        ] {
            assert_eq!(ProgramOptions::new([command, "--fast"]).title(), title);
        }
        let named = ProgramOptions { name: Some("A".to_owned()), ..ProgramOptions::new(["b"]) };
        assert_eq!(named.title(), "A");
        assert_eq!(ProgramOptions::new([""; 0]).title(), "");
    }

    #[test]
    fn the_narrower_limit_counts() {
        let second = Duration::from_secs(1);
        let time = GameTime { per_move: Some(2 * second), left: Some(second), ..GameTime::default() };
        assert_eq!(time.limit(), Some(second));
        assert_eq!(GameTime { left: None, ..time }.limit(), Some(2 * second));
        assert_eq!(GameTime::default().limit(), None);
    }
}
