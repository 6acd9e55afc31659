//! From bytes to text.

use crate::format::encoding::{self, Decoded, Encoding};

/// Decodes a file; without an encoding that is `wanted`, `CA` in the file counts.
///
/// The text is decoded before it is parsed, since bytes of Chinese and Japanese characters can look like
/// brackets and backslashes.
pub(super) fn decode(bytes: &[u8], wanted: Option<Encoding>) -> Decoded<'_> {
    encoding::decode(bytes, wanted, named_charset(bytes))
}

/// What `CA[…]` in the first node says, if that is an encoding.
fn named_charset(bytes: &[u8]) -> Option<Encoding> {
    let root = bytes.iter().position(|&b| b == b';')? + 1;
    // A semicolon within a remark ends the search early; such a file is taken for UTF-8.
    let end = bytes[root..].iter().position(|&b| b == b';').map_or(bytes.len(), |length| root + length);
    let node = &bytes[root..end];
    let start = (0..node.len()).find(|&at| {
        node[at..].starts_with(b"CA[")
            && !at.checked_sub(1).is_some_and(|at| node[at].is_ascii_alphanumeric())
    })? + 3;
    let length = node[start..].iter().position(|&b| b == b']')?;
    std::str::from_utf8(&node[start..start + length]).ok()?.trim().parse().ok()
}
