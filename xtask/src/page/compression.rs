//! The compressed forms that the server sends in place of a file.
//!
//! They are made once, here, at the highest level: the server then needs no time for it, and the answers of a debug build of the server are
//! as small as those of a release.

use std::io::Write as _;

use anyhow::{Context as _, Result};

use super::{data, networks};

/// The size below which the additional headers outweigh the saving by compression.
const SMALLEST: usize = 512;

/// The suffixes of compressed forms.
pub(super) const SUFFIXES: [&str; 2] = ["br", "gz"];

/// Whether the server should have compressed forms of a file: it is text or WebAssembly, and long enough. Pictures and sounds are
/// compressed already.
pub(super) fn is_worth_it(name: &str, contents: &[u8]) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    contents.len() >= SMALLEST
        && matches!(
            extension,
            "html"
                | "js"
                | "css"
                | "wasm"
                | "svg"
                | "json"
                | "webmanifest"
                | "txt"
                | networks::EXTENSION
                | data::PUZZLES
                | data::COURSE
        )
}

/// Compresses contents for one of the [`SUFFIXES`].
pub(super) fn compress(suffix: &str, contents: &[u8]) -> Result<Vec<u8>> {
    match suffix {
        "br" => brotli(contents),
        _ => gzip(contents),
    }
}

fn brotli(mut contents: &[u8]) -> Result<Vec<u8>> {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
        size_hint: contents.len(),
        ..Default::default()
    };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut contents, &mut compressed, &parameters)
        .context("cannot compress with Brotli")?;
    Ok(compressed)
}

/// Compresses with gzip, which browsers can decompress in scripts.
pub(crate) fn gzip(contents: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(contents).context("cannot compress with gzip")?;
    encoder.finish().context("cannot compress with gzip")
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::{brotli, gzip, is_worth_it};

    #[test]
    fn compressed_forms_are_smaller_and_lead_back() {
        let text = "A stone is placed on an empty point. ".repeat(100);
        let compressed = brotli(text.as_bytes()).unwrap();
        assert!(compressed.len() < text.len() / 10);
        let mut back = Vec::new();
        brotli::BrotliDecompress(&mut compressed.as_slice(), &mut back).unwrap();
        assert_eq!(back, text.as_bytes());

        let compressed = gzip(text.as_bytes()).unwrap();
        assert!(compressed.len() < text.len() / 10);
        let mut back = String::new();
        flate2::read::GzDecoder::new(compressed.as_slice()).read_to_string(&mut back).unwrap();
        assert_eq!(back, text);
    }

    #[test]
    fn pictures_and_tiny_files_stay_as_they_are() {
        let long = vec![b'x'; 10_000];
        assert!(is_worth_it("app.wasm", &long));
        assert!(!is_worth_it("app.wasm", b"short"));
        assert!(!is_worth_it("icon.png", &long));
    }
}
