//! The sender of a command, and the way of the answer back to it.

use std::sync::Arc;
use std::time::Instant;

use tengen_online::Time;
use tengen_online::http::Done;
use tengen_online::id::AccountId;
use tengen_online::message::{ChallengeView, Refusal, ServerMessage};
use tokio::sync::oneshot;

use super::presence::Connection;
use super::text;

/// The answer to a command.
pub(super) type Answered = Result<Done, Refusal>;

/// The sender of a command. It receives one answer, or none if the command has no number.
pub(crate) struct Caller {
    pub(super) account: AccountId,
    /// The number of the connection, or of the request.
    pub(super) number: u64,
    /// The number of the command; 0 for a command that is answered only by a refusal.
    pub(super) n: u32,
    /// The time at which the command arrived.
    pub(super) since: Instant,
    to: To,
}

enum To {
    Connection(Arc<Connection>),
    Request {
        answer: oneshot::Sender<Answered>,
        /// The challenge that another server has sent before its answer.
        challenge: Option<ChallengeView>,
    },
}

impl Caller {
    /// The client of a connection as a caller.
    pub(super) fn client(connection: &Arc<Connection>, n: u32) -> Caller {
        let (account, number) = (connection.account, connection.number);
        Caller { account, number, n, since: Instant::now(), to: To::Connection(connection.clone()) }
    }

    /// The sender of a request as a caller. The request waits for the answer to its only command.
    pub(super) fn request(account: AccountId, number: u64) -> (Caller, oneshot::Receiver<Answered>) {
        let (answer, receiver) = oneshot::channel();
        let to = To::Request { answer, challenge: None };
        (Caller { account, number, n: 1, since: Instant::now(), to }, receiver)
    }

    /// The connection; `None` for a request.
    pub(super) fn connection(&self) -> Option<&Arc<Connection>> {
        match &self.to {
            To::Connection(connection) => Some(connection),
            To::Request { .. } => None,
        }
    }

    /// The round-trip time of the last measurement.
    pub(super) fn lag(&self) -> Time {
        self.connection().map_or(0, |connection| connection.lag())
    }

    /// Takes a message that another server sends to a request before the answer.
    pub(super) fn receive(&mut self, message: &str) {
        if let To::Request { challenge, .. } = &mut self.to
            && let Ok(ServerMessage::Challenge(view)) = serde_json::from_str(message)
        {
            *challenge = Some(view);
        }
    }

    pub(super) fn answer(self, result: Answered) {
        match self.to {
            To::Connection(connection) if self.n == 0 => {
                if let Err(error) = result {
                    connection.push(text(&ServerMessage::Refused { n: 0, error }));
                }
            }
            To::Connection(connection) => {
                let created = result.map(|Done { created, challenge }| {
                    if let Some(view) = challenge {
                        connection.push(text(&ServerMessage::Challenge(view)));
                    }
                    created
                });
                connection.session.answer(self.n, created);
            }
            To::Request { answer, challenge: received } => {
                let result = result
                    .map(|Done { created, challenge }| Done { created, challenge: challenge.or(received) });
                // A client that has ended its request needs no answer.
                let _ = answer.send(result);
            }
        }
    }
}
