//! What must hold whatever bytes come in: one check for each fuzz target.
//!
//! The fuzz targets (`fuzz/`) feed these checks with bytes that a fuzzer thinks up, and `tests/corpora.rs` with those
//! that are kept in the repository. Each check panics when something is wrong, and bounds its own work.
#![allow(dead_code, reason = "the fuzz targets and the tests each use a part of it")]

mod board;
mod evaluation;
#[path = "../../../tengen-game/tests/fuzz_checks/input.rs"]
mod input;
#[path = "../slow_board/mod.rs"]
mod slow_board;
mod solve;

use tengen_engine::features::Pattern;

/// The name of a target, and its check.
pub(crate) type Target = (&'static str, fn(&[u8]));

/// All targets of this crate. Their seeds and findings are in directories of the same names.
pub(crate) const TARGETS: &[Target] =
    &[("board", board::board), ("evaluation", evaluation::evaluation), ("solve", solve::solve)];
