//! What follows from a decision, and the one place that makes it durable before anybody learns of it. (Changes without a decision, such as
//! those of lists of an account, are written directly.)

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tengen_online::http::Done;
use tengen_online::id::AccountId;
use tengen_online::message::{ErrorCode, Refusal, ServerMessage};

use super::caller::{Answered, Caller};
use super::context::Context;
use super::follow_up::FollowUp;
use super::presence::Connection;
use super::text;
use crate::online::storage::Change;
use crate::online::writer::WriteError;

/// The consequences of a decision of one owner.
#[derive(Default)]
pub(super) struct Consequence {
    /// The changes to store, all of them or none.
    pub(super) changes: Vec<Change>,
    /// The answer to the command. If the changes cannot be written, the command is refused instead.
    pub(super) answer: Option<(Caller, Answered)>,
    /// Whether the time until the answer is counted in the metrics as that of a move.
    pub(super) is_move: bool,
    /// The messages that are sent when the changes are durable.
    pub(super) deliveries: Vec<Delivery>,
    /// The work of other owners when the changes are durable.
    pub(super) follow_ups: Vec<FollowUp>,
    /// The work if the changes cannot be written.
    pub(super) recovery: Vec<FollowUp>,
}

/// Messages, in the order in which they are sent.
pub(super) enum Delivery {
    Connections {
        to: Vec<Arc<Connection>>,
        messages: Vec<Utf8Bytes>,
    },
    /// A message to all connections that a user has when it is sent.
    User(AccountId, Box<ServerMessage>),
}

impl Delivery {
    pub(super) fn to(connection: &Arc<Connection>, message: Utf8Bytes) -> Delivery {
        Delivery::Connections { to: vec![connection.clone()], messages: vec![message] }
    }

    fn send(self, context: &Context) {
        match self {
            Delivery::Connections { to, messages } => {
                for connection in to {
                    messages.iter().for_each(|message| connection.push(message.clone()));
                }
            }
            Delivery::User(account, message) => {
                let message = text(&message);
                let to = context.presence.connections(account);
                to.iter().for_each(|connection| connection.push(message.clone()));
            }
        }
    }
}

impl From<Delivery> for Consequence {
    fn from(delivery: Delivery) -> Consequence {
        Consequence { deliveries: vec![delivery], ..Consequence::default() }
    }
}

impl Consequence {
    /// Changes without an answer or a message.
    pub(super) fn of(changes: Vec<Change>) -> Consequence {
        Consequence { changes, ..Consequence::default() }
    }

    /// Adds the answer to a command, if there was a command.
    pub(super) fn answered(self, caller: Option<Caller>, result: Answered) -> Consequence {
        Consequence { answer: caller.map(|caller| (caller, result)), ..self }
    }
}

impl Context {
    /// Queues what follows from a decision. An owner calls this under the lock under which it has decided, so that the
    /// queue has the order of the decisions. A consequence without changes takes the same way: it must not overtake others.
    ///
    /// What follows elsewhere comes first, then the answer, then the messages.
    pub(super) fn settle(self: &Arc<Context>, consequence: Consequence) {
        let Consequence { changes, answer, is_move, deliveries, follow_ups, recovery } = consequence;
        let (context, dispatcher) = (self.clone(), self.dispatcher());
        self.services.writer.submit(changes, move |written| {
            let dispatch = |all: Vec<FollowUp>| {
                if let Some(dispatcher) = dispatcher {
                    all.into_iter().for_each(|follow_up| dispatcher.clone().dispatch(follow_up));
                }
            };
            match written {
                Ok(()) => {
                    // Other owners receive the follow-ups before the client receives the answer, because the client's next command depends
                    // on their state.
                    dispatch(follow_ups);
                    if let Some((caller, result)) = answer {
                        if is_move {
                            context.services.metrics.moves.observe(caller.since.elapsed());
                        }
                        context.answer(caller, result);
                    }
                    deliveries.into_iter().for_each(|delivery| delivery.send(&context));
                }
                Err(error) => {
                    if let Some((caller, _)) = answer {
                        context.refuse(caller, not_written(&error));
                    }
                    dispatch(recovery);
                }
            }
        });
    }

    pub(super) fn answer(&self, caller: Caller, result: Answered) {
        match result {
            Ok(done) => caller.answer(Ok(done)),
            Err(error) => self.refuse(caller, error),
        }
    }
}

/// The refusal of a command whose changes could not be written.
pub(super) fn not_written(error: &WriteError) -> Refusal {
    match error {
        WriteError::Conflict(conflict) => Refusal::new(ErrorCode::Outdated, conflict.to_string()),
        // The exact error of the storage is for the log and not for clients.
        _ => Refusal::new(ErrorCode::Unavailable, "expected a storage that can be written; try again later"),
    }
}

/// The answer to a command that creates nothing.
pub(super) fn done() -> Answered {
    Ok(Done::default())
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, Weak};

    use tengen_online::id::GameId;

    use super::*;
    use crate::online::clock::ServerClock;
    use crate::online::hub::context::House;
    use crate::online::hub::follow_up::Dispatch;
    use crate::online::hub::peers::Alone;
    use crate::online::metrics::Metrics;
    use crate::online::services::Services;
    use crate::online::storage::testing::{guest, moved};
    use crate::online::storage::{Sqlite, Storage};
    use crate::online::writer::Writer;

    /// A receiver of follow-ups that records the games in them.
    #[derive(Default)]
    struct Noted(Mutex<Vec<GameId>>);

    impl Dispatch for Noted {
        fn dispatch(self: Arc<Self>, follow_up: FollowUp) {
            if let FollowUp::ReadGameAgain(game) = follow_up {
                self.0.lock().unwrap().push(game);
            }
        }
    }

    #[tokio::test]
    async fn what_is_durable_is_answered_and_what_is_not_is_refused() {
        let storage: Arc<dyn Storage> = Arc::new(Sqlite::in_memory().await.unwrap());
        let metrics = Arc::new(Metrics::default());
        let (writer, _) = Writer::start(storage.clone(), metrics.clone());
        let services = Services::new(storage.clone(), writer, metrics, ServerClock::start());
        let noted = Arc::new(Noted::default());
        let dispatcher: Weak<Noted> = Arc::downgrade(&noted);
        let house = House::new(Vec::new());
        let context = Arc::new(Context::new(Arc::new(services), house, Arc::new(Alone), dispatcher));
        let [follow_up, recovery, missing] = [1, 2, 3].map(GameId::from_entropy);
        let account = guest(1);
        let settle = |number: u64, change: Change| {
            let (caller, answer) = Caller::request(account.id, number);
            let consequence = Consequence {
                follow_ups: vec![FollowUp::ReadGameAgain(follow_up)],
                recovery: vec![FollowUp::ReadGameAgain(recovery)],
                ..Consequence::of(vec![change])
            };
            context.settle(consequence.answered(Some(caller), done()));
            answer
        };

        let answer = settle(1, Change::CreateAccount(Box::new(account.clone()))).await.unwrap();
        assert!(answer.is_ok());
        assert!(storage.account(account.id).await.unwrap().is_some());
        assert_eq!(*noted.0.lock().unwrap(), [follow_up]);

        // The game of this event is not stored.
        let answer = settle(2, moved(missing, 200, 0)).await.unwrap();
        assert_eq!(answer.unwrap_err().code, ErrorCode::Outdated);
        context.services.writer.write(Vec::new()).await.unwrap();
        assert_eq!(*noted.0.lock().unwrap(), [follow_up, recovery]);
    }
}
