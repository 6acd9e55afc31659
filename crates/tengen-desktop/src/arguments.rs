//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::thread;

use tengen_worker::engine::EngineOptions;

/// The text of `--help`.
pub(crate) const HELP: &str = "\
Usage: tengen-desktop [OPTIONS] [FILE]

Opens Tengen in a window, with the game of a file if there is one.

Options:
      --threads N    Threads that the engine searches with [default: all of the machine's]
      --hash-mib N   Memory for the transposition table, in MiB [default: a quarter of the machine's, up to 1024]
  -h, --help         Print this
  -V, --version      Print the version";

/// The most memory, in bytes, that an engine has unless an option sets it.
const MOST_HASH_BYTES: u64 = 1 << 30;
/// The least memory, in bytes, that an engine has unless an option sets it, also on a machine of unknown memory.
const LEAST_HASH_BYTES: u64 = 64 << 20;
/// The largest number of threads that can be requested, as in `tengen`.
const MOST_THREADS: usize = 256;
const MOST_HASH_MIB: usize = 1 << 20;

/// The options and the file of the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Arguments {
    pub(crate) threads: Option<usize>,
    pub(crate) hash_mib: Option<usize>,
    pub(crate) file: Option<PathBuf>,
}

/// The task that the command line requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Run(Arguments),
    Print(String),
}

/// The reason why the program does not start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ArgumentsError {
    #[error("`{0}` is no option of this program")]
    Unknown(String),
    #[error("expected one file, found `{0}` as well")]
    Another(String),
    #[error("expected a number from 1 to {most} after `{option}`, found {found}")]
    Number { option: &'static str, most: usize, found: String },
}

impl Arguments {
    /// The options of the engine: as given, or by default all threads of the machine and a moderate part of its memory.
    pub(crate) fn engine_options(&self) -> EngineOptions {
        let threads = self.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
        let hash_bytes = match self.hash_mib {
            Some(mib) => mib << 20,
            None => usize::try_from(usual_hash_bytes(memory())).unwrap_or(usize::MAX / 4),
        };
        EngineOptions { threads, hash_bytes, ..EngineOptions::default() }
    }
}

fn usual_hash_bytes(memory: u64) -> u64 {
    (memory / 4).clamp(LEAST_HASH_BYTES, MOST_HASH_BYTES)
}

/// The machine's memory in bytes, or the part that this program may use; 0 if it is unknown.
fn memory() -> u64 {
    let Ok(mut system) = sysinfo::System::new() else { return 0 };
    system.refresh_memory();
    let may = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
    system.total_memory().min(may)
}

/// Reads the arguments behind the program's name.
pub(crate) fn read(words: impl Iterator<Item = OsString>) -> Result<Task, ArgumentsError> {
    let mut arguments = Arguments::default();
    let mut words = words;
    let mut only_files = false;
    while let Some(word) = words.next() {
        let text = word.to_string_lossy().into_owned();
        if only_files || !text.starts_with('-') {
            if arguments.file.replace(word.into()).is_some() {
                return Err(ArgumentsError::Another(text));
            }
            continue;
        }
        let (option, value) = match text.split_once('=') {
            Some((option, value)) => (option, Some(value.to_owned())),
            None => (text.as_str(), None),
        };
        let mut number = |option, most| number(option, most, value.clone().or_else(|| next(&mut words)));
        match option {
            "--threads" => arguments.threads = Some(number("--threads", MOST_THREADS)?),
            "--hash-mib" => arguments.hash_mib = Some(number("--hash-mib", MOST_HASH_MIB)?),
            "--" => only_files = true,
            "-h" | "--help" => return Ok(Task::Print(HELP.to_owned())),
            "-V" | "--version" => {
                return Ok(Task::Print(format!("tengen-desktop {}", env!("CARGO_PKG_VERSION"))));
            }
            _ => return Err(ArgumentsError::Unknown(text)),
        }
    }
    Ok(Task::Run(arguments))
}

fn next(words: &mut impl Iterator<Item = OsString>) -> Option<String> {
    words.next().map(|word| word.to_string_lossy().into_owned())
}

fn number(option: &'static str, most: usize, value: Option<String>) -> Result<usize, ArgumentsError> {
    let found = value.as_ref().map_or_else(|| "nothing".to_owned(), |value| format!("`{value}`"));
    let number = value.and_then(|value| value.parse().ok()).filter(|number| (1..=most).contains(number));
    number.ok_or(ArgumentsError::Number { option, most, found })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use super::*;

    fn of(words: &[&str]) -> Result<Task, ArgumentsError> {
        read(words.iter().map(OsString::from))
    }

    #[test]
    fn options_and_a_file_come_in_any_order() {
        let file = |name| Some(PathBuf::from(name));
        let expected = |file| Ok(Task::Run(Arguments { threads: Some(3), hash_mib: Some(64), file }));
        assert_eq!(of(&["one.sgf", "--threads", "3", "--hash-mib=64"]), expected(file("one.sgf")));
        assert_eq!(of(&["--hash-mib", "64", "--threads=3", "--", "-two.lib"]), expected(file("-two.lib")));
        assert_eq!(of(&[]), Ok(Task::Run(Arguments::default())));
    }

    #[test]
    fn invalid_arguments_are_refused_with_the_expected_ones() {
        let error = |words: &[&str]| of(words).unwrap_err().to_string();
        assert_eq!(error(&["a.sgf", "b.sgf"]), "expected one file, found `b.sgf` as well");
        assert_eq!(error(&["--fast"]), "`--fast` is no option of this program");
        let expected = "expected a number from 1 to 256 after `--threads`, found";
        assert_eq!(error(&["--threads"]), format!("{expected} nothing"));
        assert_eq!(error(&["--threads", "0"]), format!("{expected} `0`"));
        assert_eq!(error(&["--threads=many"]), format!("{expected} `many`"));
    }

    #[test]
    fn the_engine_has_the_given_options() {
        let arguments = Arguments { threads: Some(3), hash_mib: Some(64), file: None };
        let options = arguments.engine_options();
        assert_eq!((options.threads, options.hash_bytes), (3, 64 << 20));
    }

    #[test]
    fn unasked_the_engine_takes_a_quarter_of_the_memory_within_bounds() {
        assert_eq!(usual_hash_bytes(0), 64 << 20);
        assert_eq!(usual_hash_bytes(2 << 30), 512 << 20);
        assert_eq!(usual_hash_bytes(64 << 30), 1 << 30);
        let options = Arguments::default().engine_options();
        assert!(options.threads >= 1 && options.hash_bytes >= 64 << 20);
    }
}
