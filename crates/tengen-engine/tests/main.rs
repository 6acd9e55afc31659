//! The integration tests, in one program, which is linked once and runs them side by side.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod balance;
mod checker;
mod corpora;
mod explain;
mod fuzz_checks;
mod games;
mod levels;
mod limits;
mod lines;
mod openings;
mod opponents;
mod proofs;
mod review;
mod slices;
mod slow;
mod solve_altered;
mod solve_lost;
mod solve_random;
mod solve_rules;
mod solve_suites;
mod suite;
mod support;
mod tactics;
mod threads;
mod threats;
