//! A client's session: the commands that were carried out, over any number of connections.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tengen_online::message::{Created, MAX_PENDING_COMMANDS, Refusal, ServerMessage};

use crate::online::hub::{Remote, text};
use crate::online::outbox::{Closing, Outbox};

/// The number of answers that are kept to be sent again. It is the largest number of commands without an answer.
const KEPT_ANSWERS: usize = MAX_PENDING_COMMANDS;

/// The decision about a numbered command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Admission {
    /// The command is new and has to be carried out.
    New,
    /// The command arrived before. Its answer has been sent again if it exists; otherwise it is still to come.
    Repeated,
    /// The client has too many commands under way.
    TooMany,
}

#[derive(Debug, Default)]
pub(crate) struct Session {
    state: Mutex<State>,
    /// The way to the client if it is connected to another server, which then numbers its commands.
    remote: Option<Remote>,
}

#[derive(Debug, Default)]
struct State {
    /// The number of the last command that was accepted, whether or not it has been carried out.
    accepted: u32,
    /// The number of the last command that was answered.
    answered: u32,
    pending: usize,
    answers: VecDeque<(u32, Utf8Bytes)>,
    /// The current connection of the session, if there is one.
    outbox: Option<Arc<Outbox>>,
}

impl Session {
    /// The session of a client of another server.
    pub(crate) fn of_remote(remote: Remote) -> Session {
        Session { remote: Some(remote), ..Session::default() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Continues the session over a new connection; the former one ends.
    pub(crate) fn connect(&self, outbox: Arc<Outbox>) {
        if let Some(before) = self.lock().outbox.replace(outbox) {
            before.close(Closing::Replaced);
        }
    }

    /// The number of the last command that was carried out.
    pub(crate) fn received(&self) -> u32 {
        self.lock().answered
    }

    /// Decides about a command that has arrived.
    pub(crate) fn admit(&self, n: u32) -> Admission {
        let mut state = self.lock();
        if n <= state.accepted {
            let answer = state.answers.iter().find(|(of, _)| *of == n).map(|(_, answer)| answer.clone());
            if let (Some(answer), Some(outbox)) = (answer, &state.outbox) {
                outbox.push(answer);
            }
            return Admission::Repeated;
        }
        if state.pending >= MAX_PENDING_COMMANDS {
            return Admission::TooMany;
        }
        state.accepted = n;
        state.pending += 1;
        Admission::New
    }

    /// Records and sends the answer to an admitted command.
    pub(crate) fn answer(&self, n: u32, result: Result<Option<Created>, Refusal>) {
        if let Some(remote) = &self.remote {
            return remote.answer(n, &result);
        }
        let answer = match result {
            Ok(created) => ServerMessage::Done { n, created },
            Err(error) => ServerMessage::Refused { n, error },
        };
        let answer = text(&answer);
        let mut state = self.lock();
        state.pending = state.pending.saturating_sub(1);
        state.answered = state.answered.max(n);
        if state.answers.len() == KEPT_ANSWERS {
            state.answers.pop_front();
        }
        state.answers.push_back((n, answer.clone()));
        if let Some(outbox) = &state.outbox {
            outbox.push(answer);
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_online::message::ErrorCode;

    use super::*;

    async fn sent(outbox: &Outbox) -> Vec<String> {
        outbox.take().await.unwrap().iter().map(|text| text.to_string()).collect()
    }

    #[tokio::test]
    async fn a_repeated_command_is_answered_again_and_not_carried_out() {
        let (session, first, second) =
            (Session::default(), Arc::<Outbox>::default(), Arc::<Outbox>::default());
        session.connect(first.clone());
        assert_eq!(session.admit(1), Admission::New);
        session.answer(1, Ok(None));
        assert_eq!(session.admit(5), Admission::New);
        assert_eq!(session.received(), 1, "what has no answer may be lost");
        assert_eq!(session.admit(5), Admission::Repeated);
        session.connect(second.clone());
        session.answer(5, Err(Refusal::new(ErrorCode::Over, "over")));
        assert_eq!(session.received(), 5);
        assert_eq!(session.admit(1), Admission::Repeated);
        assert_eq!(sent(&first).await, [r#"{"done":{"n":1}}"#]);
        assert_eq!(first.take().await, Err(Closing::Replaced));
        let refused = r#"{"refused":{"n":5,"error":{"code":"over","text":"over"}}}"#;
        assert_eq!(sent(&second).await, [refused, r#"{"done":{"n":1}}"#]);
    }

    #[test]
    fn commands_without_an_answer_are_bounded() {
        let session = Session::default();
        for n in 1..=MAX_PENDING_COMMANDS as u32 {
            assert_eq!(session.admit(n), Admission::New);
        }
        assert_eq!(session.admit(100), Admission::TooMany);
        session.answer(1, Ok(None));
        assert_eq!(session.admit(100), Admission::New);
    }
}
