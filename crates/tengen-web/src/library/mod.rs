//! The games that this browser stores: their entries, the search among them, their statistics, and their transfer to another browser.
//!
//! Everything except [`store`] works without a browser.

pub(crate) mod archive;
pub(crate) mod entry;
pub(crate) mod statistics;
pub(crate) mod store;
#[cfg(test)]
mod test_games;

pub(crate) use entry::LibraryEntry;
