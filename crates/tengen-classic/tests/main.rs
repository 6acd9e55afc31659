//! The integration tests, in one program, which is linked once and runs them side by side.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod by_hand;
mod games;
mod limits;
mod proofs;
mod support;
