//! Values of options that several commands share.

use std::error::Error;
use std::ffi::OsStr;
use std::marker::PhantomData;
use std::str::FromStr;

use clap::builder::{PossibleValue, TypedValueParser};
use tengen_game::BoardSize;

pub(crate) use crate::common::seconds;

/// The form in which a command prints its result.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct OutputOption {
    /// Print the result as one JSON object on standard output
    #[arg(long)]
    pub(crate) json: bool,
}

/// Whether a command that may take long shows its progress.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct ProgressOption {
    /// Show no progress (progress is shown on a terminal only)
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// The rules that have names; of `free-N` there are too many.
pub(crate) const RULES: [&str; 5] = ["freestyle", "standard", "renju", "caro", "caro-exact"];

/// The formats that are read; all but the last are written.
pub(crate) const FORMATS: [&str; 11] =
    ["json", "sgf", "psq", "rec", "lib", "sav", "pos", "link", "moves", "txt", "rif"];

/// The formats and kinds of pictures that are written.
pub(crate) const TARGETS: [&str; 13] =
    ["json", "sgf", "psq", "rec", "lib", "sav", "pos", "link", "moves", "txt", "svg", "png", "gif"];

/// Some encodings; every name of the WHATWG's Encoding Standard is read.
pub(crate) const ENCODINGS: [&str; 8] =
    ["utf-8", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr", "windows-1251", "windows-1252"];

/// How thoroughly games are reviewed.
pub(crate) const EFFORTS: [&str; 3] = ["quick", "normal", "thorough"];

/// The languages of texts; their other codes, such as `zh-CN`, are read as well.
pub(crate) const LANGUAGES: [&str; 2] = ["en", "zh-Hans"];

/// The dialects of the Gomocup protocol.
pub(crate) const DIALECTS: [&str; 4] = ["piskvork", "yixin", "rapfi", "alphagomoku"];

/// Reads every value of `FromStr`, which may be more than these names; help and completions offer the names.
pub(crate) fn named<T>(names: &'static [&'static str]) -> Named<T> {
    Named { names, value: PhantomData }
}

/// Made by [`named`].
pub(crate) struct Named<T> {
    names: &'static [&'static str],
    value: PhantomData<fn() -> T>,
}

impl<T> Clone for Named<T> {
    fn clone(&self) -> Named<T> {
        named(self.names)
    }
}

impl<T> TypedValueParser for Named<T>
where
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        // The error is then that of `FromStr`.
        (|text: &str| text.parse::<T>()).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().copied().map(PossibleValue::new)))
    }
}

/// Reads a number of lines, 3 to 22.
pub(crate) fn board_size(text: &str) -> Result<BoardSize, String> {
    let lines: usize = text.parse().map_err(|_| "expected a number of lines, 3 to 22".to_owned())?;
    BoardSize::new(lines).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use tengen_game::format::any::Format;

    use super::*;

    #[test]
    fn the_names_of_rules_are_those_of_the_library() {
        assert_eq!(tengen_game::Rule::NAMED.map(|rule| rule.to_string()), RULES);
    }

    #[test]
    fn the_names_of_efforts_and_languages_are_those_of_the_libraries() {
        assert_eq!(tengen_analysis::Effort::ALL.map(|effort| effort.name()), EFFORTS);
        assert_eq!(tengen_text::Language::ALL.map(|language| language.code()), LANGUAGES);
    }

    #[test]
    fn the_names_of_dialects_are_those_of_the_library() {
        assert_eq!(tengen_gomocup::Dialect::ALL.map(|dialect| dialect.name()), DIALECTS);
    }

    #[test]
    fn the_names_of_formats_are_those_of_the_library() {
        for format in Format::ALL {
            assert!(FORMATS.contains(&format.name()), "{format}");
        }
        assert_eq!((FORMATS.len(), &TARGETS[..10]), (Format::ALL.len(), &FORMATS[..10]));
        assert!(FORMATS[..10].iter().all(|name| name.parse::<Format>().unwrap().is_written()));
        assert!(ENCODINGS.iter().all(|name| name.parse::<tengen_game::format::Encoding>().is_ok()));
    }

    #[test]
    fn sizes_are_read_within_bounds() {
        assert_eq!(board_size("15"), Ok(BoardSize::FIFTEEN));
        for text in ["", "2", "23", "15x15", "-3"] {
            assert!(board_size(text).is_err(), "{text}");
        }
    }
}
