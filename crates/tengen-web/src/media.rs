//! Properties of the window by media queries, and the sizes of elements.

use leptos::prelude::*;
use tengen_board::Listener;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};

use crate::reactive::RwSignal;

/// The panel is below the board and wide. A chart of the shape that it has beside the board would be a third of the board's height.
pub(crate) const IS_WIDE_BELOW: &str =
    "(min-width: 600px) and (max-width: 899px) and (max-aspect-ratio: 4/3)";

/// The system prefers more contrast.
pub(crate) const WANTS_CONTRAST: &str = "(prefers-contrast: more)";

/// The panel is below the board, which stays in view beside an analysis.
pub(crate) const IS_BELOW: &str = "(max-width: 899px) and (orientation: portrait)";

/// The device has a mouse, or another pointer that points at a place without touching it.
pub(crate) const HAS_MOUSE: &str = "(any-hover: hover)";

/// Whether the window meets a media query now.
pub(crate) fn is_met(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// Whether the window meets a media query, for the lifetime of the current owner. In a browser without media queries it does not.
pub(crate) fn matches(query: &'static str) -> RwSignal<bool> {
    let is_met = RwSignal::new(false);
    let Some(list) = window().match_media(query).ok().flatten() else { return is_met };
    is_met.set(list.matches());
    let source = list.clone();
    let listener = Listener::new(&list, "change", move |_| is_met.set(source.matches())).ok();
    let listener = StoredValue::new_local(listener);
    on_cleanup(move || listener.set_value(None));
    is_met
}

/// Acts when an element has got another size, for the lifetime of the current owner. In a browser without observers of sizes it never acts.
pub(crate) fn on_resize(element: &Element, act: impl Fn() + 'static) {
    let closure = Closure::<dyn Fn()>::new(act);
    let Ok(observer) = ResizeObserver::new(closure.as_ref().unchecked_ref()) else { return };
    observer.observe(element);
    // The browser calls the closure as long as the observer observes.
    let held = StoredValue::new_local(Some((observer, closure)));
    on_cleanup(move || {
        held.try_update_value(|held| {
            if let Some((observer, _)) = held.take() {
                observer.disconnect();
            }
        });
    });
}
