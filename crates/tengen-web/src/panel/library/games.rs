use leptos::prelude::*;
use tengen_formats::json;

use super::annotate::Annotate;
use super::{Head, words};
use crate::files;
use crate::forms::{always, button};
use crate::library::LibraryEntry;
use crate::panel::analyse::open_analysis_board;
use crate::panel::focus_after_render;
use crate::panel::small_board::small_board;
use crate::place::Place;
use crate::reactive::{Memo, RwSignal};
use crate::session::Session;
use crate::texts::Texts;

/// The number of games that are listed at first, and the number that is added each time.
const SHOWN: usize = 50;

/// The stored games, the newest first, and the search field.
#[component]
pub(super) fn Games(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let library = session.library;
    let question = RwSignal::new(String::new());
    let most = RwSignal::new(SHOWN);
    // The searched words are computed once per language, so that each typed letter only compares texts.
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
                .filter(|(_, words): &&(_, crate::library::entry::Words)| words.answer(&question));
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
            <Annotate found/>
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

/// The game whose buttons are shown.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Chosen {
    id: String,
    /// Whether the form for its name is open.
    renaming: bool,
}

/// A game of the list. Pressing it opens it, and shows the buttons for the other actions beneath it.
#[component]
pub(super) fn ListEntry(
    id: String,
    chosen: RwSignal<Option<Chosen>>,
    place: RwSignal<Place>,
) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let id = StoredValue::new(id);
    let entry = Memo::new(move |_| session.library.entry(&id.get_value()));
    let of_entry = move |say: fn(Texts, &LibraryEntry) -> String| {
        move || entry.with(|entry| entry.as_ref().map(|entry| say(texts, entry)).unwrap_or_default())
    };
    // The stone beside "You lost" is the user's, and the winner's in other games.
    let stone = move || {
        let color = entry.with(|entry| {
            let entry = entry.as_ref()?;
            let winner = entry.result?.winner?;
            Some(entry.person().unwrap_or(winner))
        });
        color.map(|color| view! { <span class=format!("dot {color}") aria-hidden="true"></span> })
    };
    let is_here = Memo::new(move |_| session.table.game.with(|game| game.identity.id == id.get_value()));
    let state = Memo::new(move |_| chosen.get().filter(|chosen| chosen.id == id.get_value()));
    let is_out = Memo::new(move |_| state.with(Option::is_some));
    let open = move |_| session.open_archived(&id.get_value(), move || place.set(Place::Play));
    let toggle = move |_| {
        let id = id.get_value();
        chosen.update(|chosen| match chosen {
            Some(out) if out.id == id => *chosen = None,
            _ => *chosen = Some(Chosen { id, renaming: false }),
        });
    };
    view! {
        <li class:here=move || is_here.get()>
            <button type="button" class="open-saved" on:click=open>
                {move || entry.with(|entry| entry.as_ref().map(|entry| small_board(entry.size, &entry.stones, None)))}
                <span class="name">{of_entry(words::name)}</span>
                <span class="about">
                    <span class="result">{stone} {of_entry(words::result)}</span>
                    " · "
                    {of_entry(words::about)}
                </span>
                <span class="when">{of_entry(words::played)}</span>
            </button>
            <button
                type="button"
                class="icon more"
                aria-expanded=move || is_out.get().to_string()
                aria-label=move || texts.text_with("more-about", &[("name", of_entry(words::name)().into())])
                on:click=toggle
            >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d="M12 5.5v.01M12 12v.01M12 18.5v.01"/>
                </svg>
            </button>
            {move || state.get().map(|state| {
                if state.renaming {
                    renaming(id, entry.with_untracked(|entry| entry.as_ref().map(|entry| words::name(texts, entry))), chosen)
                } else {
                    actions(id, chosen, place)
                }
            })}
        </li>
    }
    .into_any()
}

fn actions(id: StoredValue<String>, chosen: RwSignal<Option<Chosen>>, place: RwSignal<Place>) -> AnyView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let library = session.library;
    let analyse = move |_| {
        session.open_archived(&id.get_value(), move || {
            open_analysis_board(session, place);
        });
    };
    let rename = move |_| {
        chosen.set(Some(Chosen { id: id.get_value(), renaming: true }));
        focus_after_render("#rename-to");
    };
    let export = move |_| {
        let name = untrack(|| library.entry(&id.get_value())).map(|entry| words::file_name(texts, &entry));
        library.export_game(&id.get_value(), move |game| {
            let text = json::write(&words::for_others(texts, game));
            let name = format!("{}.json", name.unwrap_or_else(|| "tengen".to_owned()));
            files::save(&name, "application/json", text.as_bytes());
        });
    };
    let delete = move |_| {
        chosen.set(None);
        library.delete(&id.get_value());
    };
    view! {
        <div class="row out">
            <button type="button" class="open-analysis" on:click=analyse>{move || texts.text("tab-analyse")}</button>
            <button type="button" class="rename" on:click=rename>{move || texts.text("rename")}</button>
            <button type="button" class="export" on:click=export>{move || texts.text("save-file")}</button>
            <button type="button" class="delete" on:click=delete>{move || texts.text("delete")}</button>
        </div>
    }
    .into_any()
}

/// The form that changes the name of a game. An empty name restores the generated one.
fn renaming(id: StoredValue<String>, name: Option<String>, chosen: RwSignal<Option<Chosen>>) -> AnyView {
    let texts = Texts::of_page();
    let library = Session::of_page().library;
    let text = RwSignal::new(name.unwrap_or_default());
    let end = move || {
        chosen.set(Some(Chosen { id: id.get_value(), renaming: false }));
        focus_after_render(".saved-games .rename");
    };
    view! {
        <form
            class="row out"
            on:submit=move |event| {
                event.prevent_default();
                library.rename(&id.get_value(), text.get_untracked());
                end();
            }
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    event.stop_propagation();
                    end();
                }
            }
        >
            <input
                type="text"
                id="rename-to"
                maxlength="120"
                aria-label=move || texts.text("new-name")
                prop:value=move || text.get()
                on:input=move |event| text.set(event_target_value(&event))
            />
            <button type="submit" id="rename-done" class="primary">{move || texts.text("rename")}</button>
            <button type="button" id="rename-cancel" on:click=move |_| end()>{move || texts.text("cancel")}</button>
        </form>
    }
    .into_any()
}
