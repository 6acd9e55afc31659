//! The two services behind the page: the engine service and the file service.
//!
//! Each takes requests as JSON text and answers with messages of [`tengen_analysis`]. Neither knows a browser or a window:
//! the programs in `src/bin` run them as Web Workers, and the desktop program runs the engine service on a separate thread.
#![forbid(unsafe_code)]

#[cfg(feature = "engine")]
pub mod engine;
#[cfg(feature = "files")]
pub mod files;
