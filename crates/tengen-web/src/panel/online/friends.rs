//! The user's friends: their presence, and the form that challenges one of them.

use gloo_timers::callback::Interval;
use leptos::prelude::*;
use tengen_online::http::{FriendView, Whereabouts};
use tengen_online::id::AccountId;
use tengen_online::message::{ChallengeRequest, ClientCommand, PlayerInfo, UserKind};
use tengen_online::settings::SeatChoice;

use super::create::seat;
use super::settings_form::{SettingsForm, TEMPOS};
use crate::forms::{always, button};
use crate::online::{Online, View, http, name_of};
use crate::reactive::{Memo, RwSignal, Signal};
use crate::texts::Texts;

/// The time between two requests for the friends' presence, in milliseconds.
const PERIOD_MS: u32 = 15_000;

/// The friends with their presence, as a part of the lobby; empty for a user without friends.
pub(super) fn friends(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let known = RwSignal::new(Vec::<FriendView>::new());
    let read = move || {
        online.ask(async { http::get::<Vec<FriendView>>("/account/friends").await }, move |read| {
            // A list that could not be read is requested again after the next period.
            if let Ok(friends) = read {
                known.set(friends);
            }
        });
    };
    // Between two sessions there is no user whose friends could be read.
    let user = Memo::new(move |_| online.client.with(|client| client.you.as_ref().map(|you| you.account)));
    Effect::new(move || match user.get() {
        Some(_) => read(),
        None => known.set(Vec::new()),
    });
    let again = move || {
        if user.get_untracked().is_some() {
            read();
        }
    };
    let timer = StoredValue::new_local(Some(Interval::new(PERIOD_MS, again)));
    on_cleanup(move || timer.set_value(None));
    let all = Memo::new(move |_| known.get());
    let is_empty = Memo::new(move |_| all.with(Vec::is_empty));
    let rows = move || {
        let row = move |friend: FriendView| row(online, &friend);
        (!is_empty.get()).then(|| {
            view! {
                <div class="online-part">
                    <h2>{texts.text("online-friends")}</h2>
                    <ul class="online-list" id="friends">
                        <For
                            each=move || all.get()
                            key=|friend| (friend.player.account, friend.whereabouts)
                            children=row
                        />
                    </ul>
                </div>
            }
        })
    };
    view! { {rows} }.into_any()
}

fn row(online: Online, friend: &FriendView) -> AnyView {
    let texts = Texts::of_page();
    let name = name_of(texts, &friend.player);
    let key = match friend.whereabouts {
        Whereabouts::Away => "online-friend-away",
        Whereabouts::Here => "online-friend-here",
        Whereabouts::Playing(_) => "online-friend-playing",
    };
    let profile = View::User(name.clone());
    let to_profile = profile.clone();
    let action = match friend.whereabouts {
        Whereabouts::Playing(game) => {
            let label = format!("{} – {name}", texts.text("online-watch"));
            view! {
                <button type="button" aria-label=label on:click=move |_| online.watch(game)>
                    {texts.text("online-watch")}
                </button>
            }
            .into_any()
        }
        Whereabouts::Here | Whereabouts::Away => {
            let label = format!("{} – {name}", texts.text("online-challenge"));
            view! {
                <button type="button" aria-label=label on:click=move |_| online.open(profile.clone())>
                    {texts.text("online-challenge")}
                </button>
            }
            .into_any()
        }
    };
    view! {
        <li>
            <span class="who">
                <button type="button" class="link" on:click=move |_| online.open(to_profile.clone())>{name}</button>
            </span>
            <span class="what">{texts.text(key)}</span>
            {action}
        </li>
    }
    .into_any()
}

/// The button that adds a user to the list of friends, or removes one. Guests have no friends, because their accounts end with a cookie.
pub(super) fn friend_button(online: Online, player: &PlayerInfo) -> AnyView {
    let other = player.account;
    online.need_account();
    let is_friend = is_friend(online, other);
    if player.kind == UserKind::Guest || online.is_you(other) {
        return ().into_any();
    }
    let shown = move || {
        if is_friend.get() {
            button("remove-friend", "online-remove-friend", "", always(), move || {
                online.send(ClientCommand::RemoveFriend(other));
            })
        } else {
            button("add-friend", "online-add-friend", "", always(), move || {
                online.send(ClientCommand::AddFriend(other));
            })
        }
    };
    view! { {shown} }.into_any()
}

fn is_friend(online: Online, other: AccountId) -> Memo<bool> {
    Memo::new(move |_| {
        online
            .account
            .with(|account| account.as_ref().is_some_and(|account| account.friends.contains(&other)))
    })
}

/// The form that challenges one user; it is open for a friend.
pub(super) fn challenge(online: Online, player: &PlayerInfo) -> AnyView {
    let texts = Texts::of_page();
    let to = player.account;
    if online.is_you(to) {
        return ().into_any();
    }
    let is_friend = is_friend(online, to);
    let is_person = player.kind == UserKind::Member;
    let form = SettingsForm::new(TEMPOS);
    let chosen_seat = RwSignal::new(SeatChoice::Random);
    let settings = Memo::new(move |_| form.settings(online.is_member() && is_person));
    let can_send = Signal::derive(move || settings.with(Option::is_some));
    let send = move || {
        if let Some(settings) = settings.get_untracked() {
            online.notice.set(None);
            let request = ChallengeRequest { settings, seat: chosen_seat.get_untracked(), to: Some(to) };
            online.send(ClientCommand::Challenge(request));
        }
    };
    view! {
        <details class="online-part create" id="challenge-user" prop:open=move || is_friend.get()>
            <summary>{move || texts.text("online-challenge")}</summary>
            {form.fields()}
            {seat(chosen_seat)}
            {move || (online.is_member() && is_person).then(|| form.rated())}
            <div class="row">{button("send-challenge", "online-challenge", "primary", can_send, send)}</div>
        </details>
    }
    .into_any()
}
