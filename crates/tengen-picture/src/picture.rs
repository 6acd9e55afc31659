use std::borrow::Cow;

use tengen_game::{Mark, NodeId, Position, Record};

use crate::scene::Scene;
use crate::{PictureError, PictureOptions, svg};

/// A moment of a game, ready to be drawn.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    position: Cow<'a, Position>,
    marks: &'a [Mark],
}

impl<'a> Picture<'a> {
    /// A position, played or set up.
    pub fn of_position(position: &'a Position) -> Picture<'a> {
        Picture { position: Cow::Borrowed(position), marks: &[] }
    }

    /// The position at the record's cursor, with its marks.
    pub fn of_record(record: &'a Record) -> Picture<'a> {
        let marks = record.marks(record.current());
        Picture { position: Cow::Borrowed(record.position()), marks }
    }

    /// The position at any node of a record, with its marks; the cursor stays where it is.
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn of_node(record: &'a Record, id: NodeId) -> Picture<'a> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&node| record.parent(node)).collect();
        path.reverse();
        let mut position = record.start().clone();
        for played in path.into_iter().filter_map(|node| record.played(node)) {
            // What is in a record could be played.
            position.play_unchecked(played);
        }
        Picture { position: Cow::Owned(position), marks: record.marks(id) }
    }

    /// A position with marks, as a step of an animation has them.
    #[cfg(feature = "raster")]
    pub(crate) fn of_parts(position: &'a Position, marks: &'a [Mark]) -> Picture<'a> {
        Picture { position: Cow::Borrowed(position), marks }
    }

    /// The picture as an SVG document, which can also stand in the middle of an HTML page.
    ///
    /// Its `id`s name the theme and always mean the same there, so that pictures do not disturb each other.
    ///
    /// # Errors
    /// [`PictureError::Width`] when the width is out of bounds.
    pub fn svg(&self, options: &PictureOptions) -> Result<String, PictureError> {
        svg::write(&self.scene(options), options, svg::Layers::ALL)
    }

    /// The picture as a PNG file, opaque, 8 bits a channel.
    ///
    /// With the feature `fonts` the system's fonts are read if a label is not in ASCII, and not otherwise. Without it
    /// such a label is left out, and [`Drawing`](crate::Drawing) names marks among what is lost.
    ///
    /// # Errors
    /// When the width is out of bounds, or when a label needs a font and the system has none.
    #[cfg(feature = "raster")]
    pub fn png(&self, options: &PictureOptions) -> Result<Vec<u8>, PictureError> {
        crate::raster::png(&self.scene(options), options)
    }

    /// The side of the picture in pixels, whatever kind it is of.
    ///
    /// # Errors
    /// [`PictureError::Width`] when the width is out of bounds.
    pub fn side(&self, options: &PictureOptions) -> Result<u32, PictureError> {
        options.pixels(svg::natural_side(self.position.size(), options))
    }

    pub(crate) fn scene(&self, options: &PictureOptions) -> Scene {
        Scene::new(&self.position, self.marks, options)
    }
}
