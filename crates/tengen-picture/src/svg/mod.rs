//! A scene as SVG.

mod board;
mod stones;

use std::fmt;
use std::fmt::{Display, Write as _};

use tengen_board::Geometry;
use tengen_game::{BoardSize, Symmetry};

use crate::palette::Palette;
use crate::scene::Scene;
use crate::{PictureError, PictureOptions, Theme};

/// The layers of the picture that are drawn, in their order. A raster picture keeps the ground for all positions of a game, and draws each
/// kind of stone once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layers {
    /// The wood and the coordinates, which no move and no mark changes.
    pub(crate) ground: bool,
    /// The lines, with gaps for labels, and the light under winning rows.
    pub(crate) lines: bool,
    pub(crate) shadows: bool,
    /// The stones without anything on them.
    pub(crate) stones: bool,
    /// The signs on stones and points.
    pub(crate) signs: bool,
}

impl Layers {
    pub(crate) const ALL: Layers =
        Layers { ground: true, lines: true, shadows: true, stones: true, signs: true };
}

/// The context of every part of the drawing.
struct Canvas<'a> {
    scene: &'a Scene,
    geometry: Geometry,
    theme: Theme,
    palette: &'static Palette,
}

/// The margins without and with coordinates. They are two units wider than on the page: half a stone, its shadow and some space.
const MARGINS: [i32; 2] = [26, 42];

/// The reach of a point's contents (its stone with the shadow, its marks, the gap for a label): the distance from the point to each side.
#[cfg(feature = "raster")]
pub(crate) const REACH: i32 = 28;

/// The geometry of the drawing. The scene's points are turned already.
pub(crate) fn geometry(size: BoardSize, options: &PictureOptions) -> Geometry {
    Geometry::with_margins(size, Symmetry::Identity, options.coordinates, MARGINS)
}

/// The side of the drawing, in units of the drawing.
pub(crate) fn natural_side(size: BoardSize, options: &PictureOptions) -> u32 {
    geometry(size, options).side().unsigned_abs()
}

/// Writes the picture.
///
/// # Errors
/// When the width is out of bounds.
pub(crate) fn write(scene: &Scene, options: &PictureOptions, layers: Layers) -> Result<String, PictureError> {
    let geometry = geometry(scene.size, options);
    let side = geometry.side();
    let pixels = options.pixels(side.unsigned_abs())?;
    let canvas = Canvas { scene, geometry, theme: options.theme, palette: options.theme.palette() };
    let mut xml = Xml::default();
    // Lines are one unit wide and have integer coordinates. With an offset of half a unit, they fill whole pixels.
    let view_box = format!("-0.5 -0.5 {side} {side}");
    xml.open(
        "svg",
        &[
            ("xmlns", &"http://www.w3.org/2000/svg"),
            ("viewBox", &view_box),
            ("width", &pixels),
            ("height", &pixels),
            ("role", &"img"),
        ],
    );
    xml.line();
    if layers == Layers::ALL {
        xml.text("title", &[], &scene.title);
        xml.text("desc", &[], &scene.description);
        xml.line();
    }
    xml.open("defs", &[]);
    board::definitions(&canvas, &mut xml);
    stones::definitions(&canvas, &mut xml);
    xml.close();
    xml.line();
    if layers.ground {
        board::draw_wood(&canvas, &mut xml);
    }
    if layers.lines {
        board::draw_lines(&canvas, &mut xml);
    }
    if layers.ground && options.coordinates {
        board::draw_coordinates(&canvas, &mut xml);
    }
    if layers.lines {
        stones::draw_winning_rows(&canvas, &mut xml);
    }
    if layers.shadows {
        stones::draw_shadows(&canvas, &mut xml);
    }
    if layers.stones {
        stones::draw_stones(&canvas, &mut xml);
    }
    if layers.signs {
        stones::draw_signs(&canvas, &mut xml);
        stones::draw_marks(&canvas, &mut xml);
    }
    Ok(xml.finish())
}

impl Canvas<'_> {
    /// The identifier of a definition.
    fn id(&self, of: &'static str) -> Id {
        Id { theme: self.theme, of }
    }
}

/// The identifier of a definition. Equal identifiers have equal contents, so that several pictures on one page may share one.
#[derive(Clone, Copy)]
struct Id {
    theme: Theme,
    of: &'static str,
}

impl Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tengen-{}-{}", self.theme, self.of)
    }
}

/// `url(#…)`, as a paint.
struct Paint(Id);

impl Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "url(#{})", self.0)
    }
}

/// `#…`, as a reference.
struct Reference(Id);

impl Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A stop of a gradient.
fn stop(xml: &mut Xml, offset: f64, color: crate::Rgb, opacity: f64) {
    if opacity < 1.0 {
        xml.empty(
            "stop",
            &[("offset", &Num(offset)), ("stop-color", &color), ("stop-opacity", &Num(opacity))],
        );
    } else {
        xml.empty("stop", &[("offset", &Num(offset)), ("stop-color", &color)]);
    }
}

/// Writes XML that is well formed for any input.
#[derive(Debug, Default)]
pub(crate) struct Xml {
    out: String,
    open: Vec<&'static str>,
}

/// An element's attributes, in order.
pub(crate) type Attributes<'a> = &'a [(&'static str, &'a dyn Display)];

impl Xml {
    /// Begins an element that [`Xml::close`] ends.
    pub(crate) fn open(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.start(name, attributes);
        self.out.push('>');
        self.open.push(name);
    }

    /// Ends the last open element.
    pub(crate) fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.out.push_str("</");
            self.out.push_str(name);
            self.out.push('>');
        }
    }

    /// Writes an empty element.
    pub(crate) fn empty(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.start(name, attributes);
        self.out.push_str("/>");
    }

    /// Writes an element that contains only a text.
    pub(crate) fn text(&mut self, name: &'static str, attributes: Attributes<'_>, text: &str) {
        self.open(name, attributes);
        self.escaped(&text);
        self.close();
    }

    /// Begins a new line, which has no effect on the picture.
    pub(crate) fn line(&mut self) {
        self.out.push('\n');
    }

    /// The text of the document; ends every element that is still open.
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out.push('\n');
        self.out
    }

    fn start(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.out.push('<');
        self.out.push_str(name);
        for (attribute, value) in attributes {
            self.out.push(' ');
            self.out.push_str(attribute);
            self.out.push_str("=\"");
            self.escaped(value);
            self.out.push('"');
        }
    }

    fn escaped(&mut self, value: &dyn Display) {
        // Writing to a string cannot fail, and no value written here fails.
        let _ = write!(Escape(&mut self.out), "{value}");
    }
}

/// A text within XML.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    // Writing to a string cannot fail.
    let _ = Escape(&mut escaped).write_str(text);
    escaped
}

struct Escape<'a>(&'a mut String);

impl fmt::Write for Escape<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                // XML cannot express these characters at all.
                '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                    self.0.push('\u{fffd}');
                }
                other => self.0.push(other),
            }
        }
        Ok(())
    }
}

/// A number with at most two digits after the point, without zeros at the end.
pub(crate) struct Num(pub(crate) f64);

impl Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Integer hundredths yield no `-0`, and the same text on every machine.
        let hundredths = (self.0 * 100.0).round() as i64;
        let (whole, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
        if hundredths < 0 {
            f.write_char('-')?;
        }
        match rest {
            0 => write!(f, "{whole}"),
            rest if rest % 10 == 0 => write!(f, "{whole}.{}", rest / 10),
            rest => write!(f, "{whole}.{rest:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_bear_is_escaped_or_replaced() {
        let mut xml = Xml::default();
        xml.open("g", &[("id", &"a\"b")]);
        xml.text("title", &[], "<&>\u{1}中\n");
        xml.empty("path", &[]);
        assert_eq!(xml.finish(), "<g id=\"a&quot;b\"><title>&lt;&amp;&gt;\u{fffd}中\n</title><path/></g>\n");
    }

    #[test]
    fn numbers_are_short() {
        let cases = [(0.0, "0"), (-0.001, "0"), (1.5, "1.5"), (0.25, "0.25"), (-18.4, "-18.4"), (7.004, "7")];
        for (number, text) in cases {
            assert_eq!(Num(number).to_string(), text);
        }
        assert_eq!(Num(0.05).to_string(), "0.05");
    }
}
