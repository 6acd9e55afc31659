use leptos::prelude::*;

use super::super::Place;
use super::list_entry::{Chosen, ListEntry};
use super::told::Head;
use super::words;
use crate::forms::{always, button};
use crate::reactive::{Memo, RwSignal};
use crate::session::Session;
use crate::texts::Texts;

/// So many games are shown at first, and so many more each time.
const SHOWN: usize = 50;

/// The games that the browser keeps, the newest first, and how to find one.
#[component]
pub(super) fn Games(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let library = session.library;
    let question = RwSignal::new(String::new());
    let most = RwSignal::new(SHOWN);
    // Made once for each language, so that every letter of a question only compares texts.
    let searched = Memo::new(move |_| {
        library.entries.with(|entries| {
            entries.iter().map(|entry| (entry.id.clone(), words::searched(texts, entry))).collect::<Vec<_>>()
        })
    });
    let found = Memo::new(move |_| {
        let question = question.get();
        let answers = |searched: &Vec<(String, _)>| {
            let fitting = searched
                .iter()
                .filter(|(_, words): &&(_, crate::library::search::Words)| words.answer(&question));
            fitting.map(|(id, _)| id.clone()).collect::<Vec<String>>()
        };
        searched.with(answers)
    });
    let shown = move || found.with(|found| found.iter().take(most.get()).cloned().collect::<Vec<_>>());
    let has_more = Memo::new(move |_| found.with(Vec::len) > most.get());
    let is_empty = Memo::new(move |_| library.entries.with(Vec::is_empty));
    let chosen = RwSignal::new(None::<Chosen>);
    view! {
        <section class="games">
            <Head found/>
            <input
                type="search"
                id="find-game"
                aria-label=move || texts.text("find-game")
                placeholder=move || texts.text("find-game")
                prop:value=move || question.get()
                on:input=move |event| {
                    question.set(event_target_value(&event));
                    most.set(SHOWN);
                }
            />
            <Show when=move || is_empty.get()>
                <p class="quiet">{move || texts.text("library-empty")}</p>
            </Show>
            <ol class="saved-games">
                <For each=shown key=Clone::clone let:id>
                    <ListEntry id chosen place/>
                </For>
            </ol>
            <Show when=move || has_more.get()>
                {button("more-games", "more-games", "", always(), move || most.update(|most| *most += SHOWN))}
            </Show>
        </section>
    }
    .into_any()
}
