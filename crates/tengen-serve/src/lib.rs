//! The commands `serve` and `admin` with their arguments.
//!
//! Two programs contain them: `tengen`, which adds all other commands and passes the engine in as
//! [`ServerPrograms`](serve::ServerPrograms), and `tengen-serve`, which compiles without the engine.

#![forbid(unsafe_code)]

pub mod admin;
pub mod program;
pub mod serve;
