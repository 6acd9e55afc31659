//! Pictures of boards and games, without a browser: SVG, and with the feature `raster` PNG and animated GIF.
//! The feature `fonts` lets those two show labels in other scripts than ASCII, with the system's fonts.
//!
//! ```
//! use tengen_game::{BoardSize, Point, Position, Rule};
//! use tengen_picture::{Picture, PictureOptions, Theme};
//!
//! let mut position = Position::new(Rule::Renju, BoardSize::FIFTEEN);
//! position.play(Point::parse("h8", position.size())?)?;
//! let options = PictureOptions { theme: Theme::Paper, ..PictureOptions::default() };
//! let svg = Picture::of_position(&position).svg(&options)?;
//! assert!(svg.starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The same input yields the same bytes on every machine. Numbers, coordinates and every other text in ASCII are drawn as outlines of this
//! crate, so that no picture depends on the fonts of a machine. A label in another script (`黒`) is a `<text>` element, whose appearance
//! depends on the program that shows the picture.

#![forbid(unsafe_code)]

mod lettering;
mod options;
mod palette;
#[cfg(feature = "pdf")]
mod pdf;
mod picture;
#[cfg(feature = "raster")]
mod raster;
mod scene;
mod sheet;
mod svg;

pub use options::{Numbers, ParseNumbersError, PictureOptions};
pub use palette::{Palette, ParseThemeError, Rgb, StoneColors, Theme, Tint};
pub use picture::{Picture, PictureError, losses};
#[cfg(feature = "raster")]
pub use raster::{Animation, MAX_GIF_PIXELS};
#[cfg(feature = "raster")]
pub use raster::{Drawing, Drawn, ParsePictureKindError, PictureKind};
pub use sheet::{Diagram, Sheet};

/// The example of the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
