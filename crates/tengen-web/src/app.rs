//! The whole page: the board, the panel beside or below it, colours and motion.

use leptos::prelude::*;

use crate::panel::{Panel, Place};
use crate::preferences::{Choice, Preferences};
use crate::reactive::RwSignal;
use crate::session::Session;
use crate::storage::Saved;
use crate::texts::Texts;
use crate::workers::FileWorker;
use crate::{board, rest};

/// Whether the game is all of the page. Otherwise the page's title, its address and its keys belong to others.
#[derive(Clone, Copy)]
pub(crate) struct Whole(pub(crate) bool);

/// The board and the panel; `whole` says whether they are all of the page.
#[component]
pub(crate) fn App(whole: bool, saved: Saved) -> impl IntoView {
    provide_context(Whole(whole));
    let preferences = saved.preferences.clone().provide();
    follow(preferences);
    Texts::provide(preferences);
    FileWorker::provide();
    let session = Session::provide(saved);
    let place = RwSignal::new(Place::Play);
    let table = NodeRef::new();
    board::mount(table, session);
    view! {
        <main class="app" on:keydown=move |event| if !whole { rest::press(session, event, place) }>
            <div class="table" node_ref=table></div>
            <Panel place/>
        </main>
    }
}

/// Listens to the keys of the whole document, if the unit is the whole page.
pub(crate) fn follow_keys() {
    if use_context::<Whole>().is_some_and(|whole| whole.0) {
        let (session, place) = (Session::of_page(), expect_context::<RwSignal<Place>>());
        let keys =
            window_event_listener(leptos::ev::keydown, move |event| rest::press(session, event, place));
        on_cleanup(move || keys.remove());
    }
}

/// Keeps the root's attributes as the preferences say.
pub(crate) fn follow(preferences: RwSignal<Preferences>) {
    Effect::new(move || {
        let (theme, motion) = preferences.with(|preferences| (preferences.theme, preferences.motion));
        if let Some(root) = document().document_element() {
            // Setting an attribute of an element that exists cannot fail.
            let _ = root.set_attribute("data-theme", theme.name());
            let _ = root.set_attribute("data-motion", motion.name());
        }
    });
}
