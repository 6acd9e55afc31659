use gloo_timers::callback::Timeout;
use leptos::prelude::*;

use super::sentence;
use crate::files;
use crate::forms::{always, button, file_button, is_repeated};
use crate::reactive::{RwSignal, Signal};
use crate::session::{Outcome, Session};
use crate::texts::Texts;

/// The time in milliseconds within which a second press confirms the first.
const SURE_MS: u32 = 5_000;

/// The buttons that export, import and empty the whole library.
#[component]
pub(super) fn Whole() -> impl IntoView {
    let texts = Texts::of_page();
    let library = Session::of_page().library;
    let has_games = Signal::derive(move || {
        library.entries.with(|entries| !entries.is_empty()) || library.unreadable.get() > 0
    });
    let asked = RwSignal::new(false);
    let forgetting = StoredValue::new_local(None::<Timeout>);
    on_cleanup(move || forgetting.set_value(None));
    let delete = move |event| {
        // The button itself shows the question; a double-click does not answer it.
        if !has_games.get_untracked() || is_repeated(&event) {
            return;
        }
        if asked.get_untracked() {
            library.delete_everything();
        }
        asked.update(|asked| *asked = !*asked);
        let forget = move || asked.set(false);
        forgetting.set_value(asked.get_untracked().then(|| Timeout::new(SURE_MS, forget)));
    };
    let delete_text = move || {
        let count = library.entries.with(Vec::len);
        match asked.get() {
            true => texts.text_with("delete-all-really", &[("count", count.into())]),
            false => texts.text("delete-all"),
        }
    };
    let export = move || {
        library.export_all(|text| {
            files::save("tengen-library.json", "application/json", text.as_bytes());
        });
    };
    let message = move || {
        let outcome = library.outcome.get().filter(Outcome::is_of_whole);
        outcome.map(|outcome| sentence(texts, &outcome)).unwrap_or_else(|| texts.text("about-library"))
    };
    view! {
        <p class="quiet" role="status" id="whole-outcome">{message}</p>
        <div class="row">
            {button("export-all", "export-all", "", always(), export)}
            {file_button("import-all", "import-all", Some(files::JSON), move |event| {
                files::read_text(event, move |text| library.import(&text));
            })}
            <button
                type="button"
                id="delete-all"
                class:primary=move || asked.get()
                aria-disabled=move || (!has_games.get()).then_some("true")
                on:click=delete
            >
                {delete_text}
            </button>
            <Show when=move || asked.get()>
                {button("delete-all-cancel", "cancel", "", always(), move || asked.set(false))}
            </Show>
        </div>
    }
    .into_any()
}
