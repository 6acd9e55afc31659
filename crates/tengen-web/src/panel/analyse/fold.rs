use leptos::ev::Event;
use leptos::prelude::*;

use crate::reactive::RwSignal;
use crate::texts::Texts;

/// Something that few people want to see. It is made when it is opened, and costs nothing before.
pub(super) fn fold(id: &'static str, key: &'static str, content: fn() -> AnyView) -> AnyView {
    let texts = Texts::of_page();
    let is_open = RwSignal::new(false);
    let toggled = move |event: Event| {
        is_open.set(event_target::<web_sys::Element>(&event).has_attribute("open"));
    };
    view! {
        <details class="fold" id=id on:toggle=toggled>
            <summary>{move || texts.text(key)}</summary>
            {move || is_open.get().then(content)}
        </details>
    }
    .into_any()
}
