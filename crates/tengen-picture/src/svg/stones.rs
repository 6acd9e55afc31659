//! The stones, what lies under them and the numbers on them.

use tengen_game::Color;

use super::{Canvas, Paint, Reference, stop};
use crate::lettering::Lettering;
use crate::palette::StoneColors;
use crate::scene::Stone;
use crate::xml::{Num, Xml};

/// As on the page.
const RADIUS: f64 = 18.4;

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
            ("r", &Num(RADIUS - rim / 2.0)),
            ("fill", &fill),
            ("stroke", &stone.rim.color),
            ("stroke-opacity", &Num(stone.rim.opacity())),
            ("stroke-width", &Num(rim)),
        ],
    );
}

/// What lies under the stones. It falls on the board and not on other stones, so that it is drawn before all of them.
pub(super) fn draw_shadows(canvas: &Canvas<'_>, xml: &mut Xml) {
    if canvas.palette.shadow.is_some() {
        place(canvas, canvas.scene.stones.iter().map(|stone| (stone, "shadow")), xml);
    }
}

/// The stones without anything on them.
pub(super) fn draw_stones(canvas: &Canvas<'_>, xml: &mut Xml) {
    place(canvas, canvas.scene.stones.iter().map(|stone| (stone, name(stone.color))), xml);
}

/// What is on the stones.
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

/// The light under rows that have won.
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

/// The number, and the sign of the last move: a ring, inside the stone or around its number. Marks of the
/// record take the place of both.
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
