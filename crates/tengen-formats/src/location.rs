//! The places of faults in files, so that a place can be shown with its fault.

use std::error::Error;
use std::fmt;

use tengen_game::diagram::DiagramError;
use tengen_game::moves::{self, MovePlayError, MoveTextError};

use super::any::{Format, ReadError};
use super::json::{self, JsonError};
use super::pos::PosError;
use super::psq::PsqError;
use super::rec::RecError;
use super::renlib::RenLibError;
use super::rif::RifError;
use super::sav::{self, SavError};
use super::sgf::SgfError;

/// A character of a text. A byte order mark does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
}

impl Place {
    /// The place of the character that begins at byte `at`.
    pub(super) fn of(text: &str, at: usize) -> Place {
        let before = &text[..at];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        Place { line: before.matches('\n').count() + 1, column: before[start..].chars().count() + 1 }
    }

    /// The place of a byte that is counted from 1 in its line, as `serde_json` counts. The byte may lie within a character; 0 is before the
    /// first.
    fn of_byte(text: &str, line: usize, byte: usize) -> Option<Place> {
        let content = text.split('\n').nth(line.checked_sub(1)?)?;
        let column = content.char_indices().take_while(|&(start, _)| start < byte).count();
        Some(Place { line, column: column.max(1) })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The place of a fault in a file.
///
/// ```
/// use tengen_formats::any::{self, Known};
/// use tengen_formats::{Location, Place};
///
/// let bytes = b"...\n.Z.\n...\n";
/// let error = any::read(bytes, Some(any::Format::Diagram), Known::default()).unwrap_err();
/// assert_eq!(error.location(bytes), Some(Location::Place(Place { line: 2, column: 2 })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// A character of a text.
    Place(Place),
    /// A whole line of a text, from 1.
    Line(usize),
    /// A byte, from 0.
    Byte(usize),
}

impl ReadError {
    /// The place of the fault in `bytes`, the file that was read. `None` where the fault concerns the whole file, or its place is of no use
    /// to a reader, as in the payload of a link.
    pub fn location(&self, bytes: &[u8]) -> Option<Location> {
        let ReadError::Fault { format, source } = self else { return None };
        let lossy = String::from_utf8_lossy(bytes);
        let text = lossy.trim_start_matches('\u{feff}');
        if let Some(error) = source.downcast_ref::<std::str::Utf8Error>() {
            return Some(Location::Byte(error.valid_up_to()));
        }
        let source = source.as_ref();
        match format {
            Format::Json => of_json(source.downcast_ref()?, text),
            Format::Sgf => source.downcast_ref::<SgfError>()?.place().map(Location::Place),
            Format::Psq => of_psq(source.downcast_ref()?),
            Format::Rec => of_rec(source.downcast_ref()?),
            Format::Rif => of_rif(source.downcast_ref()?),
            Format::RenLib => of_library(source.downcast_ref()?),
            Format::Sav => of_sav(source.downcast_ref()?, text),
            Format::Pos => of_pos(source.downcast_ref()?),
            Format::Moves => of_moves(source, text),
            Format::Diagram => of_diagram(source.downcast_ref()?),
            Format::Link => None,
        }
    }
}

/// The place of a byte of the text, if there is one.
fn place(text: &str, at: Option<usize>) -> Option<Location> {
    at.map(|at| Location::Place(Place::of(text, at)))
}

fn of_json(error: &JsonError, text: &str) -> Option<Location> {
    let field = |name| place(text, json::find(text, name, None));
    let entry = |number: &usize| match number.checked_sub(1) {
        Some(index) => place(text, json::find(text, "moves", Some(index))),
        None => field("start"),
    };
    match error {
        JsonError::TooLong(_) => None,
        JsonError::Json(error) => Place::of_byte(text, error.line(), error.column()).map(Location::Place),
        JsonError::Format(_) => field("format"),
        JsonError::Version(_) => field("version"),
        JsonError::Rule(_) => field("rule"),
        JsonError::Size(_) => field("size"),
        JsonError::SetupPoint(_) | JsonError::SetupTwice(_) | JsonError::Setup(_) => field("setup"),
        JsonError::Fact(_) => field("info"),
        JsonError::Cursor { .. } => field("cursor"),
        JsonError::Point { number, .. }
        | JsonError::Play { number, .. }
        | JsonError::Parent { number, .. }
        | JsonError::Twice { number, .. }
        | JsonError::Mark { number, .. }
        | JsonError::Property { number, .. }
        | JsonError::Result { number, .. } => entry(number),
    }
}

fn of_psq(error: &PsqError) -> Option<Location> {
    Some(match error {
        PsqError::Head(_) | PsqError::NotSquare { .. } | PsqError::Size(_) => Location::Line(1),
        PsqError::Line(error) => Location::Line(error.line),
        PsqError::End { line, .. } | PsqError::Continuous { line } | PsqError::Move { line, .. } => {
            Location::Line(*line)
        }
    })
}

fn of_rec(error: &RecError) -> Option<Location> {
    match error {
        RecError::Names(_) => None,
        RecError::Line(error) => Some(Location::Line(error.line)),
        RecError::MoveForName { line, .. } | RecError::Move { line, .. } => Some(Location::Line(*line)),
    }
}

fn of_rif(error: &RifError) -> Option<Location> {
    match *error {
        RifError::Xml { line, column, .. } => {
            let place = |number: u32| usize::try_from(number).ok();
            Some(Location::Place(Place { line: place(line)?, column: place(column)? }))
        }
        _ => None,
    }
}

fn of_library(error: &RenLibError) -> Option<Location> {
    error.offset().map(Location::Byte)
}

fn of_sav(error: &SavError, text: &str) -> Option<Location> {
    let word = |number| place(text, sav::start_of(text, number));
    match error {
        SavError::End { .. } => None,
        SavError::Number { number, .. } => word(*number),
        SavError::NotSquare { .. } | SavError::Size(_) => word(1),
        // Before the moves are two sizes and their number.
        SavError::Move { number, .. } => word(usize::try_from(*number).ok()?.checked_mul(2)?.checked_add(2)?),
    }
}

fn of_pos(error: &PosError) -> Option<Location> {
    match error {
        PosError::Empty => None,
        PosError::Count(_) | PosError::Missing { .. } => Some(Location::Byte(0)),
        PosError::Move { offset, .. } => Some(Location::Byte(*offset)),
    }
}

fn of_moves(error: &(dyn Error + Send + Sync + 'static), text: &str) -> Option<Location> {
    let number = match error.downcast_ref() {
        Some(MoveTextError { number, .. }) => *number,
        None => error.downcast_ref::<MovePlayError>()?.number,
    };
    let word = moves::words(text).nth(number.checked_sub(1)?);
    place(text, word.map(|(at, _)| at))
}

fn of_diagram(error: &DiagramError) -> Option<Location> {
    match *error {
        DiagramError::Character { line, column, .. } => Some(Location::Place(Place { line, column })),
        DiagramError::Uneven { line, .. } => Some(Location::Line(line)),
        DiagramError::NotSquare { .. } | DiagramError::NoRows | DiagramError::Size(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::any::{self, Known};
    use super::*;

    fn at(line: usize, column: usize) -> Option<Location> {
        Some(Location::Place(Place { line, column }))
    }

    #[test]
    fn every_format_reports_the_location() {
        let head = "\"format\": \"tengen-record\", \"version\": 1,\n \"size\": 15, \"rule\":";
        let json = |rest: &str| format!("{{{head} {rest}}}");
        let cases: [(Format, String, Option<Location>); 22] = [
            (Format::Json, "{\n \"size\": x}".to_owned(), at(2, 10)),
            (Format::Json, "{\n \"天元\": 1}".to_owned(), at(2, 5)),
            (Format::Json, json("\"go\", \"moves\": []"), at(2, 22)),
            (
                Format::Json,
                json("\"renju\", \"moves\": [\n{\"move\": \"h8\"},\n {\"move\": \"h8\"}]"),
                at(4, 2),
            ),
            (Format::Json, json("\"renju\", \"cursor\": 3, \"moves\": []"), at(2, 41)),
            (Format::Sgf, "(;GM[4];B[hh]\n;W[zz])".to_owned(), at(2, 4)),
            (Format::Sgf, "no game".to_owned(), None),
            (Format::Psq, "Piskvorky 15x16, 0:0, 0\n".to_owned(), Some(Location::Line(1))),
            (
                Format::Psq,
                "Piskvorky 15x15, 0:0, 0\r\n1,1,0\r\n1,1,0\r\n".to_owned(),
                Some(Location::Line(3)),
            ),
            (Format::Rec, "one\n1,1,0\n".to_owned(), Some(Location::Line(2))),
            (Format::Rec, "one\ntwo\n1,1,0\n99,1,0\n".to_owned(), Some(Location::Line(4))),
            (Format::RenLib, "RenLib".to_owned(), Some(Location::Byte(0))),
            (Format::Sav, "15\n15\n2\n7 7\n7 x\n".to_owned(), at(5, 3)),
            (Format::Sav, "15\n15\n2\n7 7\n 7 7\n".to_owned(), at(5, 2)),
            (Format::Sav, "15\n15\n2\n7 7\n".to_owned(), None),
            (Format::Pos, "\u{2}\u{1}\u{1}".to_owned(), Some(Location::Byte(2))),
            (Format::Moves, "\u{feff}h8 pass\n".to_owned(), at(1, 4)),
            (Format::Moves, "h8 i9\nj10 z99".to_owned(), at(2, 5)),
            (Format::Moves, "h8 i9\n  h8".to_owned(), at(2, 3)),
            (Format::Diagram, "...\n..\n...".to_owned(), Some(Location::Line(2))),
            (Format::Diagram, "...\n...".to_owned(), None),
            (Format::Link, "tg1.AAz".to_owned(), None),
        ];
        for (format, text, expected) in cases {
            let error = any::read(text.as_bytes(), Some(format), Known::default()).unwrap_err();
            assert_eq!(error.location(text.as_bytes()), expected, "{error}\n{text}");
        }
        let bytes = b"h8 \xff";
        let error = any::read(bytes, Some(Format::Moves), Known::default()).unwrap_err();
        assert_eq!(error.location(bytes), Some(Location::Byte(3)));
    }
}
