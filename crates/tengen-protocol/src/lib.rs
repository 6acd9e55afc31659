//! What programs say to each other about a game of Gomoku.
//!
//! Only this crate knows a wire format. [`worker`] holds the messages between a page and the engine in
//! its worker, [`studio`] those between a page and the worker that reads and writes files and draws; [`answer`] is how both
//! workers answer. [`gomocup`] is the protocol between a tournament manager and an engine.
#![forbid(unsafe_code)]

pub mod answer;
pub mod gomocup;
pub mod studio;
pub mod worker;

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
