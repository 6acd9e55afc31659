//! Hashes of contents, and file names with such hashes.

use std::fmt::Write as _;

use anyhow::{Result, bail};
use sha2::{Digest as _, Sha256};

/// The number of hexadecimal digits of the hash in a file name. The server recognises such names by their eight digits and lets browsers
/// cache those files permanently.
const DIGITS: usize = 8;

/// `STEM-xxxxxxxx.EXTENSION`, with the beginning of the contents' SHA-256.
pub(crate) fn hashed_name(stem: &str, extension: &str, contents: &[u8]) -> String {
    let hash = hexadecimal(&Sha256::digest(contents));
    format!("{stem}-{}.{extension}", &hash[..DIGITS])
}

/// The only one of these names with this stem, this extension and a hash from [`hashed_name`].
pub(super) fn find_hashed<'a>(
    names: impl Iterator<Item = &'a String>,
    stem: &str,
    extension: &str,
) -> Result<&'a str> {
    let is_it = |name: &&String| {
        let hash = name.strip_prefix(stem).and_then(|name| name.strip_prefix('-'));
        hash.and_then(|name| name.strip_suffix(extension)?.strip_suffix('.')).is_some_and(is_hash)
    };
    let mut found = names.filter(is_it);
    match (found.next(), found.next()) {
        (Some(name), None) => Ok(name),
        (None, _) => bail!("the page has no {stem}-*.{extension}"),
        (Some(_), Some(_)) => bail!("the page has several {stem}-*.{extension}"),
    }
}

/// Whether a text has the form of a hash in names.
fn is_hash(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A hash over several named pieces.
pub(crate) struct Fingerprint(Sha256);

impl Fingerprint {
    pub(crate) fn new() -> Self {
        Self(Sha256::new())
    }

    /// Adds a piece. Its length is added too, so that different lists of pieces never have the same input.
    pub(crate) fn add(&mut self, name: &str, contents: &[u8]) {
        for part in [name.as_bytes(), contents] {
            self.0.update((part.len() as u64).to_le_bytes());
            self.0.update(part);
        }
    }

    pub(crate) fn finish(self) -> String {
        hexadecimal(&self.0.finalize())
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::{Fingerprint, hashed_name};

    #[test]
    fn names_follow_the_contents() {
        // The SHA-256 of "abc" begins with ba7816bf (FIPS 180-4, appendix B.1).
        assert_eq!(hashed_name("app", "js", b"abc"), "app-ba7816bf.js");
        assert_ne!(hashed_name("app", "js", b"abd"), hashed_name("app", "js", b"abc"));
    }

    #[test]
    fn fingerprints_keep_pieces_apart() {
        let of = |pieces: &[(&str, &str)]| {
            let mut fingerprint = Fingerprint::new();
            for (name, contents) in pieces {
                fingerprint.add(name, contents.as_bytes());
            }
            fingerprint.finish()
        };
        assert_eq!(of(&[("a", "b")]), of(&[("a", "b")]));
        assert_ne!(of(&[("a", "bc")]), of(&[("ab", "c")]));
        assert_ne!(of(&[("a", "b"), ("c", "d")]), of(&[("a", "bcd")]));
        assert_eq!(of(&[]).len(), 64);
    }
}
