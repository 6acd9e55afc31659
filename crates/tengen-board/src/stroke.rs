//! Drawing rings and arrows: with the secondary button of a mouse, or with any pointer or key while the scene has a pen.

use tengen_game::{Drawing, Ink, Point};

/// The state of the pointer or the keyboard that draws, without a browser.
#[derive(Debug, Default)]
pub(crate) struct Stroke {
    /// The drawing that lifting the pointer would make; a pointer beside the points draws nothing.
    drawing: Option<Drawing>,
    /// Whether a pointer with a pen was here, so that the click that follows places nothing.
    takes_click: bool,
    /// The point at which a key has begun an arrow.
    begun: Option<Point>,
}

impl Stroke {
    /// The ring or arrow that a pointer draws.
    pub(crate) fn shown(&self) -> Option<Drawing> {
        self.drawing
    }

    /// The point at which a key has begun an arrow.
    pub(crate) fn begun(&self) -> Option<Point> {
        self.begun
    }

    /// A pointer came down on a point to draw; a click follows if it did so `by_pen`.
    pub(crate) fn begin(&mut self, point: Option<Point>, ink: Ink, by_pen: bool) {
        let drawing = point.map(|point| Drawing { from: point, to: point, ink });
        *self = Stroke { drawing, takes_click: by_pen, begun: None };
    }

    /// The pointer moved to a point, or beside all of them, which leaves the drawing as it is.
    pub(crate) fn moves(&mut self, point: Option<Point>) {
        if let (Some(drawing), Some(point)) = (&mut self.drawing, point) {
            drawing.to = point;
        }
    }

    /// The pointer was lifted.
    pub(crate) fn end(&mut self) -> Option<Drawing> {
        self.drawing.take()
    }

    /// The browser has taken the pointer away, or it draws no more.
    pub(crate) fn cancel(&mut self) {
        *self = Stroke::default();
    }

    /// Whether a click belongs to a drawing; this resets the answer.
    pub(crate) fn takes_click(&mut self) -> bool {
        std::mem::take(&mut self.takes_click)
    }

    /// A key draws a ring on a point. An arrow that was begun is given up.
    pub(crate) fn ring(&mut self, point: Point, ink: Ink) -> Drawing {
        self.begun = None;
        Drawing { from: point, to: point, ink }
    }

    /// A key begins an arrow on a point, or ends it there; on the same point, it gives it up.
    pub(crate) fn arrow(&mut self, point: Point, ink: Ink) -> Option<Drawing> {
        let Some(from) = self.begun.take() else {
            self.begun = Some(point);
            return None;
        };
        (from != point).then_some(Drawing { from, to: point, ink })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_is_a_ring_and_a_drag_an_arrow() {
        let [from, to] = [(3, 3), (5, 4)].map(|(x, y)| Point::new(x, y));
        let mut stroke = Stroke::default();
        stroke.begin(Some(from), Ink::Red, false);
        assert_eq!(stroke.shown(), Some(Drawing { from, to: from, ink: Ink::Red }));
        stroke.moves(Some(to));
        stroke.moves(None);
        assert_eq!(stroke.end(), Some(Drawing { from, to, ink: Ink::Red }));
        assert_eq!((stroke.end(), stroke.takes_click()), (None, false));
        stroke.begin(Some(from), Ink::Blue, true);
        assert!(stroke.end().is_some_and(Drawing::is_ring) && stroke.takes_click() && !stroke.takes_click());
        stroke.begin(None, Ink::Green, false);
        stroke.moves(Some(to));
        assert_eq!(stroke.end(), None);
    }

    #[test]
    fn keys_draw_a_ring_on_one_point_and_an_arrow_between_two() {
        let [from, to] = [(3, 3), (5, 4)].map(|(x, y)| Point::new(x, y));
        let mut stroke = Stroke::default();
        assert!(stroke.ring(from, Ink::Red).is_ring());
        assert_eq!((stroke.arrow(from, Ink::Red), stroke.begun()), (None, Some(from)));
        assert_eq!(stroke.arrow(to, Ink::Red), Some(Drawing { from, to, ink: Ink::Red }));
        assert_eq!(stroke.begun(), None);
        // The same point again, a ring, and a pointer give the arrow up.
        assert_eq!([stroke.arrow(from, Ink::Red), stroke.arrow(from, Ink::Red)], [None, None]);
        assert_eq!(stroke.begun(), None);
        stroke.arrow(from, Ink::Red);
        stroke.ring(to, Ink::Red);
        assert_eq!(stroke.begun(), None);
        stroke.arrow(from, Ink::Red);
        stroke.begin(Some(to), Ink::Green, false);
        assert_eq!(stroke.begun(), None);
    }
}
