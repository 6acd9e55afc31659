//! A conformance suite for Gomoku engines.
//!
//! A [`Check`] is one sentence about what an engine does, with the document that says so and a script that finds out.
//! [`checks()`] lists them all; [`examine`] runs one in a fresh process and tells what came of it; a [`Grade`] counts. Nothing
//! here prints.
//!
//! ```no_run
//! use tengen_conform::{Candidate, Grade, checks, examine};
//!
//! let candidate = Candidate::new(["./pbrain-other"]);
//! let mut grade = Grade::default();
//! for check in checks() {
//!     grade.count(&examine(check, &candidate)?);
//! }
//! assert!(grade.conforms());
//! # Ok::<(), tengen_conform::SpawnError>(())
//! ```
#![forbid(unsafe_code)]

mod candidate;
mod check;
mod checks;
mod conversation;
mod examination;
mod grade;
mod session;
mod source;

pub use candidate::Candidate;
pub use check::{Check, Examined, Group, Objection, Severity};
pub use checks::{check_named, checks};
pub use conversation::{Conversation, Entry, Speaker};
pub use examination::{Examination, Verdict, examine};
pub use grade::{Counts, Grade};
pub use session::Session;
pub use source::Source;
pub use tengen_program::SpawnError;
