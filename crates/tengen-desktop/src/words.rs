//! The language of menus and dialogs: that of the page.

use std::env;
use std::sync::{Mutex, PoisonError};

use tauri::{AppHandle, Manager as _, State};
use tengen_text::{Language, Value, text};

use crate::menu;

/// The language of the program.
pub(crate) struct Words(Mutex<Language>);

impl Words {
    /// The language of the system, which applies until the page sets its own.
    pub(crate) fn of_system() -> Words {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| env::var(name).ok());
        let language =
            set.into_iter().find(|code| !code.is_empty()).and_then(|code| Language::from_code(&code));
        Words(Mutex::new(language.unwrap_or(Language::English)))
    }

    pub(crate) fn language(&self) -> Language {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A text in the current language.
pub(crate) fn say(app: &AppHandle, key: &str, arguments: &[(&str, Value<'_>)]) -> String {
    text(app.state::<Words>().language(), key, arguments)
}

/// Sets the language to that of the page.
#[tauri::command]
pub(crate) fn speak(app: AppHandle, words: State<'_, Words>, code: &str) -> Result<(), String> {
    let Some(language) = Language::from_code(code) else {
        return Err(format!("expected en or zh-Hans, found `{code}`"));
    };
    let before = std::mem::replace(&mut *words.0.lock().unwrap_or_else(PoisonError::into_inner), language);
    if before == language { Ok(()) } else { menu::set(&app).map_err(|error| error.to_string()) }
}
