use std::borrow::Cow;
use std::time::Duration;

use tengen_formats::{Loss, losses_of};
use tengen_game::{Drawing, Mark, NodeId, Position, Record};

use crate::scene::Scene;
use crate::{Numbers, PictureOptions, svg};

/// A position of a game that can be drawn.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    position: Cow<'a, Position>,
    marks: &'a [Mark],
    drawings: Vec<Drawing>,
}

impl<'a> Picture<'a> {
    /// A position, played or set up.
    pub fn of_position(position: &'a Position) -> Picture<'a> {
        Picture { position: Cow::Borrowed(position), marks: &[], drawings: Vec::new() }
    }

    /// The position at the record's cursor, with its marks and drawings.
    pub fn of_record(record: &'a Record) -> Picture<'a> {
        Picture::of_step(record.position(), record, record.current())
    }

    /// The position at any node of a record, with its marks and drawings; the cursor stays where it is.
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn of_node(record: &'a Record, id: NodeId) -> Picture<'a> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&node| record.parent(node)).collect();
        path.reverse();
        let mut position = record.start().clone();
        for played in path.into_iter().filter_map(|node| record.played(node)) {
            // The moves of a record are legal.
            position.play_unchecked(played);
        }
        Picture { position: Cow::Owned(position), marks: record.marks(id), drawings: record.drawings(id) }
    }

    /// The position at a node of the record, with its marks and drawings.
    pub(crate) fn of_step(position: &'a Position, record: &'a Record, id: NodeId) -> Picture<'a> {
        let (marks, drawings) = (record.marks(id), record.drawings(id));
        Picture { position: Cow::Borrowed(position), marks, drawings }
    }

    /// The picture as an SVG document, which can also be embedded in an HTML page.
    ///
    /// Its `id`s contain the theme's name and have the same meaning in each picture, so that several pictures on a page do not conflict.
    ///
    /// # Errors
    /// [`PictureError::Width`] when the width is out of bounds.
    pub fn svg(&self, options: &PictureOptions) -> Result<String, PictureError> {
        svg::write(&self.scene(options), options, svg::Layers::ALL)
    }

    /// The picture as a PNG file, opaque, 8 bits a channel.
    ///
    /// With the feature `fonts` the system's fonts are read if a label is not in ASCII, and not otherwise. Without it
    /// such a label is left out, and [`Drawing`](crate::Drawing) reports the marks as lost.
    ///
    /// # Errors
    /// When the width is out of bounds, or when a label needs a font and the system has none.
    #[cfg(feature = "raster")]
    pub fn png(&self, options: &PictureOptions) -> Result<Vec<u8>, PictureError> {
        crate::raster::png(&self.scene(options), options)
    }

    /// The side of the picture in pixels, for any format.
    ///
    /// # Errors
    /// [`PictureError::Width`] when the width is out of bounds.
    pub fn side(&self, options: &PictureOptions) -> Result<u32, PictureError> {
        options.pixels(svg::natural_side(self.position.size(), options))
    }

    pub(crate) fn scene(&self, options: &PictureOptions) -> Scene {
        Scene::new(&self.position, self.marks, &self.drawings, options)
    }
}

/// The reason why a picture cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The width is too small for any detail, or so large that it can only be a mistake.
    #[error(
        "a picture is {} to {} pixels wide, not {width}",
        PictureOptions::MIN_WIDTH,
        PictureOptions::MAX_WIDTH
    )]
    Width {
        /// The requested width.
        width: u32,
    },
    /// The line of the game has fewer moves than requested.
    #[error("the game has {moves} {}, so there is no move {asked}", if *moves == 1 { "move" } else { "moves" })]
    NoSuchMove {
        /// The requested move.
        asked: usize,
        /// The number of moves of the line.
        moves: usize,
    },
    /// The animation ends before it begins.
    #[error("expected an animation that begins at move {to} or before, found {from}")]
    EmptyRange {
        /// The move of the first frame.
        from: usize,
        /// The move of the last frame.
        to: usize,
    },
    /// The time of a frame is longer than the file format can express.
    #[error("a frame is shown for at most 655.35 seconds, not {}", delay.as_secs_f64())]
    Delay {
        /// The requested time.
        delay: Duration,
    },
    /// All frames together have too many pixels.
    #[error(
        "{frames} frames of {width} pixels' width are too much for one animation; {fitting} pixels would fit"
    )]
    TooManyPixels {
        /// The number of frames.
        frames: usize,
        /// The requested width.
        width: u32,
        /// The largest width that is possible with this many frames.
        fitting: u32,
    },
    /// A label needs letters that Tengen does not draw itself, and the system has no font at all.
    #[error("a label that is not in ASCII needs a font, and this system has none")]
    NoFonts,
    /// The rasteriser or an encoder failed, which does not happen with pictures of this crate.
    #[error("cannot draw the picture: {0}")]
    Drawing(String),
}

/// The parts of a record that a picture of `id`, or an animation of the line that ends there, does not show.
///
/// Numbers show the moves of a still picture; marks and comments belong to a position, and a picture shows the marks
/// of its position only.
pub fn losses(record: &Record, id: NodeId, animated: bool, options: &PictureOptions) -> Vec<Loss> {
    let never = [
        Loss::Rule,
        Loss::Players,
        Loss::Info,
        Loss::Result,
        Loss::Comments,
        Loss::Times,
        Loss::Evaluations,
        Loss::Properties,
        Loss::Variations,
    ];
    let mut losses = losses_of(record, &never);
    let line: Vec<NodeId> = std::iter::successors(Some(id), |&node| record.parent(node)).collect();
    let numbered = matches!(options.numbers, Numbers::All);
    let moves = line.len() > 1 && !animated && !numbered;
    let goes_on = !record.children(id).is_empty();
    if moves || goes_on {
        losses.push(Loss::Moves);
    }
    let shown = |node: NodeId| options.marks && (node == id || (animated && line.contains(&node)));
    if record.nodes().into_iter().any(|node| !record.marks(node).is_empty() && !shown(node)) {
        losses.push(Loss::Marks);
    }
    losses.sort_unstable();
    losses
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Mark, Point, Rule, Sign};

    use super::*;

    #[test]
    fn what_is_not_to_be_seen_is_named() {
        let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
        record.play(Point::new(7, 7)).unwrap();
        let first = record.current();
        record.add_mark(first, Mark { point: Point::new(1, 2), sign: Sign::Circle }).unwrap();
        let all = PictureOptions::default();
        assert_eq!(losses(&record, first, false, &all), [Loss::Rule]);
        let bare = PictureOptions { numbers: Numbers::None, marks: false, ..all.clone() };
        assert_eq!(losses(&record, first, false, &bare), [Loss::Rule, Loss::Moves, Loss::Marks]);

        record.play(Point::new(8, 8)).unwrap();
        let second = record.current();
        record.notes_mut(second).comment = "good".to_owned();
        assert_eq!(losses(&record, first, false, &all), [Loss::Rule, Loss::Moves, Loss::Comments]);
        assert_eq!(losses(&record, second, false, &all), [Loss::Rule, Loss::Comments, Loss::Marks]);
        assert_eq!(losses(&record, second, true, &all), [Loss::Rule, Loss::Comments]);
    }
}
