//! The board without its stones.

use std::fmt::Write as _;
use std::ops::Range;

use tengen_game::Point;

use super::{Canvas, Num, Paint, Xml, stop};
use crate::lettering::Lettering;
use crate::palette::Tint;

/// The distance from the outermost line to the middle of a coordinate.
const TO_COORDINATE: i32 = 29;
/// Half the height of the gap in the grid for a label, and half the width for a single letter.
const ROOM: i32 = 12;
/// Half the width of the gap for two letters or more.
const WIDE_ROOM: i32 = 19;

pub(super) fn definitions(canvas: &Canvas<'_>, xml: &mut Xml) {
    let [from, to] = canvas.palette.board;
    if from != to {
        xml.open(
            "linearGradient",
            &[("id", &canvas.id("board")), ("x1", &0), ("y1", &0), ("x2", &1), ("y2", &1)],
        );
        stop(xml, 0.0, from, 1.0);
        stop(xml, 1.0, to, 1.0);
        xml.close();
    }
}

pub(super) fn draw_wood(canvas: &Canvas<'_>, xml: &mut Xml) {
    let (geometry, palette) = (canvas.geometry, canvas.palette);
    let side = geometry.side();
    let [from, to] = palette.board;
    let fill = if from == to { from.to_string() } else { Paint(canvas.id("board")).to_string() };
    xml.empty("rect", &[("x", &-0.5), ("y", &-0.5), ("width", &side), ("height", &side), ("fill", &fill)]);
    xml.line();
    if let Some(tint) = palette.grain {
        draw_grain(side, tint, xml);
    }
}

/// The grid with its frame and its star points.
pub(super) fn draw_lines(canvas: &Canvas<'_>, xml: &mut Xml) {
    let palette = canvas.palette;
    xml.empty(
        "path",
        &[
            ("d", &grid(canvas)),
            ("fill", &"none"),
            ("stroke", &palette.grid.color),
            ("stroke-opacity", &Num(palette.grid.opacity())),
        ],
    );
    frame(canvas, xml);
    stars(canvas, xml);
}

/// The inner lines, with gaps for labels. The frame is drawn separately.
fn grid(canvas: &Canvas<'_>) -> String {
    let mut path = String::new();
    for index in 1..canvas.geometry.lines() - 1 {
        draw_row(canvas, index, &mut path);
        draw_column(canvas, index, &mut path);
    }
    path
}

fn frame(canvas: &Canvas<'_>, xml: &mut Xml) {
    let mut path = String::new();
    for index in [0, canvas.geometry.lines() - 1] {
        draw_row(canvas, index, &mut path);
        draw_column(canvas, index, &mut path);
    }
    xml.empty(
        "path",
        &[
            ("d", &path),
            ("fill", &"none"),
            ("stroke", &canvas.palette.frame),
            ("stroke-width", &2),
            // The lines of two sides meet in a full corner.
            ("stroke-linecap", &"square"),
        ],
    );
}

fn draw_row(canvas: &Canvas<'_>, index: i32, path: &mut String) {
    let geometry = canvas.geometry;
    let room = |other| room(canvas, other, index).map(|(width, _)| width);
    for (from, to) in pieces(geometry.lines(), room, |other| geometry.column(other)) {
        // Writing to a `String` cannot fail.
        let _ = write!(path, "M{from} {}H{to}", geometry.row(index));
    }
}

fn draw_column(canvas: &Canvas<'_>, index: i32, path: &mut String) {
    let geometry = canvas.geometry;
    let room = |other| room(canvas, index, other).map(|(_, height)| height);
    for (from, to) in pieces(geometry.lines(), room, |other| geometry.row(other)) {
        // Writing to a `String` cannot fail.
        let _ = write!(path, "M{} {from}V{to}", geometry.column(index));
    }
}

/// Half the width and half the height of the gap for a label on this point.
fn room(canvas: &Canvas<'_>, x: i32, y: i32) -> Option<(i32, i32)> {
    let text = canvas.scene.label_beside_stones(Point::new(x as u8, y as u8))?;
    let width = if text.chars().nth(1).is_some() { WIDE_ROOM } else { ROOM };
    Some((width, ROOM))
}

/// The parts of a line through this many points if some of them need gaps.
fn pieces(lines: i32, room: impl Fn(i32) -> Option<i32>, place: impl Fn(i32) -> i32) -> Vec<(i32, i32)> {
    let mut pieces = Vec::new();
    let mut from = place(0);
    for (at, room) in (0..lines).filter_map(|index| Some((place(index), room(index)?))) {
        pieces.push((from, at - room));
        from = at + room;
    }
    pieces.push((from, place(lines - 1)));
    pieces.retain(|(from, to)| to - from > 4);
    pieces
}

fn stars(canvas: &Canvas<'_>, xml: &mut Xml) {
    let geometry = canvas.geometry;
    xml.open("g", &[("fill", &canvas.palette.frame)]);
    for point in canvas.scene.size.star_points() {
        if !canvas.scene.has_mark(point) && !canvas.scene.forbidden.contains(&point) {
            xml.empty("circle", &[("cx", &geometry.x(point)), ("cy", &geometry.y(point)), ("r", &4)]);
        }
    }
    xml.close();
    xml.line();
}

pub(super) fn draw_coordinates(canvas: &Canvas<'_>, xml: &mut Xml) {
    let geometry = canvas.geometry;
    let mut draw = |text: &str, at| {
        Lettering { text, at, height: 10.4, most_width: 20.0, color: canvas.palette.coordinate }.draw(xml);
    };
    for ((text, row), index) in canvas.scene.columns.iter().zip(&canvas.scene.rows).zip(0..) {
        draw(text, (geometry.column(index), geometry.row(geometry.lines() - 1) + TO_COORDINATE));
        draw(row, (geometry.column(0) - TO_COORDINATE, geometry.row(index)));
    }
    xml.line();
}

/// A layer of similar streaks.
struct Streaks {
    /// The number of streaks on a board of 15×15.
    on_fifteen: i32,
    /// The smallest width, in tenths of a unit.
    thinnest: i32,
    thickest: i32,
    /// The fraction of the tint's opacity.
    weight: f64,
}

/// The side of a board of 15×15 with its coordinates.
const FIFTEEN: i32 = 628;

/// The layers: broad and faint streaks, which give the board its bands, then finer and darker ones.
const LAYERS: [Streaks; 3] = [
    Streaks { on_fifteen: 20, thinnest: 100, thickest: 420, weight: 0.4 },
    Streaks { on_fifteen: 70, thinnest: 12, thickest: 40, weight: 0.42 },
    Streaks { on_fifteen: 240, thinnest: 3, thickest: 10, weight: 1.0 },
];

/// Draws the streaks of the wood: long, thin, slightly bent lenses that taper off at both ends. They are the same in every picture with
/// this length of the side.
///
/// They are paths and not a filter: every viewer draws paths, they are as sharp in print as on a screen, and they cost a rasteriser little.
fn draw_grain(side: i32, tint: Tint, xml: &mut Xml) {
    let mut random = Random(0x9e37_79b9);
    for Streaks { on_fifteen, thinnest, thickest, weight } in LAYERS {
        let count = (on_fifteen * side / FIFTEEN * side / FIFTEEN).max(4);
        let path = streaks(side, count, thinnest..thickest, &mut random);
        let opacity = (tint.opacity() * weight).min(1.0);
        xml.empty("path", &[("d", &path), ("fill", &tint.color), ("fill-opacity", &Num(opacity))]);
        xml.line();
    }
}

fn streaks(side: i32, count: i32, tenths: Range<i32>, random: &mut Random) -> String {
    let mut path = String::new();
    for index in 0..count {
        // Each strip has one streak, so that no part of the board is empty.
        let y = (index * side + random.below(side)) / count;
        let half = 80 + random.below(side / 2);
        let x = random.below(side + half) - half;
        let bend = random.below(7) - 3;
        let fall = random.below(5) - 2;
        let thick = f64::from(tenths.start + random.below(tenths.end - tenths.start)) / 10.0;
        let (whole, bend) = (2 * half, f64::from(bend));
        // A lens is half as thick as its bends are apart. The path leads out along the upper edge and back along the lower one.
        let (out, back) = (Num(bend - thick), Num(thick - bend));
        // Writing to a `String` cannot fail.
        let _ = write!(path, "M{x} {y}q{half} {out} {whole} {fall}q-{half} {back}-{whole} {}z", -fall);
    }
    path
}

/// A small pseudo-random generator (xorshift).
struct Random(u32);

impl Random {
    /// A number from 0 to `most` - 1.
    fn below(&mut self, most: i32) -> i32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as i32 % most.max(1)
    }
}
