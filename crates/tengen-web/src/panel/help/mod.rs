//! What somebody may want to know, in tabs.

mod controls;
mod diagram;
mod learn;
mod levels;
mod rules;
mod steps;

use leptos::prelude::*;

use super::{Place, focus_after_render};
use crate::reactive::RwSignal;
use crate::texts::Texts;

/// What the help is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Topic {
    Rules,
    Learn,
    Controls,
    Levels,
}

const TOPICS: [(Topic, &str); 4] = [
    (Topic::Rules, "help-rules"),
    (Topic::Learn, "help-learn"),
    (Topic::Controls, "help-controls"),
    (Topic::Levels, "help-levels"),
];

/// The help.
#[component]
pub(super) fn Help(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let topic = RwSignal::new(Topic::Rules);
    let tab = move |index: usize| {
        let (to, key) = TOPICS[index];
        let is_chosen = move || topic.get() == to;
        let step = move |event: leptos::ev::KeyboardEvent| {
            let next = match event.key().as_str() {
                "ArrowRight" => (index + 1) % TOPICS.len(),
                "ArrowLeft" => (index + TOPICS.len() - 1) % TOPICS.len(),
                _ => return,
            };
            event.prevent_default();
            topic.set(TOPICS[next].0);
            focus_after_render(".topics [aria-selected='true']");
        };
        view! {
            <button
                type="button"
                role="tab"
                id=key
                aria-selected=move || is_chosen().to_string()
                aria-controls="help-content"
                tabindex=move || if is_chosen() { "0" } else { "-1" }
                on:click=move |_| topic.set(to)
                on:keydown=step
            >
                {move || texts.text(key)}
            </button>
        }
        .into_any()
    };
    let content = move || match topic.get() {
        Topic::Rules => view! { <rules::Rules/> }.into_any(),
        Topic::Learn => view! { <learn::Learn place/> }.into_any(),
        Topic::Controls => view! { <controls::Controls/> }.into_any(),
        Topic::Levels => view! { <levels::Levels/> }.into_any(),
    };
    let name = move || TOPICS.iter().find(|&&(other, _)| other == topic.get()).map(|&(_, id)| id);
    view! {
        <div class="topics" role="tablist" aria-label=move || texts.text("help")>
            {(0..TOPICS.len()).map(tab).collect_view()}
        </div>
        <div class="topic" id="help-content" role="tabpanel" aria-labelledby=name>{content}</div>
    }
}
