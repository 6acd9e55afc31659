use leptos::html::Ol;
use leptos::prelude::*;
use tengen_game::{BoardSize, Color, Move};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::players::color_key;
use crate::session::Session;
use crate::texts::Texts;

/// The moves of the game, a row for each pair. Each is a button that leads back to it.
#[component]
pub(super) fn Moves() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let moves = Memo::new(move |_| {
        session.game.with(|game| {
            let size = game.record().size();
            let first = game.record().start().side_to_move();
            let numbered = game.record().line().into_iter().enumerate();
            numbered
                .map(|(index, played)| {
                    let color = if index.is_multiple_of(2) { first } else { !first };
                    Entry { number: index + 1, color, name: move_name(texts, played, size) }
                })
                .collect::<Vec<_>>()
        })
    });
    let cursor = Memo::new(move |_| session.game.with(|game| game.record().cursor()));
    let list = NodeRef::<Ol>::new();
    Effect::new(move || {
        let (Some(list), _, _) = (list.get(), cursor.get(), moves.with(Vec::len)) else { return };
        request_animation_frame(move || show_current(&list));
    });
    view! {
        <section class="moves">
            <h2>{move || texts.text("moves")}</h2>
            <Show when=move || moves.with(Vec::is_empty)>
                <p class="quiet">{move || texts.text("no-moves")}</p>
            </Show>
            <ol node_ref=list>
                <For each=move || moves.get() key=Clone::clone let:entry>
                    <li>
                        <MoveButton entry cursor/>
                    </li>
                </For>
            </ol>
        </section>
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Entry {
    number: usize,
    color: Color,
    name: String,
}

#[component]
fn MoveButton(entry: Entry, cursor: Memo<usize>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let Entry { number, color, name } = entry;
    let shown = name.clone();
    let label = move || {
        let color = texts.text(color_key(color));
        let arguments = [("number", number.into()), ("color", color.into()), ("point", name.as_str().into())];
        texts.text_with("move-label", &arguments)
    };
    view! {
        <button
            class="move"
            class:current=move || cursor.get() == number
            class:undone=move || { cursor.get() < number }
            aria-current=move || (cursor.get() == number).then_some("step")
            aria-label=label
            on:click=move |_| session.go_to(number)
        >
            <span class="number">{number}</span>
            <span class=format!("dot {color}")></span>
            {shown}
        </button>
    }
}

/// A point's name, or the word for a pass.
fn move_name(texts: Texts, played: Move, size: BoardSize) -> String {
    match played {
        Move::Place(point) => point.on(size).to_string(),
        Move::Pass => texts.text("passed"),
    }
}

/// Scrolls the list, and the list alone, so far that the current move can be seen.
fn show_current(list: &HtmlElement) {
    let current = list.query_selector(".current").ok().flatten();
    let Some(current) = current.and_then(|element| element.dyn_into::<HtmlElement>().ok()) else { return };
    let (top, height) = (current.offset_top() - list.offset_top(), current.offset_height());
    let (seen_from, seen) = (list.scroll_top(), list.client_height());
    if top < seen_from || top + height > seen_from + seen {
        list.set_scroll_top(top - seen / 2);
    }
}
