//! What keys do.

use leptos::ev::KeyboardEvent;
use tengen_match::Match;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::Session;
use crate::panel::Place;
use crate::reactive::RwSignal;

/// Single letters for frequent actions, wherever the focus is, except in a form.
pub(crate) fn press(session: Session, event: &KeyboardEvent, place: RwSignal<Place>) {
    let modified = event.ctrl_key() || event.meta_key() || event.alt_key();
    if modified {
        return;
    }
    let focus = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is_in = |selector: &str| {
        focus.as_ref().is_some_and(|element| matches!(element.closest(selector), Ok(Some(_))))
    };
    // Letters mean nothing to a slider.
    let in_form = is_in("input:not([type='range']), select, textarea");
    // From here the keys beside the arrows move the focus, or the slider.
    let moves_focus = is_in("[role='grid'], [role='tablist'], .tree, input");
    let key = event.key();
    match (key.as_str(), place.get_untracked()) {
        (_, Place::NewGame | Place::SetUp | Place::Lesson) => {}
        _ if in_form => {}
        // Who keeps these down wants to go on.
        (",", _) => session.act(|table| table.step(-1)),
        (".", _) => session.act(|table| table.step(1)),
        ("Home", _) if !moves_focus => session.act(|table| table.step(isize::MIN)),
        ("End", _) if !moves_focus => session.act(|table| table.step(isize::MAX)),
        _ => {}
    }
    if event.repeat() {
        return;
    }
    match (key.as_str(), place.get_untracked()) {
        ("Escape", Place::NewGame | Place::SetUp | Place::Settings | Place::Help | Place::Lesson) => {
            place.set(Place::Play);
        }
        ("Escape", _) => session.act(Match::play_on),
        _ if in_form => {}
        ("?", _) => place.set(Place::Help),
        (_, Place::NewGame | Place::SetUp | Place::Lesson) => {}
        ("u" | "U", _) => session.act(Match::undo),
        ("r" | "R", _) => session.act(Match::redo),
        ("h" | "H", _) => session.act(Match::ask_hint),
        ("p" | "P", _) => session.act(Match::toggle_replay),
        ("n" | "N", _) => place.set(Place::NewGame),
        _ => {}
    }
}
