//! The games that this browser keeps: what is known of each, how they are found, counted, and carried to another browser.
//!
//! All of it but [`store`] does without a browser.

pub(crate) mod archive;
mod entry;
pub(crate) mod search;
pub(crate) mod statistics;
mod stones;
pub(crate) mod store;

pub(crate) use entry::Entry;

#[cfg(test)]
mod test_games;
