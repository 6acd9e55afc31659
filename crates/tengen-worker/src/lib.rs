//! The services behind the page, which are the engine service, the file service and the judge of [puzzles], and the [driver] that runs a
//! service on a thread.
//!
//! The services take requests and answer with messages of [`tengen_analysis`], and use neither a browser nor a window: the
//! programs in `src/bin` run them as Web Workers, and native programs run them by the driver.
#![forbid(unsafe_code)]

#[cfg(feature = "driver")]
pub mod driver;
#[cfg(feature = "engine")]
pub mod engine;
#[cfg(feature = "files")]
pub mod files;
#[cfg(feature = "puzzles")]
pub mod puzzles;
mod service;
mod stopper;

pub use service::{SLICE, Service};
pub use stopper::Stopper;
