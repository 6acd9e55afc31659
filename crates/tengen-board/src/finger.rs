//! Placing a stone with a finger, which covers what it points at and is wider than the points of a big board.

use tengen_game::Point;

use crate::board::Event;
use crate::scene::TouchAim;

/// The time in milliseconds after which a resting finger counts as held: the user has seen where it points. A shorter
/// touch is a tap or a stroke.
const HOLD_MS: f64 = 220.0;

/// A finger rests while it stays within this distance, in the drawing's units: half a cell.
const REST: f64 = 20.0;

/// The state of a finger on the board, without a browser; mouse, pen and keys do not come here.
#[derive(Debug, Default)]
pub(crate) struct Finger {
    /// The point that was chosen and is still to be confirmed.
    chosen: Option<Point>,
    touch: Option<Touch>,
    /// Whether the last touch was handled here, so that the click that follows has no effect.
    has_handled_touch: bool,
}

/// A finger that is on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Touch {
    /// The place in the drawing's units.
    at: (f64, f64),
    /// The place where the finger rests or has rested last, and the beginning of the rest, in milliseconds.
    rest: ((f64, f64), f64),
    /// Whether the finger has been held.
    is_held: bool,
    /// Whether the finger has left the place where it came down.
    has_moved: bool,
    /// The point that was chosen when the finger came down.
    before: Option<Point>,
}

impl Touch {
    /// Whether the finger is held now at the latest.
    fn holds(&self, time: f64) -> bool {
        self.is_held || time - self.rest.1 >= HOLD_MS
    }

    /// The finger is at a place.
    fn moves(&mut self, at: (f64, f64), time: f64) {
        let ((x, y), _) = self.rest;
        let (x, y) = (at.0 - x, at.1 - y);
        self.is_held = self.holds(time);
        if x * x + y * y > REST * REST {
            self.rest = (at, time);
            self.has_moved = true;
        }
        self.at = at;
    }
}

impl Finger {
    /// The point that is aimed at.
    pub(crate) fn aimed(&self) -> Option<Point> {
        self.chosen
    }

    /// The place of the finger on the drawing while it is down.
    pub(crate) fn place(&self) -> Option<(f64, f64)> {
        self.touch.map(|touch| touch.at)
    }

    /// Whether a click belongs to a touch that was handled; this resets the answer.
    pub(crate) fn takes_click(&mut self) -> bool {
        std::mem::take(&mut self.has_handled_touch)
    }

    /// A pointer that is no finger, or a finger that places stones at once.
    pub(crate) fn pass(&mut self, events: &mut Vec<Event>) {
        self.has_handled_touch = false;
        self.cancel(events);
    }

    /// A finger came down at a place in the drawing's units, at a time in milliseconds. `point` is the nearest.
    pub(crate) fn down(&mut self, at: (f64, f64), point: Option<Point>, time: f64, events: &mut Vec<Event>) {
        self.has_handled_touch = false;
        let before = self.chosen;
        self.forget(events);
        self.touch = Some(Touch { at, rest: (at, time), is_held: false, has_moved: false, before });
        self.chosen = point;
    }

    /// The finger moved, to a place in the drawing's units and at a time in milliseconds.
    pub(crate) fn moves(&mut self, at: (f64, f64), point: Option<Point>, time: f64) {
        if let Some(touch) = &mut self.touch {
            touch.moves(at, time);
            self.chosen = point;
        }
    }

    /// Whether a finger on the board has been held, so that it drags the aim.
    pub(crate) fn is_held(&self, time: f64) -> bool {
        self.touch.is_some_and(|touch| touch.holds(time))
    }

    /// A finger that was held places the stone where it leaves the board. A tap only chooses the point, and the next
    /// one on or beside it places the stone there. Where no stone can be placed there is nothing to confirm, and the first tap already
    /// reports the point, so that the reason can be shown. A stroke, which moves on without ever being held, at most chooses a point.
    pub(crate) fn up(
        &mut self,
        time: f64,
        aim: TouchAim,
        can_place: impl Fn(Point) -> bool,
        events: &mut Vec<Event>,
    ) {
        let Some(touch) = self.touch.take() else { return };
        self.has_handled_touch = true;
        let Some(point) = self.chosen else { return };
        let is_drag = aim.has_magnifier && touch.holds(time);
        let confirmed = touch.before.filter(|&before| is_near(before, point) && !touch.has_moved);
        let place = match confirmed {
            _ if is_drag => point,
            Some(chosen) => chosen,
            None if can_place(point) => {
                events.push(Event::Aim(Some(point)));
                return;
            }
            None if touch.has_moved => {
                self.forget(events);
                return;
            }
            None => point,
        };
        self.forget(events);
        events.push(Event::Place(place));
    }

    /// The browser has taken the touch, for example to scroll.
    pub(crate) fn cancel(&mut self, events: &mut Vec<Event>) {
        self.touch = None;
        self.forget(events);
    }

    /// The position has changed: a point that was chosen in another one means nothing any more.
    pub(crate) fn reset(&mut self, events: &mut Vec<Event>) {
        if self.touch.is_none() {
            self.forget(events);
        }
    }

    fn forget(&mut self, events: &mut Vec<Event>) {
        if self.chosen.take().is_some() {
            events.push(Event::Aim(None));
        }
    }
}

/// Whether two points are equal or neighbours: a second tap need not be more exact than the first.
fn is_near(one: Point, other: Point) -> bool {
    one.x().abs_diff(other.x()) <= 1 && one.y().abs_diff(other.y()) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAGNIFIER: TouchAim = TouchAim { one_tap_pixels: 40.0, has_magnifier: true };
    const TAPS: TouchAim = TouchAim { one_tap_pixels: 40.0, has_magnifier: false };

    /// The place of a point.
    fn place(point: Point) -> (f64, f64) {
        (f64::from(point.x()) * 40.0, f64::from(point.y()) * 40.0)
    }

    /// Touches the board at one point, rests there for some milliseconds, moves in some more to another, and is lifted there.
    fn drag(
        finger: &mut Finger,
        [from, to]: [Point; 2],
        [rest, way]: [f64; 2],
        aim: TouchAim,
        can_place: bool,
    ) -> Vec<Event> {
        let mut events = Vec::new();
        finger.down(place(from), Some(from), 0.0, &mut events);
        let (start, end) = (place(from), place(to));
        for step in 1..=10 {
            let part = f64::from(step) / 10.0;
            let at = (start.0 + (end.0 - start.0) * part, start.1 + (end.1 - start.1) * part);
            finger.moves(at, Some(to), rest + way * part);
        }
        finger.up(rest + way, aim, |_| can_place, &mut events);
        events
    }

    /// Touches the board at one point and lifts the finger at another, `milliseconds` later.
    fn touch(finger: &mut Finger, from: Point, to: Point, milliseconds: f64, aim: TouchAim) -> Vec<Event> {
        drag(finger, [from, to], [milliseconds, 0.0], aim, true)
    }

    #[test]
    fn a_tap_aims_and_another_beside_it_places_the_stone_there() {
        let [here, beside, away] = [(7, 7), (8, 8), (2, 7)].map(|(x, y)| Point::new(x, y));
        for aim in [MAGNIFIER, TAPS] {
            let mut finger = Finger::default();
            assert_eq!(touch(&mut finger, away, away, 50.0, aim), [Event::Aim(Some(away))]);
            assert!(finger.takes_click() && !finger.takes_click());
            // A second tap far away aims again.
            let anew = touch(&mut finger, here, here, 50.0, aim);
            assert_eq!(anew, [Event::Aim(None), Event::Aim(Some(here))]);
            let placed = touch(&mut finger, beside, beside, 50.0, aim);
            assert_eq!(placed[placed.len() - 1], Event::Place(here));
            assert_eq!(finger.aimed(), None);
        }
    }

    #[test]
    fn a_finger_that_drags_places_the_stone_where_it_is_lifted() {
        let [from, to] = [(7, 7), (9, 9)].map(|(x, y)| Point::new(x, y));
        let events = touch(&mut Finger::default(), from, to, 500.0, MAGNIFIER);
        assert_eq!(events[events.len() - 1], Event::Place(to));
        // Without a magnifier the user has not seen the point, however long the touch was.
        assert_eq!(touch(&mut Finger::default(), from, to, 500.0, TAPS), [Event::Aim(Some(to))]);
    }

    #[test]
    fn a_stroke_never_places_a_stone_however_long_it_is() {
        let [from, to, beside] = [(2, 2), (12, 9), (13, 9)].map(|(x, y)| Point::new(x, y));
        for aim in [MAGNIFIER, TAPS] {
            for way in [60.0, 150.0, 400.0, 1_200.0] {
                let events = drag(&mut Finger::default(), [from, to], [0.0, way], aim, true);
                assert_eq!(events, [Event::Aim(Some(to))], "{way} ms");
                // An earlier tap that has aimed makes no difference.
                let mut finger = Finger::default();
                touch(&mut finger, beside, beside, 50.0, aim);
                let events = drag(&mut finger, [from, to], [0.0, way], aim, true);
                assert_eq!(events, [Event::Aim(None), Event::Aim(Some(to))], "{way} ms");
                // While no stone can be placed, the touch is no premove either.
                let events = drag(&mut Finger::default(), [from, to], [0.0, way], aim, false);
                assert!(events.iter().all(|event| !matches!(event, Event::Place(_))), "{way} ms: {events:?}");
            }
        }
    }

    #[test]
    fn a_finger_that_rests_on_its_way_has_seen_where_it_points() {
        let [from, to] = [(7, 7), (9, 9)].map(|(x, y)| Point::new(x, y));
        let mut finger = Finger::default();
        let mut events = Vec::new();
        finger.down(place(from), Some(from), 0.0, &mut events);
        finger.moves(place(to), Some(to), 60.0);
        assert!(!finger.is_held(100.0) && finger.is_held(400.0));
        finger.up(400.0, MAGNIFIER, |_| true, &mut events);
        assert_eq!(events[events.len() - 1], Event::Place(to));
    }

    #[test]
    fn a_point_that_takes_no_stone_is_reported_at_once() {
        let (mut finger, mut events) = (Finger::default(), Vec::new());
        finger.down((0.0, 0.0), Some(Point::new(3, 3)), 0.0, &mut events);
        finger.up(50.0, TAPS, |_| false, &mut events);
        assert_eq!(events[events.len() - 1], Event::Place(Point::new(3, 3)));
        // Nothing is placed after the browser has taken the touch, or outside the board.
        events.clear();
        finger.down((0.0, 0.0), Some(Point::new(3, 3)), 0.0, &mut events);
        finger.cancel(&mut events);
        finger.up(50.0, TAPS, |_| true, &mut events);
        finger.down((0.0, 0.0), None, 0.0, &mut events);
        finger.up(500.0, MAGNIFIER, |_| true, &mut events);
        assert!(events.iter().all(|event| !matches!(event, Event::Place(_))), "{events:?}");
    }
}
