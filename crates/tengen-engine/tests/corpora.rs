//! The checks of the fuzz targets, over the inputs that are kept in `fuzz/`.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod checker;
mod fuzz_checks;
#[path = "../../../fuzz/replay.rs"]
mod replay;

#[test]
fn every_kept_input_passes_its_checks() {
    replay::replay(fuzz_checks::TARGETS);
}
