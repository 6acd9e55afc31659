//! The program `pbrain-tengen` as a manager runs it.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod brain;
mod offers;
mod process;
