use leptos::html::Ol;
use leptos::prelude::*;
use tengen_analysis::MoveClass;
use tengen_game::Color;

use super::super::class_mark::{class_key, class_mark};
use super::super::{move_name, show_current};
use super::players::color_key;
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;
use tengen_match::{Game, Review, classes_on};

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
    // What a review says of the moves, where they are those of the game.
    let classes = Memo::new(move |_| {
        let of_review = |game: &Game, review: &Review| classes_on(&game.record().line_nodes(), game, review);
        session.review.with(|review| {
            review.as_ref().map_or_else(Vec::new, |review| session.game.with(|game| of_review(game, review)))
        })
    });
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
                        <MoveButton entry cursor classes/>
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
fn MoveButton(entry: Entry, cursor: Memo<usize>, classes: Memo<Vec<Option<MoveClass>>>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let Entry { number, color, name } = entry;
    let shown = name.clone();
    let class = Memo::new(move |_| classes.with(|classes| classes.get(number - 1).copied().flatten()));
    let label = move || {
        let color = texts.text(color_key(color));
        let arguments = [("number", number.into()), ("color", color.into()), ("point", name.as_str().into())];
        let label = texts.text_with("move-label", &arguments);
        match class.get() {
            None => label,
            Some(class) => {
                let arguments = [("move", label.into()), ("class", texts.text(class_key(class)).into())];
                texts.text_with("move-label-class", &arguments)
            }
        }
    };
    view! {
        <button
            class="move"
            class:current=move || cursor.get() == number
            class:undone=move || { cursor.get() < number }
            aria-current=move || (cursor.get() == number).then_some("step")
            aria-label=label
            on:click=move |_| session.act(|table| table.go_to(number))
        >
            <span class="number">{number}</span>
            <span class=format!("dot {color}")></span>
            {shown} {move || class.get().map(class_mark)}
        </button>
    }
}
