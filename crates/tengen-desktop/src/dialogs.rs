//! The system's dialogs that save files.

use std::path::{Path, PathBuf};

use percent_encoding::percent_decode;
use tauri::AppHandle;
use tauri::ipc::{InvokeBody, Request};
use tauri_plugin_dialog::{DialogExt as _, FileDialogBuilder, MessageDialogKind};
use tengen_formats::Loss;
use tengen_formats::any::Format;

use crate::records::{self, OFFERED, SaveError};
use crate::window;
use crate::words::say;

/// The header with the name that the page proposes, percent-encoded.
const NAME: &str = "tengen-name";

/// Saves a file that the page has made.
#[tauri::command]
pub(crate) fn save_file(app: AppHandle, request: Request<'_>) -> Result<(), String> {
    let InvokeBody::Raw(content) = request.body() else {
        return Err("expected the bytes of a file, found something else".to_owned());
    };
    let name = request.headers().get(NAME).map(|name| percent_decode(name.as_bytes()).decode_utf8_lossy());
    let name = name.as_deref().unwrap_or("tengen").to_owned();
    let mut endings = Vec::new();
    endings.extend(Path::new(&name).extension().and_then(|ending| ending.to_str()).map(str::to_owned));
    let content = content.clone();
    ask(&app, &name, &endings, move |app, path| {
        if let Err(error) = records::write(&path, &content, false) {
            show_fault(app, &error);
        }
    });
    Ok(())
}

/// Saves the game on the board, which the page sends as Tengen's own JSON, in the format that the user chooses.
#[tauri::command]
pub(crate) fn save_game(app: AppHandle, record: String) {
    let endings = OFFERED.map(|format| format.name().to_owned());
    ask(&app, &format!("tengen.{}", Format::Sgf), &endings, move |app, path| {
        match records::save(&record, &path) {
            Ok(losses) if losses.is_empty() => {}
            Ok(losses) => {
                let names: Vec<String> = losses.iter().map(|loss| say(app, &loss_key(*loss), &[])).collect();
                let losses = names.join(&say(app, "between-names", &[]));
                let message = say(app, "saved-without", &[("losses", losses.into())]);
                app.dialog().message(message).title("Tengen").show(|_| {});
            }
            Err(error) => show_fault(app, &error),
        }
    });
}

fn loss_key(loss: Loss) -> String {
    format!("loss-{}", loss.key())
}

/// Shows the dialog for the path of a file, and passes the chosen path to `then`.
fn ask(
    app: &AppHandle,
    name: &str,
    endings: &[String],
    then: impl FnOnce(&AppHandle, PathBuf) + Send + 'static,
) {
    // No user answers a dialog in a test.
    #[cfg(debug_assertions)]
    if let Some(folder) = std::env::var_os("TENGEN_SAVE_INTO") {
        then(app, PathBuf::from(folder).join(name));
        return;
    }
    let mut dialog: FileDialogBuilder<_> =
        app.dialog().file().set_title(say(app, "save-game", &[])).set_file_name(name);
    for ending in endings {
        dialog = dialog.add_filter(format!("{} (.{ending})", ending.to_uppercase()), &[ending]);
    }
    if let Some(window) = window::the(app) {
        dialog = dialog.set_parent(&window);
    }
    let app = app.clone();
    dialog.save_file(move |chosen| {
        if let Some(path) = chosen.and_then(|chosen| chosen.into_path().ok()) {
            then(&app, path);
        }
    });
}

fn show_fault(app: &AppHandle, error: &SaveError) {
    complain(app, &say(app, "file-not-saved", &[("reason", error.to_string().into())]));
}

/// Shows an error in a dialog.
pub(crate) fn complain(app: &AppHandle, text: &str) {
    app.dialog().message(text).title("Tengen").kind(MessageDialogKind::Error).show(|_| {});
}

#[cfg(test)]
mod tests {
    use tengen_text::{Language, text};

    use super::*;

    #[test]
    fn every_loss_has_a_name() {
        use Loss::*;
        let all = [
            Rule,
            Size,
            MoveLimit,
            SideToMove,
            Moves,
            Players,
            Info,
            Result,
            LineEnds,
            Comments,
            Marks,
            Times,
            Evaluations,
            Properties,
            Variations,
            Cursor,
        ];
        for loss in all {
            let key = loss_key(loss);
            assert!(!text(Language::English, &key, &[]).starts_with('{'), "{key}");
        }
    }
}
