//! The drawing of several positions of one game: each kind of stone is drawn once, and each position where it differs from the previous
//! one.

use std::collections::HashMap;

use resvg::tiny_skia::{IntRect, Pixmap, PixmapPaint, Transform};
use resvg::usvg::Tree;
use tengen_board::Geometry;
use tengen_game::{BoardSize, Color, Point};

use super::{parse, rasterise};
use crate::scene::{Scene, Stone};
use crate::svg::{self, Layers};
use crate::{PictureError, PictureOptions};

const GROUND: Layers = Layers { ground: true, lines: false, shadows: false, stones: false, signs: false };
const LINES: Layers = Layers { ground: false, lines: true, ..GROUND };
const SIGNS: Layers = Layers { ground: false, signs: true, ..GROUND };

/// Draws positions of one game with the same options.
pub(super) struct Artist<'a> {
    options: &'a PictureOptions,
    /// The wood and the coordinates, which do not change.
    ground: Pixmap,
    stamps: Stamps,
    /// Pixels for each unit of the drawing.
    scale: f64,
    geometry: Geometry,
}

impl<'a> Artist<'a> {
    /// Draws the ground of a scene, which is the same in all others.
    pub(super) fn new(scene: &Scene, options: &'a PictureOptions) -> Result<Artist<'a>, PictureError> {
        let geometry = svg::geometry(scene.size, options);
        let ground = rasterise(&svg::write(scene, options, GROUND)?)?;
        let scale = f64::from(ground.width()) / f64::from(geometry.side());
        let stamps = Stamps::new(scene.size, options, scale)?;
        Ok(Artist { options, ground, stamps, scale, geometry })
    }

    /// The whole picture of a scene.
    pub(super) fn draw(&mut self, scene: &Scene) -> Result<Pixmap, PictureError> {
        let mut image = self.ground.clone();
        self.paint(scene, &mut image, (0, 0))?;
        Ok(image)
    }

    /// Draws a scene on a part of the ground whose top left corner is at these pixels of the whole.
    fn paint(
        &mut self,
        scene: &Scene,
        piece: &mut Pixmap,
        (left, top): (i32, i32),
    ) -> Result<(), PictureError> {
        let to_piece = Transform::from_translate(-(left as f32), -(top as f32));
        let layer = |layer, piece: &mut Pixmap| -> Result<(), PictureError> {
            let tree = parse(&svg::write(scene, self.options, layer)?)?;
            resvg::render(&tree, to_piece, &mut piece.as_mut());
            Ok(())
        };
        layer(LINES, piece)?;
        let middle = |point| {
            let place = |units: i32, first: i32| pixel(self.scale, units) - f64::from(first);
            (place(self.geometry.x(point), left), place(self.geometry.y(point), top))
        };
        for stone in &scene.stones {
            self.stamps.press(Kind::Shadow, middle(stone.point), piece);
        }
        for stone in &scene.stones {
            self.stamps.press(Kind::Stone(stone.color), middle(stone.point), piece);
        }
        layer(SIGNS, piece)
    }

    /// Changes the picture of one scene to that of another.
    pub(super) fn change(
        &mut self,
        image: &mut Pixmap,
        before: &Scene,
        after: &Scene,
    ) -> Result<(), PictureError> {
        // An arrow that is drawn in parts differs slightly from one that is drawn as a whole.
        if before.has_arrows() || after.has_arrows() {
            *image = self.draw(after)?;
            return Ok(());
        }
        let cells = before.cells().into_iter().zip(after.cells());
        let changed = after.size.points().zip(cells).filter(|(_, (old, new))| old != new);
        // Each changed point is redrawn with everything around it in its final state, so that overlaps are correct.
        changed.map(|(point, _)| point).try_for_each(|point| self.redraw(image, after, point))
    }

    /// Draws everything on a point, and the parts of its neighbours that extend to it.
    fn redraw(&mut self, image: &mut Pixmap, scene: &Scene, point: Point) -> Result<(), PictureError> {
        // Whole neighbours are drawn, since the edge of a partial stone differs slightly.
        let places = (self.place(point, svg::REACH), self.place(point, svg::REACH + Geometry::CELL));
        let (Some(place), Some(wide)) = places else { return Ok(()) };
        let Some(mut piece) = self.ground.clone_rect(wide) else { return Ok(()) };
        self.paint(&scene.around(point), &mut piece, (wide.x(), wide.y()))?;
        copy(&piece, (place.x() - wide.x(), place.y() - wide.y()), image, place);
        Ok(())
    }

    /// The pixels within this many units of a point to each side.
    fn place(&self, point: Point, reach: i32) -> Option<IntRect> {
        let side = f64::from(self.ground.width());
        let range = |middle: i32| {
            let within = |units| pixel(self.scale, units).clamp(0.0, side);
            let (from, to) = (within(middle - reach).floor(), within(middle + reach).ceil());
            (from as i32, (to - from) as u32)
        };
        let (left, width) = range(self.geometry.x(point));
        let (top, height) = range(self.geometry.y(point));
        IntRect::from_xywh(left, top, width, height)
    }
}

/// The pixel of a coordinate of the drawing. The drawing begins half a unit before its origin.
pub(super) fn pixel(scale: f64, units: i32) -> f64 {
    (f64::from(units) + 0.5) * scale
}

/// Copies the pixels of a rectangle between pictures with different origins.
fn copy(from: &Pixmap, (left, top): (i32, i32), to: &mut Pixmap, place: IntRect) {
    let bytes = |pixels: u32| pixels as usize * 4;
    let start = |row: usize, x: i32, y: i32| y as usize * row + x as usize * 4;
    let (from_row, to_row, length) = (bytes(from.width()), bytes(to.width()), bytes(place.width()));
    let sources = from.data()[start(from_row, left, top)..].chunks(from_row);
    let targets = to.data_mut()[start(to_row, place.x(), place.y())..].chunks_mut(to_row);
    for (source, target) in sources.zip(targets).take(place.height() as usize) {
        target[..length].copy_from_slice(&source[..length]);
    }
}

/// A shape that is drawn many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Shadow,
    Stone(Color),
}

/// The number of parts of a pixel in which a stamp's middle may lie. A stone is at most an eighth of a pixel away from its exact place,
/// which is invisible; in the drawing's own size and whole multiples of it, the place is exact.
const PHASES: i32 = 4;

/// Stamps for one size of stones.
struct Stamps {
    trees: Vec<(Kind, Tree)>,
    /// The middle of the stone in the trees.
    middle: (f64, f64),
    /// The distance from a stamp's edge to its middle, in whole pixels.
    reach: i32,
    /// The stamps that have been drawn, by kind and by the offset of the middle to the right and down, in parts of a pixel.
    made: HashMap<(Kind, i32, i32), Pixmap>,
}

impl Stamps {
    /// Stamps for boards of this size, drawn with this many pixels per unit.
    fn new(size: BoardSize, options: &PictureOptions, scale: f64) -> Result<Stamps, PictureError> {
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
        let geometry = svg::geometry(size, options);
        Ok(Stamps {
            trees: kinds.into_iter().map(tree).collect::<Result<_, PictureError>>()?,
            middle: (pixel(scale, geometry.x(point)), pixel(scale, geometry.y(point))),
            reach: (f64::from(svg::REACH) * scale).ceil() as i32 + 1,
            made: HashMap::new(),
        })
    }

    /// Draws a stamp of a kind with its middle at this place of an image.
    fn press(&mut self, kind: Kind, (x, y): (f64, f64), image: &mut Pixmap) {
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

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Drawing, Ink, Mark, Position, Record, Rule, Sign, Symmetry};

    use super::*;
    use crate::{Numbers, Picture, Theme};

    /// The number of pixels in which two pictures differ visibly, and the greatest difference in a channel. Where a
    /// curve's edge lies between two samples of a pixel, rounding may put it on either side of one.
    fn differences(one: &Pixmap, other: &Pixmap) -> (usize, u8) {
        assert_eq!(one.width(), other.width());
        let pixels = one.data().chunks_exact(4).zip(other.data().chunks_exact(4));
        let distances =
            pixels.map(|(a, b)| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or_default());
        distances
            .filter(|&distance| distance > 2)
            .fold((0, 0), |(count, most), distance| (count + 1, most.max(distance)))
    }

    fn scene(record: &Record, options: &PictureOptions) -> Scene {
        Picture::of_record(record).scene(options)
    }

    /// Draws positions one after the other, and checks that each equals the same position drawn alone, and nearly equals the
    /// SVG document.
    #[track_caller]
    fn assert_followed(scenes: &[Scene], options: &PictureOptions) {
        let mut artist = Artist::new(&scenes[0], options).unwrap();
        let mut image = artist.draw(&scenes[0]).unwrap();
        for (number, pair) in (1..).zip(scenes.windows(2)) {
            artist.change(&mut image, &pair[0], &pair[1]).unwrap();
            let (count, most) = differences(&image, &artist.draw(&pair[1]).unwrap());
            assert!(
                count <= 12 && most <= 32,
                "moment {number}, {options:?}: {count} pixels are off, by up to {most}"
            );
            let document = rasterise(&svg::write(&pair[1], options, Layers::ALL).unwrap()).unwrap();
            let (count, most) = differences(&image, &document);
            // In the drawing's own size stones lie on whole pixels, otherwise up to an eighth of a pixel away.
            let (many, far) =
                if options.width.is_none() { (150, 32) } else { (image.pixels().len() / 20, 72) };
            assert!(
                count <= many && most <= far,
                "moment {number}, {options:?}: {count} pixels are not as in the SVG, by up to {most}"
            );
        }
    }

    #[test]
    fn a_game_that_goes_on_is_drawn_as_its_pictures_are() {
        let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
        let mut scenes = vec![record.clone()];
        for name in ["h8", "h9", "g8", "i9", "a1", "o15", "f8", "pass", "e8", "a15", "d8"] {
            let played = match name {
                "pass" => tengen_game::Move::Pass,
                name => Point::parse(name, record.size()).unwrap().into(),
            };
            record.play(played).unwrap();
            scenes.push(record.clone());
        }
        assert!(record.is_over(), "the last move wins, and is lit");
        for (theme, width) in Theme::ALL.into_iter().zip([None, Some(411), Some(1000), Some(97)]) {
            for (numbers, symmetry) in
                [(Numbers::All, Symmetry::Identity), (Numbers::Last(2), Symmetry::Rotate90)]
            {
                let options = PictureOptions {
                    theme,
                    width,
                    numbers,
                    symmetry,
                    forbidden: true,
                    ..PictureOptions::default()
                };
                let scenes: Vec<Scene> = scenes.iter().map(|record| scene(record, &options)).collect();
                assert_followed(&scenes, &options);
            }
        }
    }

    #[test]
    fn marks_come_and_go_and_lines_make_room_for_labels() {
        let mut record = Record::new(Rule::FREESTYLE, BoardSize::new(9).unwrap());
        let label = |text: &str| Sign::Label(text.to_owned());
        let point = |name: &str| Point::parse(name, BoardSize::new(9).unwrap()).unwrap();
        let boards = [
            vec![("a1", label("A")), ("e5", label("long label")), ("d4", Sign::Circle)],
            vec![("b1", label("bb")), ("c1", label("cc")), ("e5", Sign::Cross), ("i9", Sign::Square)],
            vec![("e5", label("1")), ("c3", label("?")), ("a9", Sign::Triangle)],
            vec![],
        ];
        let mut scenes = Vec::new();
        for (played, marks) in ["e5", "d4", "c3", "f6"].into_iter().zip(boards) {
            record.play(point(played)).unwrap();
            let marks = marks.into_iter().map(|(name, sign)| Mark { point: point(name), sign }).collect();
            let here = record.current();
            record.set_marks(here, marks).unwrap();
            scenes.push(scene(&record, &PictureOptions::default()));
        }
        assert_followed(&scenes, &PictureOptions::default());
    }

    #[test]
    fn rings_and_arrows_come_and_go() {
        let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        let point = |name: &str| Point::parse(name, BoardSize::FIFTEEN).unwrap();
        let drawings = [
            vec![("h8", "h8", Ink::Red), ("a1", "o15", Ink::Blue), ("c2", "d9", Ink::Green)],
            vec![("h8", "h8", Ink::Green), ("o15", "a1", Ink::Blue), ("b3", "m3", Ink::Red)],
            vec![],
        ];
        let mut scenes = Vec::new();
        for (played, drawings) in ["h8", "d4", "c3"].into_iter().zip(drawings) {
            record.play(point(played)).unwrap();
            let here = record.current();
            for (from, to, ink) in drawings {
                record.draw(here, Drawing { from: point(from), to: point(to), ink }).unwrap();
            }
            scenes.push(scene(&record, &PictureOptions::default()));
        }
        let drawn = |scene: &Scene| scene.drawings.len();
        assert_eq!(scenes.iter().map(drawn).collect::<Vec<_>>(), [3, 3, 0]);
        assert_followed(&scenes, &PictureOptions::default());
    }

    #[test]
    fn a_loss_by_a_forbidden_move_and_every_size_of_board() {
        let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
        for name in ["g8", "a1", "i8", "a15", "h7", "o1", "h9", "o15"] {
            record.play(Point::parse(name, record.size()).unwrap()).unwrap();
        }
        let before = record.clone();
        record.play_or_lose(Point::new(7, 7)).unwrap();
        assert!(record.is_over());
        let options = PictureOptions { coordinates: false, ..PictureOptions::default() };
        assert_followed(&[scene(&before, &options), scene(&record, &options)], &options);
        for size in [BoardSize::MIN, BoardSize::MAX] {
            let before = Record::from_position(Position::new(Rule::FREESTYLE, size));
            let mut after = before.clone();
            after.play(Point::new(0, 0)).unwrap();
            assert_followed(&[scene(&before, &options), scene(&after, &options)], &options);
        }
    }
}
