use leptos::prelude::*;
use tengen_analysis::files::{Request, Response};
use tengen_formats::json;

use super::words;
use crate::files;
use crate::forms::{always, button};
use crate::panel::qr::{self, Code};
use crate::reactive::RwSignal;
use crate::session::Session;
use crate::texts::Texts;
use crate::workers::FileWorker;

/// The game as a link and as a QR code.
#[component]
pub(super) fn Share() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let file_worker = FileWorker::of_page();
    let link = RwSignal::new(String::new());
    let code = RwSignal::new(None::<Code>);
    let message = RwSignal::new(String::new());
    // The link would lead to an earlier state of a game that has continued.
    Effect::new(move || {
        session.table.game.track();
        link.set(String::new());
        code.set(None);
        message.set(String::new());
    });
    let make = move || {
        let record = session.table.game.with_untracked(|game| json::write(&words::for_others(texts, game)));
        let base = Some(files::address());
        let request = |id| Request::Write { id, record, format: "link".to_owned(), opening: None, base };
        file_worker.ask(request, move |answer| match answer {
            Ok(Response::Written { content, .. }) => {
                let text = files::text_of(&content);
                link.set(text.clone());
                qr::ask(file_worker, text, move |drawn| match drawn {
                    Ok(drawn) => code.set(Some(drawn)),
                    // A long game has a link but no QR code, whose capacity is limited.
                    Err(fault) => message.set(super::refusal(texts, &fault)),
                });
            }
            Ok(_) => {}
            Err(fault) => message.set(super::refusal(texts, &fault)),
        });
    };
    let copy = move || {
        files::copy(&link.get_untracked());
        message.set(texts.text("link-copied"));
    };
    let shown = move || {
        (!link.with(String::is_empty)).then(|| {
            view! {
                <input id="link" type="text" readonly aria-label=texts.text("link") prop:value=link.get()/>
                {button("copy-link", "copy-link", "", always(), copy)}
            }
        })
    };
    let drawn = move || code.get().map(|code| qr::picture(texts, code));
    view! {
        <section class="share">
            <h3>{move || texts.text("share")}</h3>
            {button("make-link", "make-link", "", always(), make)}
            <div class="row">{shown}</div>
            <p role="status" id="share-outcome">{move || message.get()}</p>
            {drawn}
        </section>
    }
}
