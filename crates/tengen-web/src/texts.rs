//! The page's language, and its texts in that language.

use leptos::prelude::*;
use tengen_analysis::{Means, ScoreText};
use tengen_text::{Language, Value, means_key, text};

use crate::app::Whole;
use crate::preferences::Preferences;
use crate::reactive::{Memo, RwSignal};

/// The texts in the current language. A view that uses them follows the language.
#[derive(Clone, Copy)]
pub(crate) struct Texts {
    preferences: RwSignal<Preferences>,
    language: Memo<Language>,
}

impl Texts {
    /// Provides the texts in the language that the user chose here before, or else in the browser's first language that Tengen supports.
    pub(crate) fn provide(preferences: RwSignal<Preferences>) -> Texts {
        let of_browser = || {
            let languages = window().navigator().languages();
            languages.iter().find_map(|code| Language::from_code(&code.as_string()?))
        };
        let of_browser = of_browser().unwrap_or(Language::English);
        let chosen =
            move |preferences: &Preferences| preferences.language.as_deref().and_then(Language::from_code);
        let language = Memo::new(move |_| preferences.with(chosen).unwrap_or(of_browser));
        let texts = Texts { preferences, language };
        Effect::new(move || {
            if let Some(root) = document().document_element() {
                // The attribute selects fonts and a screen reader's voice. Setting it cannot fail.
                let _ = root.set_attribute("lang", texts.language.get().code());
            }
            if use_context::<Whole>().is_some_and(|whole| whole.0) {
                document().set_title(&texts.text("page-title"));
            }
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

    /// Sets the language, also for the next visit.
    pub(crate) fn speak(self, language: Language) {
        self.preferences.update(|preferences| preferences.language = Some(language.code().to_owned()));
    }

    /// Whether the user prefers the terms of experts to plain words.
    pub(crate) fn has_expert_terms(self) -> bool {
        self.preferences.with(|preferences| preferences.expert_terms)
    }

    /// The means of a forced win.
    pub(crate) fn means(self, means: Means) -> String {
        self.text(means_key(means, self.has_expert_terms()))
    }

    pub(crate) fn text(self, key: &str) -> String {
        text(self.language.get(), key, &[])
    }

    pub(crate) fn score(self, ScoreText { key, name, value }: ScoreText) -> String {
        self.text_with(key, &[(name, value.into())])
    }

    pub(crate) fn text_with(self, key: &str, arguments: &[(&str, Value<'_>)]) -> String {
        text(self.language.get(), key, arguments)
    }
}
