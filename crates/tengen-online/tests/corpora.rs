//! The checks of the fuzz targets, over the inputs that are stored in `fuzz/`.

use crate::{fuzz_checks, replay};

#[test]
fn every_stored_input_passes_its_checks() {
    replay::replay(fuzz_checks::TARGETS);
}
