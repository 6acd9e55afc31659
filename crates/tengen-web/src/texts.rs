//! The page's language, and its texts in that language.

use leptos::prelude::*;
use tengen_text::{Language, Value, text};

use crate::storage;

/// Gives texts in the language of the moment; where it is used in a view, the view follows the language.
#[derive(Clone, Copy)]
pub(crate) struct Texts {
    language: RwSignal<Language>,
}

impl Texts {
    /// In the language that was chosen here before, or else the browser's first that Tengen speaks.
    pub(crate) fn provide() -> Texts {
        let chosen = storage::read(storage::LANGUAGE).and_then(|code| Language::from_code(&code));
        let of_browser = || {
            let languages = window().navigator().languages();
            languages.iter().find_map(|code| Language::from_code(&code.as_string()?))
        };
        let language = chosen.or_else(of_browser).unwrap_or(Language::English);
        let texts = Texts { language: RwSignal::new(language) };
        Effect::new(move || {
            if let Some(root) = document().document_element() {
                // The attribute picks fonts and a screen reader's voice; setting it cannot fail.
                let _ = root.set_attribute("lang", texts.language.get().code());
            }
            document().set_title(&texts.text("page-title"));
        });
        provide_context(texts);
        texts
    }

    /// The texts that an ancestor provides.
    pub(crate) fn of_page() -> Texts {
        expect_context()
    }

    pub(crate) fn language(self) -> Language {
        self.language.get()
    }

    /// Speaks another language from now on, also on the next visit.
    pub(crate) fn speak(self, language: Language) {
        storage::write(storage::LANGUAGE, language.code());
        self.language.set(language);
    }

    pub(crate) fn text(self, key: &str) -> String {
        text(self.language.get(), key, &[])
    }

    pub(crate) fn text_with(self, key: &str, arguments: &[(&str, Value<'_>)]) -> String {
        text(self.language.get(), key, arguments)
    }
}
