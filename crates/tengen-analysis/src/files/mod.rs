//! Messages between a page and the file service: requests as JSON text, responses as bytes.
//!
//! The file service reads and writes record files, draws pictures of games, and makes QR codes, in a Web Worker. A page
//! starts it when it is first needed, and sends [`Request`]s. The service sends [`Response::Ready`] once, and then answers
//! every request with exactly one response of the same `id`, in the order of the requests; before the answer to a long
//! one it may send any number of [`Response::Progress`]. A page that does not want to wait ends the worker, which
//! remembers nothing, and starts another.
//!
//! Records travel as the text of Tengen's own format, [`tengen_formats::json`]. Files are base64 (RFC 4648,
//! section 4, with padding).

mod fault;

pub use fault::{Fault, FaultKind, Whereabouts};

use serde::{Deserialize, Serialize};
use tengen_formats::ReadNote;
use tengen_formats::any::Known;
use tengen_game::{BoardSize, Fact, GameResult, Position, Record, Rule, Symmetry};

/// A message from the page to the file service.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Read a file or a pasted text, in any format; answered with [`Response::Games`].
    Read {
        /// The number of the request, chosen by the page; the answer carries it.
        id: u32,
        /// The file's name, whose ending counts where the content does not show the format.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The content to read.
        content: Content,
        /// Facts about the game that the content may lack.
        #[serde(default)]
        known: Known,
        /// The games that are wanted of a file with many; without it, as many of the first as a list can show.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<Part>,
    },
    /// Write a record in a format; answered with [`Response::Written`].
    Write {
        /// The number of the request, chosen by the page; the answer carries it.
        id: u32,
        /// The record.
        record: String,
        /// The format's name, one of those in [`Response::Formats`].
        format: String,
        /// The state of an opening protocol, which links alone can hold.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opening: Option<String>,
        /// The address that a link leads to; without it, a link is its fragment alone. A fragment of the address is removed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        base: Option<String>,
    },
    /// Draw a record; answered with [`Response::Written`].
    Picture {
        /// The number of the request, chosen by the page; the answer carries it.
        id: u32,
        /// The record. A still picture shows the position at its cursor.
        record: String,
        /// The kind of picture.
        kind: PictureFormat,
        /// The contents and the looks of the picture.
        #[serde(default)]
        options: PictureSettings,
    },
    /// Draw a sheet of problems; answered with [`Response::Written`].
    Sheet {
        /// The number of the request, chosen by the page; the answer carries it.
        id: u32,
        /// The title of the first page.
        title: String,
        /// The problems, in their order.
        problems: Vec<SheetProblem>,
        /// The title above the solutions.
        solutions: String,
        /// The kind of file.
        kind: SheetFormat,
    },
    /// Make a QR code; answered with [`Response::Qr`].
    Qr {
        /// The number of the request, chosen by the page; the answer carries it.
        id: u32,
        /// The content of the code, such as a link.
        text: String,
    },
    /// List the formats; answered with [`Response::Formats`].
    Formats {
        /// The number of the request, chosen by the page; the answer carries it.
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
            | Request::Sheet { id, .. }
            | Request::Qr { id, .. }
            | Request::Formats { id } => id,
        }
    }
}

/// A problem on a sheet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SheetProblem {
    /// The position.
    pub position: Position,
    /// The text below the diagram, such as the task.
    pub caption: String,
    /// The solution, which stands on the last page; none if it is empty.
    pub solution: String,
}

/// A kind of file that holds a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SheetFormat {
    /// All pages in one drawing, one below the other.
    Svg,
    /// Pages of A4.
    Pdf,
}

/// Some games of a file, one after the other. An answer has those of them that can be read, and a fault for each of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The number of the first game, from 0.
    pub from: usize,
    /// The number of games.
    pub count: usize,
}

/// The content to read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Content {
    /// A text, as it was pasted.
    Text(String),
    /// The bytes of a file, in base64.
    Base64(String),
}

/// A message from the file service to the page, in bytes as [`answer`](crate::wire) has them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Response {
    /// The service has started and takes requests.
    Ready,
    /// The games of a file or a text.
    Games {
        /// The request.
        id: u32,
        /// The name of the format.
        format: String,
        /// The games, in the order of the file; at least one, unless a part of them was wanted. Of a large file they are the first.
        games: Vec<GameSummary>,
        /// The number of games of the file.
        total: usize,
        /// The faults of other games of the file, which could not be read.
        faults: Vec<Fault>,
    },
    /// The progress of a running request.
    Progress {
        /// The request.
        id: u32,
        /// The number of parts that are done.
        done: usize,
        /// The number of all parts.
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
        /// The parts of the record that the file lacks: the [`Loss::key`](tengen_formats::Loss::key) of each, and
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
    /// The formats that can be read and written.
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
        /// The fault.
        fault: Fault,
    },
}

/// A format of files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileFormat {
    /// The name of the format in requests.
    pub name: String,
    /// The usual ending of its files, without the dot.
    pub extension: String,
    /// The media type.
    pub mime: String,
    /// Whether [`Request::Read`] reads the format.
    pub reads: bool,
    /// Whether [`Request::Write`] writes the format. A format that is neither read nor written is a kind of
    /// [`Request::Picture`].
    pub writes: bool,
}

/// A part of a file that a reader had to interpret, or left out: a [`ReadNote`], for a page that reports it in the
/// language of its reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The [`ReadNote::key`].
    pub key: String,
    /// The [`ReadNote::arguments`].
    pub arguments: Vec<(String, String)>,
    /// An English sentence for people, without a full stop.
    pub message: String,
}

impl From<&ReadNote> for Note {
    fn from(note: &ReadNote) -> Note {
        let arguments = note.arguments().into_iter().map(|(name, text)| (name.to_owned(), text));
        Note { key: note.key().to_owned(), arguments: arguments.collect(), message: note.to_string() }
    }
}

/// A game that was read, with what a list of games shows of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSummary {
    /// The record.
    pub record: String,
    /// The state of an opening protocol, which links alone carry.
    pub opening: Option<String>,
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// The player of the black stones; empty if unknown.
    pub black: String,
    /// The player of the white stones; empty if unknown.
    pub white: String,
    /// The result of the game, at the end of its main line.
    pub result: Option<GameResult>,
    /// The date of the game, as the file has it.
    pub date: Option<String>,
    /// The parts of the file that had to be interpreted, or were left out.
    pub notes: Vec<Note>,
    /// Moves of the main line.
    pub moves: usize,
    /// Moves beside the main line.
    pub variations: usize,
}

impl GameSummary {
    /// The summary of `record`, which has this text.
    pub fn new(record: &Record, text: String) -> GameSummary {
        let main_line = record.main_line();
        let moves = main_line.len();
        let end = main_line.last().copied().unwrap_or(tengen_game::NodeId::START);
        GameSummary {
            record: text,
            opening: None,
            rule: record.rule(),
            size: record.size(),
            black: record.players.black.clone(),
            white: record.players.white.clone(),
            result: record.result_at(end),
            date: Some(record.info.get(Fact::Date)).filter(|date| !date.is_empty()).map(str::to_owned),
            notes: Vec::new(),
            moves,
            // The start is no move.
            variations: record.nodes().len() - 1 - moves,
        }
    }
}

/// A kind of picture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PictureFormat {
    /// Lines and areas, sharp at every size.
    Svg,
    /// Pixels.
    Png,
    /// The game, move by move.
    Gif,
}

/// The contents and style of a picture. Missing fields are as in [`PictureSettings::default`]; unknown fields are refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PictureSettings {
    /// The theme's name: `wood`, `paper`, `night` or `contrast`.
    pub theme: String,
    /// The side in pixels, 32 to 4096; `None` is 40 from line to line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// The stones that bear the number of their move: `none`, `all`, or `last:N` for the last N.
    pub numbers: String,
    /// Whether there are letters and numbers beside the board.
    pub coordinates: bool,
    /// Whether the move played last is marked.
    pub last_move: bool,
    /// Whether a row that has won is lit.
    pub winning_rows: bool,
    /// Whether points that the rule forbids to Black bear a cross.
    pub forbidden: bool,
    /// Whether the record's marks are drawn.
    pub marks: bool,
    /// The symmetry by which the board is turned; stones keep their coordinates.
    pub symmetry: Symmetry,
    /// The title of an SVG for users who do not see it; `None` is a short English sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The number of moves of the record's current line to show; a GIF ends there. `None` is the cursor of the record,
    /// and for a GIF the end of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<usize>,
    /// The number of moves on the first frame of a GIF; `None` is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<usize>,
    /// The time of each frame of a GIF, in milliseconds.
    pub delay_ms: u32,
    /// The time of the last frame, in milliseconds.
    pub last_delay_ms: u32,
    /// Whether a GIF begins again after its end.
    pub repeat: bool,
}

impl Default for PictureSettings {
    fn default() -> PictureSettings {
        PictureSettings {
            theme: "wood".to_owned(),
            width: None,
            numbers: "all".to_owned(),
            coordinates: true,
            last_move: true,
            winning_rows: true,
            forbidden: false,
            marks: true,
            symmetry: Symmetry::Identity,
            title: None,
            after: None,
            first: None,
            delay_ms: 700,
            last_delay_ms: 4000,
            repeat: true,
        }
    }
}

#[cfg(test)]
mod tests;
