//! The protocol without I/O: conversations as files, and what holds for any input.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod clock;
mod fuzz_checks;
#[path = "../../../../fuzz/replay.rs"]
mod replay;
mod robustness;
mod transcripts;
mod translations;

#[test]
fn every_seed_and_finding_passes_its_checks() {
    replay::replay(fuzz_checks::TARGETS);
}
