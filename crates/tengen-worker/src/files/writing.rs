//! Writing records to files, and the list of the formats.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use tengen_analysis::files::{Fault, FaultKind, FileFormat, Response};
use tengen_formats::any::{self, Format};
use tengen_formats::json;
use tengen_formats::link::{self, Link};
use tengen_formats::{Loss, Written};
use tengen_game::Record;
use tengen_picture::PictureKind;

use super::{fault, of_reading};

/// Writes a record in the format of this name.
pub(super) fn write(
    id: u32,
    record: &str,
    format: &str,
    opening: Option<String>,
    base: Option<&str>,
) -> Result<Response, Fault> {
    let record = self::record(record)?;
    let format: Format = format.parse().map_err(|error| fault(FaultKind::Request, error))?;
    let (written, lost_opening) = if format == Format::Link {
        (as_link(record, opening, base)?, None)
    } else {
        (any::write(&record, format).map_err(|error| fault(FaultKind::Unwritable, error))?, opening)
    };
    let mut losses = names(&written.losses);
    losses.extend(lost_opening.map(|_| "protocol".to_owned()));
    Ok(file(id, format.name(), record_mime(format), &written.content, losses))
}

/// Reads the record of a request.
pub(super) fn record(text: &str) -> Result<Record, Fault> {
    json::read(text).map_err(|error| {
        let error = any::ReadError::Fault { format: Format::Json, source: error.into() };
        of_reading(&error, text.as_bytes())
    })
}

/// The names of losses in messages.
pub(super) fn names(losses: &[Loss]) -> Vec<String> {
    losses.iter().map(|loss| loss.key().to_owned()).collect()
}

/// A file whose name has the extension of its format.
pub(super) fn file(id: u32, name: &str, mime: &str, content: &[u8], losses: Vec<String>) -> Response {
    let content = BASE64_STANDARD.encode(content);
    Response::Written { id, extension: name.to_owned(), mime: mime.to_owned(), content, losses }
}

fn as_link(record: Record, opening: Option<String>, base: Option<&str>) -> Result<Written<Vec<u8>>, Fault> {
    let written = link::write(&Link { record, opening });
    let Written { content, losses } = written.map_err(|error| {
        fault(FaultKind::Unwritable, format_args!("{} cannot hold this game: {error}", Format::Link))
    })?;
    let content = match base {
        Some(base) => {
            let address = base.split_once('#').map_or(base, |(address, _)| address);
            format!("{address}#{content}")
        }
        None => content,
    };
    Ok(Written { content: content.into_bytes(), losses })
}

/// Every format that is read or written.
pub(super) fn formats() -> Vec<FileFormat> {
    let format = |name: &str, mime: &str, reads, writes| FileFormat {
        name: name.to_owned(),
        extension: name.to_owned(),
        mime: mime.to_owned(),
        reads,
        writes,
    };
    let records =
        Format::ALL.map(|record| format(record.name(), record_mime(record), true, record.is_written()));
    let pictures = PictureKind::ALL.map(|kind| format(kind.name(), picture_mime(kind), false, false));
    records.into_iter().chain(pictures).collect()
}

/// The media type of a record's file. Unregistered text formats are plain text.
fn record_mime(format: Format) -> &'static str {
    match format {
        Format::Json => "application/json",
        Format::Sgf => "application/x-go-sgf",
        Format::Rif => "application/xml",
        Format::RenLib | Format::Pos => "application/octet-stream",
        Format::Psq | Format::Rec | Format::Sav | Format::Link | Format::Moves | Format::Diagram => {
            "text/plain;charset=utf-8"
        }
    }
}

/// The media type of a picture.
pub(super) fn picture_mime(kind: PictureKind) -> &'static str {
    match kind {
        PictureKind::Svg => "image/svg+xml",
        PictureKind::Png => "image/png",
        PictureKind::Gif => "image/gif",
    }
}
