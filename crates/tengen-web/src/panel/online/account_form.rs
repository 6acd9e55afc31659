//! The parts of the account's forms: fields, a button that sends them, and the outcome.

use leptos::prelude::*;
use serde_json::json;

use super::words;
use crate::online::http::{self, Failure};
use crate::online::{Online, OwnCredential};
use crate::reactive::{RwSignal, Signal};
use crate::texts::Texts;

/// The outcome of a form.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Outcome {
    #[default]
    Nothing,
    Waiting,
    /// Success, with the key of its message.
    Done(&'static str),
    /// Failure, with the key of its message.
    Wrong(&'static str),
    Failed(Failure),
}

impl Outcome {
    pub(super) fn words(&self, texts: Texts, online: Online) -> String {
        match self {
            Outcome::Nothing => String::new(),
            Outcome::Waiting => texts.text("online-loading"),
            Outcome::Done(key) | Outcome::Wrong(key) => texts.text(key),
            Outcome::Failed(failure) => words::failure(texts, online, failure),
        }
    }

    /// The outcome of a request that needs the right password.
    pub(super) fn of_password<T>(answer: &Result<T, Failure>, done: &'static str) -> Outcome {
        use tengen_online::message::ErrorCode;
        match answer {
            Ok(_) => Outcome::Done(done),
            Err(Failure::Refused(refusal)) if refusal.code == ErrorCode::NotAllowed => {
                Outcome::Wrong("online-wrong-password")
            }
            Err(failure) => Outcome::Failed(failure.clone()),
        }
    }
}

/// The line under a form with its outcome.
pub(super) fn said(online: Online, outcome: RwSignal<Outcome>) -> AnyView {
    let texts = Texts::of_page();
    view! { <p role="status" class="outcome">{move || outcome.get().words(texts, online)}</p> }.into_any()
}

/// A field for a line of text.
pub(super) fn field(
    id: &'static str,
    key: &'static str,
    (kind, complete): (&'static str, &'static str),
    value: RwSignal<String>,
) -> AnyView {
    let texts = Texts::of_page();
    view! {
        <label class="field" for=id>
            <span>{move || texts.text(key)}</span>
            <input
                id=id
                type=kind
                autocomplete=complete
                autocapitalize="none"
                spellcheck="false"
                prop:value=move || value.get()
                on:input=move |event| value.set(event_target_value(&event))
            />
        </label>
    }
    .into_any()
}

/// A form that is sent by its button or by Enter.
pub(super) fn form(
    id: &'static str,
    key: &'static str,
    class: &'static str,
    ready: Signal<bool>,
    send: impl Fn() + Copy + 'static,
    fields: AnyView,
) -> AnyView {
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if ready.get_untracked() {
            send();
        }
    };
    let texts = Texts::of_page();
    view! {
        <form class="account-form" on:submit=submit>
            {fields}
            <div class="row">
                <button type="submit" id=id class=class aria-disabled=move || (!ready.get()).then_some("true")>
                    {move || texts.text(key)}
                </button>
            </div>
        </form>
    }
    .into_any()
}

/// A collapsible section with a form.
pub(super) fn fold(id: &'static str, key: &'static str, content: AnyView) -> AnyView {
    let texts = Texts::of_page();
    view! {
        <details class="online-part create" id=id>
            <summary>{move || texts.text(key)}</summary>
            {content}
        </details>
    }
    .into_any()
}

/// The passkeys or tokens of the account, each with a button that deletes it. `path` is their path on the server.
pub(super) fn credential_list(
    online: Online,
    id: &'static str,
    path: &'static str,
    all: RwSignal<Vec<OwnCredential>>,
    outcome: RwSignal<Outcome>,
) -> AnyView {
    let texts = Texts::of_page();
    let line = move |credential: OwnCredential| {
        let OwnCredential { id, label } = credential;
        let name = format!("{} – {label}", texts.text("online-delete"));
        let remove = move |_| {
            let path = format!("{path}/{id}");
            online.ask(async move { http::send("DELETE", &path, &json!({})).await }, move |answer| {
                match answer {
                    Ok(()) => all.update(|all| all.retain(|credential| credential.id != id)),
                    Err(failure) => outcome.set(Outcome::Failed(failure)),
                }
            });
        };
        view! {
            <li>
                <span class="who">{label}</span>
                <button type="button" aria-label=name on:click=remove>
                    {texts.text("online-delete")}
                </button>
            </li>
        }
    };
    let lines = move || {
        let all = all.get();
        (!all.is_empty())
            .then(|| view! { <ul class="online-list" id=id>{all.into_iter().map(line).collect_view()}</ul> })
    };
    view! { {lines} }.into_any()
}
