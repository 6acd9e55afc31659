//! The files of the page, in memory.

mod forms;

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::{fmt, fs, io};

use axum::body::Bytes;
use axum::http::HeaderValue;
use tokio::task::spawn_blocking;

use crate::negotiate::Encoding;
use forms::Forms;

/// The files of `target/page/` at the time of the build: relative names and contents.
static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/embedded_page.rs"));

/// The built page: its files by name, each with its compressed forms.
///
/// `NAME.br` and `NAME.gz` are not files of their own but compressed forms of `NAME`, made when the page is built. `NAME.br` alone stands
/// for `NAME` as well; this is the form in which the page is embedded. Clones share the contents.
#[derive(Clone)]
pub struct Page {
    files: Arc<HashMap<String, Arc<PageFile>>>,
}

/// One file of the page, and all properties that are independent of a request.
pub(crate) struct PageFile {
    pub(crate) media_type: HeaderValue,
    /// Whether the name contains a hash of the contents, so that a copy never expires.
    pub(crate) immutable: bool,
    hash: u64,
    forms: Forms,
}

impl Page {
    /// The page that was embedded when the program was built; empty if there was none.
    #[must_use]
    pub fn embedded() -> Self {
        Self::from_files(EMBEDDED.iter().map(|&(name, bytes)| (name.to_owned(), Bytes::from_static(bytes))))
    }

    /// Reads a built page from a directory, once. Later changes of the directory have no effect.
    ///
    /// # Errors
    ///
    /// The error of the system if the directory or one of its files cannot be read.
    pub fn from_directory(directory: &Path) -> io::Result<Self> {
        let mut files = Vec::new();
        read_files(directory, "", &mut files)?;
        Ok(Self::from_files(files))
    }

    /// Whether there is a page to serve at `/`.
    #[must_use]
    pub fn is_built(&self) -> bool {
        self.files.contains_key("index.html")
    }

    /// Finds a file by its name relative to the page, without a leading slash.
    pub(crate) fn file(&self, name: &str) -> Option<&Arc<PageFile>> {
        self.files.get(name)
    }

    fn from_files(files: impl IntoIterator<Item = (String, Bytes)>) -> Self {
        let mut contents: HashMap<String, Bytes> = files.into_iter().collect();
        let without = |name: &str, suffix: &str| name.strip_suffix(suffix).map(str::to_owned);
        let plain: BTreeSet<String> =
            contents.keys().map(|name| without(name, ".br").unwrap_or_else(|| name.clone())).collect();
        let is_gzip = |name: &str| without(name, ".gz").is_some_and(|name| plain.contains(&name));
        let files = plain.iter().filter(|name| !is_gzip(name)).map(|name| {
            let mut form = |suffix: &str| contents.remove(&format!("{name}{suffix}"));
            let forms = Forms {
                identity: form("").map(OnceLock::from).unwrap_or_default(),
                brotli: form(".br"),
                gzip: form(".gz").map(OnceLock::from).unwrap_or_default(),
            };
            let file = PageFile {
                media_type: HeaderValue::from_static(media_type(name)),
                immutable: has_content_hash(name),
                hash: content_hash(forms.any()),
                forms,
            };
            (name.clone(), Arc::new(file))
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
    /// The encoding to send, given the encodings that the client accepts.
    pub(crate) fn encoding(&self, accepts: impl Fn(Encoding) -> bool) -> Encoding {
        self.forms.choose(accepts)
    }

    /// A strong validator, which differs for every encoding.
    pub(crate) fn etag(&self, encoding: Encoding) -> HeaderValue {
        etag(self.hash, encoding.tag())
    }

    /// The bytes of the file in this encoding. If they are not stored, they are made on a thread for blocking work.
    ///
    /// # Errors
    ///
    /// When the stored form is damaged.
    pub(crate) async fn bytes(self: &Arc<Self>, encoding: Encoding) -> io::Result<Bytes> {
        if let Some(stored) = self.forms.stored(encoding) {
            return Ok(stored);
        }
        let file = self.clone();
        spawn_blocking(move || file.forms.make(encoding)).await.map_err(io::Error::other)?
    }

    /// Whether the answer depends on the encodings that the client accepts.
    pub(crate) fn is_negotiated(&self) -> bool {
        self.forms.is_negotiated()
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

/// A hash of the content for the entity tag. It detects stale copies, and is no protection against an attacker.
pub(crate) fn content_hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// The entity tag for a hash of the content and the form in which the content is sent.
pub(crate) fn etag(hash: u64, form: &str) -> HeaderValue {
    HeaderValue::try_from(format!("\"{hash:016x}-{form}\""))
        .unwrap_or_else(|_| HeaderValue::from_static("\"unknown\""))
}

/// Whether the name ends in `-xxxxxxxx.extension` with eight hexadecimal digits, the form in which the build names files after their
/// contents.
fn has_content_hash(name: &str) -> bool {
    let Some((stem, _extension)) = name.rsplit_once('.') else { return false };
    let Some((_, hash)) = stem.rsplit_once('-') else { return false };
    hash.len() == 8 && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The media type for a file name. A header forbids browsers to guess the type, so that a file with an unknown extension is sent as plain
/// bytes.
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
    use super::{EMBEDDED, has_content_hash, media_type};

    /// The most bytes of the embedded page.
    const MOST: usize = 3_300_000;

    #[test]
    fn each_file_of_the_page_is_embedded_once() {
        let has = |name: &str| EMBEDDED.iter().any(|(other, _)| *other == name);
        for (name, _) in EMBEDDED {
            let plain = name.strip_suffix(".br").or_else(|| name.strip_suffix(".gz")).unwrap_or(name);
            let forms = [plain.to_owned(), format!("{plain}.br"), format!("{plain}.gz")];
            assert_eq!(forms.iter().filter(|form| has(form)).count(), 1, "{name}");
        }
        let bytes: usize = EMBEDDED.iter().map(|(_, contents)| contents.len()).sum();
        // A page that was built for immediate use is not compressed.
        let is_compressed = EMBEDDED.iter().any(|(name, _)| name.ends_with(".br"));
        assert!(
            !is_compressed || bytes <= MOST,
            "{bytes} bytes are embedded, and at most {MOST} were expected"
        );
    }

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
