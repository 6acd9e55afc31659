//! The forms of a file: plain, and compressed.

use std::io::{self, Read as _, Write as _};
use std::sync::OnceLock;

use axum::body::Bytes;
use brotli_decompressor::Decompressor;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::negotiate::Encoding;

/// The buffer of the decompressor, in bytes.
const BUFFER: usize = 1 << 16;

/// The forms of a file. A form that is not stored is made from the others when a client first needs it, and kept.
#[derive(Debug, Default)]
pub(super) struct Forms {
    pub(super) identity: OnceLock<Bytes>,
    pub(super) brotli: Option<Bytes>,
    pub(super) gzip: OnceLock<Bytes>,
}

impl Forms {
    /// The form to send, given the encodings that the client accepts.
    pub(super) fn choose(&self, accepts: impl Fn(Encoding) -> bool) -> Encoding {
        if self.brotli.is_some() && accepts(Encoding::Brotli) {
            return Encoding::Brotli;
        }
        if self.is_negotiated() && accepts(Encoding::Gzip) {
            return Encoding::Gzip;
        }
        Encoding::Identity
    }

    /// Whether there are compressed forms. Files that compression does not shorten have none.
    pub(super) fn is_negotiated(&self) -> bool {
        self.brotli.is_some() || self.gzip.get().is_some()
    }

    /// The bytes of this form; `None` if they have to be made first.
    pub(super) fn stored(&self, encoding: Encoding) -> Option<Bytes> {
        match encoding {
            Encoding::Identity => self.identity.get().cloned(),
            Encoding::Brotli => self.brotli.clone(),
            Encoding::Gzip => self.gzip.get().cloned(),
        }
    }

    /// The bytes of this form. Making them may take some time.
    ///
    /// # Errors
    ///
    /// When the stored form is damaged.
    pub(super) fn make(&self, encoding: Encoding) -> io::Result<Bytes> {
        if let Some(stored) = self.stored(encoding) {
            return Ok(stored);
        }
        match encoding {
            Encoding::Identity => {
                let plain = decompress(self.brotli.as_deref().unwrap_or_default())?;
                Ok(self.identity.get_or_init(|| plain).clone())
            }
            Encoding::Gzip => {
                let compressed = gzip(&self.make(Encoding::Identity)?)?;
                Ok(self.gzip.get_or_init(|| compressed).clone())
            }
            Encoding::Brotli => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// Any form, for the hash of the content.
    pub(super) fn any(&self) -> &[u8] {
        self.identity.get().or(self.brotli.as_ref()).map_or(&[], |bytes| bytes)
    }
}

fn decompress(compressed: &[u8]) -> io::Result<Bytes> {
    let mut plain = Vec::new();
    Decompressor::new(compressed, BUFFER).read_to_end(&mut plain)?;
    Ok(plain.into())
}

/// Compresses with the settings of the build of the page.
fn gzip(plain: &[u8]) -> io::Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain)?;
    encoder.finish().map(Bytes::from)
}
