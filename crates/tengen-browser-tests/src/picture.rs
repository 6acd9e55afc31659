//! The pixels of a screenshot. Some faults leave every element in its place and are visible only in colours.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

/// A colour: red, green and blue, from 0 to 255.
pub type Color = [u8; 3];

/// A screenshot with one pixel for each CSS pixel of the viewport.
#[derive(Debug, Clone)]
pub struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<Color>,
}

impl Picture {
    /// Reads a PNG in the form that the browser writes.
    ///
    /// # Errors
    ///
    /// If the file does not exist, or is another kind of PNG.
    pub fn read(path: &Path) -> Result<Picture> {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        let mut reader = png::Decoder::new(BufReader::new(file)).read_info()?;
        let mut bytes = vec![0; reader.output_buffer_size().context("the picture is too large")?];
        let info = reader.next_frame(&mut bytes)?;
        let channels = match (info.color_type, info.bit_depth) {
            (png::ColorType::Rgb, png::BitDepth::Eight) => 3,
            (png::ColorType::Rgba, png::BitDepth::Eight) => 4,
            other => bail!("the picture has {other:?}, and RGB or RGBA with eight bits was expected"),
        };
        let pixels = bytes.chunks_exact(channels).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Ok(Picture { width: info.width as usize, height: info.height as usize, pixels })
    }

    /// The colour of the pixel at a position, in CSS pixels of the viewport.
    ///
    /// # Panics
    ///
    /// If the position is outside of the picture.
    #[must_use]
    pub fn at(&self, x: f64, y: f64) -> Color {
        let (x, y) = (x.floor() as usize, y.floor() as usize);
        assert!(x < self.width && y < self.height, "{x}, {y} is outside of {} × {}", self.width, self.height);
        self.pixels[y * self.width + x]
    }

    /// The colours within a circle.
    ///
    /// # Panics
    ///
    /// If the circle is not within the picture.
    #[must_use]
    pub fn disc(&self, (x, y): (f64, f64), radius: f64) -> Vec<Color> {
        let steps = -(radius as i32)..=radius as i32;
        let offsets = steps
            .clone()
            .flat_map(|down| steps.clone().map(move |across| (f64::from(across), f64::from(down))));
        let inside = offsets.filter(|(across, down)| across.hypot(*down) <= radius);
        inside.map(|(across, down)| self.at(x + across, y + down)).collect()
    }
}
