//! What the page's studio does: reading and writing record files, drawing pictures, and making QR codes.
//!
//! The page would be several times as large if it carried all of this itself, and most people never need it. So it is a
//! Web Worker of its own (`main.rs`), and what it does is [`answer()`], a function from a message to messages, which runs
//! and is tested anywhere.
#![forbid(unsafe_code)]

mod drawing;
mod faults;
mod formats;
mod qr;
mod reading;
mod writing;

use serde::Deserialize;
use tengen_protocol::studio::{Fault, FaultKind, Request, Response};

/// Carries out a request, which is JSON text, and hands every response to `send`: progress, if there is any to tell, and
/// then exactly one answer.
///
/// ```
/// use tengen_protocol::studio::Response;
///
/// let mut answers = Vec::new();
/// let request = r#"{ "type": "read", "id": 7, "content": { "text": "h8 i9 h9" } }"#;
/// tengen_studio::answer(request, &mut |response| answers.push(response.clone()));
/// let [Response::Games { id: 7, format, games, .. }] = &answers[..] else { panic!("{answers:?}") };
/// assert_eq!((format.as_str(), games[0].moves), ("moves", 3));
/// ```
pub fn answer(request: &str, send: &mut dyn FnMut(&Response)) {
    let request: Request = match serde_json::from_str(request) {
        Ok(request) => request,
        Err(error) => {
            let message = format!("the studio cannot read this request: {error}");
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
        Request::Read { id, name, content, known } => reading::read(id, name.as_deref(), content, &known),
        Request::Write { id, record, format, opening, base } => {
            writing::write(id, &record, &format, opening, base.as_deref())
        }
        Request::Picture { id, record, kind, options } => {
            let progress = &mut |done, of| send(&Response::Progress { id, done, of });
            drawing::draw(id, &record, kind, options, progress)
        }
        Request::Qr { id, text } => qr::encode(id, &text),
        Request::Formats { id } => Ok(Response::Formats { id, formats: formats::all() }),
    }
}

/// The number of a request of which nothing else could be read, so that whoever waits for its answer gets one.
fn number_of(request: &str) -> Option<u32> {
    #[derive(Deserialize)]
    struct Numbered {
        id: u32,
    }
    serde_json::from_str(request).ok().map(|Numbered { id }| id)
}
