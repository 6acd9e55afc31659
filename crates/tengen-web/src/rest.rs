//! The second part of the program, which is not needed to show the board and to play a first stone. It is loaded after the
//! page is shown.
//!
//! With the feature `split`, `xtask` cuts the program at the functions of `split`; code that only they use is in a separate file. Without
//! it they are ordinary functions. The first part calls the second only through the functions of this module, so that the first stays
//! small.

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Waker};

use js_sys::Error;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use tengen_game::{Drawing, Point};
use wasm_bindgen::JsValue;

use crate::app::Whole;
use crate::course::Lessons;
use crate::forms::{always, button};
use crate::offline::Newer;
use crate::online_part::OnlinePart;
use crate::panel;
use crate::place::Place;
use crate::preferences::Preferences;
use crate::puzzles::Puzzles;
use crate::reactive::RwSignal;
use crate::session::Session;
use crate::storage::Saved;
use crate::texts::Texts;
use crate::unit::Options;
use crate::workers::FileWorker;
use crate::{app, links, unit};

static IS_LOADED: AtomicBool = AtomicBool::new(false);

/// Loads the part, if it is missing, and returns whether it is loaded now.
pub(crate) async fn load() -> bool {
    let is_there = IS_LOADED.load(Ordering::Relaxed) || split::load().await;
    IS_LOADED.store(is_there, Ordering::Relaxed);
    is_there
}

/// The data that the browser has saved of an earlier visit; those of a first visit until the part is loaded.
pub(crate) fn saved() -> Saved {
    if IS_LOADED.load(Ordering::Relaxed) {
        at_once(split::saved()).unwrap_or_default()
    } else {
        Saved::default()
    }
}

/// Handles a point of the board that the user has chosen. Until the part is loaded, it can be the first stone of the game.
pub(crate) fn place(session: Session, point: Point) {
    if IS_LOADED.load(Ordering::Relaxed) {
        at_once(split::place(session, point));
    } else {
        session.place_first(point);
    }
}

/// Handles the user's pointing at a point of the board, or at none. Until the part is loaded, nothing happens.
pub(crate) fn look_at(session: Session, point: Option<Point>) {
    if IS_LOADED.load(Ordering::Relaxed) {
        at_once(split::look_at(session, point));
    }
}

/// Handles a ring or an arrow that the user has drawn. Until the part is loaded, nothing can be drawn.
pub(crate) fn draw(session: Session, drawing: Drawing) {
    if IS_LOADED.load(Ordering::Relaxed) {
        at_once(split::draw(session, drawing));
    }
}

/// Handles a key that the user has pressed outside of any form. Until the part is loaded, keys do nothing.
pub(crate) fn press(session: Session, event: KeyboardEvent, place: RwSignal<Place>) {
    if IS_LOADED.load(Ordering::Relaxed) {
        at_once(split::press(session, event, place));
    }
}

/// Reads the options of the unit.
///
/// # Errors
///
/// When the options are invalid, or the part is not loaded.
pub(crate) fn options(options: &JsValue) -> Result<Options, Error> {
    let read = at_once(split::options(options.clone()));
    read.unwrap_or_else(|| Err(Error::new("a part of the page is not there")))
}

/// The state of loading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loading {
    Going,
    Done,
    Failed,
}

/// The second part of the page.
#[derive(Clone, Copy)]
pub(crate) struct Rest {
    loading: RwSignal<Loading>,
    /// The owner of everything that starts when the part is loaded and ends with the page. The reference is weak, because a strong one
    /// would keep its own holder alive.
    owner: StoredValue<Option<WeakOwner>>,
}

impl Rest {
    /// Starts to load the part, while the board is already shown.
    pub(crate) fn fetch() -> Rest {
        let owner = Owner::current().map(|owner| owner.downgrade());
        let rest = Rest { loading: RwSignal::new(Loading::Going), owner: StoredValue::new(owner) };
        if IS_LOADED.load(Ordering::Relaxed) {
            rest.begin();
        } else {
            rest.load();
        }
        rest
    }

    fn load(self) {
        self.loading.set(Loading::Going);
        let owner = self.owner.get_value();
        spawn_local(async move {
            let is_there = load().await;
            // The page may have been taken down by now.
            if let Some(owner) = owner.and_then(|owner| owner.upgrade())
                && self.loading.try_get_untracked().is_some()
            {
                owner.with(|| if is_there { self.begin() } else { self.loading.set(Loading::Failed) });
            }
        });
    }

    fn begin(self) {
        at_once(split::begin());
        self.loading.set(Loading::Done);
    }

    /// The elements beside the board.
    pub(crate) fn beside_board(self) -> AnyView {
        if self.loading.get() == Loading::Done {
            at_once(split::beside_board()).into_any()
        } else {
            ().into_any()
        }
    }

    /// The status line, once the part is loaded and it can show more than its first sentence.
    pub(crate) fn status(self, texts: Texts) -> AnyView {
        if self.loading.get() == Loading::Done {
            return at_once(split::status()).into_any();
        }
        view! {
            <section class="status" role="status" aria-atomic="true">
                <p class="say" id="status">{move || texts.text("first-stone")}</p>
            </section>
        }
        .into_any()
    }

    /// The view of a place, once the part is loaded.
    pub(crate) fn show(self, texts: Texts, place: RwSignal<Place>) -> AnyView {
        match self.loading.get() {
            Loading::Going => ().into_any(),
            Loading::Done => at_once(split::show(place)).into_any(),
            Loading::Failed => view! {
                <p role="alert">{move || texts.text("part-not-loaded")}</p>
                {button("load-again", "load-again", "primary", always(), move || self.load())}
            }
            .into_any(),
        }
    }
}

/// The value of a future that is ready at once, as those of functions that are loaded are.
pub(crate) fn at_once<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

/// Starts everything but the board.
fn begin() {
    tengen_text::add_page();
    let session = Session::of_page();
    Preferences::keep();
    panel::Draft::provide();
    session.begin();
    panel::follow_results(session);
    panel::follow_coach(session);
    Puzzles::provide();
    Lessons::provide();
    panel::hold_clock_elsewhere(session);
    app::follow_keys();
    app::follow_drops();
    if use_context::<Whole>().is_some_and(|whole| whole.0) {
        links::follow(session, FileWorker::of_page());
        Newer::follow();
        OnlinePart::provide();
    }
    unit::begin(session);
}

/// The boundary of the part in the split program.
#[cfg(feature = "split")]
mod split {
    #![allow(unsafe_code, reason = "the macro declares what one part exports and the other imports")]

    use js_sys::Error;
    use leptos::ev::KeyboardEvent;
    use leptos::prelude::*;
    use leptos::wasm_split::wasm_split;
    use tengen_game::{Drawing, Point};
    use tengen_match::Aside;
    use wasm_bindgen::JsValue;

    use crate::place::Place;
    use crate::reactive::RwSignal;
    use crate::session::Session;
    use crate::storage::Saved;
    use crate::unit::Options;
    use crate::{keyboard, panel};

    /// Loads the part. Each function loads it when it is first called, and here they are all called, so that later calls need no waiting.
    pub(super) async fn load() -> bool {
        let is_there = try_load().await.is_ok();
        if is_there {
            load_saved().await;
            load_place().await;
            load_look_at().await;
            load_draw().await;
            load_press().await;
            load_options().await;
            load_begin().await;
            load_status().await;
            load_beside_board().await;
            load_show().await;
        }
        is_there
    }

    #[wasm_split(rest, wasm_split_path = ::leptos::wasm_split, preload(load_saved))]
    pub(super) fn saved() -> Saved {
        Saved::read()
    }

    #[wasm_split(rest, wasm_split_path = ::leptos::wasm_split, preload(load_place))]
    pub(super) fn place(session: Session, point: Point) {
        session.act(|table| table.place(point));
    }

    #[wasm_split(rest, wasm_split_path = ::leptos::wasm_split, preload(load_look_at))]
    pub(super) fn look_at(session: Session, point: Option<Point>) {
        session.look_at(point);
    }

    #[wasm_split(rest, wasm_split_path = ::leptos::wasm_split, preload(load_draw))]
    pub(super) fn draw(session: Session, drawing: Drawing) {
        session.give(|aside, context| Aside::draw(aside, drawing, context));
    }

    #[wasm_split(rest, wasm_split_path = ::leptos::wasm_split, preload(load_press))]
    pub(super) fn press(session: Session, event: KeyboardEvent, place: RwSignal<Place>) {
        keyboard::press(session, &event, place);
    }

    #[wasm_split(rest, wasm_split_path = ::leptos::wasm_split, preload(load_options))]
    pub(super) fn options(options: JsValue) -> Result<Options, Error> {
        Options::read(&options)
    }

    #[wasm_split(rest, wasm_split_path = ::leptos::wasm_split, preload(load_begin))]
    pub(super) fn begin() {
        super::begin();
    }

    #[wasm_split(rest, wasm_split_path = ::leptos::wasm_split, preload(load_status))]
    pub(super) fn status() -> AnyView {
        panel::status()
    }

    #[wasm_split(rest, wasm_split_path = ::leptos::wasm_split, preload(load_beside_board))]
    pub(super) fn beside_board() -> AnyView {
        panel::beside_board()
    }

    #[wasm_split(rest, wasm_split_path = ::leptos::wasm_split, preload(load_show))]
    pub(super) fn show(place: RwSignal<Place>) -> AnyView {
        panel::show(place)
    }

    /// Loads the part. The returned value states whether that succeeded.
    #[wasm_split(rest, wasm_split_path = ::leptos::wasm_split, fallible)]
    fn try_load() -> Result<(), leptos::wasm_split::SplitLoaderError> {
        Ok(())
    }
}

#[cfg(not(feature = "split"))]
mod split {
    use std::future::{Ready, ready};

    use js_sys::Error;
    use leptos::ev::KeyboardEvent;
    use leptos::prelude::*;
    use tengen_game::{Drawing, Point};
    use tengen_match::Aside;
    use wasm_bindgen::JsValue;

    use crate::place::Place;
    use crate::reactive::RwSignal;
    use crate::session::Session;
    use crate::storage::Saved;
    use crate::unit::Options;
    use crate::{keyboard, panel};

    pub(super) fn load() -> Ready<bool> {
        ready(true)
    }

    pub(super) fn saved() -> Ready<Saved> {
        ready(Saved::read())
    }

    pub(super) fn place(session: Session, point: Point) -> Ready<()> {
        session.act(|table| table.place(point));
        ready(())
    }

    pub(super) fn look_at(session: Session, point: Option<Point>) -> Ready<()> {
        session.look_at(point);
        ready(())
    }

    pub(super) fn draw(session: Session, drawing: Drawing) -> Ready<()> {
        session.give(|aside, context| Aside::draw(aside, drawing, context));
        ready(())
    }

    pub(super) fn press(session: Session, event: KeyboardEvent, place: RwSignal<Place>) -> Ready<()> {
        keyboard::press(session, &event, place);
        ready(())
    }

    pub(super) fn options(options: JsValue) -> Ready<Result<Options, Error>> {
        ready(Options::read(&options))
    }

    pub(super) fn begin() -> Ready<()> {
        super::begin();
        ready(())
    }

    pub(super) fn status() -> Ready<AnyView> {
        ready(panel::status())
    }

    pub(super) fn beside_board() -> Ready<AnyView> {
        ready(panel::beside_board())
    }

    pub(super) fn show(place: RwSignal<Place>) -> Ready<AnyView> {
        ready(panel::show(place))
    }
}
