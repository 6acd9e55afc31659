//! QR codes, which the file worker computes.

use leptos::prelude::*;
use tengen_analysis::files::{Fault, Request, Response};

use crate::texts::Texts;
use crate::workers::FileWorker;

/// A QR code: the length of its side in modules, and its path.
pub(super) type Code = (u32, String);

/// Requests the code of a text.
pub(super) fn ask(file_worker: FileWorker, text: String, then: impl FnOnce(Result<Code, Fault>) + 'static) {
    file_worker.ask(
        |id| Request::Qr { id, text },
        move |answer| match answer {
            Ok(Response::Qr { size, path, .. }) => then(Ok((size, path))),
            Ok(_) => {}
            Err(fault) => then(Err(fault)),
        },
    );
}

/// The picture of a code.
pub(super) fn picture(texts: Texts, (size, path): Code) -> AnyView {
    // A QR reader needs four light modules on every side.
    let view_box = format!("-4 -4 {0} {0}", size + 8);
    view! {
        <svg class="qr" viewBox=view_box role="img" aria-label=move || texts.text("qr")>
            <rect x="-4" y="-4" width=size + 8 height=size + 8 fill="#fff"/>
            <path d=path fill="#000"/>
        </svg>
    }
    .into_any()
}
