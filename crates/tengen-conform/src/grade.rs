//! How an engine did.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::check::{Group, Severity};
use crate::examination::{Examination, Verdict};

/// Counts of what was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Grade {
    groups: BTreeMap<Group, Counts>,
}

/// The checks of a group by what came of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// The engine does as expected.
    pub passed: usize,
    /// It does not do what it must.
    pub failed: usize,
    /// It does not do what it should.
    pub weak: usize,
    /// It does not do what it may.
    pub notes: usize,
    /// It does not offer what the check is about.
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

    /// Whether the engine did all that it must, as far as that was asked.
    pub fn conforms(&self) -> bool {
        self.total().failed == 0
    }
}
