//! What is not needed to begin a game: a part of the program that is loaded when the page already stands.
//!
//! With the feature `split`, `xtask` cuts the program in two at [`split::begin`] and [`split::show`]; whatever only they use is
//! in a file of its own. Without it, both are ordinary functions.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Place, analyse, help, lesson, library, play, settings};
use crate::app::Whole;
use crate::forms::{always, button};
use crate::links;
use crate::session::Session;
use crate::studio::Studio;
use crate::texts::Texts;

/// How far the loading has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loading {
    Going,
    Done,
    Failed,
}

/// The rest of the page.
#[derive(Clone, Copy)]
pub(super) struct Rest(RwSignal<Loading>);

impl Rest {
    /// Loads it, while somebody looks at the board already.
    pub(super) fn fetch() -> Rest {
        let rest = Rest(RwSignal::new(Loading::Going));
        rest.load(Owner::current());
        rest
    }

    /// What begins then belongs to `owner`, and ends with it.
    fn load(self, owner: Option<Owner>) {
        self.0.set(Loading::Going);
        spawn_local(async move {
            let loaded = split::load().await;
            // By now the page may have been taken down.
            if loaded && let Some(owner) = owner.filter(|_| self.0.try_get_untracked().is_some()) {
                owner.with(|| at_once(split::begin()));
            }
            self.0.try_set(if loaded { Loading::Done } else { Loading::Failed });
        });
    }

    /// What a place shows, as soon as that is there.
    pub(super) fn show(self, texts: Texts, place: RwSignal<Place>) -> AnyView {
        match self.0.get() {
            Loading::Going => ().into_any(),
            Loading::Done => at_once(split::show(place)).into_any(),
            Loading::Failed => {
                let owner = StoredValue::new(Owner::current());
                view! {
                    <p role="alert">{move || texts.text("part-not-loaded")}</p>
                    {button("load-again", "load-again", "primary", always(), move || {
                        self.load(owner.get_value());
                    })}
                }
                .into_any()
            }
        }
    }
}

/// The value of a future that does not wait for anything, as those of functions that are loaded.
fn at_once<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

/// Begins what goes on beside the game.
fn begin() {
    let session = Session::of_page();
    session.follow_threats();
    if use_context::<Whole>().is_some_and(|whole| whole.0) {
        links::follow(session, Studio::of_page());
    }
}

/// What the panel shows where it does not show the game.
fn show(place: RwSignal<Place>) -> AnyView {
    match place.get_untracked() {
        Place::Play => ().into_any(),
        Place::NewGame => view! { <play::NewGame place/> }.into_any(),
        Place::SetUp => view! { <play::SetUp place/> }.into_any(),
        Place::Settings => view! { <settings::Settings/> }.into_any(),
        Place::Help => view! { <help::Help place/> }.into_any(),
        Place::Lesson => view! { <lesson::Lesson place/> }.into_any(),
        Place::Analyse => view! { <analyse::Analyse/> }.into_any(),
        Place::Library => view! { <library::Library place/> }.into_any(),
    }
}

/// Where the program is cut.
#[cfg(feature = "split")]
mod split {
    #![allow(unsafe_code, reason = "the macro declares what one part exports and the other imports")]

    use leptos::prelude::*;
    use leptos::wasm_split::wasm_split;

    use super::Place;

    /// Each function waits for the part on its own when it is first called, so that all of them are told here.
    pub(super) async fn load() -> bool {
        let is_there = try_load().await.is_ok();
        if is_there {
            load_begin().await;
            load_show().await;
        }
        is_there
    }

    #[wasm_split(rest, wasm_split_path = ::leptos::wasm_split, preload(load_begin))]
    pub(super) fn begin() {
        super::begin();
    }

    #[wasm_split(rest, wasm_split_path = ::leptos::wasm_split, preload(load_show))]
    pub(super) fn show(place: RwSignal<Place>) -> AnyView {
        super::show(place)
    }

    /// Loads the part, and says whether that went well.
    #[wasm_split(rest, wasm_split_path = ::leptos::wasm_split, fallible)]
    fn try_load() -> Result<(), leptos::wasm_split::SplitLoaderError> {
        Ok(())
    }
}

#[cfg(not(feature = "split"))]
mod split {
    use std::future::{Ready, ready};

    use leptos::prelude::*;

    use super::Place;

    pub(super) fn load() -> Ready<bool> {
        ready(true)
    }

    pub(super) fn begin() -> Ready<()> {
        super::begin();
        ready(())
    }

    pub(super) fn show(place: RwSignal<Place>) -> Ready<AnyView> {
        ready(super::show(place))
    }
}
