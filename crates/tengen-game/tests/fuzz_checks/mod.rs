//! What must hold whatever bytes come in: one check for each fuzz target.
//!
//! The fuzz targets (`fuzz/`) feed these checks with bytes that a fuzzer thinks up, and `tests/corpora.rs` with
//! those that are kept in the repository. Each check panics when something is wrong, and bounds its own work: a
//! fuzzer that waits for the checks finds nothing.
#![allow(dead_code, reason = "the fuzz targets and the tests each use a part of it")]

mod formats;
mod input;
mod links;
mod openings;
mod play;
mod round_trip;
mod texts;
mod tree;

/// The name of a target, and its check.
pub(crate) type Target = (&'static str, fn(&[u8]));

/// All targets of this crate. Their seeds and findings are in directories of the same names.
pub(crate) const TARGETS: &[Target] = &[
    ("any", formats::any),
    ("diagram", texts::diagram),
    ("foreign_links", links::foreign_links),
    ("json", formats::json),
    ("link", links::link),
    ("moves", texts::moves),
    ("opening", openings::opening),
    ("opening_text", openings::opening_text),
    ("play_undo", play::play_undo),
    ("pos", formats::pos),
    ("psq", formats::psq),
    ("rec", formats::rec),
    ("record_tree", tree::record_tree),
    ("renlib", formats::renlib),
    ("rif", formats::rif),
    ("sav", formats::sav),
    ("sgf", formats::sgf),
];
