//! The classics: the AIs of four small Gomoku programs, reimplemented from descriptions of their move selection.
//!
//! They are opponents with different styles, and baselines to measure the engine against. All implement
//! [`Opponent`](tengen_analysis::Opponent), play under every rule and on every board, from any position, and respect the
//! limits of a search to within about a millisecond. Each module documents what its description leaves open, what the
//! description gets wrong, and how the program is generalised to other rules and sizes.
//!
//! | name | how it chooses |
//! |---|---|
//! | [`tuple`](mod@tuple) | the sum of all windows of five through a point |
//! | [`direction`] | win, block, or the point that is best by its four directions |
//! | [`greedy`] | the point of the greatest value, one stone ahead |
//! | [`game-tree`](game_tree) | alpha-beta over the best candidates, with depth, breadth and time to be set |
//! | [`minimax-easy`, `-normal`, `-hard`](minimax) | five priorities, then a search with a transposition table |
//!
//! Without a time limit a move depends only on the position, the limits and [`seed`](tengen_analysis::SearchLimits::seed);
//! [`level`](tengen_analysis::SearchLimits::level) is for the engine and ignored here. Scores are in
//! the opponent's own figures, divided so that a win is about 10,000. The score of an opponent that looks one stone ahead
//! rates its point, and does not say which side is winning.
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
pub mod scripted;
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
