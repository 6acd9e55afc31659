use leptos::prelude::*;
use leptos::task::spawn_local;
use tengen_online::id::ChallengeId;
use tengen_online::message::{ChallengeView, ClientCommand};

use super::words;
use crate::files;
use crate::forms::{always, button};
use crate::online::Online;
use crate::panel::qr::{self, Code};
use crate::reactive::{Memo, RwSignal};
use crate::texts::Texts;
use crate::workers::FileWorker;

/// The user's own challenge by link: the link and its QR code, until a friend has followed it.
pub(super) fn own(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let file_worker = FileWorker::of_page();
    let invitation = Memo::new(move |_| online.client.with(|client| client.invitation));
    let code = RwSignal::new(None::<Code>);
    let message = RwSignal::new(String::new());
    let link = move |challenge: ChallengeId| format!("{}?challenge={challenge}", files::address());
    Effect::new(move || {
        code.set(None);
        message.set(String::new());
        if let Some((challenge, _)) = invitation.get() {
            // Without the file worker only the link is shown.
            qr::ask(file_worker, link(challenge), move |drawn| code.set(drawn.ok()));
        }
    });
    let shown = move || {
        let (challenge, request) = invitation.get()?;
        let cancel = move || {
            button("cancel-challenge", "cancel", "", always(), move || {
                online.send(ClientCommand::CancelChallenge(challenge));
            })
        };
        if request.to.is_some() {
            return Some(
                view! {
                    <h2>{texts.text("online-invitation")}</h2>
                    <p class="quiet">{words::settings(texts, &request.settings)}</p>
                    <p role="status">{texts.text("online-challenge-sent")}</p>
                    <div class="row">{cancel()}</div>
                }
                .into_any(),
            );
        }
        let address = link(challenge);
        let copied = address.clone();
        let shared = address.clone();
        let share = move || {
            let link = shared.clone();
            let title = texts.text("share-title");
            spawn_local(async move {
                // A user who closes the dialog still has the link below.
                files::share(&title, &link).await;
            });
        };
        let shown = view! {
            <h2>{texts.text("online-invitation")}</h2>
            <p class="quiet">{words::settings(texts, &request.settings)}</p>
            <p>{texts.text("online-invitation-how")}</p>
            <div class="row">
                {files::can_share().then(|| button("share-challenge", "share", "primary", always(), share))}
                <input id="challenge-link" type="text" readonly aria-label=texts.text("link") prop:value=address/>
                {button("copy-challenge", "copy-link", "", always(), move || {
                    files::copy(&copied);
                    message.set(texts.text("link-copied"));
                })}
                {cancel()}
            </div>
            <p role="status" class="quiet">{move || message.get()}</p>
            {move || code.get().map(|code| qr::picture(texts, code))}
        };
        Some(shown.into_any())
    };
    view! { <div class="online-part" id="invitation">{shown}</div> }.into_any()
}

/// The challenges to the user, and the one whose link the user has followed.
pub(super) fn challenges(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let all = Memo::new(move |_| {
        online.client.with(|client| {
            let of_others = client.challenges.values().filter(|view| !online.is_you(view.by.account));
            of_others.cloned().collect::<Vec<_>>()
        })
    });
    let card = move |view: ChallengeView| {
        let id = view.challenge;
        let name = words::player(online, &view.by);
        let decline = move || {
            // A challenge by link has no addressee; only a challenge to this user is declined on the server.
            if view.request.to.is_some() {
                online.send(ClientCommand::DeclineChallenge(id));
            } else {
                online.client.update(|client| {
                    client.challenges.remove(&id);
                });
            }
        };
        view! {
            <div class="challenge" role="group">
                <p>{texts.text_with("online-challenged", &[("name", name.into())])}</p>
                <p class="quiet">{words::settings(texts, &view.request.settings)}</p>
                <div class="row">
                    {button("accept-challenge", "online-accept", "primary", always(), move || {
                        online.send(ClientCommand::AcceptChallenge(id));
                    })}
                    {button("decline-challenge", "online-decline", "", always(), decline)}
                </div>
            </div>
        }
    };
    view! {
        <div class="online-part">
            <For each=move || all.get() key=|view| view.challenge children=card/>
        </div>
    }
    .into_any()
}
