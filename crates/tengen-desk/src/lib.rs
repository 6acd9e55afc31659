//! The engine's side of the conversation with a page: a [`Desk`] takes requests as texts and answers them.
//!
//! It knows neither a browser nor a window. A Web Worker puts it to work between its messages, a program with windows on a
//! thread of its own; both let it [`advance`](Desk::advance) in slices, and hear what the page wants in between.
#![forbid(unsafe_code)]

mod desk;
mod explaining;
mod players;
mod refusal;
mod reviewing;
mod searching;
mod solving;
mod stopper;
#[cfg(test)]
mod tests;
mod throttle;
mod translate;

use std::time::Duration;

pub use desk::{Answer, Desk};
pub use stopper::Stopper;
pub use tengen_engine::EngineOptions;

/// How long a desk usually works before somebody listens again. Nobody notices an answer that comes so much later, and a search loses
/// next to nothing by going on anew so often, with many threads as with one.
pub const SLICE: Duration = Duration::from_millis(40);
