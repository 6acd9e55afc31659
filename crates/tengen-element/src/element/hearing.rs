//! What people do with the mouse, with fingers and with keys.

use std::cell::Cell;
use std::rc::{Rc, Weak};

use tengen_game::Point;
use wasm_bindgen::prelude::*;
use web_sys::{Element, Event, KeyboardEvent, PointerEvent};

use super::Live;
use crate::dom::Listener;
use crate::panel::Act;
use crate::table::Table;

/// A point with so many pixels from line to line can be hit with a fingertip.
const EASY_PIXELS: f64 = 40.0;

/// What a finger has chosen, on a board whose points are smaller than a fingertip: the first tap shows the stone, and one on or beside it
/// places it there.
#[derive(Default)]
struct Finger {
    is_touch: Cell<bool>,
    chosen: Cell<Option<Point>>,
}

/// Hears what happens in a board's shadow. Nothing outside of it is listened to.
pub(super) fn listen(live: &Rc<Live>, root: &Element) -> Result<Vec<Listener>, JsValue> {
    let finger = Rc::new(Finger::default());
    let on = |kind: &'static str, hear: fn(&Rc<Live>, &Finger, &Event)| {
        let (live, finger): (Weak<Live>, _) = (Rc::downgrade(live), finger.clone());
        Listener::new(root, kind, move |event| {
            if let Some(live) = live.upgrade() {
                hear(&live, &finger, &event);
            }
        })
    };
    Ok(vec![
        on("click", clicked)?,
        on("keydown", key_pressed)?,
        on("focusin", focused)?,
        on("pointerdown", |_, finger, event| finger.is_touch.set(is_touch(event)))?,
        on("pointerover", |live, _, event| {
            // A finger covers what lies under it; only a mouse or a pen hovers.
            if !is_touch(event) {
                let point = live.point_of(event);
                live.hover(point);
            }
        })?,
        on("pointerleave", |live, _, event| {
            if !is_touch(event) {
                live.hover(None);
            }
        })?,
    ])
}

fn is_touch(event: &Event) -> bool {
    event.dyn_ref::<PointerEvent>().is_some_and(|event| event.pointer_type() == "touch")
}

fn clicked(live: &Rc<Live>, finger: &Finger, event: &Event) {
    if let Some(point) = live.point_of(event) {
        let is_small = live.shown.borrow_mut().drawing().is_some_and(|board| board.pixels() < EASY_PIXELS);
        let is_to_be_confirmed = finger.is_touch.get() && is_small && live.places_stones();
        let chosen = finger.chosen.take().filter(|&chosen| is_near(chosen, point));
        match chosen {
            None if is_to_be_confirmed => {
                finger.chosen.set(Some(point));
                live.update(|table| table.aim(point));
                live.hover(Some(point));
            }
            chosen => {
                let is_touch = finger.is_touch.get();
                live.update(|table| table.choose(chosen.unwrap_or(point)));
                if is_touch {
                    live.hover(None);
                }
            }
        }
        return;
    }
    let button = target(event).and_then(|element| element.closest("button").ok().flatten());
    // One that can do nothing now is only marked as such, so that the focus stays on it.
    let button = button.filter(|button| button.get_attribute("aria-disabled").as_deref() != Some("true"));
    let act = button.and_then(|button| live.shown.borrow().panel()?.act_of(&button));
    if let Some(act) = act {
        finger.chosen.set(None);
        live.act(act);
    }
}

/// Whether two points are the same or neighbours: a second tap need not be more exact than the first.
fn is_near(one: Point, other: Point) -> bool {
    one.x().abs_diff(other.x()) <= 1 && one.y().abs_diff(other.y()) <= 1
}

fn key_pressed(live: &Rc<Live>, _: &Finger, event: &Event) {
    let (Some(key), Some(point)) = (event.dyn_ref::<KeyboardEvent>(), live.point_of(event)) else { return };
    if key.ctrl_key() || key.alt_key() || key.meta_key() {
        return;
    }
    let next = live.shown.borrow_mut().drawing().and_then(|board| board.cell_by_key(&key.key(), point));
    match (next, key.key().as_str()) {
        (Some(cell), _) => {
            event.prevent_default();
            // An element of the page can always be focused.
            let _ = cell.focus();
        }
        (None, "Enter" | " ") => {
            event.prevent_default();
            live.update(|table| table.choose(point));
        }
        _ => {}
    }
}

fn focused(live: &Rc<Live>, _: &Finger, event: &Event) {
    if let Some(point) = live.point_of(event)
        // Nothing moves the focus while the board changes but the browser, where a focused element goes.
        && let Ok(mut shown) = live.shown.try_borrow_mut()
        && let Some(board) = shown.drawing()
    {
        // The cells are elements of our own.
        let _ = board.remember_focus(point);
    }
}

fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

impl Live {
    fn point_of(&self, event: &Event) -> Option<Point> {
        let cell = target(event)?;
        self.shown.try_borrow_mut().ok()?.drawing()?.point_of(&cell)
    }

    fn hover(&self, point: Option<Point>) {
        if let Ok(mut shown) = self.shown.try_borrow_mut()
            && let Some(board) = shown.drawing()
        {
            // The ghost is an element of our own.
            let _ = board.hover(point);
        }
    }

    fn places_stones(&self) -> bool {
        self.shown.borrow().table().is_persons_turn()
    }

    fn act(self: &Rc<Self>, act: Act) {
        self.update(|table| match act {
            Act::First => table.go_to(0),
            Act::Last => table.go_to(usize::MAX),
            Act::Back | Act::Undo => table.undo(),
            Act::Forward | Act::Redo => table.redo(),
            Act::New => table.new_game(),
            Act::Vary(index) => {
                let children = table.record().children(table.record().current());
                if let Some(&node) = children.get(index) {
                    table.visit(node);
                }
            }
            Act::Hint => {
                // Nobody waits for it: it is shown on the board.
                let _ = Table::ask_hint(table);
            }
        });
    }
}
