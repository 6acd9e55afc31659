//! The tests of the crate's public interface, in one program.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod corpora;
mod fuzz_checks;
#[cfg(target_os = "linux")]
mod memory;
mod messages;
#[path = "../../../fuzz/replay.rs"]
mod replay;
mod simulation;
