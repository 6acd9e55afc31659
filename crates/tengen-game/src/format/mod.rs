//! Reading and writing positions and records as text and files.

pub mod diagram;
pub mod json;
mod loss;
pub mod moves;

pub use loss::{Loss, Written, losses_of, without};
