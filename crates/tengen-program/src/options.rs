//! What is to be known about a program before it is started.

use std::path::PathBuf;
use std::time::Duration;

use tengen_protocol::gomocup::Dialect;

/// How a program is started, and what it may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramOptions {
    /// The executable and its arguments. A path without a separator is looked for as a shell would.
    pub command: Vec<String>,
    /// How tables and records call it; `None` for the name of the executable.
    pub name: Option<String>,
    /// Whose rule codes and order of coordinates it speaks.
    pub dialect: Dialect,
    /// Bytes that it and its children may use together; it is told, and it is ended when it uses more.
    pub max_memory: Option<u64>,
    /// Bytes for the table of its search, if it knows `hash_size`.
    pub hash_bytes: Option<u64>,
    /// Threads that search, if it knows `thread_num`.
    pub threads: Option<u32>,
    /// How long it may take from its start to its readiness for a game.
    pub start_limit: Duration,
    /// How much longer than its limit is waited for a move before the program is ended. Whether a move came too late
    /// to count is somebody else's to judge.
    pub patience: Duration,
    /// Where it runs; `None` for the folder in which we run.
    pub working_folder: Option<PathBuf>,
    /// A folder in which it may keep files.
    pub folder: Option<PathBuf>,
    /// Further keys of `INFO` with their values.
    pub infos: Vec<(String, String)>,
}

impl ProgramOptions {
    /// The usual: Piskvork's dialect, ten seconds to start, no limit of memory.
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

/// The clocks of a game, as a program is told them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameTime {
    /// The most for one move.
    pub per_move: Option<Duration>,
    /// The budget for the whole game.
    pub per_game: Option<Duration>,
    /// What that budget grows by after each move.
    pub increment: Duration,
    /// What is left of the budget.
    pub left: Option<Duration>,
}

impl GameTime {
    /// What is left of the budget, which is all of it where nothing has been told.
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
