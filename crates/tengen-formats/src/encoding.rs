//! Decoding texts in any encoding.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use super::ReadNote;

mod guess;

/// An encoding of texts, named as in the Encoding Standard of the web.
///
/// ```
/// use tengen_formats::Encoding;
///
/// assert_eq!("gbk".parse::<Encoding>()?.to_string(), "GBK");
/// # Ok::<(), tengen_formats::EncodingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

/// The text names no encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an encoding such as `utf-8`, `gb18030`, `shift_jis` or `windows-1251`, found `{0}`")]
pub struct EncodingError(String);

impl FromStr for Encoding {
    type Err = EncodingError;

    /// Reads any of the labels that the Encoding Standard has for an encoding, in any case.
    fn from_str(text: &str) -> Result<Encoding, EncodingError> {
        let found = encoding_rs::Encoding::for_label(text.as_bytes());
        found.map(Encoding).ok_or_else(|| EncodingError(text.to_owned()))
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.name())
    }
}

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Encoding = Encoding(encoding_rs::UTF_8);

    /// The probable encoding of all texts together: UTF-8 if all of them are valid UTF-8, and otherwise one that their characters suggest.
    /// For few characters the guess can be wrong.
    pub(super) fn guess<'a>(texts: impl Iterator<Item = &'a [u8]> + Clone) -> Encoding {
        if texts.clone().all(|text| std::str::from_utf8(text).is_ok()) {
            return Encoding::UTF_8;
        }
        Encoding(guess::guess(texts))
    }

    /// Whether brackets and line ends are the same bytes as in ASCII, so that a text can be searched for them.
    pub(super) fn has_ascii(self) -> bool {
        self.0.is_ascii_compatible()
    }

    /// Decodes a text. Bytes without a meaning in this encoding become U+FFFD.
    pub(super) fn decode(self, text: &[u8]) -> Cow<'_, str> {
        self.0.decode_without_bom_handling(text).0
    }
}

/// A decoded file.
pub(super) struct Decoded<'a> {
    /// The text, without a byte order mark.
    pub(super) text: Cow<'a, str>,
    /// The encoding, where it was guessed or differs from the declared one.
    pub(super) note: Option<ReadNote>,
}

/// Decodes a file by the first of these that is there: the `wanted` encoding, the byte order mark, the encoding that the file `names`,
/// UTF-8, the guessed encoding.
pub(super) fn decode(bytes: &[u8], wanted: Option<Encoding>, names: Option<Encoding>) -> Decoded<'_> {
    let certain = |text| Decoded { text, note: None };
    if let Some(text) = decode_marked(bytes).filter(|_| wanted.is_none()) {
        return certain(text);
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    // A file that names UTF-8, or an encoding in which its own name could not be read, may be in another.
    let named = names.filter(|&named| named != Encoding::UTF_8 && named.has_ascii());
    if let (None, Some(named), Ok(text)) = (wanted, named, std::str::from_utf8(bytes))
        && can_only_be_utf8(text, named)
    {
        let note = Some(ReadNote::OtherEncoding { named, taken: Encoding::UTF_8 });
        return Decoded { text: Cow::Borrowed(text), note };
    }
    if let Some(encoding) = wanted.or(named) {
        return certain(encoding.decode(bytes));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => certain(Cow::Borrowed(text)),
        Err(_) => {
            let encoding = Encoding::guess(std::iter::once(bytes));
            Decoded { text: encoding.decode(bytes), note: Some(ReadNote::Encoding(encoding)) }
        }
    }
}

/// Whether a text that is valid UTF-8 cannot be in the encoding that its file names.
///
/// Bytes of other encodings are rarely valid UTF-8. Only pairs of bytes can be a character of both UTF-8 and an encoding
/// of China, Japan or Korea; three or four bytes are one of UTF-8.
fn can_only_be_utf8(text: &str, named: Encoding) -> bool {
    let least = if named.0.is_single_byte() { 2 } else { 3 };
    text.chars().any(|c| c.len_utf8() >= least)
}

/// The text of a file that begins with a byte order mark; `None` where there is none.
pub(super) fn decode_marked(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let (encoding, length) = encoding_rs::Encoding::for_bom(bytes)?;
    Some(Encoding(encoding).decode(&bytes[length..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(texts: &[&[u8]]) -> String {
        Encoding::guess(texts.iter().copied()).to_string()
    }

    fn in_encoding(text: &str, name: &str) -> Vec<u8> {
        encoding_rs::Encoding::for_label(name.as_bytes()).unwrap().encode(text).0.into_owned()
    }

    #[test]
    fn encodings_are_distinguished() {
        assert_eq!(guess(&[]), "UTF-8");
        assert_eq!(guess(&[b"plain", "好手".as_bytes()]), "UTF-8");
        // "好手" in GBK, and then together with something that is UTF-8 by chance.
        assert_eq!(guess(&[b"\xBA\xC3\xCA\xD6", b"A"]), "GBK");
        // "för svår" in windows-1252, all of whose pairs are GBK as well.
        assert_eq!(guess(&[b"f\xF6r sv\xE5r"]), "windows-1252");
        assert_eq!(guess(&[b"\xFF"]), "windows-1252");
    }

    #[test]
    fn names_of_players_survive_in_the_encodings_of_their_countries() {
        for (name, encoding) in [
            ("Михаил Кожин", "windows-1251"),
            ("長谷川一人", "Shift_JIS"),
            ("中村茂", "EUC-JP"),
            ("林書玄", "Big5"),
            ("Ondřej Šimek", "windows-1250"),
            ("Ants Soosõrv", "windows-1252"),
            ("黑方胜", "GBK"),
        ] {
            let bytes = in_encoding(name, encoding);
            let decoded = decode(&bytes, None, None);
            assert_eq!(decoded.text, name);
            assert_eq!(decoded.note, Some(ReadNote::Encoding(encoding.parse().unwrap())));
            assert_eq!(decode(&bytes, Some(encoding.parse().unwrap()), None).text, name);
        }
    }

    #[test]
    fn a_byte_order_mark_overrides_a_name_and_the_caller_overrides_both() {
        let gbk = Some("gbk".parse().unwrap());
        assert_eq!(decode("\u{feff}é".as_bytes(), None, gbk).text, "é");
        assert_eq!(decode(b"\xFE\xFF\x00h", None, gbk).text, "h");
        assert_eq!(decode(b"\xBA\xC3", None, gbk).text, "好");
        assert_eq!(decode(b"\xEF\xBB\xBF\xBA\xC3", gbk, None).text, "好");
        // No ASCII could be read in an encoding of two bytes a character.
        assert_eq!(decode(b"(;)", None, "utf-16le".parse().ok()).text, "(;)");
    }

    #[test]
    fn utf8_overrides_another_name() {
        for (text, name) in
            [("黑方", "gb2312"), ("Ondřej", "windows-1250"), ("é", "latin1"), ("好", "shift_jis")]
        {
            let named: Encoding = name.parse().unwrap();
            let decoded = decode(text.as_bytes(), None, Some(named));
            let note = ReadNote::OtherEncoding { named, taken: Encoding::UTF_8 };
            assert_eq!((decoded.text.as_ref(), decoded.note), (text, Some(note)), "{name}");
            // The caller's encoding overrides that of the file.
            assert_ne!(decode(text.as_bytes(), Some(named), None).text, text);
        }
        // The pair of bytes is a character of both encodings.
        let gbk = in_encoding("魔", "gbk");
        assert!(std::str::from_utf8(&gbk).is_ok());
        assert_eq!(decode(&gbk, None, "gbk".parse().ok()).text, "魔");
    }

    #[test]
    fn names_are_checked() {
        assert_eq!("Shift_JIS".parse::<Encoding>().unwrap().decode(b"\x8D\x44"), "好");
        assert!("klingon".parse::<Encoding>().is_err());
    }
}
