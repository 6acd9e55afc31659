//! The envelope of the payload: version, base64url, checksum and the last letter.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::{LinkError, MAX_BYTES, VERSION};

const NAME: &str = "tg";
const END: char = 'z';

pub(super) fn wrap(payload: &[u8]) -> String {
    let mut bytes = payload.to_vec();
    bytes.extend(crc32(payload).to_be_bytes());
    format!("{NAME}{VERSION}.{}{END}", URL_SAFE_NO_PAD.encode(bytes))
}

/// The payload of the first link in the text.
pub(super) fn unwrap(text: &str) -> Result<Vec<u8>, LinkError> {
    // A link begins where a word begins: after the `#` of a URL, a space, a bracket, or nothing.
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let (version, rest) = text.split(|c| !is_part(c)).find_map(split_version).ok_or(LinkError::NotFound)?;
    if version != VERSION.to_string() {
        return Err(LinkError::Version(version.chars().take(20).collect()));
    }
    // A sentence or a name may continue behind the link; the link itself ends in a letter.
    let body = rest.split('.').next().unwrap_or_default().trim_end_matches(['-', '_']);
    let last = body.chars().next_back().unwrap_or('.');
    let body = body.strip_suffix(END).ok_or(LinkError::CutOff(last))?;
    // Four characters hold three bytes.
    if body.len() / 4 * 3 > MAX_BYTES + 4 {
        return Err(LinkError::TooLong);
    }
    let mut payload = URL_SAFE_NO_PAD.decode(body).map_err(|error| LinkError::Base64(error.to_string()))?;
    let Some((_, &checksum)) = payload.split_last_chunk::<4>() else {
        return Err(LinkError::Base64(format!(
            "expected at least 4 bytes, the checksum, found {}",
            payload.len()
        )));
    };
    payload.truncate(payload.len() - checksum.len());
    let (expected, found) = (crc32(&payload), u32::from_be_bytes(checksum));
    if expected == found { Ok(payload) } else { Err(LinkError::Checksum { expected, found }) }
}

/// The version and what follows it, if the word has the form of a link.
fn split_version(word: &str) -> Option<(&str, &str)> {
    let (version, rest) = word.strip_prefix(NAME)?.split_once('.')?;
    let is_number = !version.is_empty() && version.bytes().all(|b| b.is_ascii_digit());
    is_number.then_some((version, rest))
}

/// CRC-32 as in zlib, PNG and Ethernet (polynomial 04C11DB7, reflected). It detects every change of up to 32 adjacent bits, and so of a
/// single character. Links are short: a table would not pay.
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc)))
}

/// Appends a varint.
pub(super) fn put_varint(bytes: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// Appends a string.
pub(super) fn put_string(bytes: &mut Vec<u8>, text: &str) {
    put_varint(bytes, text.len());
    bytes.extend(text.as_bytes());
}

/// Reads a payload, or one section of it, from front to back.
#[derive(Clone)]
pub(super) struct Input<'a> {
    rest: &'a [u8],
    /// The place of the rest in the whole payload.
    at: usize,
}

impl<'a> Input<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Input<'a> {
        Input { rest: bytes, at: 0 }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn take(&mut self, length: usize, expected: &'static str) -> Result<&'a [u8], LinkError> {
        let Some((taken, rest)) = self.rest.split_at_checked(length) else {
            let found = format!("only {} bytes", self.rest.len());
            return Err(LinkError::Payload { at: self.at, expected, found });
        };
        self.rest = rest;
        self.at += length;
        Ok(taken)
    }

    pub(super) fn byte(&mut self, expected: &'static str) -> Result<u8, LinkError> {
        self.take(1, expected).map(|taken| taken[0])
    }

    pub(super) fn varint(&mut self, expected: &'static str) -> Result<usize, LinkError> {
        let start = self.at;
        let mut value = 0;
        // Four groups of seven bits exceed every count that a payload can have.
        for shift in [0, 7, 14, 21] {
            let byte = self.byte(expected)?;
            value |= usize::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                let needless = byte == 0 && shift > 0;
                return if needless {
                    Err(wrong(start, expected, "a needlessly long number"))
                } else {
                    Ok(value)
                };
            }
        }
        Err(wrong(start, expected, "a number beyond all bounds"))
    }

    pub(super) fn string(&mut self, expected: &'static str) -> Result<String, LinkError> {
        let length = self.varint(expected)?;
        let at = self.at;
        let bytes = self.take(length, expected)?;
        utf8(bytes, at, expected)
    }

    /// The next section: where it begins, its tag, and its content.
    pub(super) fn section(&mut self) -> Result<(usize, u8, Input<'a>), LinkError> {
        let start = self.at;
        let tag = self.byte("a section's tag")?;
        let length = self.varint("a section's length")?;
        let at = self.at;
        let rest = self.take(length, "a section as long as it says")?;
        Ok((start, tag, Input { rest, at }))
    }

    /// The rest of the input, as text.
    pub(super) fn text(&mut self, expected: &'static str) -> Result<String, LinkError> {
        utf8(std::mem::take(&mut self.rest), self.at, expected)
    }

    pub(super) fn end(&self, expected: &'static str) -> Result<(), LinkError> {
        if self.is_empty() {
            return Ok(());
        }
        Err(LinkError::Payload { at: self.at, expected, found: format!("{} bytes more", self.rest.len()) })
    }
}

/// The error for a fault of the payload at the byte `at`.
pub(super) fn wrong(at: usize, expected: &'static str, found: impl ToString) -> LinkError {
    LinkError::Payload { at, expected, found: found.to_string() }
}

fn utf8(bytes: &[u8], at: usize, expected: &'static str) -> Result<String, LinkError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => Err(wrong(at + error.valid_up_to(), expected, "bytes that are not UTF-8")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_well_known_one() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn the_layout_is_pinned() {
        assert_eq!(wrap(&[]), "tg1.AAAAAAz");
        assert_eq!(unwrap("tg1.AAAAAAz"), Ok(vec![]));
        for text in
            ["(tg1.AAAAAAz)", "see tg1.AAAAAAz.", "https://a.b/c?d=e#tg1.AAAAAAz--", "#/tg1.AAAAAAz.html"]
        {
            assert_eq!(unwrap(text), Ok(vec![]), "{text}");
        }
    }

    #[test]
    fn faults_are_distinguished() {
        assert_eq!(unwrap("https://a.b/"), Err(LinkError::NotFound));
        assert_eq!(unwrap("xtg1.AAAAAAz"), Err(LinkError::NotFound));
        assert_eq!(unwrap("tg1.AAAAAA"), Err(LinkError::CutOff('A')));
        assert_eq!(unwrap("tg1."), Err(LinkError::CutOff('.')));
        assert_eq!(unwrap("tg2.AAAAAAz"), Err(LinkError::Version("2".to_owned())));
        // The unused bits are not zero.
        assert!(matches!(unwrap("tg1.AAAAABz"), Err(LinkError::Base64(_))));
        assert!(matches!(unwrap("tg1.BAAAAAz"), Err(LinkError::Checksum { expected: 0, .. })));
        assert!(matches!(unwrap("tg1.AAz"), Err(LinkError::Base64(_))));
    }
}
