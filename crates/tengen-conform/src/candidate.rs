//! The engine that is examined.

use std::time::Duration;

use tengen_protocol::gomocup::Dialect;

/// How an engine is started, and how much time it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The executable and its arguments.
    pub command: Vec<String>,
    /// Whose rule codes and order of coordinates are spoken to it.
    pub dialect: Dialect,
    /// The limit for a move wherever a check is not about time.
    pub turn: Duration,
    /// How much longer than its limit an answer is waited for before the engine counts as hanging.
    pub patience: Duration,
    /// How much later than its limit a move may come in the checks about time: what pipes and a busy machine cost.
    pub tolerance: Duration,
}

impl Candidate {
    /// The usual: Piskvork's dialect, 100 ms for a move, five seconds of patience, 100 ms of tolerance.
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
