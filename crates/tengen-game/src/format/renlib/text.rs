//! Texts in whatever encoding they are.

use std::fmt;
use std::str::FromStr;

/// An encoding of texts, by the names that the web has for them.
///
/// ```
/// use tengen_game::format::renlib::Encoding;
///
/// assert_eq!("gbk".parse::<Encoding>()?.to_string(), "GBK");
/// # Ok::<(), tengen_game::format::renlib::EncodingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

/// The text names no encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an encoding such as `utf-8`, `gb18030`, `shift_jis` or `windows-1251`, found `{0}`")]
pub struct EncodingError(String);

impl FromStr for Encoding {
    type Err = EncodingError;

    /// Reads any of the labels that the web knows for an encoding, in any case.
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
    /// The encoding that all these texts probably have.
    pub(super) fn guess<'a>(texts: impl Iterator<Item = &'a [u8]> + Clone) -> Encoding {
        if texts.clone().all(|text| std::str::from_utf8(text).is_ok()) {
            return Encoding(encoding_rs::UTF_8);
        }
        let clean =
            |text| encoding_rs::GB18030.decode_without_bom_handling_and_without_replacement(text).is_some();
        if texts.clone().all(clean) && looks_chinese(texts) {
            Encoding(encoding_rs::GB18030)
        } else {
            Encoding(encoding_rs::WINDOWS_1252)
        }
    }

    /// The text; bytes that mean nothing in this encoding become U+FFFD.
    pub(super) fn decode(self, text: &[u8]) -> String {
        self.0.decode_without_bom_handling(text).0.into_owned()
    }
}

/// Nearly all Chinese text has high bytes in pairs (GB 2312). In Western texts a letter with an accent mostly
/// stands before one without, and GB18030 would accept many such pairs.
fn looks_chinese<'a>(texts: impl Iterator<Item = &'a [u8]>) -> bool {
    let (mut high, mut mixed) = (0usize, 0usize);
    for text in texts {
        let mut bytes = text.iter();
        while let Some(&byte) = bytes.next() {
            if byte >= 0x80 {
                let pair = bytes.next().is_some_and(|&second| second >= 0xA1);
                *(if pair { &mut high } else { &mut mixed }) += 1;
            }
        }
    }
    high > mixed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(texts: &[&[u8]]) -> String {
        Encoding::guess(texts.iter().copied()).to_string()
    }

    #[test]
    fn encodings_are_told_apart() {
        assert_eq!(guess(&[]), "UTF-8");
        assert_eq!(guess(&[b"plain", "好手".as_bytes()]), "UTF-8");
        // "好手" in GBK, and then together with something that is UTF-8 by chance.
        assert_eq!(guess(&[b"\xBA\xC3\xCA\xD6", b"A"]), "gb18030");
        // "för svår" in windows-1252, all of whose pairs are GBK as well.
        assert_eq!(guess(&[b"f\xF6r sv\xE5r"]), "windows-1252");
        assert_eq!(guess(&[b"\xFF"]), "windows-1252");
    }

    #[test]
    fn names_are_checked() {
        assert_eq!("Shift_JIS".parse::<Encoding>().unwrap().decode(b"\x8D\x44"), "好");
        assert!("klingon".parse::<Encoding>().is_err());
    }
}
