//! The classics: four small Gomoku programs' AIs, written anew from descriptions of how they choose their moves.
//!
//! They are opponents with a character of their own, and baselines to measure the engine against. All satisfy
//! [`Opponent`](tengen_analysis::Opponent), play under every rule and on every board, from any position, and keep the
//! limits of a search to within a millisecond or so. What a description leaves open, what it gets wrong, and how it is
//! carried over to other rules and sizes, each module says for its own.
//!
//! | name | how it chooses |
//! |---|---|
//! | [`tuple`](mod@tuple) | the sum of all windows of five through a point |
//! | [`direction`] | win, block, or the point that is best by its four directions |
//! | [`greedy`] | the point of the greatest value, one stone ahead |
//! | [`game-tree`](game_tree) | alpha-beta over the best candidates, with depth, breadth and time to be set |
//! | [`minimax-easy`, `-normal`, `-hard`](minimax) | five priorities, then a search with a transposition table |
//!
//! A move depends on the position, the limits and [`seed`](tengen_analysis::SearchLimits::seed) alone, time limits
//! apart; [`level`](tengen_analysis::SearchLimits::level) is the engine's own and means nothing here. Scores are in
//! each opponent's own figures, divided so that a win is about 10,000. Those that look one stone ahead say by it
//! how much they like their point, not who is winning.
#![forbid(unsafe_code)]

mod classic;
mod deepening;
pub mod direction;
mod field;
mod figures;
pub mod game_tree;
pub mod greedy;
mod meter;
pub mod minimax;
mod one_ply;
mod player;
mod rank;
mod shape;
mod tree;
pub mod tuple;

pub use classic::Options;
pub use game_tree::{GameTreeOptions, GameTreeOptionsError};
pub use minimax::{Minimax, Settings};

/// The README's example, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
