//! The panel beside the board: who plays, what happens, what can be done.

mod actions;
mod moves;
mod new_game;
mod players;
mod settings;
mod status;
mod thoughts;

use leptos::prelude::*;

use crate::texts::Texts;

/// The panel; `choosing` says whether the form for a new game is open.
#[component]
pub(crate) fn Panel(choosing: RwSignal<bool>) -> impl IntoView {
    let texts = Texts::of_page();
    view! {
        <aside class="panel">
            <h1>"Tengen" <span lang="zh-Hans" class="seal" aria-hidden="true">"天元"</span></h1>
            <status::Status/>
            <Show
                when=move || choosing.get()
                fallback=move || {
                    view! {
                        <actions::Actions choosing/>
                        <players::Players/>
                        <thoughts::Thoughts/>
                        <moves::Moves/>
                    }
                }
            >
                <new_game::NewGame choosing/>
            </Show>
            <footer>
                <settings::Settings/>
                <p class="keys">{move || texts.text("keys")}</p>
            </footer>
        </aside>
    }
}
