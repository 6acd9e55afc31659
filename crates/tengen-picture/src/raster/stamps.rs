//! Stones and shadows, each kind drawn once for all that are alike.

use std::collections::HashMap;

use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};
use resvg::usvg::Tree;
use tengen_game::{BoardSize, Color, Point};

use super::artist::pixel;
use super::parse;
use crate::geometry::Geometry;
use crate::scene::{Scene, Stone};
use crate::svg::{self, Layers};
use crate::{PictureError, PictureOptions};

/// What is drawn many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Shadow,
    Stone(Color),
}

/// Parts of a pixel in which a stamp's middle may lie. At most an eighth of a pixel separates a stone from where it belongs,
/// which is not seen, and in the drawing's own size and whole multiples of it nothing does.
const PHASES: i32 = 4;

/// Stamps for one size of stones.
pub(super) struct Stamps {
    trees: Vec<(Kind, Tree)>,
    /// Where the middle of the stone is in those trees.
    middle: (f64, f64),
    /// From a stamp's edge to its middle, in whole pixels.
    reach: i32,
    /// By kind and by the parts of a pixel that the middle is further right and down.
    made: HashMap<(Kind, i32, i32), Pixmap>,
}

impl Stamps {
    /// Stamps for boards of this size, drawn with so many pixels for a unit.
    pub(super) fn new(size: BoardSize, options: &PictureOptions, scale: f64) -> Result<Stamps, PictureError> {
        let point = Point::new(0, 0);
        let tree = |kind| {
            let (color, layers) = match kind {
                Kind::Shadow => (Color::Black, Layers { shadows: true, ..Layers::default() }),
                Kind::Stone(color) => (color, Layers { stones: true, ..Layers::default() }),
            };
            let scene = Scene::of_stone(size, Stone { point, color, number: None, last: false });
            Ok((kind, parse(&svg::write(&scene, options, layers)?)?))
        };
        let kinds = [Kind::Shadow, Kind::Stone(Color::Black), Kind::Stone(Color::White)];
        let geometry = Geometry::new(size, options.coordinates);
        Ok(Stamps {
            trees: kinds.into_iter().map(tree).collect::<Result<_, PictureError>>()?,
            middle: (pixel(scale, geometry.x(point)), pixel(scale, geometry.y(point))),
            reach: (f64::from(Geometry::REACH) * scale).ceil() as i32 + 1,
            made: HashMap::new(),
        })
    }

    /// Draws one of a kind with its middle at this place of an image.
    pub(super) fn press(&mut self, kind: Kind, (x, y): (f64, f64), image: &mut Pixmap) {
        let phases = |place: f64| (place * f64::from(PHASES)).round() as i32;
        let (x, y) = (phases(x), phases(y));
        let (right, down) = (x.rem_euclid(PHASES), y.rem_euclid(PHASES));
        if !self.made.contains_key(&(kind, right, down))
            && let Some(made) = self.make(kind, right, down)
        {
            self.made.insert((kind, right, down), made);
        }
        if let Some(stamp) = self.made.get(&(kind, right, down)) {
            let (left, top) = (x.div_euclid(PHASES) - self.reach, y.div_euclid(PHASES) - self.reach);
            let paint = PixmapPaint::default();
            image.draw_pixmap(left, top, stamp.as_ref(), &paint, Transform::identity(), None);
        }
    }

    fn make(&self, kind: Kind, right: i32, down: i32) -> Option<Pixmap> {
        let (_, tree) = self.trees.iter().find(|(of, _)| *of == kind)?;
        let side = (2 * self.reach + 1).unsigned_abs();
        let mut stamp = Pixmap::new(side, side)?;
        let shift = |phases: i32, middle: f64| {
            (f64::from(self.reach) + f64::from(phases) / f64::from(PHASES) - middle) as f32
        };
        let place = Transform::from_translate(shift(right, self.middle.0), shift(down, self.middle.1));
        resvg::render(tree, place, &mut stamp.as_mut());
        Some(stamp)
    }
}
