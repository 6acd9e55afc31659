//! The tests of the crate's public face, in one program.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[cfg(target_os = "linux")]
mod memory;
mod messages;
mod simulation;
