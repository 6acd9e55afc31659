//! Properties of the window by media queries.

use leptos::prelude::*;
use tengen_board::Listener;

use crate::reactive::RwSignal;

/// The panel is below the board and wide. A chart of the shape that it has beside the board would be a third of the board's height.
pub(crate) const IS_WIDE_BELOW: &str =
    "(min-width: 600px) and (max-width: 899px) and (max-aspect-ratio: 4/3)";

/// The system prefers more contrast.
pub(crate) const WANTS_CONTRAST: &str = "(prefers-contrast: more)";

/// The panel is below the board, which stays in view beside an analysis.
pub(crate) const IS_BELOW: &str = "(max-width: 899px) and (orientation: portrait)";

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
