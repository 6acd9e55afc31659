//! The games that this browser keeps: what is known of each, how they are found, counted, and carried to another browser.
//!
//! All of it but [`store`] does without a browser.

pub(crate) mod archive;
pub(crate) mod entry;
pub(crate) mod statistics;
pub(crate) mod store;
#[cfg(test)]
mod test_games;

pub(crate) use entry::Entry;
