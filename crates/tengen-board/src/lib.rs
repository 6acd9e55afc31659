//! The board as a widget of one SVG element, without a framework.
//!
//! [`Scene`] describes as plain data what the board shows. `Board::mount` draws it into an element, `Board::update` applies the
//! difference to another scene, and [`Event`]s report what the user does with pointer and keyboard. The widget knows no rules: whether
//! a stone may be placed is decided by the receiver of [`Event::Place`].
//!
//! The feature `dom` is on by default. Without it the crate is only [`Geometry`], [`step`] and the data types, for programs that draw
//! without a browser.
#![forbid(unsafe_code)]

#[cfg(feature = "dom")]
mod board;
#[cfg(feature = "dom")]
mod dom;
#[cfg(feature = "dom")]
mod draw;
#[cfg(feature = "dom")]
mod finger;
mod geometry;
#[cfg(feature = "dom")]
mod input;
#[cfg(feature = "dom")]
mod items;
#[cfg(feature = "dom")]
mod labels;
#[cfg(feature = "dom")]
mod magnifier;
mod scene;
#[cfg(feature = "dom")]
mod stroke;

#[cfg(feature = "dom")]
pub use board::{Board, Event, Texts};
#[cfg(feature = "dom")]
pub use dom::Listener;
pub use geometry::{Geometry, arrow_path, step};
#[cfg(feature = "dom")]
pub use items::threat_path;
pub use scene::{Content, Label, Pen, Scene, Stone, Suggestion, Threat, TouchAim};

/// The example of the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
