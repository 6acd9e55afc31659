use leptos::prelude::*;

use super::super::{fault_words, focus_after_render};
use super::words;
use crate::forms::{always, button};
use crate::library::Entry;
use crate::library::store::StoreError;
use crate::reactive::Memo;
use crate::session::{Session, Told};
use crate::texts::Texts;

/// How many games there are, or what became of what somebody did to them. Both have the same place, so that nothing
/// below jumps. `found` are the games that fit the question.
#[component]
pub(super) fn Head(found: Memo<Vec<String>>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let library = session.library;
    let can_keep = Memo::new(move |_| {
        session.game.with(|game| !game.record().main_line().is_empty() && !game.is_kept())
    });
    let can_undo = Memo::new(move |_| library.told.with(|told| matches!(told, Some(Told::Deleted(_)))));
    let said = move || match library.told.get() {
        Some(told) if !told.is_of_whole() => sentence(texts, &told),
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
        <div class="head-told">
            <p role="status" id="library-told">{said}</p>
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
pub(super) fn sentence(texts: Texts, told: &Told) -> String {
    let reason = |key: &str, reason: String| texts.text_with(key, &[("reason", reason.into())]);
    match told {
        Told::Kept => texts.text("library-kept"),
        Told::Deleted(row) => {
            let name = Entry::from_text(&row.about).map(|entry| words::name(texts, &entry));
            texts.text_with("library-deleted", &[("name", name.unwrap_or_default().into())])
        }
        Told::Emptied => texts.text("library-emptied"),
        Told::Saved(count) => texts.text_with("library-saved", &[("count", (*count).into())]),
        Told::TakenOver(count, there, faults) => {
            let arguments = [("count", (*count).into()), ("there", (*there).into())];
            let mut sentences = vec![texts.text_with("library-taken", &arguments)];
            if let Some(first) = faults.first() {
                let arguments = [
                    ("count", faults.len().into()),
                    ("number", first.number.into()),
                    ("reason", first.reason.as_str().into()),
                ];
                sentences.push(texts.text_with("library-not-taken", &arguments));
            }
            sentences.join(&texts.text("between-sentences"))
        }
        Told::NoArchive(error) => reason("library-no-archive", fault_words::reason(texts, &error.into())),
        Told::Broken(why) => reason("library-broken", why.clone()),
    }
}
