//! The keys of the page: single letters for frequent actions, arrows through the game, undo and redo.

use leptos::ev::KeyboardEvent;
use tengen_match::{Analysis, Choosing, Ending, Engine, Match, Mode, Replay, TreeStep};
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::place::Place;
use crate::preferences::Preferences;
use crate::reactive::RwSignal;
use crate::session::Session;

/// Carries out the action of a key. Letters have actions with the focus anywhere except in a form.
pub(crate) fn press(session: Session, event: &KeyboardEvent, place: RwSignal<Place>) {
    let focus = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is_in = |selector: &str| {
        focus.as_ref().is_some_and(|element| matches!(element.closest(selector), Ok(Some(_))))
    };
    // A slider or a switch has no use for letters.
    let in_form = is_in("input:not([type='range'], [type='checkbox'], [type='radio']), select, textarea");
    // In these elements the arrow keys, Home and End move the focus or the slider.
    let moves_focus = is_in("[role='grid'], [role='tablist'], .tree, input");
    let key = event.key();
    let shows_other =
        matches!(place.get_untracked(), Place::NewGame | Place::SetUp | Place::Lesson | Place::Problem);
    if event.ctrl_key() || event.meta_key() {
        match key.as_str() {
            _ if in_form || shows_other || event.alt_key() => return,
            "Z" | "y" => session.act(Match::redo),
            "z" if event.shift_key() => session.act(Match::redo),
            "z" => session.act(Match::undo),
            _ => return,
        }
        event.prevent_default();
        return;
    }
    if event.alt_key() {
        return;
    }
    if let Some(exercise) = session.exercise() {
        match key.as_str() {
            "Escape" => place.set(exercise.leads_to()),
            _ if in_form => {}
            "?" => place.set(Place::Help),
            // On the board, the arrow keys move the focus.
            "ArrowLeft" | "ArrowRight" | "Home" | "End" if moves_focus => {}
            key => exercise.press(key, event.repeat()),
        }
        return;
    }
    // A key that is held down repeats these actions.
    match key.as_str() {
        _ if in_form || shows_other => {}
        // On the board, and among tabs and variations, the arrow keys move the focus.
        "ArrowLeft" if !moves_focus => session.act(|table| table.step(-1)),
        "ArrowRight" if !moves_focus => session.act(|table| table.step(1)),
        "ArrowUp" if !moves_focus && session.climb(TreeStep::Previous) => {
            event.prevent_default();
        }
        "ArrowDown" if !moves_focus && session.climb(TreeStep::Next) => {
            event.prevent_default();
        }
        "," => session.act(|table| table.step(-1)),
        "." => session.act(|table| table.step(1)),
        "Home" if !moves_focus => session.act(|table| table.step(isize::MIN)),
        "End" if !moves_focus => session.act(|table| table.step(isize::MAX)),
        _ => {}
    }
    if event.repeat() {
        return;
    }
    match key.as_str() {
        // The question about a move belongs to the board, which every place shows.
        "Escape" if session.leave_why_not() => {}
        "Escape" if place.get_untracked().is_left_by_escape() => place.set(Place::Play),
        "Escape" if session.read(|table| table.choosing.premove.chosen.is_some()) => {
            session.give(Choosing::drop_premove);
        }
        "Escape" => session.give(Ending::play_on),
        _ if in_form => {}
        "?" => place.set(Place::Help),
        _ if shows_other => {}
        "u" | "U" => session.act(Match::undo),
        "r" | "R" => session.act(Match::redo),
        "h" | "H" => session.give(Engine::ask_hint),
        "p" | "P" => session.give(Replay::toggle),
        "w" | "W" => session.set_asking_why_not(!session.table.mode.with_untracked(Mode::is_asking)),
        "a" | "A" => session.give(Analysis::toggle),
        "m" | "M" => session.preferences.update(Preferences::toggle_marks),
        "n" | "N" => place.set(Place::NewGame),
        _ => {}
    }
}
