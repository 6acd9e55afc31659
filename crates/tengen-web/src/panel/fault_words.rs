//! Why something could not be read, written or drawn, in the language of the page.

use tengen_analysis::files::{Fault, FaultKind, Whereabouts};

use crate::texts::Texts;

/// What is wrong, and where. English adds the message of the library, which is in English and says more.
pub(super) fn reason(texts: Texts, fault: &Fault) -> String {
    let (place, line, column, byte) = match fault.whereabouts {
        None => ("none", 0, 0, 0),
        Some(Whereabouts::Character { line, column }) => ("character", line, column, 0),
        Some(Whereabouts::Line(line)) => ("line", line, 0, 0),
        Some(Whereabouts::Byte(byte)) => ("byte", 0, 0, byte),
    };
    let arguments = [
        ("what", texts.text(key(fault.kind)).into()),
        ("message", fault.message.as_str().into()),
        ("place", place.into()),
        ("line", line.into()),
        ("column", column.into()),
        ("byte", byte.into()),
    ];
    texts.text_with("fault", &arguments)
}

fn key(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Request => "fault-request",
        FaultKind::UnknownFormat => "fault-unknown-format",
        FaultKind::TooLong => "fault-too-long",
        FaultKind::SideToMove => "fault-side-to-move",
        FaultKind::Content => "fault-content",
        FaultKind::Damaged => "fault-damaged",
        FaultKind::Newer => "fault-newer",
        FaultKind::IllegalMove => "fault-illegal-move",
        FaultKind::Unwritable => "fault-unwritable",
        FaultKind::Picture => "fault-picture",
        FaultKind::Qr => "fault-qr",
        FaultKind::NotLoaded => "fault-not-loaded",
        FaultKind::Broken => "fault-broken",
    }
}
