//! Light or dark. A theme is a set of CSS custom properties; this only says which set.

use leptos::prelude::*;

use crate::storage;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Theme {
    /// Light by day and dark by night, as the system has it.
    Auto,
    /// Wood in daylight.
    Kaya,
    /// Dark slate.
    Night,
}

impl Theme {
    pub(crate) const ALL: [Theme; 3] = [Theme::Auto, Theme::Kaya, Theme::Night];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Theme::Auto => "auto",
            Theme::Kaya => "kaya",
            Theme::Night => "night",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }

    /// The key of the theme's name in the catalogues.
    pub(crate) fn text_key(self) -> &'static str {
        match self {
            Theme::Auto => "theme-auto",
            Theme::Kaya => "theme-kaya",
            Theme::Night => "theme-night",
        }
    }
}

/// The theme in use; setting it changes the page and is remembered.
pub(crate) fn theme() -> RwSignal<Theme> {
    let remembered = storage::read(storage::THEME).and_then(|name| Theme::from_name(&name));
    let theme = RwSignal::new(remembered.unwrap_or(Theme::Auto));
    Effect::new(move || {
        let name = theme.get().name();
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-theme", name);
        }
        storage::write(storage::THEME, name);
    });
    theme
}
