//! The integration tests, in one program, which is linked once and runs them side by side.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod any;
mod binary;
mod corpora;
mod drawings;
mod found;
mod fuzz_checks;
#[path = "../../tengen-game/tests/generators.rs"]
mod generators;
mod json;
mod links;
mod records;
mod text;
