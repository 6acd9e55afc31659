//! The files of the page, in memory.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;
use std::sync::Arc;
use std::{fmt, fs, io};

use axum::body::Bytes;
use axum::http::HeaderValue;

use crate::negotiate::Encoding;

/// What the build script found in `target/page/`: relative names and contents.
static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/embedded_page.rs"));

/// The built page: its files by name, each with its compressed forms.
///
/// `NAME.br` and `NAME.gz` are not files of their own but compressed forms of `NAME`, made when
/// the page is built. Copies share the contents.
#[derive(Clone)]
pub struct Page {
    files: Arc<HashMap<String, PageFile>>,
}

/// One file of the page, and all that is known of it before a request comes.
pub(crate) struct PageFile {
    pub(crate) media_type: HeaderValue,
    /// Whether the name contains a hash of the contents, so that a copy never expires.
    pub(crate) immutable: bool,
    identity: Representation,
    brotli: Option<Representation>,
    gzip: Option<Representation>,
}

/// The bytes that travel for one content encoding.
pub(crate) struct Representation {
    pub(crate) bytes: Bytes,
    /// A strong validator, different for every encoding.
    pub(crate) etag: HeaderValue,
}

impl Page {
    /// The page that was embedded when the program was built; empty if there was none.
    #[must_use]
    pub fn embedded() -> Self {
        Self::from_files(EMBEDDED.iter().map(|&(name, bytes)| (name.to_owned(), Bytes::from_static(bytes))))
    }

    /// Reads a built page from a directory, once; later changes there are not seen.
    ///
    /// # Errors
    ///
    /// The error of the system if the directory or one of its files cannot be read.
    pub fn from_directory(directory: &Path) -> io::Result<Self> {
        let mut files = Vec::new();
        read_files(directory, "", &mut files)?;
        Ok(Self::from_files(files))
    }

    /// Whether there is anything to serve at `/`.
    #[must_use]
    pub fn is_built(&self) -> bool {
        self.files.contains_key("index.html")
    }

    /// Finds a file by its name relative to the page, without a leading slash.
    pub(crate) fn file(&self, name: &str) -> Option<&PageFile> {
        self.files.get(name)
    }

    fn from_files(files: impl IntoIterator<Item = (String, Bytes)>) -> Self {
        let mut contents: HashMap<String, Bytes> = files.into_iter().collect();
        let compressed: Vec<String> = contents
            .keys()
            .filter(|name| name.rsplit_once('.').is_some_and(|(plain, _)| contents.contains_key(plain)))
            .filter(|name| name.ends_with(".br") || name.ends_with(".gz"))
            .cloned()
            .collect();
        let mut forms: HashMap<String, Bytes> =
            compressed.into_iter().filter_map(|name| contents.remove_entry(&name)).collect();
        let files = contents.into_iter().map(|(name, bytes)| {
            let hash = content_hash(&bytes);
            let mut form = |suffix: &str| {
                let bytes = forms.remove(&format!("{name}.{suffix}"))?;
                Some(Representation { bytes, etag: etag(hash, suffix) })
            };
            let file = PageFile {
                media_type: HeaderValue::from_static(media_type(&name)),
                immutable: has_content_hash(&name),
                brotli: form("br"),
                gzip: form("gz"),
                identity: Representation { bytes, etag: etag(hash, "id") },
            };
            (name, file)
        });
        Self { files: Arc::new(files.collect()) }
    }
}

impl fmt::Debug for Page {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.files.keys()).finish()
    }
}

impl PageFile {
    /// Picks the form to send, given the encodings that the browser accepts.
    pub(crate) fn representation(&self, accepts: impl Fn(Encoding) -> bool) -> (Encoding, &Representation) {
        if let Some(brotli) = self.brotli.as_ref().filter(|_| accepts(Encoding::Brotli)) {
            return (Encoding::Brotli, brotli);
        }
        if let Some(gzip) = self.gzip.as_ref().filter(|_| accepts(Encoding::Gzip)) {
            return (Encoding::Gzip, gzip);
        }
        (Encoding::Identity, &self.identity)
    }

    /// Whether the answer depends on the encodings that the browser accepts.
    pub(crate) fn is_negotiated(&self) -> bool {
        self.brotli.is_some() || self.gzip.is_some()
    }
}

/// Reads all files below `directory`, with forward slashes in their names.
fn read_files(directory: &Path, prefix: &str, files: &mut Vec<(String, Bytes)>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            read_files(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.push((name, fs::read(entry.path())?.into()));
        }
    }
    Ok(())
}

/// A fingerprint for the entity tag. It guards against stale copies, not against an attacker.
pub(crate) fn content_hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// The entity tag of bytes with this fingerprint in a form of theirs.
pub(crate) fn etag(hash: u64, form: &str) -> HeaderValue {
    HeaderValue::try_from(format!("\"{hash:016x}-{form}\""))
        .unwrap_or_else(|_| HeaderValue::from_static("\"unknown\""))
}

/// Whether the name ends in `-xxxxxxxx.extension` with eight hexadecimal digits, which is how the
/// build names files after their contents.
fn has_content_hash(name: &str) -> bool {
    let Some((stem, _extension)) = name.rsplit_once('.') else { return false };
    let Some((_, hash)) = stem.rsplit_once('-') else { return false };
    hash.len() == 8 && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The media type for a file name. A header forbids browsers to guess, so an unknown extension is
/// offered as plain bytes.
fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" | "md" => "text/plain; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" | "opus" => "audio/ogg",
        "wav" => "audio/wav",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::{has_content_hash, media_type};

    #[test]
    fn names_with_a_content_hash_are_recognised() {
        for name in ["app-0123abcd.js", "style-deadbeef.css", "snippets/x-00000000.js"] {
            assert!(has_content_hash(name), "{name}");
        }
        for name in
            ["index.html", "app.js", "app-123.js", "app-0123ABCD.js", "stone-placing.ogg", "x-0123abcd"]
        {
            assert!(!has_content_hash(name), "{name}");
        }
    }

    #[test]
    fn every_kind_of_file_the_page_uses_has_its_type() {
        assert_eq!(media_type("app-0123abcd.wasm"), "application/wasm");
        assert_eq!(media_type("index.html"), "text/html; charset=utf-8");
        assert_eq!(media_type("no-extension"), "application/octet-stream");
    }
}
