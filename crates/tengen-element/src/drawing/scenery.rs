//! What never changes during a game: wood, lines, star points and coordinates, and the stones' shading.

use tengen_frontend::Geometry;
use wasm_bindgen::JsValue;
use web_sys::Element;

use crate::dom::svg;

/// Stops of a gradient: where, and the custom property with the colour.
type Stops<'a> = &'a [(&'a str, &'a str)];

pub(super) fn draw(root: &Element, geometry: Geometry) -> Result<(), JsValue> {
    let defs = svg(root, "defs", &[])?;
    let stone = |id, radius, stops: Stops<'_>| {
        gradient(&defs, "radialGradient", &[("id", id), ("cx", "36%"), ("cy", "30%"), ("r", radius)], stops)
    };
    stone("stone-black", "75%", &[("0", "--black-light"), ("0.55", "--black"), ("1", "--black-dark")])?;
    stone("stone-white", "80%", &[("0", "--white-light"), ("0.6", "--white"), ("1", "--white-dark")])?;
    let corners = [("id", "wood"), ("x1", "0"), ("y1", "0"), ("x2", "1"), ("y2", "1")];
    gradient(&defs, "linearGradient", &corners, &[("0", "--wood-light"), ("1", "--wood-dark")])?;
    grain(&defs)?;
    let side = geometry.side().to_string();
    let area = |class, paint: (&str, &str)| {
        svg(root, "rect", &[("class", class), ("width", &side), ("height", &side), paint])
    };
    area("wood", ("fill", "url(#wood)"))?;
    area("grain", ("filter", "url(#grain)"))?;
    lines(root, geometry)?;
    let stars = svg(root, "g", &[("class", "stars")])?;
    for point in geometry.size().star_points() {
        super::circle(&stars, geometry, point, &[("r", "4")])?;
    }
    if geometry.has_coordinates() { coordinates(root, geometry) } else { Ok(()) }
}

fn gradient(
    defs: &Element,
    kind: &str,
    attributes: &[(&str, &str)],
    stops: Stops<'_>,
) -> Result<(), JsValue> {
    let gradient = svg(defs, kind, attributes)?;
    for (offset, property) in stops {
        let color = format!("var({property})");
        svg(&gradient, "stop", &[("offset", offset), ("stop-color", &color)])?;
    }
    Ok(())
}

/// Long, thin noise looks like the grain of quarter-sawn wood.
fn grain(defs: &Element) -> Result<(), JsValue> {
    let whole = [("id", "grain"), ("x", "0"), ("y", "0"), ("width", "100%"), ("height", "100%")];
    let filter = svg(defs, "filter", &whole)?;
    let noise =
        [("type", "fractalNoise"), ("baseFrequency", "0.004 0.11"), ("numOctaves", "3"), ("seed", "7")];
    svg(&filter, "feTurbulence", &noise)?;
    let streaks = "0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 0.55 -0.16";
    svg(&filter, "feColorMatrix", &[("values", streaks), ("result", "streaks")])?;
    svg(&filter, "feFlood", &[("flood-color", "var(--grain)")])?;
    svg(&filter, "feComposite", &[("in2", "streaks"), ("operator", "in")])?;
    Ok(())
}

fn lines(root: &Element, geometry: Geometry) -> Result<(), JsValue> {
    let end = geometry.lines() - 1;
    let (left, right) = (geometry.column(0), geometry.column(end));
    let (top, bottom) = (geometry.row(0), geometry.row(end));
    let line = |index| {
        let (x, y) = (geometry.column(index), geometry.row(index));
        format!("M{left} {y}H{right}M{x} {top}V{bottom}")
    };
    let grid: String = (0..=end).map(line).collect();
    svg(root, "path", &[("class", "grid"), ("d", &grid)])?;
    let frame = [left, top, right - left, bottom - top].map(|length| length.to_string());
    let [x, y, width, height] = frame.each_ref().map(String::as_str);
    svg(root, "rect", &[("class", "frame"), ("x", x), ("y", y), ("width", width), ("height", height)])?;
    Ok(())
}

fn coordinates(root: &Element, geometry: Geometry) -> Result<(), JsValue> {
    let group = svg(root, "g", &[("class", "coordinates"), ("aria-hidden", "true")])?;
    let text = |x: i32, y: i32, name: &str| {
        let text = svg(&group, "text", &[("x", &x.to_string()), ("y", &y.to_string())])?;
        text.set_text_content(Some(name));
        Ok::<_, JsValue>(())
    };
    for index in 0..geometry.size().lines() {
        let place = i32::from(index);
        text(geometry.column(place), geometry.side() - 6, &geometry.column_name(index))?;
        text(12, geometry.row(place) + 4, &geometry.row_name(index))?;
    }
    Ok(())
}
