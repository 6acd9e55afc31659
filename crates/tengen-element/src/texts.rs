//! The element's texts, which the build script copies from the catalogues.

use tengen_analysis::ScoreText;

include!("keys.rs");
include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// The texts of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Texts {
    /// The value of the attribute `lang`.
    pub(crate) code: &'static str,
    texts: &'static [&'static str],
}

impl Texts {
    /// The texts for a code such as `zh-CN`: Chinese or English.
    pub(crate) fn of(code: &str) -> Texts {
        match code.split(['-', '_']).next() {
            Some(primary) if primary.eq_ignore_ascii_case("zh") => Texts { code: "zh-Hans", texts: &CHINESE },
            _ => Texts { code: "en", texts: &ENGLISH },
        }
    }

    pub(crate) fn text(self, key: &str) -> String {
        self.text_with(key, &[])
    }

    /// A text with the values of its variables.
    pub(crate) fn text_with(self, key: &str, values: &[(&str, &str)]) -> String {
        // As in the catalogues, a missing text shows its key.
        let Ok(index) = KEYS.binary_search(&key) else { return format!("{{{key}}}") };
        let mut pieces = self.texts.get(index).copied().unwrap_or_default().split(['{', '}']);
        let mut text = String::from(pieces.next().unwrap_or_default());
        // Names of variables and plain texts alternate.
        while let (Some(name), Some(after)) = (pieces.next(), pieces.next()) {
            let value = values.iter().find(|(other, _)| *other == name);
            text.push_str(value.map_or("", |(_, value)| value));
            text.push_str(after);
        }
        text
    }

    pub(crate) fn score(self, ScoreText { key, name, value }: ScoreText) -> String {
        self.text_with(key, &[(name, &value.to_string())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_text() {
        assert!(KEYS.is_sorted(), "they are looked up by halves");
        for code in ["en", "zh-CN"] {
            let texts = Texts::of(code);
            for key in KEYS {
                let text = texts.text(key);
                assert!(!text.is_empty() && text != format!("{{{key}}}"), "{key} in {code}: {text}");
            }
        }
        assert_eq!(Texts::of("EN_us").text_with("hint-found", &[("point", "h8")]), "Try h8.");
        let missing = "no-such-text";
        assert_eq!(Texts::of("fr").text(missing), "{no-such-text}");
    }
}
