//! A conformance suite for Gomoku engines.
//!
//! A [`Check`] is one sentence about the behaviour of an engine, with its source and a script that tests it.
//! [`checks()`] lists them all; [`examine`] runs one in a new process and returns its result; a [`Grade`] counts results.
//! Nothing here prints.
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

mod checks;
mod examination;
mod session;

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

pub use crate::process::{SpawnError, Transcript};
pub use checks::{check_named, checks};
pub use examination::{Candidate, Counts, Examination, Grade, Verdict, examine};
pub use session::Session;

/// A sentence about the behaviour of engines, and a script that checks it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Check {
    /// A name in kebab-case.
    pub id: &'static str,
    /// The group of the check.
    pub group: Group,
    /// The severity of a failure.
    pub severity: Severity,
    /// The behaviour of an engine that conforms: one sentence without a full stop.
    pub expected: &'static str,
    /// The document that requires the behaviour.
    pub source: Source,
    /// The script of the check, for a process that has received nothing yet.
    #[serde(skip)]
    pub(crate) script: fn(&mut Session<'_>) -> CheckResult,
}

/// The result of a script.
pub type CheckResult = Result<(), Objection>;

/// The reason for which a check is not passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objection {
    /// The engine does something else.
    Fault {
        /// The behaviour that was expected at this point.
        expected: String,
        /// The behaviour that was found.
        found: String,
    },
    /// The engine reports that it does not support the command of the check.
    NotOffered(String),
}

/// The subject of a check. Groups run in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// Behaviour that every engine must have.
    Mandatory,
    /// Commands that an engine may refuse.
    Optional,
    /// Commands of Yixin-Board.
    Extensions,
    /// The rules of the game.
    Rules,
    /// Limits of time.
    Timing,
    /// Unusual input that must not disturb an engine.
    Robustness,
}

/// The severity of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// An engine that fails does not conform.
    Must,
    /// An engine that fails will have trouble with some manager.
    Should,
    /// No manager depends on the behaviour: a failure is a note.
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

/// A place in a public document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    document: Document,
    place: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Document {
    Protocol,
    Tournament,
    Yixin,
    Practice,
}

impl Source {
    /// The Gomocup protocol.
    pub(crate) const fn protocol(place: &'static str) -> Source {
        Source { document: Document::Protocol, place }
    }

    /// The rules of the Gomocup tournament.
    pub(crate) const fn tournament(place: &'static str) -> Source {
        Source { document: Document::Tournament, place }
    }

    /// The protocol of Yixin-Board.
    pub(crate) const fn yixin(place: &'static str) -> Source {
        Source { document: Document::Yixin, place }
    }

    /// Behaviour that no document specifies, but on which managers rely.
    pub(crate) const fn practice(place: &'static str) -> Source {
        Source { document: Document::Practice, place }
    }

    /// The title of the document.
    pub fn document(&self) -> &'static str {
        match self.document {
            Document::Protocol => "Gomocup protocol",
            Document::Tournament => "Gomocup tournament",
            Document::Yixin => "Yixin protocol",
            Document::Practice => "Practice",
        }
    }

    /// The place in the document.
    pub fn place(&self) -> &'static str {
        self.place
    }

    /// The address of the document; `None` for behaviour that no document specifies.
    pub fn address(&self) -> Option<&'static str> {
        match self.document {
            Document::Protocol => Some("https://plastovicka.github.io/protocl2en.htm"),
            Document::Tournament => Some("https://gomocup.org/detail-information/"),
            Document::Yixin => Some("https://github.com/accreator/Yixin-protocol"),
            Document::Practice => None,
        }
    }
}

/// `Gomocup protocol, START`.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.document(), self.place)
    }
}

/// Serializes the text of [`Display`](fmt::Display).
impl Serialize for Source {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
