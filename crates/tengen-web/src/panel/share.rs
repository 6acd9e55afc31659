//! The game for others: the system's dialog for sharing, a link with its QR code, and a moving picture.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tengen_analysis::files::{PictureFormat, Request, Response};
use tengen_formats::json;

use super::library::{file_name, for_others, picture_settings, refusal};
use super::qr::{self, Code};
use crate::files;
use crate::forms::{always, button};
use crate::library::LibraryEntry;
use crate::preferences::Preferences;
use crate::reactive::RwSignal;
use crate::session::Session;
use crate::texts::Texts;
use crate::workers::FileWorker;

/// The game as a link, and what is made of it.
#[derive(Clone, Copy)]
pub(super) struct Shared {
    session: Session,
    texts: Texts,
    file_worker: FileWorker,
    preferences: RwSignal<Preferences>,
    link: RwSignal<String>,
    code: RwSignal<Option<Code>>,
    message: RwSignal<String>,
}

impl Shared {
    pub(super) fn new() -> Shared {
        let session = Session::of_page();
        let shared = Shared {
            session,
            texts: Texts::of_page(),
            file_worker: FileWorker::of_page(),
            preferences: Preferences::of_page(),
            link: RwSignal::new(String::new()),
            code: RwSignal::new(None),
            message: RwSignal::new(String::new()),
        };
        // The link would lead to an earlier state of a game that has continued.
        Effect::new(move || {
            session.table.game.track();
            shared.link.set(String::new());
            shared.code.set(None);
            shared.message.set(String::new());
        });
        shared
    }

    /// Makes the link, and passes it to the system's dialog for sharing. A browser without that dialog shows the link.
    pub(super) fn share(self) {
        self.ask_link(move |link| {
            spawn_local(async move {
                if !files::share(&self.texts.text("share-title"), &link).await {
                    self.show(link);
                }
            });
        });
    }

    /// Makes the link, and shows it.
    fn make(self) {
        self.ask_link(move |link| self.show(link));
    }

    fn ask_link(self, then: impl FnOnce(String) + 'static) {
        let record = self.record();
        let base = Some(files::address());
        let request = |id| Request::Write { id, record, format: "link".to_owned(), opening: None, base };
        self.file_worker.ask(request, move |answer| match answer {
            Ok(Response::Written { content, .. }) => then(files::text_of(&content)),
            Ok(_) => {}
            Err(fault) => self.message.set(refusal(self.texts, &fault)),
        });
    }

    /// The game in the project's own format.
    fn record(self) -> String {
        self.session.table.game.with_untracked(|game| json::write(&for_others(self.texts, game)))
    }

    fn show(self, link: String) {
        self.link.set(link.clone());
        qr::ask(self.file_worker, link, move |drawn| match drawn {
            Ok(drawn) => self.code.set(Some(drawn)),
            // A long game has a link but no QR code, whose capacity is limited.
            Err(fault) => self.message.set(refusal(self.texts, &fault)),
        });
    }

    fn copy(self) {
        files::copy(&self.link.get_untracked());
        self.message.set(self.texts.text("link-copied"));
    }

    /// Saves the game as a moving picture.
    fn save_gif(self) {
        let record = self.record();
        let options = self.preferences.with_untracked(picture_settings);
        let name =
            self.session.table.game.with_untracked(|game| file_name(self.texts, &LibraryEntry::of(game)));
        self.message.set(self.texts.text("writing"));
        let request = |id| Request::Picture { id, record, kind: PictureFormat::Gif, options };
        self.file_worker.ask(request, move |answer| match answer {
            Ok(Response::Written { extension, mime, content, .. }) => {
                files::save_written(&format!("{name}.{extension}"), &mime, &content);
                self.message.set(String::new());
            }
            Ok(_) => self.message.set(String::new()),
            Err(fault) => self.message.set(refusal(self.texts, &fault)),
        });
    }

    /// The link, its code and the message, as far as they exist.
    pub(super) fn view(self) -> AnyView {
        let Shared { texts, link, code, message, .. } = self;
        let shown = move || {
            (!link.with(String::is_empty)).then(|| {
                view! {
                    <div class="row">
                        <input id="link" type="text" readonly aria-label=texts.text("link") prop:value=link.get()/>
                        {button("copy-link", "copy-link", "", always(), move || self.copy())}
                        {button("save-gif", "save-gif", "", always(), move || self.save_gif())}
                    </div>
                }
            })
        };
        let drawn = move || code.get().map(|code| qr::picture(texts, code));
        view! {
            {shown}
            <p role="status" id="share-outcome">{move || message.get()}</p>
            {drawn}
        }
        .into_any()
    }
}

/// The part of the library that shares the game.
#[component]
pub(super) fn Share() -> impl IntoView {
    let texts = Texts::of_page();
    let shared = Shared::new();
    view! {
        <section class="share">
            <h3>{move || texts.text("share")}</h3>
            {button("make-link", "make-link", "", always(), move || shared.make())}
            {shared.view()}
        </section>
    }
}
