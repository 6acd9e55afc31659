//! Pictures and QR codes.

use std::fmt::Write as _;
use std::time::Duration;

use qrcodegen::{QrCode, QrCodeEcc};
use tengen_analysis::files::{
    Fault, FaultKind, PictureFormat, PictureSettings, Response, SheetFormat, SheetProblem,
};
use tengen_picture::{Animation, Diagram, Drawing, PictureKind, PictureOptions, Sheet};

use super::fault;
use super::writing::{file, names, picture_mime, record};

/// Draws a record; `progress` receives the number of finished frames of a GIF, and the number of all frames.
pub(super) fn draw(
    id: u32,
    text: &str,
    kind: PictureFormat,
    options: PictureSettings,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Response, Fault> {
    let record = record(text)?;
    let kind = match kind {
        PictureFormat::Svg => PictureKind::Svg,
        PictureFormat::Png => PictureKind::Png,
        PictureFormat::Gif => PictureKind::Gif,
    };
    let drawn = drawing(options)?.draw(&record, kind, progress);
    let drawn = drawn.map_err(|error| fault(FaultKind::Picture, error))?;
    Ok(file(id, kind.name(), picture_mime(kind), &drawn.content, names(&drawn.losses)))
}

fn drawing(message: PictureSettings) -> Result<Drawing, Fault> {
    Ok(Drawing {
        after: message.after,
        options: PictureOptions {
            theme: message.theme.parse().map_err(|error| fault(FaultKind::Request, error))?,
            width: message.width,
            coordinates: message.coordinates,
            numbers: message.numbers.parse().map_err(|error| fault(FaultKind::Request, error))?,
            last_move: message.last_move,
            winning_rows: message.winning_rows,
            forbidden: message.forbidden,
            marks: message.marks,
            symmetry: message.symmetry,
            title: message.title,
        },
        animation: Animation {
            from: message.first,
            to: message.after,
            delay: Duration::from_millis(message.delay_ms.into()),
            last_delay: Duration::from_millis(message.last_delay_ms.into()),
            repeat: message.repeat,
        },
    })
}

/// Draws a sheet of problems.
pub(super) fn sheet(
    id: u32,
    title: String,
    problems: Vec<SheetProblem>,
    solutions: String,
    kind: SheetFormat,
) -> Result<Response, Fault> {
    let diagram = |problem: SheetProblem| Diagram {
        position: problem.position,
        caption: problem.caption,
        solution: problem.solution,
    };
    let sheet = Sheet { title, diagrams: problems.into_iter().map(diagram).collect(), solutions };
    let (name, mime, content) = match kind {
        SheetFormat::Svg => ("svg", "image/svg+xml", sheet.svg().map(String::into_bytes)),
        SheetFormat::Pdf => ("pdf", "application/pdf", sheet.pdf()),
    };
    let content = content.map_err(|error| fault(FaultKind::Picture, error))?;
    Ok(file(id, name, mime, &content, Vec::new()))
}

/// The most characters of a code, which are possible only if all of them are digits.
const MOST_CHARACTERS: usize = 7089;
/// The most bytes of a text that fits into a code with any characters.
const MOST_BYTES: usize = 2953;

/// Makes the code of a text. A code stays readable if an eighth of it is hidden, or less where the text is so long that it would not
/// fit otherwise.
pub(super) fn qr_code(id: u32, text: &str) -> Result<Response, Fault> {
    let too_long = || {
        let message = format!("a QR code holds {MOST_BYTES} bytes of text, this text has {}", text.len());
        fault(FaultKind::Qr, message)
    };
    if text.len() > MOST_CHARACTERS {
        return Err(too_long());
    }
    let code = QrCode::encode_text(text, QrCodeEcc::Medium)
        .or_else(|_| QrCode::encode_text(text, QrCodeEcc::Low))
        .map_err(|_| too_long())?;
    Ok(Response::Qr { id, size: code.size().unsigned_abs(), path: path(&code) })
}

/// The path of the dark modules. Neighbours are one piece, so that no viewer leaves gaps between them.
fn path(code: &QrCode) -> String {
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let length = (x..code.size()).take_while(|&x| code.get_module(x, y)).count();
            if length > 0 {
                // Writing to a string cannot fail.
                let _ = write!(path, "M{x} {y}h{length}v1h-{length}z");
            }
            // The module after a dark run is light.
            x += i32::try_from(length).unwrap_or(i32::MAX).saturating_add(1);
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_message_leaves_out_is_what_the_library_leaves_out() {
        let drawing = drawing(PictureSettings::default()).unwrap();
        let usual = Drawing::default();
        assert_eq!((drawing.after, drawing.options), (usual.after, usual.options));
        assert_eq!(drawing.animation, usual.animation);
    }
}
