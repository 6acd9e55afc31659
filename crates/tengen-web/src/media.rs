//! What is known about the window by media queries.

use leptos::prelude::*;
use tengen_board::Listener;

use crate::reactive::RwSignal;

/// Whether there is room for the analysis in two columns and for the chart below the board.
pub(crate) const HAS_ROOM_BELOW: &str = "(min-width: 1200px) and (min-height: 800px)";

/// Whether the window is as a media query says, as long as the current owner lives. A browser that cannot tell counts as one that
/// is not.
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
