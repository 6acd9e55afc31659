//! The formats, and what the world calls them.

use tengen_game::format::any::Format;
use tengen_picture::PictureKind;
use tengen_protocol::studio::FormatMessage;

/// Every format that is read or written.
pub(crate) fn all() -> Vec<FormatMessage> {
    let format = |name: &str, mime: &str, reads, writes| FormatMessage {
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

/// The media type of a record's file. Of those that nobody has registered, text is shown as what it is.
pub(crate) fn record_mime(format: Format) -> &'static str {
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
pub(crate) fn picture_mime(kind: PictureKind) -> &'static str {
    match kind {
        PictureKind::Svg => "image/svg+xml",
        PictureKind::Png => "image/png",
        PictureKind::Gif => "image/gif",
    }
}
