//! The stored games, and the import and export of games.

mod annotate;
mod games;
mod open;
mod save;
mod statistics;
mod whole;
mod words;

use leptos::ev::DragEvent;
use leptos::prelude::*;
use tengen_analysis::files::{Fault, FaultKind};

use super::share::Share;
use super::{focus_after_render, phrases};
use crate::files;
use crate::forms::{always, button};
use crate::library::LibraryEntry;
use crate::library::store::StoreError;
use crate::place::Place;
use crate::reactive::{Memo, RwSignal};
use crate::session::{Outcome, Session};
use crate::texts::Texts;
pub(super) use save::picture as picture_settings;
pub(super) use words::{file_name, for_others};

/// The collapsible parts above the games: an id, the key of the button's text, and the key of the heading.
const PARTS: [(&str, &str, &str); 4] = [
    ("statistics", "part-statistics", "statistics"),
    ("open-games", "part-open", "open-game"),
    ("save-games", "part-save", "save-game"),
    ("whole-library", "part-whole", "whole-library"),
];

/// The tab of the library.
#[component]
pub(super) fn Library(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let library = Session::of_page().library;
    library.load();
    on_cleanup(move || library.clear_outcome());
    let drop = move |event: DragEvent| {
        // A whole page, which accepts files anywhere, ignores a drop that is handled here.
        event.prevent_default();
        files::dropped(&event, move |name, content| library.open_file(name, content));
    };
    let part = Memo::new(move |_| library.part.get());
    let shown = move || {
        let (id, _, heading) = PARTS.into_iter().find(|(id, ..)| Some(*id) == part.get())?;
        let content = match id {
            "statistics" => view! { <statistics::StatisticsOfGames/> }.into_any(),
            "open-games" => view! { <open::Open place/> }.into_any(),
            "save-games" => view! {
                <save::Save/>
                <Share/>
            }
            .into_any(),
            _ => view! { <whole::Whole/> }.into_any(),
        };
        Some(view! {
            <section class="part">
                // If the button has the same text, the heading is for screen readers only.
                <h2 class:unseen=matches!(id, "statistics" | "open-games")>{move || texts.text(heading)}</h2>
                {content}
            </section>
        })
    };
    view! {
        <div class="library" on:dragover=move |event| event.prevent_default() on:drop=drop>
            <div class="parts">{PARTS.map(|(id, key, _)| opener(id, key)).collect_view()}</div>
            {shown}
            <games::Games place/>
        </div>
    }
    .into_any()
}

/// The button that opens or closes a part. The state is preserved while the user is elsewhere.
fn opener(id: &'static str, key: &'static str) -> AnyView {
    let texts = Texts::of_page();
    let part = Session::of_page().library.part;
    let is_open = move || part.get() == Some(id);
    view! {
        <button
            type="button"
            id=id
            aria-expanded=move || is_open().to_string()
            on:click=move |_| part.update(|part| *part = (*part != Some(id)).then_some(id))
        >
            {move || texts.text(key)}
        </button>
    }
    .into_any()
}

/// The message about a request that the file worker could not carry out.
pub(in crate::panel) fn refusal(texts: Texts, fault: &Fault) -> String {
    if fault.kind == FaultKind::NotLoaded {
        return texts.text("part-not-loaded");
    }
    if let Some(advice) = phrases::advice(texts, fault) {
        return advice;
    }
    texts.text_with("file-worker-failed", &[("reason", phrases::reason(texts, fault).into())])
}

/// The number of games, or the outcome of the last action. Both have the same place, so that the elements below do not move. `found` are
/// the games that match the query.
#[component]
fn Head(found: Memo<Vec<String>>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let library = session.library;
    let can_keep = Memo::new(move |_| {
        session.table.game.with(|game| !game.record().main_line().is_empty() && !game.is_archived())
    });
    let can_undo =
        Memo::new(move |_| library.outcome.with(|outcome| matches!(outcome, Some(Outcome::Deleted(_)))));
    let message = move || match library.outcome.get() {
        Some(outcome) if !outcome.is_of_whole() => sentence(texts, &outcome),
        _ => {
            let all = library.entries.with(Vec::len);
            let found = found.with(Vec::len);
            let key = if found == all { "library-count" } else { "library-found" };
            texts.text_with(key, &[("all", all.into()), ("found", found.into())])
        }
    };
    let lacking = move || {
        let refusal = library.unsaved.with(|unsaved| unsaved.refusal().cloned());
        let in_words = refusal.or_else(|| library.trouble.get()).map(|it| trouble(texts, &it));
        let unreadable = Some(library.unreadable.get()).filter(|&count| count > 0);
        let unreadable =
            unreadable.map(|count| texts.text_with("library-unreadable", &[("count", count.into())]));
        [in_words, unreadable]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(&texts.text("between-sentences"))
    };
    view! {
        <p role="status" class="warning" id="library-trouble">{lacking}</p>
        <div class="head-outcome">
            <p role="status" id="library-outcome">{message}</p>
            {move || if can_undo.get() {
                // The button that had the focus was removed with its game.
                focus_after_render("#undo-delete");
                button("undo-delete", "undo-delete", "", always(), move || library.undo_delete())
            } else if can_keep.get() {
                button("keep-game", "keep-game", "", always(), move || session.archive())
            } else {
                ().into_any()
            }}
        </div>
    }
    .into_any()
}

/// The message about a browser that does not store games.
fn trouble(texts: Texts, error: &StoreError) -> String {
    match error {
        StoreError::Missing => texts.text("library-missing"),
        StoreError::Refused(reason) => {
            texts.text_with("library-refused", &[("reason", reason.as_str().into())])
        }
    }
}

/// The sentence about the outcome of an action.
fn sentence(texts: Texts, outcome: &Outcome) -> String {
    let reason = |key: &str, reason: String| texts.text_with(key, &[("reason", reason.into())]);
    match outcome {
        Outcome::Archived => texts.text("library-archived"),
        Outcome::Deleted(row) => {
            let name = LibraryEntry::from_text(&row.about).map(|entry| words::name(texts, &entry));
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
        Outcome::NoArchive(error) => reason("library-no-archive", phrases::reason(texts, &error.into())),
        Outcome::Unreadable(why) => reason("library-broken", why.clone()),
    }
}
