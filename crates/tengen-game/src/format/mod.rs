//! Reading and writing positions and records as text and files.

pub mod diagram;
pub mod json;
pub mod moves;
