//! Files that are opened from the command line, by the system, or in the dialog.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::Serialize;
use tauri::{AppHandle, Manager as _, State};
use tauri_plugin_dialog::DialogExt as _;
use tengen_formats::any::{Format, MAX_BYTES};

use crate::words::say;
use crate::{dialogs, window};

/// The file that is to be opened as soon as the page requests it.
pub(crate) struct Opened(Mutex<Option<PathBuf>>);

impl Opened {
    pub(crate) fn new(file: Option<PathBuf>) -> Opened {
        Opened(Mutex::new(file))
    }

    fn replace(&self, file: Option<PathBuf>) -> Option<PathBuf> {
        std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), file)
    }
}

/// The name and the content of a file, as the page receives them.
#[derive(Debug, Serialize)]
pub(crate) struct Content {
    name: String,
    base64: String,
}

/// Returns the file that is to be opened, if there is one.
#[tauri::command(async)]
pub(crate) fn opened_next(app: AppHandle, opened: State<'_, Opened>) -> Option<Content> {
    let path = opened.replace(None)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match read(&path) {
        Ok(bytes) => Some(Content { name, base64: BASE64_STANDARD.encode(bytes) }),
        Err(error) => {
            let reason = format!("{}: {error}", path.display());
            dialogs::complain(&app, &say(&app, "file-not-read", &[("reason", reason.into())]));
            None
        }
    }
}

/// Reads a file, unless it is longer than any game.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    // Reading a device would never end.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_BYTES {
        return Err(io::Error::other(format!("it is longer than {} MiB", MAX_BYTES >> 20)));
    }
    Ok(bytes)
}

/// Opens a file that was chosen while the page was open.
pub(crate) fn arrive(app: &AppHandle, file: PathBuf) {
    app.state::<Opened>().replace(Some(file));
    window::act(app, "open");
}

/// Shows the dialog in which the user chooses a file to open.
pub(crate) fn choose(app: &AppHandle) {
    let app = app.clone();
    let mut dialog = app
        .dialog()
        .file()
        .set_title(say(&app, "open-game", &[]))
        .add_filter(say(&app, "file-games", &[]), &Format::ALL.map(Format::name))
        .add_filter(say(&app, "file-any", &[]), &["*"]);
    if let Some(window) = window::the(&app) {
        dialog = dialog.set_parent(&window);
    }
    dialog.pick_file(move |chosen| {
        if let Some(file) = chosen.and_then(|chosen| chosen.into_path().ok()) {
            arrive(&app, file);
        }
    });
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use super::*;

    #[test]
    fn only_files_are_read() {
        assert_eq!(read(Path::new("/")).unwrap_err().to_string(), "it is no file");
        assert!(read(Path::new("/no/such/file")).is_err());
        assert!(!read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))).unwrap().is_empty());
    }
}
