//! The state file of a run, from which it is resumed, and the logs of its programs.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tengen_gomocup::process::Log;

use super::{Configuration, RunError};
use crate::schedule::Tournament;

/// The name and the version of the file format.
const FORMAT: &str = "tengen-arena";
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Saved<'a> {
    format: &'a str,
    version: u32,
    configuration: &'a Configuration,
    tournament: &'a Tournament,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Loaded {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u32,
    configuration: Configuration,
    tournament: Tournament,
}

/// The part that every version has.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
}

/// The file in which the state of a run is saved.
#[derive(Debug)]
pub struct StateFile {
    path: PathBuf,
}

impl StateFile {
    /// The file at this path, which need not exist.
    pub fn new(path: PathBuf) -> StateFile {
        StateFile { path }
    }

    /// The path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads a saved state.
    ///
    /// # Errors
    /// When the file cannot be read, or holds no state of this version.
    pub fn load(&self) -> Result<(Configuration, Tournament), RunError> {
        const ACTION: &str = "go on from";
        let text = fs::read_to_string(&self.path).map_err(|error| self.fault(ACTION, error))?;
        let head: Head = serde_json::from_str(&text)
            .map_err(|error| self.fault(ACTION, format!("expected the saved state of an arena: {error}")))?;
        if head.format != FORMAT || head.version != VERSION {
            let (format, version) = (head.format, head.version);
            let by = if format == FORMAT && version > VERSION { " of a newer Tengen" } else { "" };
            let fault =
                format!("expected `{FORMAT}` version {VERSION}, found `{format}` version {version}{by}");
            return Err(self.fault(ACTION, fault));
        }
        let loaded: Loaded = serde_json::from_str(&text).map_err(|error| self.fault(ACTION, error))?;
        if loaded.configuration.plan != *loaded.tournament.plan() {
            return Err(self.fault(ACTION, "its tournament is not that of its configuration"));
        }
        Ok((loaded.configuration, loaded.tournament))
    }

    /// Saves the state: the whole file is replaced, or none of it.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, configuration: &Configuration, tournament: &Tournament) -> Result<(), RunError> {
        save_json(&self.path, &Saved { format: FORMAT, version: VERSION, configuration, tournament })
    }

    fn fault(
        &self,
        action: &'static str,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> RunError {
        RunError::file(action, &self.path, source)
    }
}

/// Saves a value as a line of JSON: the whole file is replaced, or none of it.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn save_json(path: &Path, value: &impl Serialize) -> Result<(), RunError> {
    const ACTION: &str = "save";
    let mut text = serde_json::to_vec(value).map_err(|error| RunError::file(ACTION, path, error))?;
    text.push(b'\n');
    write_atomically(path, &text).map_err(|error| RunError::file(ACTION, path, error))
}

/// A folder with a log for each program and worker.
#[derive(Debug)]
pub struct Logs {
    folder: PathBuf,
    has_workers: bool,
}

impl Logs {
    /// Creates the folder. A run that `resumes` appends to its logs; otherwise there must not be any.
    ///
    /// # Errors
    /// When the folder cannot be created, or has logs of another run.
    pub fn new(folder: PathBuf, workers: usize, resumes: bool) -> Result<Logs, RunError> {
        create_folder(&folder, ["keep logs in", "logs"], resumes, |name| name.ends_with(".log"))?;
        Ok(Logs { folder, has_workers: workers > 1 })
    }

    /// The log of participant `number`, from 0, in one worker.
    pub(super) fn open(&self, number: usize, name: &str, worker: usize) -> Result<Log, RunError> {
        let mut file = format!("{}-{}", number + 1, in_file_name(name));
        if self.has_workers {
            file.push_str(&format!("-worker-{}", worker + 1));
        }
        let path = self.folder.join(file + ".log");
        Log::append(&path).map_err(|error| RunError::file("write", &path, error))
    }
}

/// The name in characters that every file system accepts.
fn in_file_name(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+') { c } else { '_' };
    name.chars().take(60).map(plain).collect()
}

/// Creates a folder. Unless the run `resumes`, it must not have files of an earlier run.
pub(super) fn create_folder(
    folder: &Path,
    [action, what]: [&'static str; 2],
    resumes: bool,
    is_ours: impl Fn(&str) -> bool,
) -> Result<(), RunError> {
    let fault = |error: io::Error| RunError::file(action, folder, error);
    fs::create_dir_all(folder).map_err(fault)?;
    if resumes {
        return Ok(());
    }
    for entry in fs::read_dir(folder).map_err(fault)? {
        let found = entry.map_err(fault)?.file_name().to_string_lossy().into_owned();
        if is_ours(&found) {
            return Err(RunError::FolderInUse { what, found, folder: folder.to_owned() });
        }
    }
    Ok(())
}

/// Replaces a file so that it has either the old content or the new one at any time, even after a power failure.
pub(super) fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.new", std::process::id()));
    let new = path.with_file_name(hidden);
    let written = (|| {
        let mut file = File::create(&new)?;
        file.write_all(content)?;
        file.sync_all()?;
        fs::rename(&new, path)
    })();
    if written.is_err() {
        // The first error is returned.
        let _ = fs::remove_file(&new);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        write_atomically(&path, b"one").unwrap();
        write_atomically(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(write_atomically(&folder.path().join("none/state.json"), b"").is_err());
    }

    #[test]
    fn every_program_and_worker_has_a_log() {
        let folder = tempfile::tempdir().unwrap();
        let logs = Logs::new(folder.path().join("logs"), 2, false).unwrap();
        logs.open(0, "../a b", 0).unwrap().write("#", "one");
        logs.open(1, "a", 1).unwrap();
        let alone = Logs::new(folder.path().join("alone"), 1, false).unwrap();
        alone.open(2, "new", 0).unwrap();
        let names = |name: &str| {
            let files = fs::read_dir(folder.path().join(name)).unwrap();
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
