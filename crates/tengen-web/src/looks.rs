//! Colours and motion of the whole page: attributes of its root, for which the style sheets have the rest.

use leptos::prelude::*;

use crate::preferences::{Choice, Preferences};
use crate::reactive::RwSignal;

/// Keeps the root's attributes as the preferences say.
pub(crate) fn follow(preferences: RwSignal<Preferences>) {
    Effect::new(move || {
        let (theme, motion) = preferences.with(|preferences| (preferences.theme, preferences.motion));
        if let Some(root) = document().document_element() {
            // Setting an attribute of an element that exists cannot fail.
            let _ = root.set_attribute("data-theme", theme.name());
            let _ = root.set_attribute("data-motion", motion.name());
        }
    });
}
