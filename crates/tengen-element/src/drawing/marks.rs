//! What is drawn under and over the stones.

use tengen_frontend::Geometry;
use tengen_game::{Color, Sign};
use wasm_bindgen::JsValue;
use web_sys::Element;

use super::circle;
use crate::dom::svg;
use crate::scene::{Label, Scene};

/// A band under the stones that won.
pub(super) fn draw_bands(layer: &Element, geometry: Geometry, scene: &Scene) -> Result<(), JsValue> {
    for line in &scene.winning {
        if let (Some(&from), Some(&to)) = (line.first(), line.last()) {
            let ends = [geometry.x(from), geometry.y(from), geometry.x(to), geometry.y(to)];
            let ends = ends.map(|place| place.to_string());
            let [x1, y1, x2, y2] = ends.each_ref().map(String::as_str);
            let attributes = [("class", "winning-line"), ("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)];
            svg(layer, "line", &attributes)?;
        }
    }
    Ok(())
}

/// The last move, forbidden points, labels and the hint.
pub(super) fn draw(layer: &Element, geometry: Geometry, scene: &Scene) -> Result<(), JsValue> {
    if let Some((point, color)) = scene.last {
        let class = format!("last {}", ground(Some(color)));
        circle(layer, geometry, point, &[("class", &class), ("r", "7.5")])?;
    }
    for &(point, kind) in &scene.forbidden {
        let path = format!("M{} {}l14 14m0 -14l-14 14", geometry.x(point) - 7, geometry.y(point) - 7);
        svg(layer, "path", &[("class", "forbidden"), ("d", &path), ("data-kind", kind.name())])?;
    }
    for mark in &scene.labels {
        label(layer, geometry, mark)?;
    }
    if let Some(point) = scene.hint {
        circle(layer, geometry, point, &[("class", "hint"), ("r", "12")])?;
    }
    Ok(())
}

fn label(
    layer: &Element,
    geometry: Geometry,
    Label { point, sign, on, is_latest }: &Label,
) -> Result<(), JsValue> {
    let ground = ground(*on);
    let (x, y) = (geometry.x(*point), geometry.y(*point));
    let Sign::Label(text) = sign else { return shape(layer, (x, y), sign, ground) };
    if on.is_none() {
        // A letter on bare wood needs a clearing among the lines.
        circle(layer, geometry, *point, &[("class", "clearing"), ("r", "13")])?;
    }
    let long = if text.chars().count() > 2 { " long" } else { "" };
    let latest = if *is_latest { " latest" } else { "" };
    let class = format!("label number{latest} {ground}{long}");
    let element =
        svg(layer, "text", &[("class", &class), ("x", &x.to_string()), ("y", &(y + 5).to_string())])?;
    element.set_text_content(Some(text));
    Ok(())
}

fn shape(layer: &Element, (x, y): (i32, i32), sign: &Sign, ground: &str) -> Result<(), JsValue> {
    let path = match sign {
        Sign::Square => format!("M{} {}h14v14h-14z", x - 7, y - 7),
        Sign::Triangle => format!("M{x} {}l8 14h-16z", y - 9),
        Sign::Cross => format!("M{} {}l14 14m0 -14l-14 14", x - 7, y - 7),
        // A circle, as two arcs; a label is drawn elsewhere.
        Sign::Circle | Sign::Label(_) => format!("M{} {y}a8 8 0 1 0 16 0a8 8 0 1 0 -16 0", x - 8),
    };
    svg(layer, "path", &[("class", &format!("sign {ground}")), ("d", &path)])?;
    Ok(())
}

fn ground(on: Option<Color>) -> &'static str {
    match on {
        Some(Color::Black) => "on-black",
        Some(Color::White) => "on-white",
        None => "on-wood",
    }
}
