//! The checks of the fuzz targets, over the inputs in `fuzz/`.

#[path = "../../../fuzz/replay.rs"]
mod replay;

#[test]
fn every_seed_and_finding_passes_its_checks() {
    replay::replay(crate::fuzz_checks::TARGETS);
}
