//! The integration tests, in one program, which is linked once and runs them side by side.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod caro;
mod census;
mod corpora;
mod forbidden;
mod formats_any;
mod formats_binary;
mod formats_found;
mod formats_text;
mod fuzz_checks;
mod links;
mod opening_protocols;
mod openings;
mod oracle;
mod properties;
mod records;
mod rules;
