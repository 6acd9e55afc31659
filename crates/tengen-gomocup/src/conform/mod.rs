//! A conformance suite for Gomoku engines.
//!
//! A [`Check`] is one sentence about what an engine does, with the document that says so and a script that finds out.
//! [`checks()`] lists them all; [`examine`] runs one in a fresh process and tells what came of it; a [`Grade`] counts. Nothing
//! here prints.
//!
//! ```no_run
//! use tengen_gomocup::conform::{Candidate, Grade, checks, examine};
//!
//! let candidate = Candidate::new(["./pbrain-other"]);
//! let mut grade = Grade::default();
//! for check in checks() {
//!     grade.count(&examine(check, &candidate)?);
//! }
//! assert!(grade.conforms());
//! # Ok::<(), tengen_gomocup::conform::SpawnError>(())
//! ```
mod check;
mod checks;
mod examination;
mod session;

pub use crate::process::{SpawnError, Transcript};
pub use check::{Check, CheckResult, Group, Objection, Severity, Source};
pub use checks::{check_named, checks};
pub use examination::{Candidate, Counts, Examination, Grade, Verdict, examine};
pub use session::Session;
