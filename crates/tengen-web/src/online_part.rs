//! The third part of the program, online play. It is loaded when the user opens its place, has followed a link to it, or has
//! games on the server.
//!
//! As with the [rest](crate::rest) of the page, what comes before calls it only through the functions of this module. What else is
//! shown of a game of the server follows from the match and from [`OnlinePart::headline`]. A page that does not come from a
//! server, such as the page in one file, never loads it and need not have it.

use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::forms::{always, button};
use crate::place::Place;
use crate::reactive::RwSignal;
use crate::rest::at_once;
use crate::storage;
use crate::texts::Texts;

/// What a page's address can ask for, by the names of its query.
pub(crate) const QUERIES: [&str; 4] = ["challenge", "game", "tournament", "user"];

/// How far the loading has come.
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

/// A line of the server under the status, with one button. Every place of the page shows it.
#[derive(Clone, Copy)]
pub(crate) struct Bar {
    /// Empty where there is nothing to show.
    pub(crate) words: RwSignal<String>,
    act: StoredValue<Option<Rc<dyn Fn()>>, LocalStorage>,
}

impl Bar {
    fn new() -> Bar {
        Bar { words: RwSignal::new(String::new()), act: StoredValue::new_local(None) }
    }

    /// Sets the effect of its button.
    pub(crate) fn on_press(self, act: impl Fn() + 'static) {
        self.act.set_value(Some(Rc::new(act)));
    }

    pub(crate) fn press(self) {
        if let Some(act) = self.act.get_value() {
            act();
        }
    }
}

/// Online play, as far as the page knows of it before it is loaded.
#[derive(Clone, Copy)]
pub(crate) struct OnlinePart {
    loading: RwSignal<Loading>,
    /// What the status line says of the game of the server on the board, where that is not what it says of every game.
    pub(crate) headline: RwSignal<Option<String>>,
    /// The games that the user looks for; its button ends the search.
    pub(crate) seeking: Bar,
    /// A game of the user against the clock that is not on the board; its button leads there.
    pub(crate) called: Bar,
    /// A challenge to the user while the lobby is out of sight; its button leads there.
    pub(crate) challenged: Bar,
    /// What begins when it is loaded belongs to this owner, and ends with it.
    owner: StoredValue<Option<WeakOwner>>,
}

impl OnlinePart {
    /// Provides it to the page, and loads it if there is a reason to.
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
        // What could not be loaded without a network is loaded as soon as there is one.
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
            // By now the page may have been taken down.
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

/// What the place of online play shows.
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

/// What can be done in the game of the server on the board. There is such a game only after the part was loaded.
pub(crate) fn actions(place: RwSignal<Place>) -> AnyView {
    at_once(split::actions(place)).into_any()
}

/// Whether the page comes from a server, which may offer online play.
fn has_server() -> bool {
    window().location().protocol().is_ok_and(|protocol| matches!(protocol.as_str(), "http:" | "https:"))
}

/// Whether the page's address asks for something of the server, or the user has games there.
fn is_wanted() -> bool {
    let query = window().location().search().unwrap_or_default();
    let mut pairs = query.trim_start_matches('?').split('&');
    let is_asked = pairs.any(|pair| QUERIES.iter().any(|name| pair.split('=').next() == Some(name)));
    is_asked || storage::read(storage::HAS_ONLINE_GAMES).is_some()
}

/// Where the program is cut.
#[cfg(feature = "split")]
mod split {
    #![allow(unsafe_code, reason = "the macro declares what one part exports and the other imports")]

    use leptos::prelude::*;
    use leptos::wasm_split::wasm_split;

    use crate::online::Online;
    use crate::panel::online;
    use crate::place::Place;
    use crate::reactive::RwSignal;

    /// Each function loads the part when it is first called, so that all of them are called here.
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

    /// Loads the part, and returns whether that succeeded.
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
