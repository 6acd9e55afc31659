//! A scene as SVG.

mod board;
mod stones;

use std::fmt::{self, Display};

use tengen_board::Geometry;
use tengen_game::{BoardSize, Symmetry};

use crate::palette::Palette;
use crate::scene::Scene;
use crate::xml::{Num, Xml};
use crate::{PictureError, PictureOptions, Theme};

/// Which layers of the picture are drawn, in their order. A raster picture keeps the ground for all moments of a game, and draws
/// each kind of stone once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layers {
    /// What no move and no mark changes: the wood and the coordinates.
    pub(crate) ground: bool,
    /// The lines, which make room for labels, and the light under winning rows.
    pub(crate) lines: bool,
    pub(crate) shadows: bool,
    /// The stones without anything on them.
    pub(crate) stones: bool,
    /// What is on stones and points.
    pub(crate) signs: bool,
}

impl Layers {
    pub(crate) const ALL: Layers =
        Layers { ground: true, lines: true, shadows: true, stones: true, signs: true };
}

/// What every part of the drawing needs to know.
struct Canvas<'a> {
    scene: &'a Scene,
    geometry: Geometry,
    theme: Theme,
    palette: &'static Palette,
}

/// The margins without and with coordinates. They are two units wider than on the page: half a stone, its shadow and a little air.
const MARGINS: [i32; 2] = [26, 42];

/// Everything that belongs to a point (its stone with the shadow, its marks, the room for a label) lies within this distance
/// of it, to each side.
#[cfg(feature = "raster")]
pub(crate) const REACH: i32 = 28;

/// Where things are in the drawing. The scene's points are turned already.
pub(crate) fn geometry(size: BoardSize, options: &PictureOptions) -> Geometry {
    Geometry::with_margins(size, Symmetry::Identity, options.coordinates, MARGINS)
}

/// The side of the drawing in its own units.
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
    // Lines are one unit wide and lie on whole numbers. Half a unit aside, they fill whole pixels.
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
    /// The name of something in the definitions.
    fn id(&self, of: &'static str) -> Id {
        Id { theme: self.theme, of }
    }
}

/// The same name always means the same, so several pictures on one page agree where they share one.
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
