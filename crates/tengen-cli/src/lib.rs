//! The parts that the programs `tengen` and `pbrain-tengen` share.

#![forbid(unsafe_code)]

pub mod pbrain;
pub mod replace;
