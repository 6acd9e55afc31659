//! The common part of the tests of the classics.
#![allow(dead_code, reason = "each test file uses some of it")]
#![allow(clippy::unwrap_used, reason = "a test may fail here")]

use tengen_analysis::{Classic, Opponent, SearchLimits, SearchReport, SystemClock};
use tengen_classic::Options;
use tengen_game::Position;

#[path = "../../../tengen-engine/tests/support/common.rs"]
mod common;

pub(crate) use common::*;

pub(crate) fn opponent(classic: Classic) -> Box<dyn Opponent> {
    Options::default().opponent(classic)
}

pub(crate) fn choose(classic: Classic, position: &Position, limits: &SearchLimits) -> SearchReport {
    let mut opponent = opponent(classic);
    opponent.set_position(position.clone());
    let report = opponent.choose(limits, &SystemClock::new(), &mut ()).unwrap();
    check(position, &report);
    report
}
