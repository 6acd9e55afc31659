//! The checks that the fuzz targets run.
//!
//! They are the same functions that the ordinary tests of the crates run over the committed inputs (`tests/corpora.rs`),
//! and belong to those tests.

#[path = "../../crates/tengen-analysis/tests/fuzz_checks/mod.rs"]
mod analysis_checks;
// The checker of proofs is also at the root of this crate, where the engine's checks expect it.
#[path = "../../crates/tengen-engine/tests/checker/mod.rs"]
mod checker;
#[path = "../../crates/tengen-engine/tests/fuzz_checks/mod.rs"]
mod engine_checks;
#[path = "../../crates/tengen-formats/tests/fuzz_checks/mod.rs"]
mod formats_checks;
#[path = "../../crates/tengen-game/tests/fuzz_checks/mod.rs"]
mod game_checks;
#[path = "../../crates/tengen-gomocup/tests/protocol/fuzz_checks.rs"]
mod gomocup_checks;
#[path = "../../crates/tengen-online/tests/fuzz_checks/mod.rs"]
mod online_checks;
// The checks of the game refer to the oracle at the root of the crate that contains them.
#[path = "../../crates/tengen-game/tests/oracle/mod.rs"]
mod oracle;

/// Runs the checks of one target, which may be in several crates.
///
/// # Panics
///
/// When a check fails, or there is no such target: a fuzz target is named after its check.
pub fn check(target: &str, bytes: &[u8]) {
    let all = [
        game_checks::TARGETS,
        formats_checks::TARGETS,
        analysis_checks::TARGETS,
        gomocup_checks::TARGETS,
        engine_checks::TARGETS,
        online_checks::TARGETS,
    ];
    let all = all.into_iter().flatten();
    let checks: Vec<_> = all.filter(|(name, _)| *name == target).collect();
    assert!(!checks.is_empty(), "there is no check by the name of {target}");
    checks.into_iter().for_each(|(_, check)| check(bytes));
}
