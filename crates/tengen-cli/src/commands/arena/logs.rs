//! The conversations with programs, each in a file of its own.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use tengen_program::Log;

use super::state;

/// A folder with a log for each program and worker.
pub(super) struct Logs {
    folder: PathBuf,
    /// More than one worker plays.
    by_worker: bool,
}

impl Logs {
    /// Makes the folder. Logs of an arena that goes on are continued, those of another one must not be there.
    pub(super) fn new(folder: PathBuf, workers: usize, goes_on: bool) -> Result<Logs> {
        state::make_folder(&folder, "logs", goes_on, |name| name.ends_with(".log"))?;
        Ok(Logs { folder, by_worker: workers > 1 })
    }

    /// The log of what is said to and by entrant `number`, from 0, of one worker.
    pub(super) fn of(&self, number: usize, name: &str, worker: usize) -> Result<Log> {
        let mut file = format!("{}-{}", number + 1, in_file_names(name));
        if self.by_worker {
            file.push_str(&format!("-worker-{}", worker + 1));
        }
        let path = self.folder.join(file + ".log");
        Log::append(&path).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// The name with what every file system takes.
fn in_file_names(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+') { c } else { '_' };
    name.chars().take(60).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_and_worker_has_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let logs = Logs::new(folder.path().join("logs"), 2, false).unwrap();
        logs.of(0, "../a b", 0).unwrap().write("#", "one");
        logs.of(1, "a", 1).unwrap();
        let alone = Logs::new(folder.path().join("alone"), 1, false).unwrap();
        alone.of(2, "new", 0).unwrap();
        let names = |name: &str| {
            let files = std::fs::read_dir(folder.path().join(name)).unwrap();
            let mut names: Vec<_> =
                files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        };
        assert_eq!(names("logs"), ["1-.._a_b-worker-1.log", "2-a-worker-2.log"]);
        assert_eq!(names("alone"), ["3-new.log"]);
        let fault = Logs::new(folder.path().join("alone"), 1, false).err().unwrap().to_string();
        assert!(fault.contains("expected a folder without logs, found 3-new.log"), "{fault}");
        assert!(Logs::new(folder.path().join("alone"), 1, true).is_ok());
    }
}
