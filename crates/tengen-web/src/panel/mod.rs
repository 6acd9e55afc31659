//! The panel beside the board: who plays, what happens, what can be done.

mod actions;
mod moves;
mod new_game;
mod players;
mod rule_words;
mod settings;
mod status;
mod thoughts;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::texts::Texts;

/// The panel; `choosing` says whether the form for a new game is open.
#[component]
pub(crate) fn Panel(choosing: RwSignal<bool>) -> impl IntoView {
    let texts = Texts::of_page();
    view! {
        <aside class="panel" aria-label=move || texts.text("panel")>
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

/// Moves the keyboard's focus, once the page shows what has just changed.
fn focus_after_render(selector: &'static str) {
    request_animation_frame(move || {
        let found = document().query_selector(selector).ok().flatten();
        if let Some(element) = found {
            // HTML and SVG elements have the same method, but no type in common that has it.
            let _ = element.unchecked_into::<HtmlElement>().focus();
        }
    });
}

/// Scrolls the page so far that an element is in view.
fn show_after_render(selector: &'static str) {
    request_animation_frame(move || {
        if let Some(element) = document().query_selector(selector).ok().flatten() {
            element.scroll_into_view();
        }
    });
}
