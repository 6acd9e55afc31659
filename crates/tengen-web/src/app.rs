//! The whole page: the board, and the panel beside or below it.

use leptos::prelude::*;

use crate::board;
use crate::file_worker::FileWorker;
use crate::looks;
use crate::panel::{Panel, Place};
use crate::reactive::RwSignal;
use crate::rest;
use crate::saved::Saved;
use crate::session::Session;
use crate::texts::Texts;

/// Whether the game is all of the page. Otherwise the page's title, its address and its keys belong to others.
#[derive(Clone, Copy)]
pub(crate) struct Whole(pub(crate) bool);

/// The board and the panel; `whole` says whether they are all of the page.
#[component]
pub(crate) fn App(whole: bool, saved: Saved) -> impl IntoView {
    provide_context(Whole(whole));
    let preferences = saved.preferences.clone().provide();
    looks::follow(preferences);
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

/// Hears keys wherever the focus is, if the unit is all of the page.
pub(crate) fn follow_keys() {
    if use_context::<Whole>().is_some_and(|whole| whole.0) {
        let (session, place) = (Session::of_page(), expect_context::<RwSignal<Place>>());
        let keys =
            window_event_listener(leptos::ev::keydown, move |event| rest::press(session, event, place));
        on_cleanup(move || keys.remove());
    }
}
