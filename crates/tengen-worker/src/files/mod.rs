//! The file service: reading and writing record files, drawing pictures, and making QR codes.
//!
//! The page would be several times as large with all of this in it, and most users never need it. So it runs in a separate
//! Web Worker. It is one function from a request to responses, [`answer()`], which is tested without a browser.

mod drawing;
mod reading;
mod writing;

use std::error::Error;
use std::fmt::Display;

use serde::Deserialize;
use tengen_analysis::files::{Fault, FaultKind, Request, Response, Whereabouts};
use tengen_formats::MoveFault;
use tengen_formats::any::{ReadError, SideToMoveError};
use tengen_formats::json::JsonError;
use tengen_formats::link::LinkError;
use tengen_formats::sgf::SgfError;
use tengen_game::PlayError;

/// Carries out a request, which is JSON text, and passes every response to `send`: progress of a long request, and then exactly
/// one answer.
///
/// ```
/// use tengen_analysis::files::Response;
///
/// let mut answers = Vec::new();
/// let request = r#"{ "type": "read", "id": 7, "content": { "text": "h8 i9 h9" } }"#;
/// tengen_worker::files::answer(request, &mut |response| answers.push(response.clone()));
/// let [Response::Games { id: 7, format, games, .. }] = &answers[..] else { panic!("{answers:?}") };
/// assert_eq!((format.as_str(), games[0].moves), ("moves", 3));
/// ```
pub fn answer(request: &str, send: &mut dyn FnMut(&Response)) {
    let request: Request = match serde_json::from_str(request) {
        Ok(request) => request,
        Err(error) => {
            let message = format!("the file service cannot read this request: {error}");
            let fault = Fault { kind: FaultKind::Request, message, whereabouts: None };
            send(&Response::Failed { id: number_of(request), fault });
            return;
        }
    };
    let id = request.id();
    let done = carry_out(request, send);
    send(&done.unwrap_or_else(|fault| Response::Failed { id: Some(id), fault }));
}

fn carry_out(request: Request, send: &mut dyn FnMut(&Response)) -> Result<Response, Fault> {
    match request {
        Request::Read { id, name, content, known, part } => {
            reading::read(id, name.as_deref(), content, known, part)
        }
        Request::Write { id, record, format, opening, base } => {
            writing::write(id, &record, &format, opening, base.as_deref())
        }
        Request::Picture { id, record, kind, options } => {
            let progress = &mut |done, of| send(&Response::Progress { id, done, of });
            drawing::draw(id, &record, kind, options, progress)
        }
        Request::Sheet { id, title, problems, solutions, kind } => {
            drawing::sheet(id, title, problems, solutions, kind)
        }
        Request::Qr { id, text } => drawing::qr_code(id, &text),
        Request::Formats { id } => Ok(Response::Formats { id, formats: writing::formats() }),
    }
}

/// The number of a request that cannot be read otherwise, so that the page gets an answer to it.
fn number_of(request: &str) -> Option<u32> {
    #[derive(Deserialize)]
    struct Numbered {
        id: u32,
    }
    serde_json::from_str(request).ok().map(|Numbered { id }| id)
}

fn fault(kind: FaultKind, message: impl Display) -> Fault {
    Fault { kind, message: message.to_string(), whereabouts: None }
}

/// The fault of `bytes` that cannot be read.
fn of_reading(error: &ReadError, bytes: &[u8]) -> Fault {
    // Letters at the beginning of a picture may look like moves.
    if is_image(bytes) {
        return fault(FaultKind::Image, error);
    }
    let kind = match error {
        ReadError::UnknownFormat => FaultKind::UnknownFormat,
        ReadError::TooLong { .. } => FaultKind::TooLong,
        ReadError::Fault { source, .. } => kind_of(source.as_ref()),
    };
    let whereabouts = error.location(bytes).map(Whereabouts::from);
    Fault { kind, message: error.to_string(), whereabouts }
}

/// Whether a file is a picture, by the first bytes of the usual formats: PNG, JPEG, GIF, WebP, BMP, TIFF, HEIC and AVIF.
fn is_image(bytes: &[u8]) -> bool {
    const BEGINNINGS: [&[u8]; 5] = [b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*"];
    let inner = bytes.get(8..12);
    let is_webp = bytes.starts_with(b"RIFF") && inner == Some(b"WEBP");
    let is_heif = bytes.get(4..8) == Some(b"ftyp")
        && inner.is_some_and(|brand| [&b"heic"[..], b"mif1", b"avif"].contains(&brand));
    let is_bitmap = bytes.starts_with(b"BM") && bytes.get(6..10) == Some(&[0; 4]);
    is_webp || is_heif || is_bitmap || BEGINNINGS.iter().any(|beginning| bytes.starts_with(beginning))
}

/// The kind of the fault of a text in a known format. The causes of an error are more exact than the error itself.
fn kind_of(error: &(dyn Error + 'static)) -> FaultKind {
    let of_cause = |cause: &(dyn Error + 'static)| {
        if cause.is::<SideToMoveError>() {
            return Some(FaultKind::SideToMove);
        }
        // A list of moves hides the cause of its fault.
        if cause.is::<PlayError>() || cause.is::<MoveFault>() {
            return Some(FaultKind::IllegalMove);
        }
        if let Some(SgfError::Game { .. }) = cause.downcast_ref() {
            return Some(FaultKind::OtherGame);
        }
        match (cause.downcast_ref(), cause.downcast_ref()) {
            (Some(LinkError::CutOff(_) | LinkError::Base64(_) | LinkError::Checksum { .. }), _) => {
                Some(FaultKind::Damaged)
            }
            (Some(LinkError::Version(_) | LinkError::Section { .. }), _)
            | (_, Some(JsonError::Version(_))) => Some(FaultKind::Newer),
            (Some(LinkError::TooLong | LinkError::TooManyMoves), _) => Some(FaultKind::TooLong),
            _ => None,
        }
    };
    let mut causes = std::iter::successors(Some(error), |&cause| cause.source());
    causes.find_map(of_cause).unwrap_or(FaultKind::Content)
}
