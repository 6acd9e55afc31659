//! Runs checks on an engine, and grades it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::Dialect;
use crate::conform::SpawnError;
use crate::conform::session::Session;
use crate::conform::{Check, Group, Objection, Severity};
use crate::process::Transcript;

/// The engine under examination: its command and its time limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The executable and its arguments.
    pub command: Vec<String>,
    /// The dialect of the engine.
    pub dialect: Dialect,
    /// The limit for a move in checks that are not about time.
    pub turn: Duration,
    /// The time after its limit at which an engine without an answer counts as hanging.
    pub patience: Duration,
    /// The most by which a move may be late in the checks about time: the cost of pipes and a busy machine.
    pub tolerance: Duration,
}

impl Candidate {
    /// The defaults: Piskvork's dialect, 100 ms for a move, five seconds of patience, 100 ms of tolerance.
    pub fn new<Word: Into<String>>(command: impl IntoIterator<Item = Word>) -> Candidate {
        Candidate {
            command: command.into_iter().map(Into::into).collect(),
            dialect: Dialect::default(),
            turn: Duration::from_millis(100),
            patience: Duration::from_secs(5),
            tolerance: Duration::from_millis(100),
        }
    }
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct Examination {
    /// The check.
    pub check: &'static Check,
    /// The verdict of the check.
    pub verdict: Verdict,
    /// The duration of the check.
    pub time: Duration,
    /// The conversation.
    pub transcript: Transcript,
}

/// The verdict of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// The engine does as expected.
    Passed,
    /// The engine does something else.
    Failed {
        /// The behaviour that was expected at the end of the transcript.
        #[serde(rename = "expected_there")]
        expected: String,
        /// The behaviour that was found.
        found: String,
    },
    /// The engine does not offer the command of the check.
    Unsupported {
        /// The engine's refusal.
        reason: String,
    },
}

/// Runs a check in a new process, which is ended with all its descendants afterwards.
///
/// # Errors
/// When the process cannot be started. Every later fault is a verdict.
pub fn examine(check: &'static Check, candidate: &Candidate) -> Result<Examination, SpawnError> {
    let started = Instant::now();
    let mut session = Session::open(candidate)?;
    let verdict = match (check.script)(&mut session) {
        Ok(()) => Verdict::Passed,
        Err(Objection::Fault { expected, found }) => Verdict::Failed { expected, found },
        Err(Objection::NotOffered(reason)) => Verdict::Unsupported { reason },
    };
    let transcript = session.close();
    Ok(Examination { check, verdict, time: started.elapsed(), transcript })
}

/// The verdicts of all checks, counted by group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Grade {
    groups: BTreeMap<Group, Counts>,
}

/// The numbers of checks of a group by their verdicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Checks that the engine passed.
    pub passed: usize,
    /// Failed checks of behaviour that is required.
    pub failed: usize,
    /// Failed checks of behaviour that some manager needs.
    pub weak: usize,
    /// Failed checks of optional behaviour.
    pub notes: usize,
    /// Checks of commands that the engine does not offer.
    pub unsupported: usize,
}

impl Grade {
    /// Takes in an examination.
    pub fn count(&mut self, examination: &Examination) {
        let counts = self.groups.entry(examination.check.group).or_default();
        let count = match (&examination.verdict, examination.check.severity) {
            (Verdict::Passed, _) => &mut counts.passed,
            (Verdict::Unsupported { .. }, _) => &mut counts.unsupported,
            (Verdict::Failed { .. }, Severity::Must) => &mut counts.failed,
            (Verdict::Failed { .. }, Severity::Should) => &mut counts.weak,
            (Verdict::Failed { .. }, Severity::May) => &mut counts.notes,
        };
        *count += 1;
    }

    /// The counts of each group that had a check, in order.
    pub fn groups(&self) -> impl Iterator<Item = (Group, Counts)> {
        self.groups.iter().map(|(&group, &counts)| (group, counts))
    }

    /// The counts of all groups together.
    pub fn total(&self) -> Counts {
        self.groups.values().fold(Counts::default(), |sum, counts| Counts {
            passed: sum.passed + counts.passed,
            failed: sum.failed + counts.failed,
            weak: sum.weak + counts.weak,
            notes: sum.notes + counts.notes,
            unsupported: sum.unsupported + counts.unsupported,
        })
    }

    /// Whether the engine passed all required checks that were run.
    pub fn conforms(&self) -> bool {
        self.total().failed == 0
    }
}
