//! Placing a stone with a finger, which covers what it points at and is wider than the points of a big board.

use tengen_game::Point;

use crate::board::Event;
use crate::scene::TouchAim;

/// A touch that is shorter, in milliseconds, is a tap: it ends before the user has seen where the finger points.
const TAP_MS: f64 = 220.0;

/// The state of a finger on the board. It knows no browser; mouse, pen and keys do not come here.
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
    /// When it came down, in milliseconds.
    since: f64,
    /// The point that was chosen at that time.
    before: Option<Point>,
}

impl Finger {
    /// The point that is aimed at.
    pub(crate) fn aimed(&self) -> Option<Point> {
        self.chosen
    }

    /// Where the finger is on the drawing while it is down.
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
        self.touch = Some(Touch { at, since: time, before });
        self.chosen = point;
    }

    /// The finger moved.
    pub(crate) fn moves(&mut self, at: (f64, f64), point: Option<Point>) {
        if let Some(touch) = &mut self.touch {
            touch.at = at;
            self.chosen = point;
        }
    }

    /// A finger that has dragged places the stone where it leaves the board. A tap only chooses the point, and the next
    /// one on or beside it places the stone there. Where no stone can be placed there is nothing to confirm, and the first tap already
    /// reports the point, so that the reason can be shown.
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
        let is_tap = time - touch.since < TAP_MS || !aim.has_magnifier;
        let confirmed = touch.before.filter(|&before| is_near(before, point));
        let place = match confirmed {
            Some(chosen) if is_tap => chosen,
            None if is_tap && can_place(point) => {
                events.push(Event::Aim(Some(point)));
                return;
            }
            _ => point,
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

/// Whether two points are the same or neighbours: a second tap need not be more exact than the first.
fn is_near(one: Point, other: Point) -> bool {
    one.x().abs_diff(other.x()) <= 1 && one.y().abs_diff(other.y()) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAGNIFIER: TouchAim = TouchAim { one_tap_pixels: 40.0, has_magnifier: true };
    const TAPS: TouchAim = TouchAim { one_tap_pixels: 40.0, has_magnifier: false };

    /// Touches the board at one point and lifts the finger at another, `milliseconds` later.
    fn touch(finger: &mut Finger, from: Point, to: Point, milliseconds: f64, aim: TouchAim) -> Vec<Event> {
        let mut events = Vec::new();
        finger.down((0.0, 0.0), Some(from), 0.0, &mut events);
        finger.moves((9.0, 9.0), Some(to));
        finger.up(milliseconds, aim, |_| true, &mut events);
        events
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
