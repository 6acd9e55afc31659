//! What the browser keeps for this page: the current game and a few settings.

use leptos::prelude::window;

/// The current game.
pub(crate) const GAME: &str = "tengen.game";
/// The game that was on the board before a whole other one came there.
pub(crate) const PREVIOUS_GAME: &str = "tengen.game.previous";
/// A game that could not be read; it is kept for whoever can.
pub(crate) const UNREADABLE_GAME: &str = "tengen.game.unreadable";
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
