//! The engines that the user has added: programs with the Gomocup protocol.
//!
//! The page never names a program. The user chooses it in the system's dialog, so that code that gets into the page cannot start a program.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use tauri::{AppHandle, Manager as _, State};
use tauri_plugin_dialog::DialogExt as _;
use tengen_analysis::OpponentError;
use tengen_game::{BoardSize, Position, Rule};
use tengen_gomocup::process::{Program, ProgramOptions, UnclosedQuote, command_words};
use tengen_worker::engine::EngineOptions;

use crate::window;
use crate::words::say;

/// The name of the file with the list, in the program's folder for settings.
const FILE: &str = "engines.json";

/// An engine that the user has added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Added {
    id: u32,
    /// The name of the engine: that of its file, with a number if another engine has the same name.
    name: String,
    executable: PathBuf,
    arguments: Vec<String>,
}

/// The description of an added engine for the page.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Description {
    id: u32,
    name: String,
    command: String,
}

/// The reason why the list cannot be read, or an engine cannot be added to it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ProgramError {
    #[error("{path}: {source}")]
    Disk { path: PathBuf, source: io::Error },
    #[error("{path}: {source}")]
    List { path: PathBuf, source: serde_json::Error },
    #[error(transparent)]
    Arguments(#[from] UnclosedQuote),
    #[error(transparent)]
    Program(#[from] OpponentError),
    #[error("the system does not say where settings are saved")]
    Folder,
}

/// The added engines. Their file is read only when it is needed, so that a broken file does not prevent the start of the program.
#[derive(Default)]
pub(crate) struct Programs(Mutex<()>);

impl Programs {
    fn lock(&self) -> MutexGuard<'_, ()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Added {
    fn describe(&self) -> Description {
        let mut words = vec![self.executable.display().to_string()];
        words.extend(self.arguments.iter().cloned());
        Description { id: self.id, name: self.name.clone(), command: words.join(" ") }
    }

    /// The options with which the engine is started. The engine has the threads and the memory of the native engine, and runs in its own
    /// folder, where such engines have their files.
    fn options(&self, options: &EngineOptions) -> ProgramOptions {
        let words = [self.executable.display().to_string()].into_iter().chain(self.arguments.iter().cloned());
        ProgramOptions {
            name: Some(self.name.clone()),
            threads: u32::try_from(options.threads).ok(),
            hash_bytes: u64::try_from(options.hash_bytes).ok(),
            working_folder: self.executable.parent().map(Path::to_owned),
            // The value 2 requests the engine's lines with their scores, if the engine sends them.
            infos: vec![("show_detail".to_owned(), "2".to_owned())],
            ..ProgramOptions::new(words)
        }
    }
}

/// The options of the start of the added engine with this number.
pub(crate) fn find(
    app: &AppHandle,
    id: u32,
    options: &EngineOptions,
) -> Result<Option<ProgramOptions>, ProgramError> {
    let list = read(&file(app)?)?;
    Ok(list.iter().find(|added| added.id == id).map(|added| added.options(options)))
}

/// Lists the added engines.
#[tauri::command(async)]
pub(crate) fn program_list(app: AppHandle) -> Result<Vec<Description>, String> {
    let list = file(&app).and_then(|file| read(&file)).map_err(|error| error.to_string())?;
    Ok(list.iter().map(Added::describe).collect())
}

/// Lets the user choose an engine, tests whether it is ready for a game, and adds it; `None` if the user chooses none.
#[tauri::command(async)]
pub(crate) fn program_add(
    app: AppHandle,
    programs: State<'_, Programs>,
    arguments: &str,
) -> Result<Option<Description>, String> {
    let Some(executable) = choose(&app) else { return Ok(None) };
    let add = || {
        let file = file(&app)?;
        let _guard = programs.lock();
        let mut list = read(&file)?;
        let added = next(&list, executable, command_words(arguments)?);
        // An engine that cannot play is reported now, not in the middle of an analysis.
        Program::new(added.options(&EngineOptions::default()))
            .prepare(&Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN))?;
        list.push(added.clone());
        write(&file, &list)?;
        Ok::<_, ProgramError>(added.describe())
    };
    add().map(Some).map_err(|error| error.to_string())
}

/// Removes an engine from the list. Its program stays on the disk.
#[tauri::command(async)]
pub(crate) fn program_remove(app: AppHandle, programs: State<'_, Programs>, id: u32) -> Result<(), String> {
    let remove = || {
        let file = file(&app)?;
        let _guard = programs.lock();
        let mut list = read(&file)?;
        list.retain(|added| added.id != id);
        write(&file, &list)
    };
    remove().map_err(|error: ProgramError| error.to_string())
}

/// The entry of the list for a new engine.
fn next(list: &[Added], executable: PathBuf, arguments: Vec<String>) -> Added {
    let title = ProgramOptions::new([executable.display().to_string()]).title();
    let is_new = |name: &String| list.iter().all(|added| added.name != *name);
    let numbered = (2..).map(|number: u32| format!("{title} {number}"));
    let name = std::iter::once(title.clone()).chain(numbered).find(is_new).unwrap_or_default();
    let id = list.iter().map(|added| added.id).max().unwrap_or(0) + 1;
    Added { id, name, executable, arguments }
}

fn file(app: &AppHandle) -> Result<PathBuf, ProgramError> {
    let folder = app.path().app_config_dir().map_err(|_| ProgramError::Folder)?;
    Ok(folder.join(FILE))
}

/// Reads the list, which is empty without a file.
fn read(file: &Path) -> Result<Vec<Added>, ProgramError> {
    match fs::read(file) {
        Ok(bytes) => serde_json::from_slice(&bytes)
            .map_err(|source| ProgramError::List { path: file.to_owned(), source }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(source) => Err(ProgramError::Disk { path: file.to_owned(), source }),
    }
}

fn write(file: &Path, list: &[Added]) -> Result<(), ProgramError> {
    let text = serde_json::to_vec_pretty(list)
        .map_err(|source| ProgramError::List { path: file.to_owned(), source })?;
    let write = || {
        fs::create_dir_all(file.parent().unwrap_or(Path::new("")))?;
        let beside = file.with_extension("new");
        fs::write(&beside, text)?;
        fs::rename(beside, file)
    };
    write().map_err(|source| ProgramError::Disk { path: file.to_owned(), source })
}

/// Lets the user choose a program.
fn choose(app: &AppHandle) -> Option<PathBuf> {
    // No user answers a dialog in a test.
    #[cfg(debug_assertions)]
    if let Some(program) = std::env::var_os("TENGEN_CHOOSE") {
        return Some(program.into());
    }
    let mut dialog = app.dialog().file().set_title(say(app, "add-engine", &[]));
    if let Some(window) = window::the(app) {
        dialog = dialog.set_parent(&window);
    }
    let (sender, receiver) = channel();
    dialog.pick_file(move |chosen| {
        // The receiver waits for exactly this message.
        let _ = sender.send(chosen.and_then(|chosen| chosen.into_path().ok()));
    });
    receiver.recv().ok().flatten()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use super::*;

    #[test]
    fn engines_of_the_same_name_are_told_apart() {
        let mut list = Vec::new();
        for path in ["/a/pbrain-swift", "/b/pbrain-swift", "/c/slow.exe", "/d/swift"] {
            list.push(next(&list, PathBuf::from(path), Vec::new()));
        }
        let names: Vec<_> = list.iter().map(|added| (added.id, added.name.as_str())).collect();
        assert_eq!(names, [(1, "swift"), (2, "swift 2"), (3, "slow"), (4, "swift 3")]);
        list.remove(1);
        let again = next(&list, PathBuf::from("/b/pbrain-swift"), vec!["--fast".to_owned()]);
        assert_eq!((again.id, again.name.as_str()), (5, "swift 2"));
        assert_eq!(again.describe().command, "/b/pbrain-swift --fast");
    }

    #[test]
    fn the_list_is_written_and_read_and_a_broken_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep").join(FILE);
        assert_eq!(read(&file).unwrap(), []);
        let list = vec![next(&[], PathBuf::from("/a b/c"), vec!["x".to_owned()])];
        write(&file, &list).unwrap();
        assert_eq!(read(&file).unwrap(), list);
        fs::write(&file, "[{").unwrap();
        let error = read(&file).unwrap_err().to_string();
        assert!(error.contains(FILE) && error.contains("EOF"), "{error}");
    }
}
