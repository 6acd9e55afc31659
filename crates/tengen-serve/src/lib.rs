//! The commands `serve` and `admin`: their arguments, and what they do.
//!
//! Two programs have them: `tengen`, which adds all other commands and plugs in the engine as [`ServerPrograms`](serve::ServerPrograms),
//! and `tengen-serve`, which compiles without the engine.

#![forbid(unsafe_code)]

pub mod admin;
pub mod program;
pub mod serve;
