//! The games that the browser keeps, and games from and for elsewhere.

mod games;
mod list_entry;
mod open;
mod save;
mod share;
mod statistics;
mod thumbnail;
mod told;
mod whole;
mod words;

use leptos::ev::DragEvent;
use leptos::prelude::*;

use tengen_analysis::files::{Fault, FaultKind};

use super::{Place, fault_words};
use crate::files;
use crate::reactive::{Memo, RwSignal};
use crate::session::Session;
use crate::texts::Texts;

/// What comes out above the games when its button is pressed: an id, the button's text, and the heading.
const PARTS: [(&str, &str, &str); 4] = [
    ("statistics", "part-statistics", "statistics"),
    ("open-games", "part-open", "open-game"),
    ("save-games", "part-save", "save-game"),
    ("whole-library", "part-whole", "whole-library"),
];

/// Whatever has to do with records.
#[component]
pub(super) fn Library(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let library = Session::of_page().library;
    library.load();
    on_cleanup(move || library.clear_outcome());
    let drop = move |event: DragEvent| {
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
                <share::Share/>
            }
            .into_any(),
            _ => view! { <whole::Whole/> }.into_any(),
        };
        Some(view! {
            <section class="part">
                // Where the button says as much, the heading is for those who do not see that it is pressed.
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

/// The button that lets a part come out, or go away again. It stays as it was left.
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

/// What the page says of something that the studio could not do.
fn refusal(texts: Texts, fault: &Fault) -> String {
    if fault.kind == FaultKind::NotLoaded {
        return texts.text("part-not-loaded");
    }
    texts.text_with("file-worker-failed", &[("reason", fault_words::reason(texts, fault).into())])
}
