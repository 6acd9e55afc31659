//! Placing a stone with a finger, which covers what it points at and is wider than the points of a big board.

use leptos::ev::PointerEvent;
use leptos::prelude::*;
use tengen_frontend::Geometry;
use tengen_game::Point;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::BoardView;
use crate::preferences::Aim;
use crate::reactive::RwSignal;

/// A point whose side has so many pixels can be hit with a fingertip.
const EASY_PIXELS: f64 = 40.0;

/// A touch that is shorter, in milliseconds, is a tap: it ends before the person has seen where the finger points.
const TAP_MS: f64 = 220.0;

/// What a finger does on the board. Mice, pens and keys are not its concern.
#[derive(Clone, Copy)]
pub(super) struct Finger {
    geometry: Geometry,
    view: BoardView,
    on_play: Callback<Point>,
    on_aim: Callback<Option<Point>>,
    /// The point that was chosen and is still to be confirmed.
    chosen: RwSignal<Option<Point>>,
    /// Where the finger is, in the drawing's units, while it drags.
    touch: RwSignal<Option<Touch>>,
    /// Whether the last touch was handled here, so that the click that follows is not.
    handled: StoredValue<bool>,
}

/// A finger on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Touch {
    pub(super) x: f64,
    pub(super) y: f64,
    since: f64,
    /// The point that was chosen when the finger came down.
    before: Option<Point>,
}

impl Finger {
    pub(super) fn new(
        geometry: Geometry,
        view: BoardView,
        on_play: Callback<Point>,
        on_aim: Callback<Option<Point>>,
    ) -> Finger {
        let finger = Finger {
            geometry,
            view,
            on_play,
            on_aim,
            chosen: RwSignal::new(None),
            touch: RwSignal::new(None),
            handled: StoredValue::new(false),
        };
        // A point that was chosen in one position, or on another board, means nothing any more.
        Effect::new(move || {
            view.stones.with(|_| ());
            view.ghost.get();
            if finger.touch.get_untracked().is_none() {
                finger.chosen.set(None);
                on_aim.run(None);
            }
        });
        finger
    }

    /// The point that is aimed at.
    pub(super) fn aimed(self) -> Option<Point> {
        self.chosen.get()
    }

    /// Where the finger is while a magnifier is of use.
    pub(super) fn dragging(self) -> Option<Touch> {
        self.touch.get().filter(|_| self.view.aim.get() != Aim::Twice)
    }

    /// Whether touches may have to be held on the board, instead of scrolling the page.
    pub(super) fn is_careful(self) -> bool {
        matches!(self.view.aim.get(), Aim::Auto | Aim::Magnifier)
    }

    /// Whether a click came from a touch that was dealt with; this forgets it.
    pub(super) fn has_handled_click(self) -> bool {
        let handled = self.handled.get_value();
        self.handled.set_value(false);
        handled
    }

    pub(super) fn down(self, event: &PointerEvent) {
        self.handled.set_value(false);
        let Some((x, y, pixels)) = self.place(event) else { return };
        let is_direct = match self.view.aim.get_untracked() {
            Aim::Direct => true,
            Aim::Auto => pixels >= EASY_PIXELS,
            Aim::Twice | Aim::Magnifier => false,
        };
        if event.pointer_type() != "touch" || !event.is_primary() || is_direct {
            self.cancel();
            return;
        }
        let before = self.chosen.get_untracked();
        self.forget();
        self.touch.set(Some(Touch { x, y, since: event.time_stamp(), before }));
        self.chosen.set(self.geometry.nearest(x, y));
    }

    pub(super) fn moves(self, event: &PointerEvent) {
        if let (Some(touch), Some((x, y, _))) = (self.touch.get_untracked(), self.place(event)) {
            self.touch.set(Some(Touch { x, y, ..touch }));
            self.chosen.set(self.geometry.nearest(x, y));
        }
    }

    /// A finger that has dragged places the stone where it leaves the board. A tap only chooses the point, and the next
    /// one on or beside it places the stone there. Where no stone can be placed there is nothing to confirm: the first tap is
    /// told why.
    pub(super) fn up(self, event: &PointerEvent) {
        let Some(touch) = self.touch.get_untracked() else { return };
        self.touch.set(None);
        self.handled.set_value(true);
        let Some(point) = self.chosen.get_untracked() else { return };
        let is_tap = event.time_stamp() - touch.since < TAP_MS || self.view.aim.get_untracked() == Aim::Twice;
        let confirmed = touch.before.filter(|&before| is_near(before, point));
        let can_place = untrack(|| self.view.stone_to_place(point).is_some());
        match (is_tap, confirmed) {
            (true, Some(chosen)) => self.place_at(chosen),
            (true, None) if can_place => self.on_aim.run(Some(point)),
            _ => self.place_at(point),
        }
    }

    pub(super) fn cancel(self) {
        self.touch.set(None);
        self.forget();
    }

    /// No point is chosen any more.
    fn forget(self) {
        if self.chosen.get_untracked().is_some() {
            self.chosen.set(None);
            self.on_aim.run(None);
        }
    }

    fn place_at(self, point: Point) {
        self.forget();
        self.on_play.run(point);
    }

    /// Where the pointer is in the drawing's units, and how many pixels a point has.
    fn place(self, event: &PointerEvent) -> Option<(f64, f64, f64)> {
        let board = event.current_target()?.dyn_into::<Element>().ok()?;
        let bounds = board.get_bounding_client_rect();
        let scale = f64::from(self.geometry.side()) / bounds.width().max(1.0);
        let x = (f64::from(event.client_x()) - bounds.left()) * scale;
        let y = (f64::from(event.client_y()) - bounds.top()) * scale;
        Some((x, y, f64::from(Geometry::CELL) / scale))
    }
}

/// Whether two points are the same or neighbours: a second tap need not be more exact than the first.
fn is_near(one: Point, other: Point) -> bool {
    one.x().abs_diff(other.x()) <= 1 && one.y().abs_diff(other.y()) <= 1
}

/// Lines through the point that a finger has chosen, since the finger itself may cover it.
#[component]
pub(super) fn Crosshair(geometry: Geometry, finger: Finger) -> impl IntoView {
    move || {
        let point = finger.aimed()?;
        let (x, y, side) = (geometry.x(point), geometry.y(point), geometry.side());
        let path = format!("M0 {y}H{side}M{x} 0V{side}");
        Some(view! { <path class="crosshair" d=path/> })
    }
}
