//! Decoding texts without the feature `encodings`: UTF-8 and UTF-16 alone.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use super::ReadNote;

/// An encoding of texts. Without the feature `encodings` UTF-8 is the only one that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(());

/// The text names no encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `utf-8`, the only encoding without the feature `encodings`, found `{0}`")]
pub struct EncodingError(String);

impl FromStr for Encoding {
    type Err = EncodingError;

    fn from_str(text: &str) -> Result<Encoding, EncodingError> {
        let names = ["utf-8", "utf8"];
        let found = names.iter().any(|name| text.trim().eq_ignore_ascii_case(name));
        if found { Ok(Encoding::UTF_8) } else { Err(EncodingError(text.to_owned())) }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("UTF-8")
    }
}

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Encoding = Encoding(());

    /// Returns UTF-8 for any texts.
    pub(super) fn guess<'a>(_texts: impl Iterator<Item = &'a [u8]> + Clone) -> Encoding {
        Encoding::UTF_8
    }

    /// Decodes a text. Bytes without a meaning in UTF-8 become U+FFFD.
    pub(super) fn decode(self, text: &[u8]) -> Cow<'_, str> {
        String::from_utf8_lossy(text)
    }
}

/// A decoded file.
pub(super) struct Decoded<'a> {
    /// The text, without a byte order mark.
    pub(super) text: Cow<'a, str>,
    /// UTF-8, where the file is in another encoding.
    pub(super) note: Option<ReadNote>,
}

/// Decodes a file as UTF-8, or as UTF-16 with a byte order mark.
pub(super) fn decode(bytes: &[u8], _wanted: Option<Encoding>, _names: Option<Encoding>) -> Decoded<'_> {
    if let Some(text) = decode_marked(bytes) {
        return Decoded { text, note: None };
    }
    let note = std::str::from_utf8(bytes).is_err().then_some(ReadNote::Encoding(Encoding::UTF_8));
    Decoded { text: Encoding::UTF_8.decode(bytes), note }
}

/// The text of a file that begins with a byte order mark; `None` where there is none.
pub(super) fn decode_marked(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let wide = |rest: &[u8], number: fn([u8; 2]) -> u16| {
        let units = rest.chunks_exact(2).map(|pair| number([pair[0], pair[1]]));
        Cow::Owned(
            char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect(),
        )
    };
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => Some(Encoding::UTF_8.decode(rest)),
        [0xFF, 0xFE, rest @ ..] => Some(wide(rest, u16::from_le_bytes)),
        [0xFE, 0xFF, rest @ ..] => Some(wide(rest, u16::from_be_bytes)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_is_read_and_the_rest_is_reported() {
        let read = |bytes: &[u8]| {
            let decoded = decode(bytes, None, None);
            (decoded.text.into_owned(), decoded.note.is_some())
        };
        assert_eq!(read("好é".as_bytes()), ("好é".to_owned(), false));
        assert_eq!(read(b"\xEF\xBB\xBFh8"), ("h8".to_owned(), false));
        assert_eq!(read(b"\xFF\xFEh\x00\x7D\x59"), ("h好".to_owned(), false));
        assert_eq!(read(b"\xFE\xFF\x00h\x59\x7D"), ("h好".to_owned(), false));
        assert_eq!(read(b"a\xBA\xC3"), ("a\u{fffd}\u{fffd}".to_owned(), true));
    }

    #[test]
    fn utf_8_alone_has_a_name() {
        assert_eq!("UTF-8".parse::<Encoding>().unwrap().to_string(), "UTF-8");
        let error = "gbk".parse::<Encoding>().unwrap_err().to_string();
        assert!(error.contains("the feature `encodings`, found `gbk`"), "{error}");
    }
}
