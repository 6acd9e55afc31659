//! How a process lives and ends.

use std::time::{Duration, Instant};

use super::{Heard, Session, fault};
use crate::check::{Examined, Objection};

/// How long an engine may take to end: the protocol names one second.
pub(crate) const AT_ONCE: Duration = Duration::from_secs(1);

impl Session<'_> {
    /// Closes the engine's input.
    pub(crate) fn close_input(&mut self) {
        self.note("the input is closed");
        self.process().close_input();
    }

    /// The process ends within `limit`, and the candidate's tolerance.
    pub(crate) fn expect_end(&mut self, limit: Duration, expected: &str) -> Examined {
        let limit = limit + self.candidate().tolerance;
        let began = Instant::now();
        let status = self.process().wait(limit);
        let took = began.elapsed();
        match status {
            Some(status) => {
                self.note(&format!("the process ended after {} ms: {status}", took.as_millis()));
                Ok(())
            }
            None => Err(fault(expected, format_args!("it still runs after {} ms", limit.as_millis()))),
        }
    }

    /// What the process says until it has ended; nothing that answers something is allowed.
    pub(crate) fn expect_no_last_words(&mut self, expected: &str) -> Examined {
        match self.hear(AT_ONCE) {
            Heard::Line(answer) => Err(answer.instead_of(expected)),
            Heard::Closed | Heard::Silence => Ok(()),
        }
    }

    /// Bytes that the engine uses now, with its descendants.
    pub(crate) fn memory(&mut self) -> Result<u64, Objection> {
        // It is looked at ten times a second at most.
        for _ in 0..30 {
            if let Some(bytes) = self.process().memory() {
                return Ok(bytes);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Err(fault("the memory of the process can be looked at", "the system does not tell"))
    }
}
