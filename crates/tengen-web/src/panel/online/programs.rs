//! The account of a program: a member declares the account to be a program's, and creates tokens for the program.

use leptos::prelude::*;
use serde_json::json;
use tengen_online::http::{CreatedToken, NewToken, Scope, TokenInfo};
use tengen_online::message::UserKind;

use super::account_form::{Outcome, credential_list, field, fold, form, said};
use crate::files;
use crate::forms::{always, answer, button};
use crate::online::http::{self, Failure};
use crate::online::{Online, OwnCredential};
use crate::panel::focus_after_render;
use crate::reactive::{RwSignal, Signal};
use crate::texts::Texts;

/// The collapsible section about programs, for a user of this kind.
pub(super) fn programs(online: Online, kind: UserKind) -> AnyView {
    let content = if kind.is_bot() { tokens(online) } else { declaration(online) };
    fold("own-programs", "online-programs", content)
}

/// The form that makes the account a program's, which cannot be reverted.
fn declaration(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let outcome = RwSignal::new(Outcome::Nothing);
    let is_sure = RwSignal::new(false);
    let declare = move || {
        outcome.set(Outcome::Waiting);
        online.change_account("/account/bot", json!({}), move |answer| match answer {
            // The page reconnects with the account of the program.
            Ok(()) => online.begin_again(),
            Err(failure) => outcome.set(Outcome::Failed(failure)),
        });
    };
    let buttons = move || {
        if !is_sure.get() {
            return button("become-program", "online-become-program", "", always(), move || {
                is_sure.set(true);
                focus_after_render("#stay-person");
            });
        }
        let stay = move || {
            is_sure.set(false);
            focus_after_render("#become-program");
        };
        view! {
            // The answer that changes nothing takes the place of the button that opened the question.
            {answer("stay-person", "cancel", "", stay)}
            {answer("become-program-yes", "online-become-program-yes", "primary", declare)}
        }
        .into_any()
    };
    view! {
        <p class="quiet">{texts.text("online-program-about")}</p>
        <div class="row">{buttons}</div>
        {said(online, outcome)}
    }
    .into_any()
}

/// The tokens of the program, the form for a new one, and the command that plays with it.
fn tokens(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let all = RwSignal::new(Vec::<OwnCredential>::new());
    let label = RwSignal::new(String::new());
    let created = RwSignal::new(None::<String>);
    let outcome = RwSignal::new(Outcome::Nothing);
    online.ask(async { http::get::<Vec<TokenInfo>>("/account/tokens").await }, move |read| match read {
        Ok(read) => all.set(read.into_iter().map(OwnCredential::from).collect()),
        Err(failure) => outcome.set(Outcome::Failed(failure)),
    });
    let is_ready = Signal::derive(move || !label.with(|label| label.trim().is_empty()));
    let create = move || {
        outcome.set(Outcome::Waiting);
        let body = NewToken { label: label.get_untracked().trim().to_owned(), scopes: vec![Scope::Bot] };
        let ask = async move { http::post::<CreatedToken>("/account/tokens", &body).await };
        online.ask(ask, move |answer: Result<CreatedToken, Failure>| match answer {
            Ok(CreatedToken { info, token }) => {
                outcome.set(Outcome::Nothing);
                label.set(String::new());
                all.update(|all| all.push(info.into()));
                created.set(Some(token));
            }
            Err(failure) => outcome.set(Outcome::Failed(failure)),
        });
    };
    let secret = move || {
        let token = created.get()?;
        let copied = token.clone();
        Some(view! {
            <div class="row" role="group">
                <input id="new-token" type="text" readonly aria-label=texts.text("online-token-new") prop:value=token/>
                {button("copy-token", "copy-link", "", always(), move || files::copy(&copied))}
            </div>
            <p role="status">{texts.text("online-token-once")}</p>
        })
    };
    let server = window().location().origin().unwrap_or_default();
    let command = format!("TENGEN_BOT_TOKEN=tengen_… tengen bot --server {server} -- ./engine");
    let fields = field("token-label", "online-token-label", ("text", "off"), label);
    view! {
        <p class="quiet">{texts.text("online-token-about")}</p>
        {credential_list(online, "tokens", "/account/tokens", all, outcome)}
        {form("create-token", "online-token-create", "", is_ready, create, fields)}
        {secret}
        {said(online, outcome)}
        <p class="quiet">{texts.text("online-token-run")}</p>
        <code class="command" id="bot-command">{command}</code>
    }
    .into_any()
}
