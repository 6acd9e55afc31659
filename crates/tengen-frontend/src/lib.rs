//! What the page and the element for other people's pages have in common: how a board lies on a screen, what the engine's figures
//! mean to people, and the line to a worker.
//!
//! Nothing here draws or knows a language: a board's place is given in numbers, and words by the keys of `tengen-text`.
#![forbid(unsafe_code)]

mod geometry;
mod keys;
mod worker_client;
mod worth;

pub use geometry::Geometry;
pub use keys::step;
pub use worker_client::{Answer, Breakdown, WorkerClient};
pub use worth::{Said, Worth};
