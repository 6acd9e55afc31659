//! Games from files and links, and games as files, pictures and links.

mod open;
mod save;
mod share;

use leptos::prelude::*;
use tengen_protocol::studio::Fault;

use super::Place;
use crate::texts::Texts;

/// Whatever has to do with records.
#[component]
pub(super) fn Library(place: RwSignal<Place>) -> impl IntoView {
    view! {
        <open::Open place/>
        <save::Save/>
        <share::Share/>
    }
}

/// What the page says of something that the studio could not do. Its own sentence says what was expected and where.
fn told(texts: Texts, fault: &Fault) -> String {
    texts.text_with("studio-failed", &[("reason", fault.message.clone().into())])
}
