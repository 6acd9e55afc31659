//! The opponent: the profile, muting, blocking, and reports to the moderators.

use std::collections::BTreeSet;

use leptos::prelude::*;
use tengen_online::http::{NewReport, OwnAccount, ReportReason};
use tengen_online::id::{AccountId, GameId};
use tengen_online::message::{ClientCommand, MAX_REMARK_LENGTH, PlayerInfo, UserKind};

use super::actions::{Shown, part};
use super::settings_form::menu;
use super::{friends, words};
use crate::forms::{always, button};
use crate::online::http::{self, Failure};
use crate::online::{Online, View, name_of};
use crate::reactive::{Memo, RwSignal, Signal};
use crate::texts::Texts;

/// The actions that concern the opponent; for a watcher, the players' profiles.
pub(super) fn opponent(online: Online, live: Shown) -> AnyView {
    let texts = Texts::of_page();
    let about = part(live, |live| {
        let snapshot = &live.snapshot;
        let others = snapshot.players.iter().enumerate();
        let others = others.filter(|&(index, _)| snapshot.you.is_none_or(|you| you as usize != index));
        Some((
            snapshot.game,
            snapshot.you.is_some(),
            others.map(|(_, player)| player.clone()).collect::<Vec<_>>(),
        ))
    });
    let content = move || {
        let Some((game, is_player, others)) = about.get() else { return ().into_any() };
        let one = move |player: PlayerInfo| {
            let is_person = matches!(player.kind, UserKind::Guest | UserKind::Member);
            view! {
                {profile(online, &player)}
                {is_player.then(|| friends::friend_button(online, &player))}
                {(is_player && is_person).then(|| lists(online, player.account))}
                {(is_player && is_person).then(|| report(online, player.account, game))}
            }
        };
        view! {
            <details class="about-opponent" id="about-opponent" on:toggle=move |_| online.need_account()>
                <summary>{texts.text(if is_player { "online-opponent" } else { "online-both-players" })}</summary>
                {others.into_iter().map(one).collect_view()}
            </details>
        }
        .into_any()
    };
    view! { {content} }.into_any()
}

/// The name of a player, which opens the profile if there is one.
fn profile(online: Online, player: &PlayerInfo) -> AnyView {
    let texts = Texts::of_page();
    let name = words::player(online, player);
    if player.kind == UserKind::Guest {
        return view! { <p>{name}</p> }.into_any();
    }
    let of = name_of(texts, player);
    view! {
        <p>
            <button type="button" class="link" on:click=move |_| online.open(View::User(of.clone()))>{name}</button>
        </p>
    }
    .into_any()
}

/// The buttons for muting and blocking.
fn lists(online: Online, other: AccountId) -> AnyView {
    let is_listed = move |list: fn(&OwnAccount) -> &BTreeSet<AccountId>| {
        Memo::new(move |_| {
            online
                .account
                .with(|account| account.as_ref().is_some_and(|account| list(account).contains(&other)))
        })
    };
    let (muted, blocked) = (is_listed(|account| &account.muted), is_listed(|account| &account.blocked));
    let mute = move || {
        if muted.get() {
            button("unmute", "online-unmute", "", always(), move || online.send(ClientCommand::Unmute(other)))
        } else {
            button("mute", "online-mute", "", always(), move || online.send(ClientCommand::Mute(other)))
        }
    };
    let block = move || {
        if blocked.get() {
            button("unblock", "online-unblock", "", always(), move || {
                online.send(ClientCommand::Unblock(other));
            })
        } else {
            button("block", "online-block", "", always(), move || online.send(ClientCommand::Block(other)))
        }
    };
    view! { <div class="row">{mute}{block}</div> }.into_any()
}

fn reason_key(reason: ReportReason) -> &'static str {
    match reason {
        ReportReason::Engine => "online-report-engine",
        ReportReason::Abuse => "online-report-abuse",
        ReportReason::Name => "online-report-name",
        ReportReason::Manipulation => "online-report-manipulation",
        ReportReason::Stalling => "online-report-stalling",
        ReportReason::Other => "online-report-other",
    }
}

/// The form for a report to the moderators, to which the game is attached.
fn report(online: Online, about: AccountId, game: GameId) -> AnyView {
    let texts = Texts::of_page();
    let reason = RwSignal::new(ReportReason::Engine);
    let remark = RwSignal::new(String::new());
    let outcome = RwSignal::new(None::<Result<(), Failure>>);
    let options = move || {
        let option = |reason: ReportReason| (reason.name().to_owned(), texts.text(reason_key(reason)));
        ReportReason::ALL.map(option).to_vec()
    };
    let choose = move |name: String| {
        if let Some(found) = ReportReason::ALL.into_iter().find(|reason| reason.name() == name) {
            reason.set(found);
        }
    };
    let can_send = Signal::derive(move || {
        !matches!(outcome.get(), Some(Ok(())))
            && (reason.get() != ReportReason::Other || !remark.get().trim().is_empty())
    });
    let send = move || {
        let remark = remark.get_untracked().trim().to_owned();
        let report = NewReport { about, reason: reason.get_untracked(), remark, game: Some(game) };
        online.ask(async move { http::send("POST", "/reports", &report).await }, move |sent| {
            outcome.set(Some(sent));
        });
    };
    let words = move || match outcome.get() {
        None => String::new(),
        Some(Ok(())) => texts.text("online-reported"),
        Some(Err(failure)) => words::failure(texts, online, &failure),
    };
    view! {
        <details class="report">
            <summary>{move || texts.text("online-report")}</summary>
            {menu("report-reason", "online-report-reason", move || reason.get().name().to_owned(), options, choose)}
            <textarea
                id="report-remark"
                rows="3"
                maxlength=MAX_REMARK_LENGTH
                aria-label=move || texts.text("online-report-remark")
                placeholder=move || texts.text("online-report-remark")
                on:input=move |event| remark.set(event_target_value(&event))
            ></textarea>
            <div class="row">{button("send-report", "online-report-send", "", can_send, send)}</div>
            <p role="status" id="report-outcome">{words}</p>
        </details>
    }
    .into_any()
}
