//! The third part of the program, online play. It is loaded when the user opens its place, has followed a link to it, or has
//! games on the server.
//!
//! As with the [rest](crate::rest) of the page, the earlier parts call this one only through the functions of this module. The match and
//! [`OnlinePart::headline`] determine what else is shown of an online game. A page that does not come from a server, such as the page in
//! one file, never loads the part and need not have it.

use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::forms::{always, button};
use crate::place::Place;
use crate::reactive::RwSignal;
use crate::rest::at_once;
use crate::storage;
use crate::texts::Texts;

/// The names of the query by which a page's address can request something from the server.
pub(crate) const QUERIES: [&str; 4] = ["challenge", "game", "tournament", "user"];

/// The state of loading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loading {
    /// Nothing has needed the part yet.
    Idle,
    Going,
    Done,
    Failed,
    /// The page comes from a file or from a program around it, where there is no server.
    Absent,
}

/// A line under the status about online play, with one button. Every place of the page shows it.
#[derive(Clone, Copy)]
pub(crate) struct Bar {
    /// The text; empty where the line is not shown.
    pub(crate) words: RwSignal<String>,
    act: StoredValue<Option<Rc<dyn Fn()>>, LocalStorage>,
}

impl Bar {
    fn new() -> Bar {
        Bar { words: RwSignal::new(String::new()), act: StoredValue::new_local(None) }
    }

    /// Sets the action of the button.
    pub(crate) fn on_press(self, act: impl Fn() + 'static) {
        self.act.set_value(Some(Rc::new(act)));
    }

    pub(crate) fn press(self) {
        if let Some(act) = self.act.get_value() {
            act();
        }
    }
}

/// The state of online play that exists before the part is loaded.
#[derive(Clone, Copy)]
pub(crate) struct OnlinePart {
    loading: RwSignal<Loading>,
    /// The text of the status line for the online game on the board, where it differs from that of other games.
    pub(crate) headline: RwSignal<Option<String>>,
    /// The line about the games for which the user waits; its button ends the waiting.
    pub(crate) seeking: Bar,
    /// The line about a game of the user against the clock that is not on the board; its button opens it.
    pub(crate) called: Bar,
    /// The line about a challenge to the user while the lobby is not shown; its button opens the lobby.
    pub(crate) challenged: Bar,
    /// The owner of everything that starts when the part is loaded and ends with the page.
    owner: StoredValue<Option<WeakOwner>>,
}

impl OnlinePart {
    /// Provides the part to the page, and loads it if there is a reason.
    pub(crate) fn provide() {
        let part = OnlinePart {
            loading: RwSignal::new(if has_server() { Loading::Idle } else { Loading::Absent }),
            headline: RwSignal::new(None),
            seeking: Bar::new(),
            called: Bar::new(),
            challenged: Bar::new(),
            owner: StoredValue::new(Owner::current().map(|owner| owner.downgrade())),
        };
        provide_context(part);
        // A part that could not be loaded without a network is loaded as soon as there is one.
        let back = window_event_listener(leptos::ev::online, move |_| {
            if part.loading.get_untracked() == Loading::Failed {
                part.load();
            }
        });
        on_cleanup(move || back.remove());
        if is_wanted() {
            part.load_if_idle();
        }
    }

    fn load_if_idle(self) {
        if self.loading.get_untracked() == Loading::Idle {
            self.load();
        }
    }

    fn load(self) {
        self.loading.set(Loading::Going);
        let owner = self.owner.get_value();
        spawn_local(async move {
            let is_there = split::load().await;
            // The page may have been taken down by now.
            if let Some(owner) = owner.and_then(|owner| owner.upgrade())
                && self.loading.try_get_untracked().is_some()
            {
                owner.with(|| {
                    if is_there {
                        at_once(split::begin());
                    }
                    self.loading.set(if is_there { Loading::Done } else { Loading::Failed });
                });
            }
        });
    }
}

/// The view of the place of online play.
pub(crate) fn place(place: RwSignal<Place>) -> AnyView {
    let texts = Texts::of_page();
    let Some(part) = use_context::<OnlinePart>() else { return ().into_any() };
    part.load_if_idle();
    let shown = move || {
        match part.loading.get() {
        Loading::Idle | Loading::Going => {
            view! { <p class="quiet" role="status">{move || texts.text("online-connecting")}</p> }.into_any()
        }
        Loading::Done => at_once(split::place(place)).into_any(),
        Loading::Failed => view! {
            <p role="alert">{move || texts.text("part-not-loaded")}</p>
            <div class="row">{button("load-online", "load-again", "primary", always(), move || part.load())}</div>
        }
        .into_any(),
        Loading::Absent => {
            view! { <p class="quiet" id="online-absent">{move || texts.text("online-absent")}</p> }.into_any()
        }
    }
    };
    view! { {shown} }.into_any()
}

/// The actions in the online game on the board. Such a game exists only after the part was loaded.
pub(crate) fn actions(place: RwSignal<Place>) -> AnyView {
    at_once(split::actions(place)).into_any()
}

/// Whether the page comes from a server, which may offer online play.
fn has_server() -> bool {
    window().location().protocol().is_ok_and(|protocol| matches!(protocol.as_str(), "http:" | "https:"))
}

/// Whether the page's address requests something from the server, or the user has games there.
fn is_wanted() -> bool {
    let query = window().location().search().unwrap_or_default();
    let mut pairs = query.trim_start_matches('?').split('&');
    let is_asked = pairs.any(|pair| QUERIES.iter().any(|name| pair.split('=').next() == Some(name)));
    is_asked || storage::read(storage::HAS_ONLINE_GAMES).is_some()
}

/// The boundary of the part in the split program.
#[cfg(feature = "split")]
mod split {
    #![allow(unsafe_code, reason = "the macro declares what one part exports and the other imports")]

    use leptos::prelude::*;
    use leptos::wasm_split::wasm_split;

    use crate::online::Online;
    use crate::panel::online;
    use crate::place::Place;
    use crate::reactive::RwSignal;

    /// Loads the part. Each function loads it when it is first called, and here they are all called, so that later calls need no waiting.
    pub(super) async fn load() -> bool {
        let is_there = try_load().await.is_ok();
        if is_there {
            load_begin().await;
            load_place().await;
            load_actions().await;
        }
        is_there
    }

    #[wasm_split(online, wasm_split_path = ::leptos::wasm_split, preload(load_begin))]
    pub(super) fn begin() {
        Online::provide();
    }

    #[wasm_split(online, wasm_split_path = ::leptos::wasm_split, preload(load_place))]
    pub(super) fn place(place: RwSignal<Place>) -> AnyView {
        online::place(place)
    }

    #[wasm_split(online, wasm_split_path = ::leptos::wasm_split, preload(load_actions))]
    pub(super) fn actions(place: RwSignal<Place>) -> AnyView {
        online::actions(place)
    }

    /// Loads the part. The returned value states whether that succeeded.
    #[wasm_split(online, wasm_split_path = ::leptos::wasm_split, fallible)]
    fn try_load() -> Result<(), leptos::wasm_split::SplitLoaderError> {
        Ok(())
    }
}

#[cfg(not(feature = "split"))]
mod split {
    use std::future::{Ready, ready};

    use leptos::prelude::*;

    use crate::online::Online;
    use crate::panel::online;
    use crate::place::Place;
    use crate::reactive::RwSignal;

    pub(super) fn load() -> Ready<bool> {
        ready(true)
    }

    pub(super) fn begin() -> Ready<()> {
        Online::provide();
        ready(())
    }

    pub(super) fn place(place: RwSignal<Place>) -> Ready<AnyView> {
        ready(online::place(place))
    }

    pub(super) fn actions(place: RwSignal<Place>) -> Ready<AnyView> {
        ready(online::actions(place))
    }
}
