//! From bytes to text.

use std::borrow::Cow;

use encoding_rs::Encoding;

use super::SgfError;

/// Decodes a file: by its byte order mark, by the character set that it names, or as UTF-8.
///
/// The text is decoded before it is parsed, since bytes of Chinese and Japanese characters can look like
/// brackets and backslashes.
pub(super) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, SgfError> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return Ok(encoding.decode_without_bom_handling(&bytes[mark..]).0);
    }
    let named = named_charset(bytes);
    let encoding = named.and_then(|name| Encoding::for_label(name.as_bytes()));
    match (named, encoding) {
        (Some(_), Some(encoding)) if encoding != encoding_rs::UTF_8 && encoding.is_ascii_compatible() => {
            // Characters that are broken there become U+FFFD: they are in remarks, and the moves still count.
            Ok(encoding.decode_without_bom_handling(bytes).0)
        }
        _ => match (std::str::from_utf8(bytes), named) {
            (Ok(text), _) => Ok(Cow::Borrowed(text)),
            (Err(_), Some(name)) if encoding != Some(encoding_rs::UTF_8) => {
                Err(SgfError::Charset(name.to_owned()))
            }
            (Err(error), _) => Err(SgfError::NotUtf8 { offset: error.valid_up_to() }),
        },
    }
}

/// What `CA[…]` in the first node says.
fn named_charset(bytes: &[u8]) -> Option<&str> {
    let root = bytes.iter().position(|&b| b == b';')? + 1;
    // A semicolon within a remark ends the search early; such a file is taken for UTF-8.
    let end = bytes[root..].iter().position(|&b| b == b';').map_or(bytes.len(), |length| root + length);
    let node = &bytes[root..end];
    let start = (0..node.len()).find(|&at| {
        node[at..].starts_with(b"CA[")
            && !at.checked_sub(1).is_some_and(|at| node[at].is_ascii_alphanumeric())
    })? + 3;
    let length = node[start..].iter().position(|&b| b == b']')?;
    std::str::from_utf8(&node[start..start + length]).ok().map(str::trim)
}
