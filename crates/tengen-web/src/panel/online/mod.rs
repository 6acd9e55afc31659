//! The place of online play: lobby, tournaments, players and the user's account, and the actions of an online game.

mod absence;
mod account;
mod account_form;
mod actions;
mod create;
mod featured;
mod friends;
mod invitation;
mod list;
mod lobby;
mod opponent;
mod players;
mod profile;
mod programs;
mod quick;
mod settings_form;
mod starting;
mod talk;
mod tournament;
mod tournaments;
mod words;

use leptos::prelude::*;

use crate::forms::{always, button, next_tab};
use crate::online::{Link, Online, OnlineNotice, View};
use crate::panel::focus_after_render;
use crate::place::Place;
use crate::reactive::{Memo, RwSignal};
use crate::texts::Texts;

pub(crate) use actions::actions;
pub(crate) use words::{sought, status};

/// The parts of the place, with the keys of their names. A tournament and a user belong to one of them.
const PARTS: [(View, &str); 4] = [
    (View::Lobby, "online-lobby"),
    (View::Tournaments, "online-tournaments"),
    (View::Players, "online-players"),
    (View::Account, "online-account"),
];

/// All of online play except the actions in a game.
pub(crate) fn place(place: RwSignal<Place>) -> AnyView {
    let texts = Texts::of_page();
    let online = Online::of_page();
    online.connect_if_idle();
    show_top();
    on_cleanup(move || {
        online.notice.set(None);
        show_top();
    });
    let link = Memo::new(move |_| online.client.with(|client| client.link));
    // The content stays in view while the page reconnects.
    let content = Memo::new(move |_| match link.get() {
        Link::Absent => Content::Absent,
        Link::Offline => Content::Offline,
        Link::Idle | Link::Connecting => Content::Waiting,
        Link::Connected | Link::Lost => Content::There,
    });
    let shown = move || match content.get() {
        Content::Absent => view! {
            <p class="quiet" id="online-absent" role="status">{move || texts.text("online-absent")}</p>
            <div class="row">
                {button("online-retry", "online-retry", "", always(), move || online.connect())}
            </div>
        }
        .into_any(),
        Content::Offline => view! {
            <p class="quiet" id="online-offline" role="status">{move || texts.text("online-offline")}</p>
            <div class="row">
                {button("online-retry", "online-retry", "", always(), move || online.connect())}
            </div>
        }
        .into_any(),
        Content::Waiting => {
            view! { <p class="quiet" role="status">{move || texts.text("online-connecting")}</p> }.into_any()
        }
        Content::There => parts(online, place),
    };
    view! {
        <section class="online">
            {connection()}
            {shown}
        </section>
    }
    .into_any()
}

/// Scrolls the page to its top. Where the panel is not beside the board, this place is above the board, and the others are below it.
fn show_top() {
    request_animation_frame(|| window().scroll_to_with_x_and_y(0.0, 0.0));
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Absent,
    Offline,
    Waiting,
    There,
}

/// The parts, which are tabs, and the content of the open one.
fn parts(online: Online, place: RwSignal<Place>) -> AnyView {
    let texts = Texts::of_page();
    let view = Memo::new(move |_| online.view.get());
    // The part to which the view belongs.
    let chosen = Memo::new(move |_| match view.get() {
        View::Tournament(_) => View::Tournaments,
        View::User(_) => View::Players,
        other => other,
    });
    let part = move |index: usize| {
        let (to, key) = PARTS[index].clone();
        let target = to.clone();
        let is_chosen = Memo::new(move |_| chosen.with(|chosen| *chosen == to));
        let step = move |event: leptos::ev::KeyboardEvent| {
            let Some(next) = next_tab(&event, index, PARTS.len()) else { return };
            online.open(PARTS[next].0.clone());
            focus_after_render(".online .topics [aria-selected='true']");
        };
        view! {
            <button
                type="button"
                role="tab"
                id=key
                aria-selected=move || is_chosen.get().to_string()
                aria-controls="online-content"
                tabindex=move || if is_chosen.get() { "0" } else { "-1" }
                on:click=move |_| online.open(target.clone())
                on:keydown=step
            >
                {move || texts.text(key)}
            </button>
        }
    };
    let name = move || PARTS.iter().find(|(of, _)| chosen.with(|chosen| chosen == of)).map(|&(_, key)| key);
    let content = move || match view.get() {
        View::Lobby => lobby::lobby(online),
        View::Tournaments => tournaments::tournaments(online),
        View::Tournament(id) => tournament::tournament(online, id),
        View::Players => players::players(online),
        View::User(name) => profile::profile(online, name),
        View::Account => account::account(online, place),
    };
    view! {
        <div class="topics" role="tablist" aria-label=move || texts.text("tab-online")>
            {(0..PARTS.len()).map(part).collect_view()}
        </div>
        <div class="online-content" id="online-content" role="tabpanel" aria-labelledby=name>{content}</div>
    }
    .into_any()
}

/// The notice about the connection and the last command.
fn connection() -> AnyView {
    let texts = Texts::of_page();
    let online = Online::of_page();
    let lost = Memo::new(move |_| {
        online.client.with(|client| (client.link == Link::Lost).then_some(client.closing.is_some()))
    });
    let notice = move || match lost.get() {
        Some(true) => texts.text("online-restarting"),
        Some(false) => texts.text("online-lost"),
        None => online.notice.get().map_or_else(String::new, |notice| words_of(texts, online, notice)),
    };
    view! {
        <p class="online-notice" class:lost=move || lost.get().is_some() role="status" id="online-notice">{notice}</p>
    }
    .into_any()
}

fn words_of(texts: Texts, online: Online, notice: OnlineNotice) -> String {
    match notice {
        OnlineNotice::PlayRefused(code) => {
            let stays = texts.text("between-sentences") + &texts.text("online-board-current");
            words::refusal(texts, online, code) + &stays
        }
        OnlineNotice::Refused(code) => words::refusal(texts, online, code),
        OnlineNotice::TextNotAllowed => texts.text("online-error-text"),
        OnlineNotice::NotFound => texts.text("online-not-found"),
        OnlineNotice::ChallengeClosed => texts.text("online-challenge-closed"),
        OnlineNotice::WrongVersion => texts.text("online-wrong-version"),
        OnlineNotice::AccountDeleted => texts.text("online-account-deleted"),
    }
}
