//! Every text that Tengen shows to a person, in each of its languages.
//!
//! The texts are [Fluent](https://projectfluent.org) catalogues in `locales/`, compiled into the program.
//! Catalogues may differ in word order and plurals, but all must have the same messages
//! with the same variables; a test checks this.
//!
//! ```
//! use tengen_text::{Language, text};
//!
//! assert_eq!(text(Language::English, "hint-found", &[("point", "h8".into())]), "Try h8.");
//! assert_eq!(text(Language::Chinese, "color-black", &[]), "黑棋");
//! ```
#![forbid(unsafe_code)]

mod explanation;

use std::cell::{LazyCell, RefCell};

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};
use unic_langid::LanguageIdentifier;

pub use explanation::Sentences;
pub use fluent_bundle::FluentValue as Value;

/// A language that Tengen supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::English, Language::Chinese];

    /// The language's code for HTML and for settings: `en` or `zh-Hans`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh-Hans",
        }
    }

    /// The language's name in the language itself.
    pub const fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Chinese => "中文",
        }
    }

    /// The language that a code such as `zh-CN` or `en_US` asks for, if Tengen supports it.
    pub fn from_code(code: &str) -> Option<Language> {
        let primary = code.split(['-', '_']).next()?.to_ascii_lowercase();
        match primary.as_str() {
            "en" => Some(Language::English),
            "zh" => Some(Language::Chinese),
            _ => None,
        }
    }

    const fn catalogue(self) -> &'static str {
        match self {
            Language::English => include_str!("../locales/en.ftl"),
            Language::Chinese => include_str!("../locales/zh-Hans.ftl"),
        }
    }

    const fn online_catalogue(self) -> &'static str {
        match self {
            Language::English => include_str!("../locales/online.en.ftl"),
            Language::Chinese => include_str!("../locales/online.zh-Hans.ftl"),
        }
    }

    /// The language for plural rules and numbers.
    fn identifier(self) -> LanguageIdentifier {
        // Our own codes are well formed, as the test of `from_code` shows.
        self.code().parse().unwrap_or_default()
    }
}

type Bundle = RefCell<FluentBundle<FluentResource>>;

thread_local! {
    static ENGLISH: LazyCell<Bundle> = LazyCell::new(|| bundle(Language::English));
    static CHINESE: LazyCell<Bundle> = LazyCell::new(|| bundle(Language::Chinese));
}

fn bundle(language: Language) -> Bundle {
    let mut bundle = FluentBundle::new(vec![language.identifier()]);
    // Both languages run from left to right, so that no marks are needed around what is filled in.
    bundle.set_use_isolating(false);
    let _ = bundle.add_resource(resource(language.catalogue()));
    RefCell::new(bundle)
}

fn resource(catalogue: &str) -> FluentResource {
    // A fault in a catalogue is found by this crate's tests; what could be read of it still serves.
    FluentResource::try_new(catalogue.to_owned()).unwrap_or_else(|(readable, _faults)| readable)
}

fn with_bundle<T>(language: Language, act: impl FnOnce(&Bundle) -> T) -> T {
    match language {
        Language::English => ENGLISH.with(|bundle| act(bundle)),
        Language::Chinese => CHINESE.with(|bundle| act(bundle)),
    }
}

/// Adds the texts of online play to those that [`text`] knows on this thread. They are apart, so that a program that never calls
/// this function does not contain them.
pub fn add_online_play() {
    for language in Language::ALL {
        // A second time there is nothing to add, and the bundle says so.
        let add = |bundle: &Bundle| bundle.borrow_mut().add_resource(resource(language.online_catalogue()));
        let _ = with_bundle(language, add);
    }
}

/// The text with this key, with its variables filled in.
///
/// A key that no catalogue has gives the key itself in braces, so that the fault can be seen and reported.
pub fn text(language: Language, key: &str, arguments: &[(&str, Value<'_>)]) -> String {
    let format = |bundle: &Bundle| {
        let bundle = bundle.borrow();
        let pattern = bundle.get_message(key)?.value()?;
        let mut values = FluentArgs::with_capacity(arguments.len());
        for (name, value) in arguments {
            values.set(*name, value.clone());
        }
        Some(bundle.format_pattern(pattern, Some(&values), &mut Vec::new()).into_owned())
    };
    with_bundle(language, format).unwrap_or_else(|| format!("{{{key}}}"))
}

/// The example of the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

#[cfg(test)]
mod tests;
