use leptos::prelude::*;
use tengen_game::opening::{Opening, Protocol};
use tengen_game::{BoardSize, Rule};
use tengen_match::protocols;

use crate::forms::{always, button};
use crate::panel::focus_after_render;
use crate::panel::opening_words::{Draft, about, name_key};
use crate::place::Place;
use crate::reactive::RwSignal;
use crate::session::Session;
use crate::texts::Texts;

/// All protocols that the page offers, those of renju last.
fn offered() -> Vec<Protocol> {
    let of = |rule| protocols(rule, BoardSize::FIFTEEN, 0);
    [Rule::FREESTYLE, Rule::Renju].into_iter().flat_map(of).collect()
}

/// The purpose of opening rules, and the course of each. The protocol of the form for a new game, or else of the game on the board, is
/// shown first.
#[component]
pub(super) fn Openings(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let of_game = Session::of_page().table.game.with_untracked(|game| game.opening().map(Opening::protocol));
    let draft = Draft::of_page();
    let of_form = draft.with_untracked(|game| game.opening().map(Opening::protocol)).flatten();
    let protocol = RwSignal::new(of_form.or(of_game).unwrap_or(Protocol::Swap2));
    // The contents of the form are stored while the user may come back to it from here.
    on_cleanup(move || {
        if place.try_get_untracked() != Some(Place::NewGame) {
            draft.forget();
        }
    });
    let option = move |offered: Protocol| {
        view! {
            <option value=offered.to_string() selected=move || protocol.get() == offered>
                {move || texts.text(name_key(Some(offered)))}
            </option>
        }
        .into_any()
    };
    let choose = move |event| {
        if let Ok(chosen) = event_target_value(&event).parse() {
            protocol.set(chosen);
        }
    };
    let back = move || {
        place.set(Place::NewGame);
        focus_after_render("#protocol");
    };
    let way_back = draft.is_there().then(
        || view! { <div class="row">{button("back-to-form", "back-to-form", "", always(), back)}</div> },
    );
    view! {
        <p>{move || texts.text("openings-why")}</p>
        <label class="field" for="help-protocol">
            <span>{move || texts.text("opening")}</span>
            <select id="help-protocol" prop:value=move || protocol.get().to_string() on:change=choose>
                {offered().into_iter().map(option).collect_view()}
            </select>
        </label>
        <div id="help-opening">{move || about(texts, Some(protocol.get()))}</div>
        <p>{move || texts.text("openings-how")}</p>
        {way_back}
    }
    .into_any()
}
