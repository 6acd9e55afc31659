//! The program of each fuzz target: it runs the check of the same name.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tengen_fuzz::check(env!("CARGO_BIN_NAME"), bytes));
