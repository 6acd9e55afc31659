//! Moderation over HTTP, on a page without scripts, and from the command line.

mod api;
mod page;
mod take;
mod words;

pub(crate) use api::{account, accounts, close_report, decide, log, reports};
pub(crate) use page::{act, show};
pub use take::{Outcome, Refused, decide_on};
