//! What is drawn over board and stones: the record's marks and the rule's crosses.

use tengen_game::{Mark, Point, Sign};

use super::Canvas;
use crate::lettering::Lettering;
use crate::palette::Rgb;
use crate::xml::{Num, Xml};

pub(super) fn draw(canvas: &Canvas<'_>, xml: &mut Xml) {
    for mark in &canvas.scene.marks {
        draw_mark(canvas, mark, xml);
    }
    let forbidden = canvas.palette.forbidden;
    for &point in &canvas.scene.forbidden {
        stroke(xml, &cross(canvas, point, 7), forbidden, 2.8);
    }
    if let Some(point) = canvas.scene.lost_on {
        // On a black stone, where the colour for the board might not be seen.
        let color =
            canvas.scene.stone(point).map_or(forbidden, |stone| canvas.palette.stone(stone.color).last);
        stroke(xml, &cross(canvas, point, 13), color, 3.0);
    }
    xml.line();
}

fn draw_mark(canvas: &Canvas<'_>, mark: &Mark, xml: &mut Xml) {
    let stone = canvas.scene.stone(mark.point);
    let color = stone.map_or(canvas.palette.mark, |stone| canvas.palette.stone(stone.color).ink);
    let (x, y) = (canvas.geometry.x(mark.point), canvas.geometry.y(mark.point));
    match &mark.sign {
        Sign::Circle => {
            stroke(xml, &format!("M{} {y}a9 9 0 1 0 18 0a9 9 0 1 0-18 0z", x - 9), color, 2.4);
        }
        Sign::Square => stroke(xml, &format!("M{} {}h16v16h-16z", x - 8, y - 8), color, 2.4),
        Sign::Triangle => stroke(xml, &format!("M{x} {}l9 16h-18z", y - 11), color, 2.4),
        Sign::Cross => stroke(xml, &cross(canvas, mark.point, 7), color, 2.4),
        Sign::Label(text) => {
            let (height, most_width) = if stone.is_some() { (15.2, 28.0) } else { (15.2, 34.0) };
            Lettering { text, at: (x, y), height, most_width, color }.draw(xml);
        }
    }
}

/// Two strokes through a point, each reaching so far to all sides.
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
