//! Values of options that several commands share.

use std::error::Error;
use std::ffi::OsStr;
use std::marker::PhantomData;
use std::str::FromStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use tengen_game::BoardSize;

pub(crate) use tengen_serve::program::seconds;

/// The form in which a command prints its result.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct OutputOption {
    /// Print the result as one JSON object on standard output
    #[arg(long)]
    pub(crate) json: bool,
}

/// Whether a command that may take long shows its progress.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct ProgressOption {
    /// Show no progress, which is shown on a terminal only, and no notes
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// The rules that have names. The rules `free-N` are too many for the list.
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

/// The names of the efforts of a review.
pub(crate) const EFFORTS: [&str; 3] = ["quick", "normal", "thorough"];

/// The languages of texts; their other codes, such as `zh-CN`, are read as well.
pub(crate) const LANGUAGES: [&str; 2] = ["en", "zh-Hans"];

/// The dialects of the Gomocup protocol.
pub(crate) const DIALECTS: [&str; 4] = ["piskvork", "yixin", "rapfi", "alphagomoku"];

/// Reads every value of `FromStr`, which may be more than these names; help and completions offer the names.
pub(crate) fn named<T>(names: &'static [&'static str]) -> Named<T> {
    Named { names, value: PhantomData }
}

/// A parser of values that offers their names, made by [`named`].
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
        // The error is replaced by that of `FromStr`.
        (|text: &str| text.parse::<T>()).parse_ref(command, argument, value).map_err(|mut error| {
            let similar = value.to_str().and_then(|text| similar(text, self.names));
            if let Some(name) = similar {
                error.insert(ContextKind::SuggestedValue, ContextValue::String(name.to_owned()));
            }
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().copied().map(PossibleValue::new)))
    }
}

/// The probable intention of a mistyped text: the nearest name, if few characters differ.
fn similar<'a>(text: &str, names: &[&'a str]) -> Option<&'a str> {
    let text = text.to_lowercase();
    let distances = names.iter().map(|&name| (edits(&text, name), name));
    let (distance, name) = distances.min_by_key(|&(distance, _)| distance)?;
    // Nearly all short names are near each other, so the limit depends on the length.
    let most = (name.len().min(text.len()) / 3).clamp(1, 3);
    (distance <= most).then_some(name)
}

/// The number of characters that have to be changed, added, left out or exchanged with their neighbours (optimal string alignment).
fn edits(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut rows = vec![vec![0; other.len() + 1]; one.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, first) in rows[0].iter_mut().enumerate() {
        *first = j;
    }
    for i in 1..=one.len() {
        for j in 1..=other.len() {
            let changed = rows[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            let is_exchange = i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
            if is_exchange {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = least;
        }
    }
    rows[one.len()][other.len()]
}

/// Reads a whole number from `least` on, also with an exponent or with signs between its digits: `1000000`, `1e6`, `2.5e6`,
/// `1_000_000` or `1,000,000`.
pub(crate) fn count<T: TryFrom<u64>>(least: u64) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let found = whole_number(text).filter(|&number| number >= least);
        found.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            format!("expected a whole number from {least} on, such as `20000`, `2e4` or `20_000`")
        })
    }
}

/// The number that a text denotes, if it is a whole one.
pub(crate) fn whole_number(text: &str) -> Option<u64> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<u32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: String = [whole, fraction].concat().replace(['_', ','], "");
    let is_number =
        whole.starts_with(|c: char| c.is_ascii_digit()) && digits.bytes().all(|b| b.is_ascii_digit());
    let zeros = exponent.checked_sub(u32::try_from(fraction.len()).ok()?)?;
    let factor = 10_u64.checked_pow(zeros)?;
    digits.parse::<u64>().ok().filter(|_| is_number)?.checked_mul(factor)
}

/// Reads a number of lines, 3 to 22.
pub(crate) fn board_size(text: &str) -> Result<BoardSize, String> {
    let lines: usize = text.parse().map_err(|_| "expected a number of lines, 3 to 22".to_owned())?;
    BoardSize::new(lines).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use tengen_formats::any::Format;

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
        assert!(ENCODINGS.iter().all(|name| name.parse::<tengen_formats::Encoding>().is_ok()));
    }

    #[test]
    fn whole_numbers_are_read_as_people_write_them() {
        for text in ["1000000", "1e6", "1E6", "1_000_000", "1,000,000", "0.1e7", "1.0e6"] {
            assert_eq!(count::<u64>(1)(text), Ok(1_000_000), "{text}");
        }
        assert_eq!(count::<u32>(1)("2.5e3"), Ok(2_500));
        for text in
            ["", "0", "-1", "1.5", "1.55e1", "e6", "1e", "1e-3", "1e99", "99999999999999999999", "ten", "_1"]
        {
            assert!(count::<u64>(1)(text).is_err(), "{text}");
        }
        assert!(count::<u32>(1)("1e10").is_err());
    }

    #[test]
    fn a_mistyped_name_is_recognised() {
        for (text, name) in
            [("reniu", "renju"), ("Renju", "renju"), ("rnju", "renju"), ("freestlye", "freestyle")]
        {
            assert_eq!(similar(text, &RULES), Some(name), "{text}");
        }
        assert_eq!(similar("sfg", &FORMATS), Some("sgf"));
        assert_eq!(similar("yixing", &DIALECTS), Some("yixin"));
        for text in ["", "x", "gomoku", "go"] {
            assert_eq!(similar(text, &RULES), None, "{text}");
        }
    }

    #[test]
    fn sizes_are_read_within_bounds() {
        assert_eq!(board_size("15"), Ok(BoardSize::FIFTEEN));
        for text in ["", "2", "23", "15x15", "-3"] {
            assert!(board_size(text).is_err(), "{text}");
        }
    }
}
