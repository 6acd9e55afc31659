//! All texts that Tengen shows to users, in each of its languages.
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
mod remark;

use std::cell::{LazyCell, RefCell};
use std::str::FromStr;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};
use tengen_game::Color;
use unic_langid::LanguageIdentifier;

pub use explanation::{Sentences, means_key};
pub use fluent_bundle::FluentValue as Value;
pub use remark::{class_key, remark};

/// A language that Tengen supports. `FromStr` reads its code, as [`Language::from_code`] does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

impl Language {
    /// The supported languages.
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

    /// The language of a code such as `zh-CN` or `en_US`, if Tengen supports it.
    pub fn from_code(code: &str) -> Option<Language> {
        let primary = code.split(['-', '_']).next()?.to_ascii_lowercase();
        match primary.as_str() {
            "en" => Some(Language::English),
            "zh" => Some(Language::Chinese),
            _ => None,
        }
    }

    const fn board_catalogue(self) -> &'static str {
        match self {
            Language::English => include_str!("../locales/board.en.ftl"),
            Language::Chinese => include_str!("../locales/board.zh-Hans.ftl"),
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

    const fn moderation_catalogue(self) -> &'static str {
        match self {
            Language::English => include_str!("../locales/moderation.en.ftl"),
            Language::Chinese => include_str!("../locales/moderation.zh-Hans.ftl"),
        }
    }

    /// The language for plural rules and numbers.
    fn identifier(self) -> LanguageIdentifier {
        // Our own codes are well formed, as the test of `from_code` shows.
        self.code().parse().unwrap_or_default()
    }
}

/// The error of a text that is not the code of a supported language.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a language, `en` or `zh-Hans`, found `{0}`")]
pub struct ParseLanguageError(String);

impl FromStr for Language {
    type Err = ParseLanguageError;

    fn from_str(code: &str) -> Result<Language, ParseLanguageError> {
        Language::from_code(code).ok_or_else(|| ParseLanguageError(code.to_owned()))
    }
}

/// The key of the text that names a side.
pub const fn color_key(color: Color) -> &'static str {
    match color {
        Color::Black => "color-black",
        Color::White => "color-white",
    }
}

type Bundle = RefCell<FluentBundle<FluentResource>>;

thread_local! {
    static ENGLISH: LazyCell<Bundle> = LazyCell::new(|| bundle(Language::English));
    static CHINESE: LazyCell<Bundle> = LazyCell::new(|| bundle(Language::Chinese));
    static MODERATION: [LazyCell<Bundle>; 2] = [
        LazyCell::new(|| bundle_of(Language::English, Language::English.moderation_catalogue())),
        LazyCell::new(|| bundle_of(Language::Chinese, Language::Chinese.moderation_catalogue())),
    ];
}

fn bundle(language: Language) -> Bundle {
    let bundle = bundle_of(language, language.board_catalogue());
    #[cfg(feature = "complete")]
    let _ = bundle.borrow_mut().add_resource(resource(language.catalogue()));
    bundle
}

fn bundle_of(language: Language, catalogue: &str) -> Bundle {
    let mut bundle = FluentBundle::new(vec![language.identifier()]);
    // Both languages run from left to right, so that inserted values need no marks around them. In Chinese the marks show `close_gaps`
    // where the values are.
    bundle.set_use_isolating(language == Language::Chinese);
    let _ = bundle.add_resource(resource(catalogue));
    RefCell::new(bundle)
}

fn resource(catalogue: &str) -> FluentResource {
    // This crate's tests find faults in catalogues. The readable part of a faulty catalogue is used.
    FluentResource::try_new(catalogue.to_owned()).unwrap_or_else(|(readable, _faults)| readable)
}

fn with_bundle<T>(language: Language, act: impl FnOnce(&Bundle) -> T) -> T {
    match language {
        Language::English => ENGLISH.with(|bundle| act(bundle)),
        Language::Chinese => CHINESE.with(|bundle| act(bundle)),
    }
}

/// Adds all texts but those of online play to those of [`text`] on this thread. Without the feature `complete` they are separate, so that
/// the first part of a page does not contain them.
pub fn add_page() {
    add(Language::catalogue);
}

/// Adds the texts of online play to those of [`text`] on this thread. They are separate, so that a program that never calls this function
/// does not contain them.
pub fn add_online_play() {
    add(Language::online_catalogue);
}

/// Adds the texts of a catalogue that the program has fetched, such as those of the course, to those of [`text`] on this thread. A key that is
/// there already keeps its text.
pub fn add_texts(language: Language, catalogue: String) {
    let resource = FluentResource::try_new(catalogue).unwrap_or_else(|(readable, _faults)| readable);
    with_bundle(language, |bundle| {
        let _ = bundle.borrow_mut().add_resource(resource);
    });
}

fn add(catalogue: fn(Language) -> &'static str) {
    for language in Language::ALL {
        // A second call adds nothing, and the bundle returns an error.
        let add = |bundle: &Bundle| bundle.borrow_mut().add_resource(resource(catalogue(language)));
        let _ = with_bundle(language, add);
    }
}

/// The text with this key and the values of its variables.
///
/// For a key that no catalogue has, the result is the key itself in braces, so that the fault is visible and can be reported.
pub fn text(language: Language, key: &str, arguments: &[(&str, Value<'_>)]) -> String {
    with_bundle(language, |bundle| format(bundle, key, arguments))
}

/// The text with this key among those of the moderators' page, which the server writes. They are separate from those of [`text`], so that
/// no other program contains them.
pub fn moderation_text(language: Language, key: &str, arguments: &[(&str, Value<'_>)]) -> String {
    MODERATION.with(|[english, chinese]| match language {
        Language::English => format(english, key, arguments),
        Language::Chinese => format(chinese, key, arguments),
    })
}

fn format(bundle: &Bundle, key: &str, arguments: &[(&str, Value<'_>)]) -> String {
    let bundle = bundle.borrow();
    let Some(pattern) = bundle.get_message(key).and_then(|message| message.value()) else {
        return format!("{{{key}}}");
    };
    let mut values = FluentArgs::with_capacity(arguments.len());
    for (name, value) in arguments {
        values.set(*name, value.clone());
    }
    close_gaps(&bundle.format_pattern(pattern, Some(&values), &mut Vec::new()))
}

/// The marks that Fluent puts around inserted values.
const MARKS: [char; 2] = ['\u{2068}', '\u{2069}'];

/// Removes the marks around inserted values, and the spaces beside them that separate two Chinese characters: a Chinese text has spaces
/// only around names and numbers in Latin letters.
fn close_gaps(marked: &str) -> String {
    if !marked.contains(MARKS) {
        return marked.to_owned();
    }
    let [begin, end] = MARKS;
    let is_chinese = |character: Option<&char>| {
        character.is_some_and(|character| {
            matches!(character, '\u{2E80}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}')
        })
    };
    let all: Vec<char> = marked.chars().collect();
    let mut text: Vec<char> = Vec::with_capacity(all.len());
    for (index, &character) in all.iter().enumerate() {
        let is_gap = || {
            let after = match all.get(index + 1) {
                Some(&next) if next == begin => all.get(index + 2),
                next if index > 0 && all[index - 1] == end => next,
                _ => None,
            };
            is_chinese(text.last()) && is_chinese(after)
        };
        let is_dropped = MARKS.contains(&character) || (character == ' ' && is_gap());
        if !is_dropped {
            text.push(character);
        }
    }
    text.into_iter().collect()
}

/// The example of the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

#[cfg(test)]
mod tests;
