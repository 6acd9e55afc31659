//! The magnifier over a finger that drags.

use wasm_bindgen::prelude::*;
use web_sys::Element;

use crate::draw::Pen;

/// Radius of the glass, in the drawing's units.
const RADIUS: i32 = 105;
/// The distance of the magnifier above the finger.
const LIFT: i32 = 175;
/// The enlargement, as an attribute.
const SCALE: &str = "1.9";

/// Shows enlarged what lies under a finger.
pub(crate) struct Magnifier {
    group: Element,
    copy: Element,
}

impl Magnifier {
    /// Adds the glass to `parent`; `drawing` is the identifier of what it shows.
    pub(crate) fn new(pen: &Pen<'_>, parent: &Element, drawing: &str) -> Result<Magnifier, JsValue> {
        let group = pen.add(parent, "g", &[("class", &"magnifier"), ("aria-hidden", &"true")])?;
        let edge = format!("edge-of-{drawing}");
        let clip = pen.add(&group, "clipPath", &[("id", &edge)])?;
        pen.add(&clip, "circle", &[("r", &RADIUS)])?;
        pen.add(&group, "circle", &[("class", &"glass"), ("r", &RADIUS)])?;
        let inside = pen.add(&group, "g", &[("clip-path", &format_args!("url(#{edge})"))])?;
        let copy = pen.add(&inside, "use", &[("href", &format_args!("#{drawing}"))])?;
        pen.add(&group, "circle", &[("class", &"rim"), ("r", &RADIUS)])?;
        Ok(Magnifier { group, copy })
    }

    /// Shows what is around a place in the drawing, whose side has this length.
    pub(crate) fn show(&self, side: i32, (x, y): (f64, f64)) -> Result<(), JsValue> {
        // Whole units are a fraction of a pixel on the screens of phones.
        let (x, y) = (x.round() as i32, y.round() as i32);
        let (left, top) = place(side, x, y);
        self.group.set_attribute("transform", &format!("translate({left} {top})"))?;
        self.copy.set_attribute("transform", &format!("scale({SCALE}) translate({} {})", -x, -y))
    }
}

impl Drop for Magnifier {
    fn drop(&mut self) {
        self.group.remove();
    }
}

/// The place of the magnifier: above the finger, or beside it where there is no room above.
fn place(side: i32, x: i32, y: i32) -> (i32, i32) {
    let x_inside = x.clamp(RADIUS, (side - RADIUS).max(RADIUS));
    if y - LIFT >= RADIUS {
        return (x_inside, y - LIFT);
    }
    let beside = if x > side / 2 { x - LIFT } else { x + LIFT };
    (beside, (y - LIFT).max(RADIUS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_glass_never_lies_under_the_finger() {
        for x in [0, 40, 300, 600] {
            for y in [0, 40, 200, 300, 600] {
                let (left, top) = place(624, x, y);
                assert!(
                    f64::from(left - x).hypot(f64::from(top - y)) > f64::from(RADIUS),
                    "{x} {y}: {left} {top}"
                );
                assert!(left >= RADIUS && top >= RADIUS, "the board's edge cuts it: {x} {y}: {left} {top}");
            }
        }
    }
}
