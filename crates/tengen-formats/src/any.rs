//! The formats together: the detection of a file's format, and reading and writing by name.
//!
//! ```
//! use tengen_formats::any::{self, Format, Known};
//!
//! let (record, format) = any::read(b"(;GM[4]SZ[15];B[hh];W[ig])", None, Known::default())?;
//! assert_eq!(format, Format::Sgf);
//! assert_eq!(any::write(&record, Format::Moves)?.content, b"h8 i9\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod detect;

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tengen_game::{BoardSize, Color, Position, Record, Rule, diagram, moves};

use super::loss::MAIN_LINE_ALONE;
use super::{
    Encoding, Loss, ReadNote, Written, encoding, foreign_links, json, link, losses_of, pos, psq, rec, renlib,
    rif, sav, sgf,
};
pub use detect::detect;
pub use detect::guess;
pub use detect::{Collection, Game};

/// A way to write a record, or part of one.
///
/// Its text form (`Display` and `FromStr`) is that of [`Format::name`].
///
/// ```
/// use tengen_formats::any::Format;
///
/// assert_eq!("SGF".parse(), Ok(Format::Sgf));
/// assert_eq!(Format::RenLib.to_string(), "lib");
/// assert_eq!(Format::of_file_name("final.Lib"), Some(Format::RenLib));
/// assert_eq!(Format::of_file_name("notes.doc"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Tengen's own JSON: nothing is lost but fractions of milliseconds.
    Json,
    /// Smart Game Format.
    Sgf,
    /// Piskvorky's games.
    Psq,
    /// Gomotur's games.
    Rec,
    /// RenjuNet's database, which is only read.
    Rif,
    /// RenLib's libraries.
    RenLib,
    /// Yixin's saved positions.
    Sav,
    /// Bytes, one for each move, on 15×15.
    Pos,
    /// Tengen's links. Links of gomocalc and Renju Portal are read as well.
    Link,
    /// Points one after the other.
    Moves,
    /// A board drawn with characters.
    Diagram,
}

impl Format {
    /// The formats, in the order in which they are tried.
    pub const ALL: [Format; 11] = [
        Format::RenLib,
        Format::Json,
        Format::Sgf,
        Format::Rif,
        Format::Psq,
        Format::Link,
        Format::Diagram,
        Format::Sav,
        Format::Rec,
        Format::Moves,
        Format::Pos,
    ];

    /// The formats in which records are written, and not only read.
    pub const WRITTEN: [Format; 10] = [
        Format::RenLib,
        Format::Json,
        Format::Sgf,
        Format::Psq,
        Format::Link,
        Format::Diagram,
        Format::Sav,
        Format::Rec,
        Format::Moves,
        Format::Pos,
    ];

    /// Whether records are written in this format.
    pub fn is_written(self) -> bool {
        Format::WRITTEN.contains(&self)
    }

    /// The format's name, which is also the usual ending of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Json => "json",
            Format::Sgf => "sgf",
            Format::Psq => "psq",
            Format::Rec => "rec",
            Format::Rif => "rif",
            Format::RenLib => "lib",
            Format::Sav => "sav",
            Format::Pos => "pos",
            Format::Link => "link",
            Format::Moves => "moves",
            Format::Diagram => "txt",
        }
    }

    /// The maximum length of a file in this format, in bytes.
    const fn max_bytes(self) -> usize {
        match self {
            Format::Json | Format::Sgf | Format::RenLib | Format::Rif => MAX_BYTES,
            _ => MAX_GAME_BYTES,
        }
    }

    /// The format of a file with this ending, in any case; `None` when the name has no
    /// ending, or no format has it.
    pub fn of_file_name(name: &str) -> Option<Format> {
        let (_, ending) = name.rsplit_once('.')?;
        ending.parse().ok()
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected json, sgf, psq, rec, rif, lib, sav, pos, link, moves or txt, found `{0}`")]
pub struct ParseFormatError(String);

impl FromStr for Format {
    type Err = ParseFormatError;

    /// Reads the text that `Display` writes, in any case.
    fn from_str(text: &str) -> Result<Format, ParseFormatError> {
        let name = text.to_ascii_lowercase();
        let found = Format::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| ParseFormatError(text.to_owned()))
    }
}

/// The most bytes of a file in any format: 64 MiB. Larger files are refused.
pub const MAX_BYTES: usize = 64 << 20;

/// The most bytes of a file that holds one game, or of a link: 4 MiB. Larger ones are refused; the longest games take some kilobytes.
pub const MAX_GAME_BYTES: usize = 4 << 20;

/// Facts that the caller has and the file may lack. `Known::default()` has none.
///
/// ```
/// use tengen_formats::any::{self, Known};
/// use tengen_game::{BoardSize, Rule};
///
/// let known = Known { rule: Some(Rule::Renju), size: Some(BoardSize::NINETEEN), ..Known::default() };
/// let (record, _) = any::read(b"h8 i9", None, known)?;
/// assert_eq!((record.rule(), record.size()), (Rule::Renju, BoardSize::NINETEEN));
/// # Ok::<(), any::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Known {
    /// The rule of the games. It overrides the rule of a file, except in Tengen's own formats, which always name theirs. Without it, the
    /// rule that an SGF file names holds, or that of a library that Tengen wrote; otherwise the rule is freestyle, or renju for RenLib's
    /// libraries and Renju Portal's links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Rule>,
    /// The size. A format that contains the size ignores it; for the others 15×15 is assumed, and 20×20 for `rec`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<BoardSize>,
    /// The side to move. Only a diagram lacks it; by default it follows from the number of its stones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Color>,
    /// The encoding of texts in `sgf`, `rif`, `lib`, `psq` and `rec`; other formats are in UTF-8 or UTF-16. Without it, the encoding that
    /// the file names is used, or else the one that its bytes suggest. It has no serde form.
    #[serde(skip)]
    pub encoding: Option<Encoding>,
}

/// A diagram does not show the side to move, and the caller did not supply it.
///
/// ```
/// use tengen_game::Color;
/// use tengen_formats::any::{self, Known};
///
/// let problem = b"O . .\n. . .\n. . .\n";
/// assert!(any::read(problem, None, Known::default()).is_err());
/// let known = Known { to_move: Some(Color::Black), ..Known::default() };
/// let (record, _) = any::read(problem, None, known)?;
/// assert_eq!(record.position().side_to_move(), Color::Black);
/// # Ok::<(), any::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "cannot tell who is to move: expected as many black stones as white ones, or one more, \
     found {black} black and {white} white"
)]
pub struct SideToMoveError {
    /// The number of black stones.
    pub black: usize,
    /// The number of white stones.
    pub white: usize,
}

/// The reason for which a file cannot be read.
///
/// ```
/// use tengen_formats::any::{self, Format, Known};
///
/// let unknown = any::read(b"once upon a time", None, Known::default()).map_err(|error| error.to_string());
/// assert!(unknown.is_err_and(|message| message.starts_with("expected a record in one of the formats")));
/// let faulty = any::read(b"h8 z9", Some(Format::Moves), Known::default());
/// let faulty = faulty.map_err(|error| error.to_string());
/// let expected = "moves: move 2, at character 4: `z9` is not on a 15×15 board";
/// assert_eq!(faulty.err().as_deref(), Some(expected));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file is in no known format.
    #[error(
        "expected a record in one of the formats json, sgf, psq, rec, rif, lib, sav, pos, link, moves or txt"
    )]
    UnknownFormat,
    /// The file is too long.
    #[error("expected at most {} MiB, found {found} bytes", most >> 20)]
    TooLong {
        /// The most bytes that such a file may have.
        most: usize,
        /// The length of the file in bytes.
        found: usize,
    },
    /// The file violates its format.
    #[error("{format}: {source}")]
    Fault {
        /// The format in which the file was read.
        format: Format,
        /// The fault of the content.
        source: Box<dyn Error + Send + Sync>,
    },
}

/// The reason for which a record cannot be written in a format at all.
#[derive(Debug, thiserror::Error)]
#[error("{format} cannot hold this game: {source}")]
pub struct WriteError {
    /// The format.
    pub format: Format,
    /// The cause of the failure.
    pub source: Box<dyn Error + Send + Sync>,
}

/// Reads a record in the given format, or in the detected one, and returns it with the format. Of a file with several games the first is
/// read; [`Collection`] has all of them, with notes on the parts that were interpreted.
///
/// # Errors
/// When no format is detected, or the content violates the given one; the message names the fault and its place.
pub fn read(bytes: &[u8], format: Option<Format>, known: Known) -> Result<(Record, Format), ReadError> {
    let format = format_of(bytes, format)?;
    let (record, _) = read_as(bytes, format, known).map_err(|source| ReadError::Fault { format, source })?;
    Ok((record, format))
}

/// The given format, or the detected one, unless the file is too long for it.
fn format_of(bytes: &[u8], format: Option<Format>) -> Result<Format, ReadError> {
    let check_length = |most| match bytes.len() {
        found if found > most => Err(ReadError::TooLong { most, found }),
        _ => Ok(()),
    };
    check_length(MAX_BYTES)?;
    let format = format.or_else(|| detect(bytes)).ok_or(ReadError::UnknownFormat)?;
    check_length(format.max_bytes())?;
    Ok(format)
}

fn options(known: Known) -> sgf::Options {
    sgf::Options { rule: known.rule, encoding: known.encoding }
}

/// The text of a file in UTF-8, or in UTF-16 with a byte order mark. The mark is removed.
fn modern_text(bytes: &[u8]) -> Result<Cow<'_, str>, std::str::Utf8Error> {
    encoding::decode_marked(bytes).map_or_else(|| std::str::from_utf8(bytes).map(Cow::Borrowed), Ok)
}

/// A record that was read, with notes on the parts that were interpreted.
type Read = (Record, Vec<ReadNote>);

/// The reason for which a file cannot be read in its format.
type Fault = Box<dyn Error + Send + Sync>;

fn read_as(bytes: &[u8], format: Format, known: Known) -> Result<Read, Fault> {
    let rule = known.rule.unwrap_or(Rule::FREESTYLE);
    let size = known.size.unwrap_or(BoardSize::FIFTEEN);
    let text = || modern_text(bytes);
    let plain = |record| (record, Vec::new());
    // Formats that are older than UTF-8, with texts in any code page.
    let old = |read: &dyn Fn(&str) -> Result<Read, Fault>| {
        let decoded = encoding::decode(bytes, known.encoding, None);
        read(&decoded.text).map(|(record, notes)| (record, notes.into_iter().chain(decoded.note).collect()))
    };
    Ok(match format {
        Format::Json => plain(json::read(&text()?)?),
        Format::Sgf => {
            let sgf::Game { record, notes } = sgf::read_game(bytes, options(known))?;
            (record, notes)
        }
        Format::Rif => {
            let sgf::Game { record, notes } = rif::Database::open(bytes, options(known))?.get(0)?;
            (record, notes)
        }
        Format::Psq => old(&|text| Ok(psq::read_with_notes(text, rule)?))?,
        Format::Rec => {
            let size = known.size.unwrap_or(BoardSize::TWENTY);
            old(&|text| Ok(plain(rec::read(text, rule, size)?)))?
        }
        Format::RenLib => {
            let options = renlib::Options { rule: known.rule, encoding: known.encoding };
            let renlib::Game { record, notes } = renlib::read_game(bytes, options)?;
            (record, notes)
        }
        Format::Sav => plain(sav::read(&text()?, rule)?),
        Format::Pos => plain(pos::read(bytes, rule)?),
        Format::Link => {
            let text = text()?;
            plain(if detect::is_foreign_link(&text) {
                foreign_links::read(&text, known.rule, known.size)?
            } else {
                link::read(&text)?.record
            })
        }
        Format::Moves => {
            let mut record = Record::new(rule, size);
            for (index, played) in moves::read(&text()?, size)?.into_iter().enumerate() {
                record
                    .play_or_lose(played)
                    .map_err(|source| moves::MovePlayError { number: index + 1, source })?;
            }
            plain(record)
        }
        Format::Diagram => {
            let board = diagram::read(&text()?)?;
            let [black, white] = Color::BOTH.map(|color| board.count(color));
            let side = known.to_move.or_else(|| diagram::side_to_move(&board));
            let side = side.ok_or(SideToMoveError { black, white })?;
            plain(Record::from_position(Position::from_board(rule, board, side)?))
        }
    })
}

/// Writes a record in a format, and returns the losses.
///
/// A diagram shows the position at the cursor. Text is in UTF-8.
///
/// ```
/// use tengen_formats::Loss;
/// use tengen_formats::any::{self, Format};
/// use tengen_game::{BoardSize, Move, Point, Record, Rule};
///
/// let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
/// record.play(Point::new(7, 7))?;
/// assert_eq!(any::write(&record, Format::Sgf)?.losses, []);
/// assert_eq!(any::write(&record, Format::Psq)?.losses, [Loss::Rule]);
/// // There are no passes in these files.
/// record.play(Move::Pass)?;
/// assert!(any::write(&record, Format::Psq).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the format cannot hold such a game at all.
pub fn write(record: &Record, format: Format) -> Result<Written<Vec<u8>>, WriteError> {
    write_as(record, format).map_err(|source| WriteError { format, source })
}

fn write_as(record: &Record, format: Format) -> Result<Written<Vec<u8>>, Box<dyn Error + Send + Sync>> {
    let bytes =
        |written: Written<String>| Written { content: written.content.into_bytes(), losses: written.losses };
    Ok(match format {
        Format::Json => Written { content: json::write(record).into_bytes(), losses: Vec::new() },
        Format::Sgf => bytes(sgf::write(record)),
        Format::Psq => bytes(psq::write(record)?),
        Format::Rec => bytes(rec::write(record)?),
        Format::Rif => return Err("RenjuNet's database is only read".into()),
        Format::RenLib => renlib::write(record)?,
        Format::Sav => bytes(sav::write(record)?),
        Format::Pos => pos::write(record)?,
        Format::Link => bytes(link::write(&record.clone().into())?),
        Format::Moves => {
            if record.setup().is_some() {
                return Err("the game does not begin with the empty board and Black to move".into());
            }
            let played: Vec<_> = record.main_line().iter().filter_map(|&id| record.played(id)).collect();
            let content = moves::write(&played, record.size()) + "\n";
            let losses = losses_of(record, &[&MAIN_LINE_ALONE[..], &[Loss::Size]].concat());
            Written { content: content.into_bytes(), losses }
        }
        Format::Diagram => {
            let losses =
                losses_of(record, &[&MAIN_LINE_ALONE[..], &[Loss::SideToMove, Loss::Moves]].concat());
            Written { content: diagram::write(record.position().board()).into_bytes(), losses }
        }
    })
}
