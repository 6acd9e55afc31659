use leptos::prelude::*;
use tengen_game::opening::Protocol;

use super::super::super::opening_words::{about_key, name_key};
use super::Form;
use crate::reactive::Memo;
use crate::texts::Texts;

/// How the players come to the first stones and to their colours; nothing where no protocol fits the rule and the board.
#[component]
pub(super) fn OpeningChoice(form: Form) -> impl IntoView {
    let texts = Texts::of_page();
    let offered = Memo::new(move |_| form.protocols());
    // What does not fit any more is given up.
    Effect::new(move || {
        if form.protocol.get().is_some_and(|chosen| offered.with(|offered| !offered.contains(&chosen))) {
            form.protocol.set(None);
        }
    });
    let value = |protocol: Option<Protocol>| protocol.map_or("free".to_owned(), |found| found.to_string());
    let option = move |protocol: Option<Protocol>| {
        view! {
            <option value=value(protocol) selected=move || form.protocol.get() == protocol>
                {move || texts.text(name_key(protocol))}
            </option>
        }
    };
    let options = move || {
        let protocols = offered.get().into_iter().map(Some);
        [None].into_iter().chain(protocols).map(option).collect_view()
    };
    view! {
        <Show when=move || offered.with(|offered| !offered.is_empty())>
            <fieldset class="opening-choice">
                <label class="field" for="protocol">
                    <span>{move || texts.text("opening")}</span>
                    <select
                        id="protocol"
                        prop:value=move || value(form.protocol.get())
                        on:change=move |event| {
                            let chosen = event_target_value(&event).parse().ok();
                            form.protocol.set(chosen.filter(|&protocol| protocol != Protocol::Free));
                        }
                    >
                        {options}
                    </select>
                </label>
                {move || {
                    let about = texts.text(about_key(form.protocol.get())?);
                    Some(view! { <p class="quiet" id="about-protocol">{about}</p> })
                }}
            </fieldset>
        </Show>
    }
    .into_any()
}
