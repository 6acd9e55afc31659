//! The checks of the fuzz targets, over the inputs in `fuzz/`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

mod fuzz_checks;
#[path = "../../../fuzz/replay.rs"]
mod replay;

#[test]
fn every_seed_and_finding_passes_its_checks() {
    replay::replay(fuzz_checks::TARGETS);
}
