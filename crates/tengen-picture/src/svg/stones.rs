//! The stones, their shadows, and the numbers and marks on them.

use tengen_board::{Geometry, arrow_path};
use tengen_game::{Color, Drawing, Ink, Mark, Point, Sign};

use super::{Canvas, Num, Paint, Reference, Xml, stop};
use crate::lettering::Lettering;
use crate::palette::{Rgb, StoneColors};
use crate::scene::Stone;

pub(super) fn definitions(canvas: &Canvas<'_>, xml: &mut Xml) {
    if let Some(shadow) = canvas.palette.shadow {
        xml.open("radialGradient", &[("id", &canvas.id("dusk"))]);
        let fade = |part: f64| shadow.opacity() * part;
        for (offset, part) in [(0.0, 1.0), (0.7, 1.0), (0.82, 0.55), (0.92, 0.16), (1.0, 0.0)] {
            stop(xml, offset, shadow.color, fade(part));
        }
        xml.close();
        xml.empty(
            "circle",
            &[
                ("id", &canvas.id("shadow")),
                ("cx", &Num(1.2)),
                ("cy", &Num(2.6)),
                ("r", &Num(22.0)),
                ("fill", &Paint(canvas.id("dusk"))),
            ],
        );
    }
    for color in Color::BOTH {
        define_stone(canvas, color, xml);
    }
}

fn name(color: Color) -> &'static str {
    color.name()
}

fn shade_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black-shade",
        Color::White => "white-shade",
    }
}

fn define_stone(canvas: &Canvas<'_>, color: Color, xml: &mut Xml) {
    let stone: &StoneColors = canvas.palette.stone(color);
    let [light, body, dark] = stone.shades;
    let fill = if light == dark {
        body.to_string()
    } else {
        let id = canvas.id(shade_name(color));
        xml.open("radialGradient", &[("id", &id), ("cx", &"36%"), ("cy", &"30%"), ("r", &"78%")]);
        stop(xml, 0.0, light, 1.0);
        stop(xml, 0.55, body, 1.0);
        stop(xml, 1.0, dark, 1.0);
        xml.close();
        Paint(id).to_string()
    };
    let rim = f64::from(stone.rim_tenths) / 10.0;
    xml.empty(
        "circle",
        &[
            ("id", &canvas.id(name(color))),
            // The rim lies within the stone's radius.
            ("r", &Num(Geometry::STONE_RADIUS - rim / 2.0)),
            ("fill", &fill),
            ("stroke", &stone.rim.color),
            ("stroke-opacity", &Num(stone.rim.opacity())),
            ("stroke-width", &Num(rim)),
        ],
    );
}

/// Draws the shadows under the stones. They fall on the board and not on other stones, so that they are drawn before
/// all of them.
pub(super) fn draw_shadows(canvas: &Canvas<'_>, xml: &mut Xml) {
    if canvas.palette.shadow.is_some() {
        place(canvas, canvas.scene.stones.iter().map(|stone| (stone, "shadow")), xml);
    }
}

/// Draws the stones without signs.
pub(super) fn draw_stones(canvas: &Canvas<'_>, xml: &mut Xml) {
    place(canvas, canvas.scene.stones.iter().map(|stone| (stone, name(stone.color))), xml);
}

/// Draws the signs on the stones.
pub(super) fn draw_signs(canvas: &Canvas<'_>, xml: &mut Xml) {
    for stone in &canvas.scene.stones {
        draw_sign(canvas, stone, xml);
    }
    xml.line();
}

fn place<'a>(canvas: &Canvas<'_>, what: impl Iterator<Item = (&'a Stone, &'static str)>, xml: &mut Xml) {
    for (stone, name) in what {
        let (x, y) = (canvas.geometry.x(stone.point), canvas.geometry.y(stone.point));
        xml.empty("use", &[("href", &Reference(canvas.id(name))), ("x", &x), ("y", &y)]);
    }
    xml.line();
}

/// Draws the light under winning rows.
pub(super) fn draw_winning_rows(canvas: &Canvas<'_>, xml: &mut Xml) {
    let (geometry, glow) = (canvas.geometry, canvas.palette.glow);
    for [from, to] in &canvas.scene.winning {
        let line =
            format!("M{} {}L{} {}", geometry.x(*from), geometry.y(*from), geometry.x(*to), geometry.y(*to));
        xml.empty(
            "path",
            &[
                ("d", &line),
                ("stroke", &glow.color),
                ("stroke-opacity", &Num(glow.opacity())),
                ("stroke-width", &46),
                ("stroke-linecap", &"round"),
            ],
        );
    }
}

/// Draws the number, and the sign of the last move: a ring, inside the stone or around its number. Marks of the record replace both.
fn draw_sign(canvas: &Canvas<'_>, stone: &Stone, xml: &mut Xml) {
    if canvas.scene.has_mark(stone.point) {
        return;
    }
    let colors = canvas.palette.stone(stone.color);
    let at = (canvas.geometry.x(stone.point), canvas.geometry.y(stone.point));
    if stone.last {
        let (radius, width) = if stone.number.is_some() { (15.7, 1.7) } else { (7.6, 2.8) };
        xml.empty(
            "circle",
            &[
                ("cx", &at.0),
                ("cy", &at.1),
                ("r", &Num(radius)),
                ("fill", &"none"),
                ("stroke", &colors.last),
                ("stroke-width", &Num(width)),
            ],
        );
    }
    if let Some(number) = stone.number {
        let (most_width, color) = if stone.last { (25.0, colors.last) } else { (28.0, colors.ink) };
        let text = number.to_string();
        Lettering { text: &text, at, height: 15.2, most_width, color }.draw(xml);
    }
}

/// Draws the record's marks and the crosses on forbidden points over board and stones.
pub(super) fn draw_marks(canvas: &Canvas<'_>, xml: &mut Xml) {
    for mark in &canvas.scene.marks {
        draw_mark(canvas, mark, xml);
    }
    let forbidden = canvas.palette.forbidden;
    for &point in &canvas.scene.forbidden {
        stroke(xml, &cross(canvas, point, 7), forbidden, 2.8);
    }
    if let Some(point) = canvas.scene.lost_on {
        // The mark has the colour of signs on a black stone, on which the colour for the board might be invisible.
        let color =
            canvas.scene.stone(point).map_or(forbidden, |stone| canvas.palette.stone(stone.color).last);
        stroke(xml, &cross(canvas, point, 13), color, 3.0);
    }
    for &drawing in &canvas.scene.drawings {
        draw_drawing(canvas, drawing, xml);
    }
    xml.line();
}

/// Draws an arrow, or a ring, which is a mark if it has no colour.
fn draw_drawing(canvas: &Canvas<'_>, Drawing { from, to, ink }: Drawing, xml: &mut Xml) {
    let place = |point| (canvas.geometry.x(point), canvas.geometry.y(point));
    let (x, y) = place(from);
    if from == to {
        let color = if ink == Ink::Green { mark_color(canvas, from) } else { ink_color(ink) };
        return stroke(xml, &format!("M{} {y}a9 9 0 1 0 18 0a9 9 0 1 0-18 0z", x - 9), color, 2.4);
    }
    let path = arrow_path((x, y), place(to));
    xml.empty("path", &[("d", &path), ("fill", &ink_color(ink)), ("fill-opacity", &Num(0.85))]);
}

/// The colours of drawings, as on the page.
fn ink_color(ink: Ink) -> Rgb {
    Rgb(match ink {
        Ink::Green => 0x1b_7a3d,
        Ink::Red => 0xc2_261c,
        Ink::Blue => 0x1c_3f9e,
    })
}

fn mark_color(canvas: &Canvas<'_>, point: Point) -> Rgb {
    canvas.scene.stone(point).map_or(canvas.palette.mark, |stone| canvas.palette.stone(stone.color).ink)
}

fn draw_mark(canvas: &Canvas<'_>, mark: &Mark, xml: &mut Xml) {
    let stone = canvas.scene.stone(mark.point);
    let color = mark_color(canvas, mark.point);
    let (x, y) = (canvas.geometry.x(mark.point), canvas.geometry.y(mark.point));
    match &mark.sign {
        // A circle is one of the drawings.
        Sign::Circle => {}
        Sign::Square => stroke(xml, &format!("M{} {}h16v16h-16z", x - 8, y - 8), color, 2.4),
        Sign::Triangle => stroke(xml, &format!("M{x} {}l9 16h-18z", y - 11), color, 2.4),
        Sign::Cross => stroke(xml, &cross(canvas, mark.point, 7), color, 2.4),
        Sign::Label(text) => {
            let (height, most_width) = if stone.is_some() { (15.2, 28.0) } else { (15.2, 34.0) };
            Lettering { text, at: (x, y), height, most_width, color }.draw(xml);
        }
    }
}

/// A path of two strokes through a point, with this reach to all sides.
fn cross(canvas: &Canvas<'_>, point: Point, reach: i32) -> String {
    let (x, y) = (canvas.geometry.x(point), canvas.geometry.y(point));
    let whole = 2 * reach;
    format!("M{} {}l{whole} {whole}m0-{whole}l-{whole} {whole}", x - reach, y - reach)
}

fn stroke(xml: &mut Xml, path: &str, color: Rgb, width: f64) {
    xml.empty(
        "path",
        &[
            ("d", &path),
            ("fill", &"none"),
            ("stroke", &color),
            ("stroke-width", &Num(width)),
            ("stroke-linecap", &"round"),
            ("stroke-linejoin", &"round"),
        ],
    );
}
