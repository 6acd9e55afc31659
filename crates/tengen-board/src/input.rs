//! The board's reactions to events of the browser.

use std::cell::RefCell;
use std::rc::Rc;

use tengen_game::{Ink, Point};
use wasm_bindgen::prelude::*;
use web_sys::{Element, KeyboardEvent, PointerEvent, SvgElement};

use crate::board::{Event, State};
use crate::dom::Listener;
use crate::scene::Pen;
use crate::{Geometry, step};

const KINDS: [&str; 12] = [
    "click",
    "contextmenu",
    "focusin",
    "focusout",
    "keydown",
    "pointercancel",
    "pointerdown",
    "pointerleave",
    "pointermove",
    "pointerover",
    "pointerup",
    "touchmove",
];

/// Listens on the board's element, which the events of all cells reach; to the focus on its parent, because browsers make an SVG
/// element with such listeners focusable.
pub(crate) fn listen(
    parent: &Element,
    root: &Element,
    state: &Rc<RefCell<State>>,
    on_event: &Rc<dyn Fn(Event)>,
) -> Result<Vec<Listener>, JsValue> {
    let listener = |kind: &'static str| {
        let (state, on_event) = (Rc::downgrade(state), on_event.clone());
        let target = if kind.starts_with("focus") { parent } else { root };
        Listener::new(target, kind, move |event| {
            let Some(state) = state.upgrade() else { return };
            // While the board changes, only the browser moves the focus: away from an element that is removed.
            let Ok(mut board) = state.try_borrow_mut() else { return };
            let mut events = Vec::new();
            let begun = board.stroke.begun();
            let focus = board.react(kind, &event, &mut events);
            // All elements are the board's own, so that no change of them fails.
            if board.stroke.begun() != begun {
                let _ = board.show_labels();
            }
            drop(board);
            if let Ok(Some(cell)) = focus {
                focus_on(&cell);
            }
            events.into_iter().for_each(&*on_event);
        })
    };
    KINDS.into_iter().map(listener).collect()
}

/// Gives a cell the keyboard's focus.
pub(crate) fn focus_on(cell: &Element) {
    // A cell in a document can always be focused.
    let _ = cell.unchecked_ref::<SvgElement>().focus();
}

impl State {
    /// The answer is a cell that the focus goes to.
    fn react(
        &mut self,
        kind: &str,
        event: &web_sys::Event,
        events: &mut Vec<Event>,
    ) -> Result<Option<Element>, JsValue> {
        match (kind, self.point_of(event)) {
            ("click", point) => {
                // A drag from one cell to another ends with a click on what contains both.
                let is_done = self.stroke.takes_click() | self.finger.takes_click();
                let Some(point) = point else { return Ok(None) };
                self.remember_focus(point)?;
                if !is_done {
                    // Where a pen is on, a pointer has drawn already; a screen reader clicks without one.
                    events.push(self.act_on(point));
                }
            }
            // The secondary button draws; a menu over the board would cover the drawing.
            ("contextmenu", Some(_)) if self.scene.pen != Pen::Off => event.prevent_default(),
            ("keydown", Some(point)) => {
                let next = self.press(event.unchecked_ref(), point, events);
                self.show_pointer()?;
                return Ok(next);
            }
            ("focusin", Some(point)) => {
                self.remember_focus(point)?;
                self.keyboard = Some(point);
            }
            ("focusout", _) => self.keyboard = None,
            // A finger covers what lies under it; only a mouse or a pen hovers.
            ("pointerover", point) => self.hover(point.filter(|_| !is_touch(event)), events),
            ("pointerleave", _) => self.hover(None, events),
            ("pointerdown", _) => match self.ink_of(event.unchecked_ref()) {
                Some((ink, by_pen)) => {
                    self.finger.pass(events);
                    let point = self.nearest(event.unchecked_ref());
                    self.stroke.begin(point, ink, by_pen);
                }
                None => {
                    self.stroke.cancel();
                    self.touch(event.unchecked_ref(), events);
                }
            },
            // The button was released outside of the board, which receives no event of that.
            ("pointermove", _)
                if self.stroke.shown().is_some() && event.unchecked_ref::<PointerEvent>().buttons() == 0 =>
            {
                self.stroke.cancel();
            }
            ("pointermove", _) if self.stroke.shown().is_some() => {
                self.stroke.moves(self.nearest(event.unchecked_ref()));
            }
            ("pointerup", _) if self.stroke.shown().is_some() => {
                events.extend(self.stroke.end().map(Event::Draw));
            }
            ("pointermove", _) if self.finger.place().is_some() => {
                let (place, _) = self.place_of(event.unchecked_ref());
                self.finger.moves(place, self.nearest(event.unchecked_ref()), event.time_stamp());
            }
            // A stroke scrolls the page, and the browser takes it. A finger that is held drags the aim instead.
            ("touchmove", _) if self.scene.touch.has_magnifier => {
                if self.finger.is_held(event.time_stamp()) && event.cancelable() {
                    event.prevent_default();
                }
                return Ok(None);
            }
            ("pointerup", _) => {
                let scene = &self.scene;
                let can_place = |point| scene.stone_to_place(point).is_some();
                self.finger.up(event.time_stamp(), scene.touch, can_place, events);
            }
            ("pointercancel", _) => {
                self.stroke.cancel();
                self.finger.cancel(events);
            }
            _ => return Ok(None),
        }
        self.show_pointer().map(|()| None)
    }

    /// A key on the cell of a point. Keys with modifiers are the browser's.
    fn press(&mut self, event: &KeyboardEvent, point: Point, events: &mut Vec<Event>) -> Option<Element> {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return None;
        }
        let key = event.key();
        let next = step(&key, self.geometry.shown(point), self.geometry.size());
        if next.is_none() && !matches!(&*key, "Enter" | " ") {
            return None;
        }
        event.prevent_default();
        match (next, self.scene.pen) {
            (None, Pen::Always(ink)) if event.shift_key() => {
                events.extend(self.stroke.arrow(point, ink).map(Event::Draw));
            }
            (None, _) => events.push(self.act_on(point)),
            (Some(_), _) => {}
        }
        next.map(|next| self.cell(self.geometry.point_at(next)).clone())
    }

    /// The event of a key or a click on a point: a pen draws there, and otherwise a stone is placed.
    fn act_on(&mut self, point: Point) -> Event {
        match self.scene.pen {
            Pen::Always(ink) => Event::Draw(self.stroke.ring(point, ink)),
            Pen::Off | Pen::SecondaryButton => Event::Place(point),
        }
    }

    fn hover(&mut self, point: Option<Point>, events: &mut Vec<Event>) {
        if self.hovered != point {
            self.hovered = point;
            events.push(Event::Hover(point));
        }
    }

    /// The ink with which a pointer that comes down draws, if it does, and whether a click follows.
    fn ink_of(&self, event: &PointerEvent) -> Option<(Ink, bool)> {
        match (self.scene.pen, event.button()) {
            (Pen::Always(ink), 0) => Some((ink, true)),
            (Pen::SecondaryButton | Pen::Always(_), 2) if !is_touch(event) => {
                let ink = match (event.shift_key(), event.alt_key()) {
                    (true, _) => Ink::Red,
                    (false, true) => Ink::Blue,
                    (false, false) => Ink::Green,
                };
                Some((ink, false))
            }
            _ => None,
        }
    }

    /// The point under a pointer.
    fn nearest(&self, event: &PointerEvent) -> Option<Point> {
        let ((x, y), _) = self.place_of(event);
        self.geometry.nearest(x, y)
    }

    /// A pointer came down.
    fn touch(&mut self, event: &PointerEvent, events: &mut Vec<Event>) {
        let (place, pixels) = self.place_of(event);
        let is_direct = pixels >= self.scene.touch.one_tap_pixels;
        if is_direct || !is_touch(event) || !event.is_primary() {
            self.finger.pass(events);
        } else {
            let point = self.geometry.nearest(place.0, place.1);
            self.finger.down(place, point, event.time_stamp(), events);
        }
    }

    /// The point of the cell on which an event happened.
    fn point_of(&self, event: &web_sys::Event) -> Option<Point> {
        let name = event.target()?.dyn_into::<Element>().ok()?.get_attribute("data-point")?;
        Point::parse(&name, self.geometry.size()).ok()
    }

    /// The place of a pointer in the drawing's units, and the number of CSS pixels between neighbouring lines.
    fn place_of(&self, event: &PointerEvent) -> ((f64, f64), f64) {
        let bounds = self.root.get_bounding_client_rect();
        let scale = f64::from(self.geometry.side()) / bounds.width().max(1.0);
        let x = (f64::from(event.client_x()) - bounds.left()) * scale;
        let y = (f64::from(event.client_y()) - bounds.top()) * scale;
        ((x, y), f64::from(Geometry::CELL) / scale)
    }
}

fn is_touch(event: &web_sys::Event) -> bool {
    event.unchecked_ref::<PointerEvent>().pointer_type() == "touch"
}
