//! What the browser keeps for this page: the current game and a few settings.

use leptos::prelude::window;

/// The current game.
pub(crate) const GAME: &str = "tengen.game";
/// The game that was on the board before a whole other one came there.
pub(crate) const PREVIOUS_GAME: &str = "tengen.game.previous";
/// A game that could not be read; it is kept for whoever can.
pub(crate) const UNREADABLE_GAME: &str = "tengen.game.unreadable";
/// Before the id of a game that is on its way to the library; whatever is still there when the page opens was on it
/// when the page closed.
pub(crate) const WAITING_GAME: &str = "tengen.game.waiting.";
/// The moment from which the statistics count.
pub(crate) const STATISTICS_SINCE: &str = "tengen.statistics.since";
/// What a person likes.
pub(crate) const PREFERENCES: &str = "tengen.preferences";
/// Preferences that could not be read.
pub(crate) const UNREADABLE_PREFERENCES: &str = "tengen.preferences.unreadable";

/// What is kept under a name; `None` also where the browser keeps nothing at all.
pub(crate) fn read(name: &str) -> Option<String> {
    window().local_storage().ok()??.get_item(name).ok()?
}

/// Keeps a text under a name; `false` where the browser refuses (private windows, full storage).
pub(crate) fn write(name: &str, text: &str) -> bool {
    let storage = window().local_storage().ok().flatten();
    storage.is_some_and(|storage| storage.set_item(name, text).is_ok())
}

/// Keeps nothing under a name any more.
pub(crate) fn remove(name: &str) {
    if let Some(storage) = window().local_storage().ok().flatten() {
        // What cannot be removed will be found again, and does no harm.
        let _ = storage.remove_item(name);
    }
}

/// The names that begin so, in the order of the alphabet.
pub(crate) fn names(prefix: &str) -> Vec<String> {
    let Some(storage) = window().local_storage().ok().flatten() else { return Vec::new() };
    let all = (0..storage.length().unwrap_or_default()).filter_map(|index| storage.key(index).ok()?);
    let mut names: Vec<String> = all.filter(|name| name.starts_with(prefix)).collect();
    names.sort();
    names
}
