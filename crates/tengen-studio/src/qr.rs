//! QR codes.

use std::fmt::Write as _;

use qrcodegen::{QrCode, QrCodeEcc};
use tengen_protocol::studio::{Fault, FaultKind, Response};

use crate::faults::fault;

/// No code has room for more characters, and this many only if all of them are digits.
const MOST_CHARACTERS: usize = 7089;
/// What every text of so many bytes fits into.
const MOST_BYTES: usize = 2953;

/// Makes the code of a text. A code survives that an eighth of it cannot be seen, or less where the text is so long that it
/// would not fit otherwise.
pub(crate) fn encode(id: u32, text: &str) -> Result<Response, Fault> {
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

/// The dark modules, those beside each other in one piece, so that no viewer leaves gaps between them.
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
            // What ends the dark ones is light.
            x += i32::try_from(length).unwrap_or(i32::MAX).saturating_add(1);
        }
    }
    path
}
