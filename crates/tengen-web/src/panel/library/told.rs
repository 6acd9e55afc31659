use leptos::prelude::*;

use super::super::{fault_words, focus_after_render};
use super::words;
use crate::forms::{always, button};
use crate::library::Entry;
use crate::library::store::StoreError;
use crate::reactive::Memo;
use crate::session::{Outcome, Session};
use crate::texts::Texts;

/// How many games there are, or what became of what somebody did to them. Both have the same place, so that nothing
/// below jumps. `found` are the games that fit the question.
#[component]
pub(super) fn Head(found: Memo<Vec<String>>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let library = session.library;
    let can_keep = Memo::new(move |_| {
        session.game.with(|game| !game.record().main_line().is_empty() && !game.is_archived())
    });
    let can_undo =
        Memo::new(move |_| library.outcome.with(|outcome| matches!(outcome, Some(Outcome::Deleted(_)))));
    let said = move || match library.outcome.get() {
        Some(outcome) if !outcome.is_of_whole() => sentence(texts, &outcome),
        _ => {
            let all = library.entries.with(Vec::len);
            let found = found.with(Vec::len);
            let key = if found == all { "library-count" } else { "library-found" };
            texts.text_with(key, &[("all", all.into()), ("found", found.into())])
        }
    };
    let lacking = move || {
        let trouble = library.trouble.get().map(|trouble| match trouble {
            StoreError::Missing => texts.text("library-missing"),
            StoreError::Refused(reason) => texts.text_with("library-refused", &[("reason", reason.into())]),
        });
        let unreadable = Some(library.unreadable.get()).filter(|&count| count > 0);
        let unreadable =
            unreadable.map(|count| texts.text_with("library-unreadable", &[("count", count.into())]));
        [trouble, unreadable].into_iter().flatten().collect::<Vec<_>>().join(&texts.text("between-sentences"))
    };
    view! {
        <p role="status" class="warning" id="library-trouble">{lacking}</p>
        <div class="head-outcome">
            <p role="status" id="library-outcome">{said}</p>
            {move || if can_undo.get() {
                // The button that had the focus is gone with its game.
                focus_after_render("#undo-delete");
                button("undo-delete", "undo-delete", "", always(), move || library.undo_delete())
            } else {
                button("keep-game", "keep-game", "", can_keep.into(), move || session.archive())
            }}
        </div>
    }
    .into_any()
}

/// What became of it, in words.
pub(super) fn sentence(texts: Texts, outcome: &Outcome) -> String {
    let reason = |key: &str, reason: String| texts.text_with(key, &[("reason", reason.into())]);
    match outcome {
        Outcome::Archived => texts.text("library-archived"),
        Outcome::Deleted(row) => {
            let name = Entry::from_text(&row.about).map(|entry| words::name(texts, &entry));
            texts.text_with("library-deleted", &[("name", name.unwrap_or_default().into())])
        }
        Outcome::Emptied => texts.text("library-emptied"),
        Outcome::Exported(count) => texts.text_with("library-saved", &[("count", (*count).into())]),
        Outcome::Imported(count, there, faults) => {
            let arguments = [("count", (*count).into()), ("there", (*there).into())];
            let mut sentences = vec![texts.text_with("library-imported", &arguments)];
            if let Some(first) = faults.first() {
                let arguments = [
                    ("count", faults.len().into()),
                    ("number", first.number.into()),
                    ("reason", first.reason.as_str().into()),
                ];
                sentences.push(texts.text_with("library-not-imported", &arguments));
            }
            sentences.join(&texts.text("between-sentences"))
        }
        Outcome::NoArchive(error) => reason("library-no-archive", fault_words::reason(texts, &error.into())),
        Outcome::Unreadable(why) => reason("library-broken", why.clone()),
    }
}
