//! The checks of the fuzz targets, over the inputs that are kept in `fuzz/`.

#[path = "../../../fuzz/replay.rs"]
mod replay;

#[test]
fn every_kept_input_passes_its_checks() {
    replay::replay(crate::fuzz_checks::TARGETS);
}
