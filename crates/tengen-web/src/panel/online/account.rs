//! The user's account: signing in, the profile, and the settings of the account.

use leptos::prelude::*;
use serde_json::json;
use tengen_online::http::{
    Confirmation, Credentials, MIN_PASSWORD_LENGTH, NewName, NewPassword, OwnAccount, PasskeyInfo, Profile,
};
use tengen_online::message::UserKind;
use tengen_online::name::MAX_NAME_LENGTH;

use super::account_form::{Outcome, credential_list, field, fold, form, said};
use super::{profile, programs, words};
use crate::forms::{always, button, toggle};
use crate::online::http::{self, Failure};
use crate::online::{Client, Online, OnlineNotice, OwnCredential, PasskeyFailure, passkeys};
use crate::place::Place;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::texts::Texts;

/// The account of the user: for a guest the form that registers a name, for a member the profile and the settings.
pub(super) fn account(online: Online, _place: RwSignal<Place>) -> AnyView {
    let texts = Texts::of_page();
    // The server opens a session for a new guest when the socket connects, and no account can be read before that.
    let you = Memo::new(move |_| online.client.with(|client| client.you.as_ref().map(|you| you.account)));
    Effect::new(move || {
        if you.get().is_some() {
            online.read_account();
        }
    });
    let kind =
        Memo::new(move |_| online.account.with(|account| account.as_ref().map(|account| account.kind)));
    let content = move || match kind.get() {
        None => view! { <p class="quiet" role="status">{texts.text("online-loading")}</p> }.into_any(),
        Some(UserKind::Guest) => view! {
            <p class="quiet">{texts.text("online-guest-about")}</p>
            {sign_in(online)}
            {register(online)}
            {notifications(online)}
        }
        .into_any(),
        Some(kind) => view! {
            {own_profile(online)}
            {notifications(online)}
            {wishes(online)}
            {name(online)}
            {password(online)}
            {own_passkeys(online)}
            {programs::programs(online, kind)}
            {data(online)}
        }
        .into_any(),
    };
    view! { {content} }.into_any()
}

fn sign_in(online: Online) -> AnyView {
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let outcome = RwSignal::new(Outcome::Nothing);
    let is_ready = Signal::derive(move || !name.get().is_empty() && !password.get().is_empty());
    let send = move || {
        // An invalid name belongs to no account.
        let Ok(name) = name.get_untracked().trim().parse() else {
            return outcome.set(Outcome::Wrong("online-wrong-password"));
        };
        outcome.set(Outcome::Waiting);
        let credentials = Credentials { name, password: password.get_untracked() };
        online.ask(
            async move { http::post::<OwnAccount>("/session/login", &credentials).await },
            move |answer| {
                outcome.set(Outcome::of_password(&answer, "online-signed-in"));
                if let Ok(account) = answer {
                    online.account.set(Some(account));
                    online.begin_again();
                }
            },
        );
    };
    let by_passkey = move || {
        outcome.set(Outcome::Waiting);
        online.log_in_with_passkey(move |answer| {
            outcome.set(of_passkey(&answer, "online-signed-in"));
            if let Ok(account) = answer {
                online.account.set(Some(account));
                online.begin_again();
            }
        });
    };
    let passkey = passkeys::are_offered().then(|| {
        view! {
            <div class="row">
                {button("passkey-login", "online-passkey-login", "", always(), by_passkey)}
            </div>
        }
    });
    let fields = view! {
        {field("login-name", "online-name", ("text", "username"), name)}
        {field("login-password", "online-password", ("password", "current-password"), password)}
    };
    let content = view! {
        {form("login", "online-sign-in", "primary", is_ready, send, fields.into_any())}
        {passkey}
        {said(online, outcome)}
    };
    fold("sign-in", "online-sign-in", content.into_any())
}

fn register(online: Online) -> AnyView {
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let outcome = RwSignal::new(Outcome::Nothing);
    let is_ready = Signal::derive(move || !name.get().trim().is_empty() && is_long_enough(&password.get()));
    let send = move || {
        let Ok(name) = name.get_untracked().trim().parse() else {
            return outcome.set(Outcome::Wrong("online-error-name"));
        };
        outcome.set(Outcome::Waiting);
        let body = Credentials { name, password: password.get_untracked() };
        online.change_account("/account/register", body, move |answer| match answer {
            Ok(()) => {
                outcome.set(Outcome::Nothing);
                online.begin_again();
            }
            Err(failure) => outcome.set(of_name(failure)),
        });
    };
    let texts = Texts::of_page();
    let fields = view! {
        {field("register-name", "online-name", ("text", "username"), name)}
        {field("register-password", "online-new-password", ("password", "new-password"), password)}
        <p class="quiet">{move || about_names(texts)}</p>
    };
    let content = view! {
        {form("register", "online-register", "primary", is_ready, send, fields.into_any())}
        {said(online, outcome)}
    };
    fold("create-account", "online-register", content.into_any())
}

/// The rules for names and passwords.
fn about_names(texts: Texts) -> String {
    let arguments = [("most", MAX_NAME_LENGTH.into()), ("least", MIN_PASSWORD_LENGTH.into())];
    texts.text_with("online-about-names", &arguments)
}

fn is_long_enough(password: &str) -> bool {
    password.chars().count() >= MIN_PASSWORD_LENGTH
}

/// The outcome of a name that the server refuses as malformed, which means that it has invalid characters.
fn of_name(failure: Failure) -> Outcome {
    use tengen_online::message::ErrorCode;
    match &failure {
        Failure::Refused(refusal) if refusal.code == ErrorCode::Malformed => {
            Outcome::Wrong("online-error-name")
        }
        Failure::Refused(refusal) if refusal.code == ErrorCode::TooEarly => {
            Outcome::Wrong("online-renamed-before")
        }
        _ => Outcome::Failed(failure),
    }
}

fn of_passkey<T>(answer: &Result<T, PasskeyFailure>, done: &'static str) -> Outcome {
    match answer {
        Ok(_) => Outcome::Done(done),
        Err(PasskeyFailure::Cancelled) => Outcome::Wrong("online-passkey-cancelled"),
        Err(PasskeyFailure::Server(failure)) => Outcome::Failed(failure.clone()),
    }
}

/// The user's own profile, as other users see it.
fn own_profile(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let name = Memo::new(move |_| {
        online.account.with(|account| account.as_ref().map(|account| account.name.as_str().to_owned()))
    });
    let known = RwSignal::new(None::<Result<Profile, Failure>>);
    Effect::new(move || {
        let Some(name) = name.get() else { return };
        let path = format!("/users/{}", http::in_path(&name));
        online.ask(async move { http::get::<Profile>(&path).await }, move |read| known.set(Some(read)));
    });
    let log_out = move || {
        online.ask(async { http::send("DELETE", "/session", &json!({})).await }, move |answer| {
            if answer.is_ok() {
                online.account.set(None);
                online.client.update(Client::forget_user);
                online.begin_again();
                online.open(crate::online::View::Lobby);
            }
        });
    };
    let content = move || match known.get() {
        None => ().into_any(),
        Some(Err(failure)) => {
            view! { <p role="alert">{words::failure(texts, online, &failure)}</p> }.into_any()
        }
        Some(Ok(read)) => profile::described(online, read),
    };
    view! {
        {content}
        <div class="row">{button("log-out", "online-sign-out", "", always(), log_out)}</div>
    }
    .into_any()
}

/// The switch for notifications of the system when it is the user's turn.
fn notifications(online: Online) -> AnyView {
    let texts = Texts::of_page();
    if !online.notifications.are_offered() {
        return ().into_any();
    }
    let refused = move || online.notifications.are_blocked.get().then(|| texts.text("online-notify-refused"));
    view! {
        <div class="online-part">
            {toggle("notify", "online-notify", online.notifications.are_on.into(), move |on| online.notifications.set(on))}
            <p role="status" class="quiet">{refused}</p>
        </div>
    }
    .into_any()
}

fn wishes(online: Online) -> AnyView {
    let is_set = move |of: fn(&OwnAccount) -> bool| {
        Signal::derive(move || online.account.with(|account| account.as_ref().is_some_and(of)))
    };
    let (allows, delays) = (is_set(|account| account.free_text), is_set(|account| account.delays_watchers));
    view! {
        <div class="online-part">
            {toggle("allow-text", "online-allow-text", allows, move |is_allowed| online.allow_free_text(is_allowed))}
            {toggle("delay-watchers", "online-delay-watchers", delays, move |are_delayed| online.delay_watchers(are_delayed))}
        </div>
    }
    .into_any()
}

fn name(online: Online) -> AnyView {
    let name = RwSignal::new(String::new());
    let outcome = RwSignal::new(Outcome::Nothing);
    let is_ready = Signal::derive(move || !name.get().trim().is_empty());
    let send = move || {
        let Ok(name) = name.get_untracked().trim().parse() else {
            return outcome.set(Outcome::Wrong("online-error-name"));
        };
        outcome.set(Outcome::Waiting);
        let body = NewName { name };
        online.change_account("/account/name", body, move |answer| {
            outcome.set(match answer {
                Ok(()) => {
                    online.begin_again();
                    Outcome::Done("online-renamed")
                }
                Err(failure) => of_name(failure),
            });
        });
    };
    let fields = field("new-name", "online-new-name", ("text", "username"), name);
    let content = view! {
        {form("rename-account", "online-rename", "", is_ready, send, fields)}
        {said(online, outcome)}
    };
    fold("change-name", "online-rename", content.into_any())
}

fn password(online: Online) -> AnyView {
    let (old, new) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let outcome = RwSignal::new(Outcome::Nothing);
    let is_ready = Signal::derive(move || !old.get().is_empty() && is_long_enough(&new.get()));
    let send = move || {
        outcome.set(Outcome::Waiting);
        let body = NewPassword { old: old.get_untracked(), new: new.get_untracked() };
        online.change_account("/account/password", body, move |answer| {
            outcome.set(Outcome::of_password(&answer, "online-password-changed"));
        });
    };
    let fields = view! {
        {field("old-password", "online-old-password", ("password", "current-password"), old)}
        {field("new-password", "online-new-password", ("password", "new-password"), new)}
    };
    let content = view! {
        {form("change-password", "online-change-password", "", is_ready, send, fields.into_any())}
        {said(online, outcome)}
    };
    fold("own-password", "online-change-password", content.into_any())
}

/// The passkeys of the account.
fn own_passkeys(online: Online) -> AnyView {
    let texts = Texts::of_page();
    if !passkeys::are_offered() {
        return ().into_any();
    }
    let all = RwSignal::new(Vec::<OwnCredential>::new());
    let outcome = RwSignal::new(Outcome::Nothing);
    online.ask(async { http::get::<Vec<PasskeyInfo>>("/account/passkeys").await }, move |read| {
        all.set(read.unwrap_or_default().into_iter().map(OwnCredential::from).collect());
    });
    let add = move || {
        outcome.set(Outcome::Waiting);
        let label =
            texts.text_with("online-passkey-label", &[("number", (all.with_untracked(Vec::len) + 1).into())]);
        online.add_passkey(label, move |answer| {
            outcome.set(of_passkey(&answer, "online-passkey-added"));
            if let Ok(passkey) = answer {
                all.update(|all| all.push(passkey));
            }
        });
    };
    let content = view! {
        <p class="quiet">{texts.text("online-passkey-about")}</p>
        {credential_list(online, "passkeys", "/account/passkeys", all, outcome)}
        <div class="row">{button("add-passkey", "online-passkey-add", "", always(), add)}</div>
        {said(online, outcome)}
    };
    fold("own-passkeys", "online-passkeys", content.into_any())
}

/// The download of all data stored about the user, and the deletion of the account.
fn data(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let password = RwSignal::new(String::new());
    let outcome = RwSignal::new(Outcome::Nothing);
    let is_ready = Signal::derive(move || !password.get().is_empty());
    let delete = move || {
        outcome.set(Outcome::Waiting);
        let body = Confirmation { password: password.get_untracked() };
        online.ask(async move { http::send("DELETE", "/account", &body).await }, move |answer| {
            outcome.set(Outcome::of_password(&answer, "online-account-deleted"));
            if answer.is_ok() {
                // The form is removed with the account, so that the notice reports the deletion.
                online.notice.set(Some(OnlineNotice::AccountDeleted));
                online.account.set(None);
                online.begin_again();
            }
        });
    };
    let fields = field("delete-password", "online-password", ("password", "current-password"), password);
    let content = view! {
        <p>
            <a id="export-account" href=http::address("/account/export") download="tengen-account.json">
                {texts.text("online-export")}
            </a>
        </p>
        <p class="quiet">{texts.text("online-delete-about")}</p>
        {form("delete-account", "online-delete-account", "", is_ready, delete, fields)}
        {said(online, outcome)}
    };
    fold("own-data", "online-own-data", content.into_any())
}
