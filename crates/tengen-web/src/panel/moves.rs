use leptos::prelude::*;

use crate::session::Session;
use crate::texts::Texts;

/// The moves of the game. Each is a button that leads back to it.
#[component]
pub(super) fn Moves() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let moves = Memo::new(move |_| {
        session.game.with(|game| {
            let size = game.record().size();
            let first = game.record().start().side_to_move();
            let numbered = game.record().moves().iter().enumerate();
            numbered
                .map(|(index, entry)| {
                    let color = if index.is_multiple_of(2) { first } else { !first };
                    (index + 1, color, entry.point.on(size).to_string())
                })
                .collect::<Vec<_>>()
        })
    });
    let cursor = Memo::new(move |_| session.game.with(|game| game.record().cursor()));
    view! {
        <section class="moves">
            <h2>{move || texts.text("moves")}</h2>
            <Show when=move || moves.with(Vec::is_empty)>
                <p class="quiet">{move || texts.text("no-moves")}</p>
            </Show>
            <ol>
                <For each=move || moves.get() key=Clone::clone let:entry>
                    <li>
                        <button
                            class=format!("move {}", entry.1)
                            class:current=move || cursor.get() == entry.0
                            class:undone=move || { cursor.get() < entry.0 }
                            on:click=move |_| session.go_to(entry.0)
                        >
                            <span class="number">{entry.0}</span>
                            {entry.2.clone()}
                        </button>
                    </li>
                </For>
            </ol>
        </section>
    }
}
