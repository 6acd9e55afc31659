use leptos::prelude::*;
use tengen_frontend::Geometry;

use super::finger::{Finger, Touch};

/// Radius of the glass, in the drawing's units.
const RADIUS: f64 = 105.0;
/// How far above the finger it floats.
const LIFT: f64 = 175.0;
const SCALE: f64 = 1.9;

/// Shows enlarged what lies under a dragging finger; `drawing` is the identifier of what there is to see.
#[component]
pub(super) fn Magnifier(geometry: Geometry, finger: Finger, drawing: String) -> impl IntoView {
    let edge = format!("edge-of-{drawing}");
    let (clip, source) = (format!("url(#{edge})"), format!("#{drawing}"));
    view! {
        <clipPath id=edge>
            <circle r=RADIUS/>
        </clipPath>
        {move || {
            let Touch { x, y, .. } = finger.dragging()?;
            let (left, top) = place(f64::from(geometry.side()), x, y);
            let enlarge = format!("scale({SCALE}) translate({} {})", -x, -y);
            Some(view! {
                <g class="magnifier" transform=format!("translate({left} {top})") aria-hidden="true">
                    <circle class="glass" r=RADIUS/>
                    <g clip-path=clip.clone()>
                        <use_ href=source.clone() transform=enlarge/>
                    </g>
                    <circle class="rim" r=RADIUS/>
                </g>
            })
        }}
    }
}

/// Where the glass floats: above the finger, or beside it where there is no room above.
fn place(side: f64, x: f64, y: f64) -> (f64, f64) {
    let x_inside = x.clamp(RADIUS, (side - RADIUS).max(RADIUS));
    if y - LIFT >= RADIUS {
        return (x_inside, y - LIFT);
    }
    let beside = if x > side / 2.0 { x - LIFT } else { x + LIFT };
    (beside, (y - LIFT).max(RADIUS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_glass_never_lies_under_the_finger() {
        for x in [0.0, 40.0, 300.0, 600.0] {
            for y in [0.0, 40.0, 200.0, 300.0, 600.0] {
                let (left, top) = place(624.0, x, y);
                assert!((left - x).hypot(top - y) > RADIUS, "{x} {y}: {left} {top}");
                assert!(left >= RADIUS && top >= RADIUS, "the board's edge cuts it: {x} {y}: {left} {top}");
            }
        }
    }
}
