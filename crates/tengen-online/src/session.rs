//! Sessions: a command that arrives twice is carried out once, and both times receives the same answer.

use std::collections::VecDeque;

use crate::message::{MAX_PENDING_COMMANDS, ServerMessage};

/// The commands of a client's session that were carried out. It outlives the client's connection.
///
/// ```
/// use tengen_online::message::ServerMessage;
/// use tengen_online::session::{CommandLog, Step};
///
/// let mut log = CommandLog::default();
/// assert_eq!(log.step(1), Step::New);
/// let done = ServerMessage::Done { n: 1, created: None };
/// log.answered(1, done.clone());
/// // The connection is lost before the answer arrives, and the client sends the command again.
/// assert_eq!((log.received(), log.step(1)), (1, Step::Repeated(Some(done))));
/// assert_eq!(log.step(2), Step::New);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CommandLog {
    received: u32,
    /// The answers to the last commands, the oldest first.
    answers: VecDeque<(u32, ServerMessage)>,
}

/// What to do with a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Carry it out.
    New,
    /// Only send this answer again; none is known if the command is old or is being carried out.
    Repeated(Option<ServerMessage>),
}

impl CommandLog {
    /// The number of the last command that was answered, for [`Welcome::received`](crate::message::Welcome::received).
    pub fn received(&self) -> u32 {
        self.received
    }

    /// Whether a command is new. Commands with the number 0 change nothing and are always new.
    pub fn step(&self, n: u32) -> Step {
        if n == 0 || n > self.received {
            return Step::New;
        }
        let answer = self.answers.iter().find(|(number, _)| *number == n);
        Step::Repeated(answer.map(|(_, answer)| answer.clone()))
    }

    /// A command was carried out or refused, with this answer.
    pub fn answered(&mut self, n: u32, answer: ServerMessage) {
        if n > self.received {
            self.received = n;
            self.answers.push_back((n, answer));
            if self.answers.len() > MAX_PENDING_COMMANDS {
                self.answers.pop_front();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_answers_are_dropped() {
        let mut log = CommandLog::default();
        let done = |n| ServerMessage::Done { n, created: None };
        for n in 1..=100 {
            assert_eq!(log.step(n), Step::New);
            log.answered(n, done(n));
        }
        assert_eq!((log.received(), log.answers.len()), (100, MAX_PENDING_COMMANDS));
        assert_eq!((log.step(1), log.step(100)), (Step::Repeated(None), Step::Repeated(Some(done(100)))));
        assert_eq!((log.step(0), log.step(101)), (Step::New, Step::New));
        log.answered(0, done(0));
        log.answered(50, done(50));
        assert_eq!(log.received(), 100);
    }
}
