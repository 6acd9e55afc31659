//! The integration tests, in one program, which is linked once and runs them side by side.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod caro;
mod census;
mod corpora;
mod forbidden;
mod fuzz_checks;
mod generators;
mod opening_protocols;
mod openings;
mod oracle;
mod properties;
mod rules;
