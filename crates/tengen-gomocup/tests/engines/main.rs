//! Engines in processes of their own, and the conformance suite.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod conformance;
mod programs;
