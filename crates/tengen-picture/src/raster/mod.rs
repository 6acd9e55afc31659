//! The raster formats. They are drawn from the SVG, so that all kinds of pictures look the same.

mod animation;
mod artist;

use std::fmt;
use std::str::FromStr;

use tengen_formats::Loss;
use tengen_game::{NodeId, Record};

#[cfg(feature = "fonts")]
use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
#[cfg(feature = "fonts")]
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

use crate::scene::Scene;
use crate::{Picture, PictureError, PictureOptions, lettering, losses};
use artist::Artist;

pub use animation::{Animation, MAX_GIF_PIXELS};

/// The number of pixels above which a file is compressed with less effort. The highest effort would take ten times as long as drawing the
/// picture, and save a fifth of the file.
const LARGE: usize = 1 << 20;

/// Draws a scene as PNG.
pub(crate) fn png(scene: &Scene, options: &PictureOptions) -> Result<Vec<u8>, PictureError> {
    let pixmap = Artist::new(scene, options)?.draw(scene)?;
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    if pixmap.pixels().len() > LARGE {
        encoder.set_deflate_compression(png::DeflateCompression::Level(2));
        encoder.set_filter(png::Filter::Adaptive);
    } else {
        encoder.set_compression(png::Compression::High);
    }
    // The board covers the whole picture, so that no pixel is transparent.
    let rgb: Vec<u8> = pixmap.data().chunks_exact(4).flat_map(|rgba| [rgba[0], rgba[1], rgba[2]]).collect();
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&rgb))
        .map_err(|error| PictureError::Drawing(error.to_string()))?;
    Ok(file)
}

/// Draws an SVG document of this crate.
fn rasterise(svg: &str) -> Result<Pixmap, PictureError> {
    let tree = parse(svg)?;
    let size = tree.size().to_int_size();
    let mut pixmap = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| PictureError::Drawing("the picture has no size".to_owned()))?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// Reads an SVG document of this crate.
pub(crate) fn parse(svg: &str) -> Result<Tree, PictureError> {
    Tree::from_str(svg, &options(svg)?).map_err(|error| PictureError::Drawing(error.to_string()))
}

/// The options of the renderer, with fonts if a text needs them.
#[cfg(feature = "fonts")]
fn options(svg: &str) -> Result<Options<'static>, PictureError> {
    let mut options = Options::default();
    if svg.contains("<text ") {
        options.fontdb = system_fonts()?;
    }
    Ok(options)
}

/// The options without fonts, with which texts are left out.
#[cfg(not(feature = "fonts"))]
fn options(_svg: &str) -> Result<Options<'static>, PictureError> {
    Ok(Options::default())
}

/// The system's fonts, which are searched for once.
///
/// # Errors
/// When the system has no fonts.
#[cfg(feature = "fonts")]
fn system_fonts() -> Result<Arc<Database>, PictureError> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = Database::new();
        fonts.load_system_fonts();
        Arc::new(fonts)
    });
    if fonts.is_empty() { Err(PictureError::NoFonts) } else { Ok(Arc::clone(fonts)) }
}

/// A kind of picture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    /// Vector graphics, sharp at every size.
    Svg,
    /// A still raster picture.
    Png,
    /// An animated raster picture.
    Gif,
}

impl PictureKind {
    /// The kinds of picture files.
    pub const ALL: [PictureKind; 3] = [PictureKind::Svg, PictureKind::Png, PictureKind::Gif];

    /// The kind's name, which is also the extension of its files.
    pub const fn name(self) -> &'static str {
        match self {
            PictureKind::Svg => "svg",
            PictureKind::Png => "png",
            PictureKind::Gif => "gif",
        }
    }

    /// The kind of a file with this extension, in any case.
    pub fn of_file_name(name: &str) -> Option<PictureKind> {
        let (_, ending) = name.rsplit_once('.')?;
        ending.parse().ok()
    }
}

impl fmt::Display for PictureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of a text that names no kind of picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected svg, png or gif, found `{0}`")]
pub struct ParsePictureKindError(String);

impl FromStr for PictureKind {
    type Err = ParsePictureKindError;

    /// Reads a kind's name in any case.
    fn from_str(text: &str) -> Result<PictureKind, ParsePictureKindError> {
        let name = text.to_ascii_lowercase();
        let found = PictureKind::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| ParsePictureKindError(text.to_owned()))
    }
}

/// The drawing of a record: its position, its appearance and its animation.
///
/// ```
/// use tengen_game::{BoardSize, Point, Record, Rule};
/// use tengen_picture::{Drawing, PictureKind};
///
/// let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
/// record.play(Point::new(7, 7))?;
/// let drawn = Drawing::default().draw(&record, PictureKind::Png, &mut |_, _| {})?;
/// assert!(drawn.content.starts_with(b"\x89PNG"));
/// assert_eq!((drawn.side, drawn.frames), (628, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The number of moves of the current line to show; by default, a still picture shows the position at the cursor,
    /// and an animation the whole line.
    pub after: Option<usize>,
    /// The contents and the appearance of the picture.
    pub options: PictureOptions,
    /// The times and the first move of an animation, which ends with the move `after`.
    pub animation: Animation,
}

/// A picture file with its measures and losses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The file's content.
    pub content: Vec<u8>,
    /// The parts of the record that the picture does not show.
    pub losses: Vec<Loss>,
    /// The width in pixels, which equals the height.
    pub side: u32,
    /// The number of frames: 1 for a still picture.
    pub frames: usize,
}

impl Drawing {
    /// Draws the record; `progress` receives after each frame of a GIF the number of frames drawn, and the total.
    ///
    /// # Errors
    /// When the line has fewer moves, and as [`Picture::svg`], [`Picture::png`] and [`Animation::gif`].
    pub fn draw(
        &self,
        record: &Record,
        kind: PictureKind,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Drawn, PictureError> {
        let animated = kind == PictureKind::Gif;
        let id = self.node(record, animated)?;
        let picture = Picture::of_node(record, id);
        let side = picture.side(&self.options)?;
        let mut frames = 1;
        let content = match kind {
            PictureKind::Svg => picture.svg(&self.options)?.into_bytes(),
            PictureKind::Png => picture.png(&self.options)?,
            PictureKind::Gif => {
                let animation = Animation { to: self.after, ..self.animation.clone() };
                frames = animation.frames(record)?;
                animation.gif_with_progress(record, &self.options, progress)?
            }
        };
        let mut losses = losses(record, id, animated, &self.options);
        let has_fonts = kind == PictureKind::Svg || cfg!(feature = "fonts");
        if !has_fonts && self.options.marks && needs_fonts(record, id, animated) {
            losses.push(Loss::Marks);
            losses.sort_unstable();
            losses.dedup();
        }
        Ok(Drawn { content, losses, side, frames })
    }

    /// The last position that is shown.
    fn node(&self, record: &Record, animated: bool) -> Result<NodeId, PictureError> {
        let line = record.line_nodes();
        let moves = line.len();
        match self.after.or_else(|| animated.then_some(moves)) {
            None => Ok(record.current()),
            Some(0) => Ok(NodeId::START),
            Some(asked) => line.get(asked - 1).copied().ok_or(PictureError::NoSuchMove { asked, moves }),
        }
    }
}

/// Whether a label is not drawn as strokes, at `id` or at any node on the line to it.
fn needs_fonts(record: &Record, id: NodeId, animated: bool) -> bool {
    let way = std::iter::successors(Some(id), |&node| record.parent(node));
    let mut marks = way.take(if animated { usize::MAX } else { 1 }).flat_map(|node| record.marks(node));
    marks.any(|mark| lettering::needs_font(&mark.sign))
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Mark, Point, Rule, Sign};

    use super::*;

    #[test]
    fn kinds_go_by_their_names() {
        for kind in PictureKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(PictureKind::of_file_name(&format!("a.b.{}", kind.name().to_uppercase())), Some(kind));
        }
        assert_eq!(
            "bmp".parse::<PictureKind>().unwrap_err().to_string(),
            "expected svg, png or gif, found `bmp`"
        );
        assert_eq!(PictureKind::of_file_name("png"), None);
    }

    #[test]
    fn only_labels_in_other_scripts_need_fonts() {
        let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
        let label = |text: &str| Mark { point: Point::new(1, 1), sign: Sign::Label(text.to_owned()) };
        record.add_mark(NodeId::START, label("黒")).unwrap();
        record.play(Point::new(7, 7)).unwrap();
        let here = record.current();
        record.add_mark(here, label("A long remark")).unwrap();
        assert!(!needs_fonts(&record, here, false));
        assert!(needs_fonts(&record, here, true));
        assert!(needs_fonts(&record, NodeId::START, false));
    }

    #[test]
    fn a_picture_shows_the_move_that_was_asked_for() {
        let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
        record.play(Point::new(7, 7)).unwrap();
        let draw =
            |after| Drawing { after, ..Drawing::default() }.draw(&record, PictureKind::Svg, &mut |_, _| {});
        assert_eq!(draw(None).unwrap(), draw(Some(1)).unwrap());
        assert_ne!(draw(None).unwrap().content, draw(Some(0)).unwrap().content);
        assert_eq!(draw(Some(2)).unwrap_err().to_string(), "the game has 1 move, so there is no move 2");
    }
}
