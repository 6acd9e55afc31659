//! The helpers of the engine's tests: positions from text, and searches of them.
#![allow(dead_code, reason = "each test file uses some of it")]
#![allow(clippy::unwrap_used, reason = "a test may fail here")]

use tengen_analysis::{SearchLimits, SearchReport, SystemClock};
use tengen_engine::{Engine, EngineOptions};
use tengen_game::Position;

mod common;

pub(crate) use common::*;

pub(crate) fn small_engine() -> Engine {
    Engine::new(EngineOptions { hash_bytes: 1 << 20, ..EngineOptions::default() })
}

pub(crate) fn search(position: &Position, limits: &SearchLimits) -> SearchReport {
    let mut engine = small_engine();
    engine.set_position(position.clone());
    engine.search(limits, &SystemClock::new(), &mut ())
}

/// The name of the move that the engine finds in a few thousand nodes.
pub(crate) fn best(position: &Position) -> String {
    let report = search(position, &SearchLimits::nodes(5000));
    check(position, &report);
    report.best_move.unwrap().on(position.size()).to_string()
}
