//! The whole page: the board, the panel beside or below it, colours and motion.

use leptos::prelude::*;

use crate::panel::{Masthead, Panel};
use crate::place::Place;
use crate::preferences::{Choice, Preferences, Theme};
use crate::reactive::RwSignal;
use crate::rest::Rest;
use crate::session::Session;
use crate::storage::Saved;
use crate::texts::Texts;
use crate::workers::FileWorker;
use crate::{board, files, media, rest};

/// Whether the unit is the whole page. Otherwise the document's title, address and keys belong to the page around it.
#[derive(Clone, Copy)]
pub(crate) struct Whole(pub(crate) bool);

/// The board and the panel. `whole` states whether the unit is the whole page.
#[component]
pub(crate) fn App(whole: bool, saved: Saved) -> impl IntoView {
    provide_context(Whole(whole));
    let preferences = saved.preferences.clone().provide();
    follow(preferences);
    Texts::provide(preferences);
    FileWorker::provide();
    let session = Session::provide(saved);
    let place = RwSignal::new(Place::Play);
    let frame = NodeRef::new();
    board::mount(frame, session);
    // The browser's history moves between places.
    provide_context(place);
    let rest = Rest::fetch();
    view! {
        <main class="app" class:whole=whole on:keydown=move |event| if !whole { rest::press(session, event, place) }>
            <div class="table">
                <div class="board-frame" node_ref=frame></div>
                {move || rest.beside_board()}
            </div>
            <Masthead place/>
            <Panel place rest/>
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

/// Accepts files that are dropped anywhere, if the unit is the whole page, and shows the library with the games that are read.
pub(crate) fn follow_drops() {
    if !use_context::<Whole>().is_some_and(|whole| whole.0) {
        return;
    }
    let (session, place) = (Session::of_page(), expect_context::<RwSignal<Place>>());
    let mark = |is_over: bool| {
        if let Some(root) = document().document_element() {
            // Setting an attribute of an element that exists cannot fail.
            let _ = root.toggle_attribute_with_force("data-drop", is_over);
        }
    };
    let over = window_event_listener(leptos::ev::dragover, move |event| {
        if files::has_files(&event) {
            event.prevent_default();
            mark(true);
        }
    });
    // A `dragleave` event between two elements of the page does not mean that the pointer has left the page.
    let leave = window_event_listener(leptos::ev::dragleave, move |event| {
        if event.related_target().is_none() {
            mark(false);
        }
    });
    let drop = window_event_listener(leptos::ev::drop, move |event| {
        mark(false);
        // The library handles files that are dropped on it.
        if files::has_files(&event) && !event.default_prevented() {
            event.prevent_default();
            files::dropped(&event, move |name, content| {
                session.library.open_file(name, content);
                place.set(Place::Library);
            });
        }
    });
    on_cleanup(move || {
        over.remove();
        leave.remove();
        drop.remove();
    });
}

/// Keeps the root's attributes equal to the preferences. Where the system prefers more contrast, the automatic theme is that of the highest
/// contrast.
pub(crate) fn follow(preferences: RwSignal<Preferences>) {
    let wants_contrast = media::matches(media::WANTS_CONTRAST);
    Effect::new(move || {
        let (theme, motion) = preferences.with(|preferences| (preferences.theme, preferences.motion));
        let theme = if theme == Theme::Auto && wants_contrast.get() { Theme::Contrast } else { theme };
        if let Some(root) = document().document_element() {
            // Setting an attribute of an element that exists cannot fail.
            let _ = root.set_attribute("data-theme", theme.name());
            let _ = root.set_attribute("data-motion", motion.name());
        }
    });
}
