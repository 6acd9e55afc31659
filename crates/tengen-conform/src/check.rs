//! What a check is.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::session::Session;
use crate::source::Source;

/// One sentence about what an engine does, and how to find out.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Check {
    /// A name in kebab-case.
    pub id: &'static str,
    /// What it is about.
    pub group: Group,
    /// What it costs to fail.
    pub severity: Severity,
    /// What the engine does if it conforms: one sentence without a full stop.
    pub expected: &'static str,
    /// Who says so.
    pub source: Source,
    /// Finds out, in a process that has received nothing yet.
    #[serde(skip)]
    pub(crate) script: fn(&mut Session<'_>) -> Examined,
}

/// What a script finds.
pub type Examined = Result<(), Objection>;

/// Why a check is not passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objection {
    /// The engine does something else.
    Fault {
        /// What it should have done at this point.
        expected: String,
        /// What it did.
        found: String,
    },
    /// The engine says that it does not have what the check is about.
    NotOffered(String),
}

/// What checks are about, in the order in which they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// What every engine has to do.
    Mandatory,
    /// Commands that an engine may refuse.
    Optional,
    /// Commands of Yixin-Board.
    Extensions,
    /// The rules of the game.
    Rules,
    /// Limits of time.
    Timing,
    /// What should not hurt an engine.
    Robustness,
}

/// What it costs to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// An engine that fails does not conform.
    Must,
    /// An engine that fails will have trouble with some manager.
    Should,
    /// Nobody depends on it: a failure is a note.
    May,
}

impl Group {
    /// All groups, in order.
    pub const ALL: [Group; 6] = [
        Group::Mandatory,
        Group::Optional,
        Group::Extensions,
        Group::Rules,
        Group::Timing,
        Group::Robustness,
    ];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Group::Mandatory => "mandatory",
            Group::Optional => "optional",
            Group::Extensions => "extensions",
            Group::Rules => "rules",
            Group::Timing => "timing",
            Group::Robustness => "robustness",
        }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no group has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected mandatory, optional, extensions, rules, timing or robustness, found `{0}`")]
pub struct ParseGroupError(String);

impl FromStr for Group {
    type Err = ParseGroupError;

    /// Reads a [name](Group::name).
    fn from_str(text: &str) -> Result<Group, ParseGroupError> {
        let found = Group::ALL.into_iter().find(|group| group.name() == text);
        found.ok_or_else(|| ParseGroupError(text.chars().take(40).collect()))
    }
}

impl Severity {
    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Must => "must",
            Severity::Should => "should",
            Severity::May => "may",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
