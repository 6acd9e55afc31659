use leptos::prelude::*;

use super::super::Place;
use crate::forms::{always, button};
use crate::reactive::RwSignal;
use crate::texts::Texts;

/// The way to the lesson.
#[component]
pub(super) fn Learn(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    view! {
        <p>{move || texts.text("learn-about")}</p>
        {button("learn-start", "learn-start", "primary", always(), move || place.set(Place::Lesson))}
    }
}
