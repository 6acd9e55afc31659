//! The elements of the drawing: the empty board, and one element for each item.

use tengen_game::{Color, Drawing, ForbiddenKind, Point, Sign};
use wasm_bindgen::prelude::*;
use web_sys::{Document, Element, SvgElement};

use crate::board::Texts;
use crate::dom::{Attributes, create};
use crate::items::{Item, threat_path};
use crate::scene::{Stone, Suggestion, Threat};
use crate::{Geometry, arrow_path, dom};

/// [`Geometry::STONE_RADIUS`] as an attribute.
const RADIUS: &str = "18.4";

/// Creates elements where they belong on one board.
pub(crate) struct Pen<'a> {
    pub(crate) document: &'a Document,
    pub(crate) geometry: Geometry,
    pub(crate) texts: &'a Texts,
}

impl Pen<'_> {
    pub(crate) fn add(
        &self,
        parent: &Element,
        name: &str,
        attributes: Attributes<'_>,
    ) -> Result<Element, JsValue> {
        dom::add(self.document, parent, name, attributes)
    }

    fn create(&self, name: &str, attributes: Attributes<'_>) -> Result<Element, JsValue> {
        create(self.document, name, attributes)
    }

    fn text(&self, text: &str, attributes: Attributes<'_>) -> Result<Element, JsValue> {
        let element = self.create("text", attributes)?;
        element.set_text_content(Some(text));
        Ok(element)
    }

    fn path(&self, class: &str, path: &str) -> Result<Element, JsValue> {
        self.create("path", &[("class", &class), ("d", &path)])
    }

    fn circle(&self, point: Point, class: &str, radius: &str) -> Result<Element, JsValue> {
        let (x, y) = (self.geometry.x(point), self.geometry.y(point));
        self.create("circle", &[("class", &class), ("cx", &x), ("cy", &y), ("r", &radius)])
    }

    /// A stone's body alone.
    fn body(&self, Stone { point, color }: Stone, kind: &str) -> Result<Element, JsValue> {
        let body = self.circle(point, &format!("{kind}body {color}"), RADIUS)?;
        let fill = match color {
            Color::Black => "url(#stone-black)",
            Color::White => "url(#stone-white)",
        };
        body.set_attribute("fill", fill)?;
        Ok(body)
    }

    /// The element of an item, which is not in the document yet.
    pub(crate) fn draw(&self, item: &Item) -> Result<Element, JsValue> {
        let geometry = self.geometry;
        let place = |point| (geometry.x(point), geometry.y(point));
        match *item {
            Item::Band(from, to) => {
                let ((x1, y1), (x2, y2)) = (place(from), place(to));
                self.create(
                    "line",
                    &[("class", &"winning-line"), ("x1", &x1), ("y1", &y1), ("x2", &x2), ("y2", &y2)],
                )
            }
            Item::Stone(stone, place_in_row) => self.stone(stone, place_in_row),
            Item::Ghost(stone) => self.body(stone, "ghost "),
            Item::Premove(stone) => self.body(stone, "premove "),
            Item::Preview(stone) => self.body(stone, "preview "),
            Item::Zone(lines) => self.zone(lines),
            Item::Last(stone) => {
                self.circle(stone.point, &format!("last {}", ground(Some(stone.color))), "7.5")
            }
            Item::Forbidden(point, kind) => {
                let cross = self.path("forbidden", &cross(place(point)))?;
                cross.set_attribute("data-kind", kind.name())?;
                Ok(cross)
            }
            Item::Threat(Threat { point, color, weight }) => {
                self.path(&format!("threat {color} weight-{weight}"), &threat_path(place(point), weight))
            }
            Item::Clearing(point) => self.circle(point, "clearing", "13"),
            Item::Label { point, ref sign, is_latest, on } => {
                self.label(place(point), sign, is_latest, ground(on))
            }
            Item::Heat(point, strength) => self.circle(point, &format!("heat strength-{strength}"), "17"),
            Item::Suggestion(ref suggestion) => self.suggestion(suggestion),
            Item::Preferred(point, ref letters, has_dot) => self.preferred(point, letters, has_dot),
            Item::Drawing(drawing) if drawing.is_ring() => {
                self.circle(drawing.from, &format!("drawing {}", drawing.ink.name()), "17")
            }
            Item::Drawing(drawing) => self.arrow(drawing),
            Item::Hint(point, is_around) => self.circle(point, "hint", if is_around { "22" } else { "12" }),
            Item::Highlight(point) => self.circle(point, "highlight", RADIUS),
            Item::Crosshair(point) => {
                let ((x, y), side) = (place(point), geometry.side());
                self.path("crosshair", &format!("M0 {y}H{side}M{x} 0V{side}"))
            }
            Item::Tip(point, kind) => self.tip(place(point), kind),
        }
    }

    fn stone(&self, stone: Stone, place_in_row: Option<usize>) -> Result<Element, JsValue> {
        let (x, y) = (self.geometry.x(stone.point), self.geometry.y(stone.point));
        let class = if place_in_row.is_some() { "stone winning" } else { "stone" };
        let group = self.create("g", &[("class", &class), ("data-stone", &stone.color.name())])?;
        let style = group.unchecked_ref::<SvgElement>().style();
        style.set_property("transform-origin", &format!("{x}px {y}px"))?;
        if let Some(place) = place_in_row {
            style.set_property("--place", &place.to_string())?;
        }
        let shadow: Attributes<'_> =
            &[("class", &"shadow"), ("cx", &(x + 1)), ("cy", &(y + 3)), ("r", &RADIUS)];
        self.add(&group, "circle", shadow)?;
        group.append_child(&*self.body(stone, "")?)?;
        // The gloss, which only stones of glass show.
        let (x, y) = (x - 5, y - 8);
        let turn = format!("rotate(-30 {x} {y})");
        self.add(
            &group,
            "ellipse",
            &[
                ("class", &"gleam"),
                ("cx", &x),
                ("cy", &y),
                ("rx", &"8"),
                ("ry", &"4.5"),
                ("transform", &turn),
            ],
        )?;
        Ok(group)
    }

    /// The better the move, the larger its ring.
    fn suggestion(&self, Suggestion { point, rank, text }: &Suggestion) -> Result<Element, JsValue> {
        let group = self.create(
            "g",
            &[("class", &"suggestion"), ("data-rank", rank), ("data-at", &point.on(self.geometry.size()))],
        )?;
        let radius = ["18", "16.5", "15", "13.5"][usize::from(*rank).min(3)];
        group.append_child(&*self.circle(*point, "ring", radius)?)?;
        let (x, y) = (self.geometry.x(*point), self.geometry.y(*point));
        let class = if text.chars().count() > 2 { "label on-wood long" } else { "label on-wood" };
        group.append_child(&*self.text(text, &[("class", &class), ("x", &x), ("y", &(y + 5))])?)?;
        Ok(group)
    }

    /// A tag at the upper right of the point, so that the ring of a suggestion stays in sight, or a dot on it.
    fn preferred(&self, point: Point, letters: &str, has_dot: bool) -> Result<Element, JsValue> {
        let at = point.on(self.geometry.size());
        let group = self.create("g", &[("class", &"preferred"), ("data-at", &at)])?;
        if has_dot {
            group.append_child(&*self.circle(point, "dot", "5")?)?;
        }
        let (x, y) = (self.geometry.x(point) + 13, self.geometry.y(point) - 13);
        let width = 8 + 8 * i32::try_from(letters.chars().count()).unwrap_or(1);
        let tag: Attributes<'_> =
            &[("x", &(x - width / 2)), ("y", &(y - 8)), ("width", &width), ("height", &16), ("rx", &4)];
        self.add(&group, "rect", tag)?;
        group.append_child(&*self.text(letters, &[("class", &"label"), ("x", &x), ("y", &(y + 4))])?)?;
        Ok(group)
    }

    fn arrow(&self, Drawing { from, to, ink }: Drawing) -> Result<Element, JsValue> {
        let place = |point| (self.geometry.x(point), self.geometry.y(point));
        let path = arrow_path(place(from), place(to));
        self.path(&format!("drawing arrow {}", ink.name()), &path)
    }

    fn zone(&self, lines: u8) -> Result<Element, JsValue> {
        let geometry = self.geometry;
        // The centre stays where it is, however the board is turned.
        let corner = geometry.size().center();
        let out = i32::from(lines / 2) * Geometry::CELL + 14;
        let (x, y) = (geometry.x(corner) - out, geometry.y(corner) - out);
        let side = i32::from(lines - 1) * Geometry::CELL + 28;
        let attributes: Attributes<'_> =
            &[("class", &"zone"), ("x", &x), ("y", &y), ("width", &side), ("height", &side), ("rx", &"10")];
        self.create("rect", attributes)
    }

    fn label(
        &self,
        (x, y): (i32, i32),
        sign: &Sign,
        is_latest: bool,
        ground: &str,
    ) -> Result<Element, JsValue> {
        let path = match sign {
            Sign::Label(text) => {
                let long = if text.chars().count() > 2 { " long" } else { "" };
                let latest = if is_latest { " latest" } else { "" };
                let class = format!("label number{latest} {ground}{long}");
                return self.text(text, &[("class", &class), ("x", &x), ("y", &(y + 5))]);
            }
            Sign::Square => format!("M{} {}h14v14h-14z", x - 7, y - 7),
            Sign::Triangle => format!("M{x} {}l8 14h-16z", y - 9),
            Sign::Cross => cross((x, y)),
            // Two arcs.
            Sign::Circle => format!("M{} {y}a8 8 0 1 0 16 0a8 8 0 1 0 -16 0", x - 8),
        };
        self.path(&format!("sign {ground}"), &path)
    }

    fn tip(&self, (x, y): (i32, i32), kind: ForbiddenKind) -> Result<Element, JsValue> {
        let key = match kind {
            ForbiddenKind::Overline => "reason-overline",
            ForbiddenKind::DoubleFour => "reason-double-four",
            ForbiddenKind::DoubleThree => "reason-double-three",
        };
        // Near the border the words stand where they have room.
        let x = x.clamp(80, (self.geometry.side() - 80).max(80));
        let y = if y < 60 { y + 34 } else { y - 20 };
        self.text(&(self.texts)(key, &[]), &[("class", &"tip"), ("x", &x), ("y", &y)])
    }

    /// Draws the parts that do not change during a game: wood, lines, star points and coordinates, and the stones'
    /// shading.
    pub(crate) fn scenery(&self, parent: &Element) -> Result<(), JsValue> {
        let defs = self.add(parent, "defs", &[])?;
        self.gradients(&defs)?;
        self.grain(&defs)?;
        let side = self.geometry.side();
        let area = |class: &str, attribute: &str, value: &str| {
            let attributes: Attributes<'_> =
                &[("class", &class), ("width", &side), ("height", &side), (attribute, &value)];
            self.add(parent, "rect", attributes)
        };
        area("wood", "fill", "url(#wood)")?;
        area("grain", "filter", "url(#grain)")?;
        self.lines(parent)?;
        let stars = self.add(parent, "g", &[("class", &"stars")])?;
        for point in self.geometry.size().star_points() {
            let (x, y) = (self.geometry.x(point), self.geometry.y(point));
            self.add(&stars, "circle", &[("cx", &x), ("cy", &y), ("r", &"4")])?;
        }
        if self.geometry.has_coordinates() { self.coordinates(parent) } else { Ok(()) }
    }

    fn gradients(&self, defs: &Element) -> Result<(), JsValue> {
        let gradient = |kind, attributes: Attributes<'_>, stops: [(&str, &str); 3]| {
            let gradient = self.add(defs, kind, attributes)?;
            for (offset, property) in stops {
                let color = format!("var(--{property})");
                self.add(&gradient, "stop", &[("offset", &offset), ("stop-color", &color)])?;
            }
            Ok::<_, JsValue>(())
        };
        let stone = |id: &str, radius: &str, stops| {
            let attributes: Attributes<'_> = &[("id", &id), ("cx", &"36%"), ("cy", &"30%"), ("r", &radius)];
            gradient("radialGradient", attributes, stops)
        };
        stone("stone-black", "75%", [("0", "black-light"), ("0.55", "black"), ("1", "black-dark")])?;
        stone("stone-white", "80%", [("0", "white-light"), ("0.6", "white"), ("1", "white-dark")])?;
        let wood = self.add(
            defs,
            "linearGradient",
            &[("id", &"wood"), ("x1", &"0"), ("y1", &"0"), ("x2", &"1"), ("y2", &"1")],
        )?;
        self.add(&wood, "stop", &[("offset", &"0"), ("stop-color", &"var(--wood-light)")])?;
        self.add(&wood, "stop", &[("offset", &"1"), ("stop-color", &"var(--wood-dark)")])?;
        Ok(())
    }

    /// Long, thin noise looks like the grain of quarter-sawn wood.
    fn grain(&self, defs: &Element) -> Result<(), JsValue> {
        let whole: Attributes<'_> =
            &[("id", &"grain"), ("x", &"0"), ("y", &"0"), ("width", &"100%"), ("height", &"100%")];
        let filter = self.add(defs, "filter", whole)?;
        let noise: Attributes<'_> = &[
            ("type", &"fractalNoise"),
            ("baseFrequency", &"0.004 0.11"),
            ("numOctaves", &"3"),
            ("seed", &"7"),
        ];
        self.add(&filter, "feTurbulence", noise)?;
        let streaks = "0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 0.55 -0.16";
        self.add(&filter, "feColorMatrix", &[("values", &streaks), ("result", &"streaks")])?;
        self.add(&filter, "feFlood", &[("flood-color", &"var(--grain)")])?;
        self.add(&filter, "feComposite", &[("in2", &"streaks"), ("operator", &"in")])?;
        Ok(())
    }

    fn lines(&self, parent: &Element) -> Result<(), JsValue> {
        let geometry = self.geometry;
        let end = geometry.lines() - 1;
        let (left, right) = (geometry.column(0), geometry.column(end));
        let (top, bottom) = (geometry.row(0), geometry.row(end));
        let line = |index| {
            let (x, y) = (geometry.column(index), geometry.row(index));
            format!("M{left} {y}H{right}M{x} {top}V{bottom}")
        };
        let grid: String = (0..=end).map(line).collect();
        self.add(parent, "path", &[("class", &"grid"), ("d", &grid)])?;
        let (width, height) = (right - left, bottom - top);
        self.add(
            parent,
            "rect",
            &[("class", &"frame"), ("x", &left), ("y", &top), ("width", &width), ("height", &height)],
        )?;
        Ok(())
    }

    fn coordinates(&self, parent: &Element) -> Result<(), JsValue> {
        let geometry = self.geometry;
        let group = self.add(parent, "g", &[("class", &"coordinates"), ("aria-hidden", &"true")])?;
        let name =
            |text: &str, x: i32, y: i32| group.append_child(&*self.text(text, &[("x", &x), ("y", &y)])?);
        for index in 0..geometry.size().lines() {
            let place = i32::from(index);
            name(&geometry.column_name(index), geometry.column(place), geometry.side() - 6)?;
            name(&geometry.row_name(index), 12, geometry.row(place) + 4)?;
        }
        Ok(())
    }
}

/// A layer in the document: its group, and its items with their elements.
pub(crate) struct Shown {
    group: Element,
    items: Vec<(Item, Element)>,
}

impl Shown {
    pub(crate) fn new(group: Element) -> Shown {
        Shown { group, items: Vec::new() }
    }

    /// Removes the elements of items that no longer exist and inserts those of new ones. The others stay, so that stones which
    /// lie already do not land again.
    pub(crate) fn show(&mut self, pen: &Pen<'_>, wanted: &[Item]) -> Result<(), JsValue> {
        let mut old = std::mem::take(&mut self.items).into_iter().peekable();
        for (index, item) in wanted.iter().enumerate() {
            let is_obsolete = |shown: &(Item, _)| shown.0 != *item && !wanted[index..].contains(&shown.0);
            while let Some((_, element)) = old.next_if(is_obsolete) {
                element.remove();
            }
            let shown = match old.next_if(|shown| shown.0 == *item) {
                Some(shown) => shown,
                None => {
                    let element = pen.draw(item)?;
                    self.group.insert_before(&element, old.peek().map(|shown| &*shown.1))?;
                    (item.clone(), element)
                }
            };
            self.items.push(shown);
        }
        old.for_each(|(_, element)| element.remove());
        Ok(())
    }
}

/// Two strokes through a place.
fn cross((x, y): (i32, i32)) -> String {
    format!("M{} {}l14 14m0 -14l-14 14", x - 7, y - 7)
}

/// The class for what is under a sign.
fn ground(on: Option<Color>) -> &'static str {
    match on {
        Some(Color::Black) => "on-black",
        Some(Color::White) => "on-white",
        None => "on-wood",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_radius_is_the_same_in_every_drawing() {
        assert_eq!(RADIUS.parse(), Ok(Geometry::STONE_RADIUS));
    }
}
