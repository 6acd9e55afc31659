//! One check, carried out.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::check::{Check, Objection};
use crate::conversation::Conversation;
use crate::session::Session;
use crate::{Candidate, SpawnError};

/// What came of a check.
#[derive(Clone, Debug)]
pub struct Examination {
    /// The check.
    pub check: &'static Check,
    /// What was found.
    pub verdict: Verdict,
    /// How long it took.
    pub time: Duration,
    /// What was said.
    pub conversation: Conversation,
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// The engine does as expected.
    Passed,
    /// It does not.
    Failed {
        /// What it should have done in the end of the conversation.
        #[serde(rename = "expected_there")]
        expected: String,
        /// What it did.
        found: String,
    },
    /// It does not have what the check is about.
    Unsupported {
        /// How it said so.
        reason: String,
    },
}

/// Carries out a check in a fresh process, which is ended with all its descendants afterwards.
///
/// # Errors
/// When the process cannot be started; all that it does once it runs is a verdict.
pub fn examine(check: &'static Check, candidate: &Candidate) -> Result<Examination, SpawnError> {
    let started = Instant::now();
    let mut session = Session::open(candidate)?;
    let verdict = match (check.script)(&mut session) {
        Ok(()) => Verdict::Passed,
        Err(Objection::Fault { expected, found }) => Verdict::Failed { expected, found },
        Err(Objection::NotOffered(reason)) => Verdict::Unsupported { reason },
    };
    let conversation = session.close();
    Ok(Examination { check, verdict, time: started.elapsed(), conversation })
}
