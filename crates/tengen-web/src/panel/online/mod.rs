//! The place of online play: lobby, own games and challenges, and the actions of a game of the server.

mod actions;
mod create;
mod invitation;
mod lobby;
mod words;

use leptos::prelude::*;
use tengen_online::message::ClientCommand;

use crate::forms::{always, button};
use crate::online::{Link, Online, OnlineNotice};
use crate::reactive::Memo;
use crate::texts::Texts;

pub(super) use actions::Actions;
pub(super) use words::status;

/// The lobby. The page follows it as long as it is shown.
#[component]
pub(super) fn Lobby() -> AnyView {
    let texts = Texts::of_page();
    let Some(online) = use_context::<Online>() else {
        return view! { <p class="quiet">{move || texts.text("online-absent")}</p> }.into_any();
    };
    online.connect_if_idle();
    online.send(ClientCommand::WatchLobby);
    on_cleanup(move || {
        online.notice.set(None);
        online.send(ClientCommand::UnwatchLobby);
    });
    let link = Memo::new(move |_| online.client.with(|client| client.link));
    // A lobby that is known stays in view while the page reconnects.
    let content = Memo::new(move |_| match link.get() {
        Link::Absent => Content::Absent,
        Link::Idle | Link::Connecting => Content::Waiting,
        Link::Connected | Link::Lost => Content::Lobby,
    });
    let shown = move || match content.get() {
        Content::Absent => view! {
            <p class="quiet" id="online-absent" role="status">{move || texts.text("online-absent")}</p>
            <div class="row">
                {button("online-retry", "online-retry", "", always(), move || online.connect())}
            </div>
        }
        .into_any(),
        Content::Waiting => {
            view! { <p class="quiet" role="status">{move || texts.text("online-connecting")}</p> }.into_any()
        }
        Content::Lobby => view! {
            {invitation::challenges(online)}
            {lobby::own_games(online)}
            {lobby::pools(online)}
            {create::form(online)}
            {invitation::own(online)}
            {lobby::seeks(online)}
            {lobby::watching(online)}
        }
        .into_any(),
    };
    view! {
        <section class="online">
            <Connection/>
            {shown}
        </section>
    }
    .into_any()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Absent,
    Waiting,
    Lobby,
}

/// What there is to say about the connection and the last command.
#[component]
pub(super) fn Connection() -> impl IntoView {
    let texts = Texts::of_page();
    let online = Online::of_page();
    let lost = Memo::new(move |_| online.client.with(|client| client.link == Link::Lost));
    let notice = move || {
        if lost.get() {
            return texts.text("online-lost");
        }
        online.notice.get().map_or_else(String::new, |notice| words_of(texts, notice))
    };
    view! { <p class="online-notice" class:lost=move || lost.get() role="status" id="online-notice">{notice}</p> }
}

fn words_of(texts: Texts, notice: OnlineNotice) -> String {
    match notice {
        OnlineNotice::PlayRefused(reason) => {
            texts.text_with("online-play-refused", &[("reason", reason.into())])
        }
        OnlineNotice::Refused(reason) => texts.text_with("online-refused", &[("reason", reason.into())]),
        OnlineNotice::NotFound => texts.text("online-not-found"),
        OnlineNotice::ChallengeClosed => texts.text("online-challenge-closed"),
        OnlineNotice::WrongVersion => texts.text("online-wrong-version"),
    }
}
