//! What a person likes. The browser keeps it in one text, which can be taken to another browser.

mod choice;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use tengen_analysis::files::{Fault, FaultKind, Whereabouts};

use crate::reactive::{Memo, RwSignal};
use crate::storage;
pub(crate) use choice::{Aim, Choice, Motion, Numbers, StoneStyle, Theme, Turn};

/// The version of the text. A later one is refused rather than misread.
const VERSION: u32 = 1;

/// Everything a person may set about the page itself. What a text does not say is as everybody begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub(crate) struct Preferences {
    version: u32,
    /// The language's code; the browser's language where nothing was chosen.
    pub(crate) language: Option<String>,
    pub(crate) theme: Theme,
    pub(crate) stones: StoneStyle,
    pub(crate) numbers: Numbers,
    pub(crate) coordinates: bool,
    /// Whether forbidden points are marked for whoever has to avoid them.
    pub(crate) forbidden: bool,
    /// Whether points with threats are marked.
    pub(crate) threats: bool,
    /// Whether a person sees what the program on the other side expects.
    pub(crate) thoughts: bool,
    pub(crate) aim: Aim,
    pub(crate) turn: Turn,
    pub(crate) motion: Motion,
    pub(crate) sound: bool,
    /// Per cent.
    pub(crate) volume: u8,
    /// Milliseconds that a program waits at least before it moves.
    pub(crate) pause_ms: u16,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences {
            version: VERSION,
            language: None,
            theme: Theme::default(),
            stones: StoneStyle::default(),
            numbers: Numbers::default(),
            coordinates: true,
            forbidden: true,
            threats: false,
            thoughts: false,
            aim: Aim::default(),
            turn: Turn::default(),
            motion: Motion::default(),
            sound: true,
            volume: 60,
            pause_ms: 450,
        }
    }
}

/// Why a text holds no preferences.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PreferencesError {
    /// It is not what [`Preferences::to_text`] writes.
    #[error("{message}")]
    Unreadable { message: String, line: usize, column: usize },
    /// A newer Tengen wrote it.
    #[error("version {0}, and this page knows version {VERSION}")]
    Newer(u32),
}

impl From<&PreferencesError> for Fault {
    fn from(error: &PreferencesError) -> Fault {
        let (kind, whereabouts) = match *error {
            PreferencesError::Unreadable { line, column, .. } => {
                (FaultKind::Content, Some(Whereabouts::Character { line, column }))
            }
            PreferencesError::Newer(_) => (FaultKind::Newer, None),
        };
        Fault { kind, message: error.to_string(), whereabouts }
    }
}

impl Preferences {
    pub(crate) fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    pub(crate) fn from_text(text: &str) -> Result<Preferences, PreferencesError> {
        let read: Preferences = serde_json::from_str(text).map_err(|error| PreferencesError::Unreadable {
            message: error.to_string(),
            line: error.line(),
            column: error.column(),
        })?;
        if read.version > VERSION {
            return Err(PreferencesError::Newer(read.version));
        }
        Ok(Preferences { version: VERSION, volume: read.volume.min(100), ..read })
    }

    /// Everything as everybody begins, but the language: whoever cannot read the page could not find the way back.
    pub(crate) fn reset(&mut self) {
        *self = Preferences { language: self.language.take(), ..Preferences::default() };
    }

    /// What the browser has kept; what cannot be read is set aside.
    pub(crate) fn restore() -> Preferences {
        let saved = storage::read(storage::PREFERENCES);
        let preferences = saved.as_deref().map(Preferences::from_text).transpose().unwrap_or_else(|reason| {
            leptos::logging::warn!("{} cannot be read: {reason}", storage::PREFERENCES);
            storage::write(storage::UNREADABLE_PREFERENCES, &saved.unwrap_or_default());
            None
        });
        preferences.unwrap_or_default()
    }

    /// Makes these the preferences that the page uses.
    pub(crate) fn provide(self) -> RwSignal<Preferences> {
        let preferences = RwSignal::new(self);
        provide_context(preferences);
        preferences
    }

    /// Lets the browser keep the page's preferences whenever they change.
    pub(crate) fn keep() {
        let preferences = Preferences::of_page();
        Effect::new(move |before: Option<Preferences>| {
            let now = preferences.get();
            if before.as_ref().is_some_and(|before| *before != now) {
                storage::write(storage::PREFERENCES, &now.to_text());
            }
            now
        });
    }

    /// The preferences that an ancestor provides.
    pub(crate) fn of_page() -> RwSignal<Preferences> {
        expect_context()
    }
}

/// One preference as a signal that changes only with it.
pub(crate) fn preference<T: Clone + PartialEq + Send + Sync + 'static>(of: fn(&Preferences) -> T) -> Memo<T> {
    let preferences = Preferences::of_page();
    Memo::new(move |_| preferences.with(of))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferences_survive_their_text() {
        let preferences = Preferences {
            theme: Theme::Contrast,
            numbers: Numbers::All,
            turn: Turn::Rotate90,
            language: Some("zh-Hans".into()),
            volume: 5,
            ..Preferences::default()
        };
        assert_eq!(Preferences::from_text(&preferences.to_text()), Ok(preferences));
    }

    #[test]
    fn what_a_text_does_not_say_is_as_everybody_begins() {
        let read = Preferences::from_text(r#"{"sound":false,"volume":250,"of-a-later-version":1}"#);
        assert_eq!(read, Ok(Preferences { sound: false, volume: 100, ..Preferences::default() }));
    }

    #[test]
    fn other_texts_are_refused() {
        assert_eq!(Preferences::from_text(r#"{"version":7}"#), Err(PreferencesError::Newer(7)));
        let error = Preferences::from_text(r#"{"theme":"plaid"}"#).unwrap_err().to_string();
        assert!(error.contains("plaid") && error.contains("night"), "{error}");
    }
}
