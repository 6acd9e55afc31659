//! Pixels, drawn from the SVG, so that all kinds of pictures look the same.

mod animation;
mod artist;
mod quantize;

#[cfg(feature = "fonts")]
use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
#[cfg(feature = "fonts")]
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

use crate::scene::Scene;
use crate::{PictureError, PictureOptions};
use artist::Artist;

pub use animation::{Animation, MAX_GIF_PIXELS};

/// From so many pixels on a file is packed with less effort: with the most, that would take ten times as long as drawing the
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
    // The board covers the whole picture, so there is nothing to see through.
    let rgb: Vec<u8> = pixmap.data().chunks_exact(4).flat_map(|rgba| [rgba[0], rgba[1], rgba[2]]).collect();
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&rgb))
        .map_err(|error| PictureError::Drawing(error.to_string()))?;
    Ok(file)
}

/// Draws an SVG document of ours.
fn rasterise(svg: &str) -> Result<Pixmap, PictureError> {
    let tree = parse(svg)?;
    let size = tree.size().to_int_size();
    let mut pixmap = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| PictureError::Drawing("the picture has no size".to_owned()))?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// Reads an SVG document of ours.
fn parse(svg: &str) -> Result<Tree, PictureError> {
    Tree::from_str(svg, &options(svg)?).map_err(|error| PictureError::Drawing(error.to_string()))
}

/// With the fonts, if there is a text to be drawn with them.
#[cfg(feature = "fonts")]
fn options(svg: &str) -> Result<Options<'static>, PictureError> {
    let mut options = Options::default();
    if svg.contains("<text ") {
        options.fontdb = system_fonts()?;
    }
    Ok(options)
}

/// Without fonts, texts are passed over.
#[cfg(not(feature = "fonts"))]
fn options(_svg: &str) -> Result<Options<'static>, PictureError> {
    Ok(Options::default())
}

/// The system's fonts, which are looked for once.
///
/// # Errors
/// When there are none.
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
