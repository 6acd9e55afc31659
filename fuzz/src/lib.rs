//! The checks that the fuzz targets run.
//!
//! They are the very ones that the ordinary tests of the crates run over the kept inputs (`tests/corpora.rs`), and
//! live there.

// What checks proofs is at the root, too, where the checks of the engine look for it.
#[path = "../../crates/tengen-engine/tests/checker/mod.rs"]
mod checker;
#[path = "../../crates/tengen-engine/tests/fuzz_checks/mod.rs"]
mod engine_checks;
#[path = "../../crates/tengen-game/tests/fuzz_checks/mod.rs"]
mod game_checks;
// The checks of the game find their second opinions at the root of whatever crate they are part of.
#[path = "../../crates/tengen-game/tests/oracle/mod.rs"]
mod oracle;
#[path = "../../crates/tengen-protocol/tests/fuzz_checks/mod.rs"]
mod protocol_checks;

/// Runs the checks of one target; panics when one of them fails.
///
/// # Panics
/// Also when there is no such target: a fuzz target is named after its check.
pub fn check(target: &str, bytes: &[u8]) {
    let mut all = game_checks::TARGETS.iter().chain(protocol_checks::TARGETS).chain(engine_checks::TARGETS);
    let known = all.find(|(name, _)| *name == target);
    let (_, check) = known.unwrap_or_else(|| panic!("there is no check by the name of {target}"));
    check(bytes);
}
