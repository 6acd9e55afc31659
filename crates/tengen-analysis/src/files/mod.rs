//! Messages between a page and the file service: requests as JSON text, responses as bytes.
//!
//! The file service reads and writes record files, draws pictures of games, and makes QR codes, in a Web Worker. A page
//! starts it when it is first needed, and sends [`Request`]s. The service sends [`Response::Ready`] once, and then answers
//! every request with exactly one response of the same `id`, in the order of the requests; before the answer to a long
//! one it may send any number of [`Response::Progress`]. A page that does not want to wait ends the worker, which
//! remembers nothing, and starts another.
//!
//! Records travel as the text of Tengen's own format, [`tengen_game::format::json`]. Files are base64 (RFC 4648,
//! section 4, with padding).

mod fault;
mod games;
mod picture;

pub use fault::{Fault, FaultKind, Whereabouts};
pub use games::GameSummary;
pub use picture::{PictureFormat, PictureSettings};

use serde::{Deserialize, Serialize};
use tengen_game::format::any::Known;

/// From the page to the file service.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Read a file or a pasted text, in any format; answered with [`Response::Games`].
    Read {
        /// Chosen by the page; the answer carries it.
        id: u32,
        /// The file's name, whose ending counts where the content does not show the format.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// What to read.
        content: Content,
        /// What the page knows and the content may not say.
        #[serde(default)]
        known: Known,
    },
    /// Write a record in a format; answered with [`Response::Written`].
    Write {
        /// Chosen by the page; the answer carries it.
        id: u32,
        /// The record.
        record: String,
        /// The format's name, one of those that [`Response::Formats`] tells.
        format: String,
        /// The state of an opening protocol, which links alone can hold.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opening: Option<String>,
        /// The address that a link leads to; without it, a link is its fragment alone. A fragment of its own is left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        base: Option<String>,
    },
    /// Draw a record; answered with [`Response::Written`].
    Picture {
        /// Chosen by the page; the answer carries it.
        id: u32,
        /// The record. A still picture shows it where its cursor stands.
        record: String,
        /// The kind of picture.
        kind: PictureFormat,
        /// What is shown, and how.
        #[serde(default)]
        options: PictureSettings,
    },
    /// Make a QR code; answered with [`Response::Qr`].
    Qr {
        /// Chosen by the page; the answer carries it.
        id: u32,
        /// What the code says, such as a link.
        text: String,
    },
    /// List what can be read and written; answered with [`Response::Formats`].
    Formats {
        /// Chosen by the page; the answer carries it.
        id: u32,
    },
}

impl Request {
    /// The request's number.
    pub fn id(&self) -> u32 {
        match *self {
            Request::Read { id, .. }
            | Request::Write { id, .. }
            | Request::Picture { id, .. }
            | Request::Qr { id, .. }
            | Request::Formats { id } => id,
        }
    }
}

/// What is to be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Content {
    /// A text, as it was pasted.
    Text(String),
    /// The bytes of a file, in base64.
    Base64(String),
}

/// From the file service to the page, in bytes as [`answer`](crate::wire) has them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Response {
    /// The service has started and takes requests.
    Ready,
    /// What was read.
    Games {
        /// The request.
        id: u32,
        /// The name of the format.
        format: String,
        /// The games, in the order of the file; at least one. Of a large file they are the first.
        games: Vec<GameSummary>,
        /// How many games the file has.
        total: usize,
        /// Why other games of the file could not be read.
        faults: Vec<Fault>,
    },
    /// A request goes on.
    Progress {
        /// The request.
        id: u32,
        /// How many parts are done.
        done: usize,
        /// How many there are.
        of: usize,
    },
    /// A file.
    Written {
        /// The request.
        id: u32,
        /// The usual ending of the file's name, without the dot.
        extension: String,
        /// The media type.
        mime: String,
        /// The file's content, in base64. Text is UTF-8.
        content: String,
        /// What the record has and the file has not: the [`Loss::key`](tengen_game::format::Loss::key) of each, and
        /// `protocol` for the state of an opening protocol.
        losses: Vec<String>,
    },
    /// A QR code.
    Qr {
        /// The request.
        id: u32,
        /// Modules a side. Around them there must be four more that are light.
        size: u32,
        /// The dark modules as a path of SVG, in which a module is a unit and the upper left corner of the code is 0,0.
        path: String,
    },
    /// What can be read and written.
    Formats {
        /// The request.
        id: u32,
        /// Record formats first, then kinds of pictures.
        formats: Vec<FileFormat>,
    },
    /// A request could not be carried out.
    Failed {
        /// The request, if it could be read that far.
        id: Option<u32>,
        /// What is wrong.
        fault: Fault,
    },
}

/// A format of files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileFormat {
    /// What requests call it.
    pub name: String,
    /// The usual ending of its files, without the dot.
    pub extension: String,
    /// The media type.
    pub mime: String,
    /// Whether [`Request::Read`] reads it.
    pub reads: bool,
    /// Whether [`Request::Write`] writes it. A format of which neither is true is a kind of [`Request::Picture`].
    pub writes: bool,
}

#[cfg(test)]
mod tests;
