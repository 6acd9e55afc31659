//! The head of the page: its name, the tabs of its places, and the buttons for settings and help.

use leptos::prelude::*;

use super::focus_after_render;
use crate::forms::{icon, next_tab};
use crate::icons;
use crate::place::{Place, Tab};
use crate::reactive::RwSignal;
use crate::texts::Texts;

/// The head of the page, above the panel on wide screens. On narrow ones the name and the buttons are above the board, and the tabs are at
/// the bottom of the window.
#[component]
pub(crate) fn Masthead(place: RwSignal<Place>) -> impl IntoView {
    view! {
        <nav class="masthead">
            <h1>
                <svg viewBox="0 0 24 24" class="logo" aria-hidden="true">
                    <rect width="24" height="24" rx="5"/>
                    <path d="M4 12h16M12 4v16"/>
                    <circle cx="12" cy="12" r="6"/>
                </svg>
                "Tengen" <span lang="zh-Hans" class="seal" aria-hidden="true">"天元"</span>
            </h1>
            {to_place("settings", "settings", Place::Settings, place, icons::SLIDERS)}
            {to_place("help", "help", Place::Help, place, icons::QUESTION)}
            <Tabs place/>
        </nav>
    }
}

/// A button in the head of the panel that leads to a place, and back to the game.
fn to_place(
    id: &'static str,
    key: &'static str,
    to: Place,
    place: RwSignal<Place>,
    path: &'static str,
) -> AnyView {
    let texts = Texts::of_page();
    let is_there = move || place.get().tab() == to;
    view! {
        <button
            type="button"
            class="icon"
            id=id
            aria-label=move || texts.text(key)
            title=move || texts.text(key)
            aria-pressed=move || is_there().to_string()
            on:click=move |_| place.update(|place| *place = if place.tab() == to { Place::Play } else { to })
        >
            {icon(path)}
        </button>
    }
    .into_any()
}

/// The tabs.
#[component]
fn Tabs(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let tabs = StoredValue::new(Place::tabs());
    let count = tabs.with_value(Vec::len);
    let tab = move |index: usize| {
        let Tab { place: to, key, path } = tabs.with_value(|tabs| tabs[index]);
        let is_chosen = move || place.get().tab() == to;
        let reachable = move || {
            // Where no tab is chosen, the first one is in the tab order.
            let chosen = tabs.with_value(|tabs| tabs.iter().any(|tab| tab.place == place.get().tab()));
            if is_chosen() || (!chosen && index == 0) { "0" } else { "-1" }
        };
        let step = move |event: leptos::ev::KeyboardEvent| {
            let Some(next) = next_tab(&event, index, count) else { return };
            place.set(tabs.with_value(|tabs| tabs[next].place));
            focus_after_render(".tabs [aria-selected='true']");
        };
        view! {
            <button
                type="button"
                role="tab"
                id=key
                aria-selected=move || is_chosen().to_string()
                aria-controls="panel-content"
                tabindex=reachable
                on:click=move |_| place.set(to)
                on:keydown=step
            >
                {icon(path)}
                <span>{move || texts.text(key)}</span>
            </button>
        }
    };
    view! {
        <div class="tabs" role="tablist" aria-label=move || texts.text("tabs")>
            {(0..count).map(tab).collect_view()}
        </div>
    }
}
