//! The queue of messages to one client.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

use super::hub::Remote;

/// The most messages in the queue of a client.
const MOST_MESSAGES: usize = 512;
/// The most bytes in the queue of a client.
const MOST_BYTES: usize = 512 * 1024;

/// The reason why the server ends a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Closing {
    /// The client receives its messages too slowly.
    Slow,
    /// The same session has opened a new connection.
    Replaced,
    /// The session or the account was closed.
    LoggedOut,
    /// The client violates the protocol or the limits.
    Violation,
    /// The client has sent a frame over the limit.
    TooLarge,
    /// The server stops.
    Stopping,
}

/// A bounded queue. A client whose queue becomes full is disconnected: a larger buffer would take memory from the other clients.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    waiting: Mutex<Waiting>,
    changed: Notify,
    /// The way to a client that is connected to another server. The queue stays empty then.
    remote: Option<Remote>,
}

#[derive(Debug, Default)]
struct Waiting {
    messages: VecDeque<Utf8Bytes>,
    bytes: usize,
    closing: Option<Closing>,
}

impl Outbox {
    /// The outbox of a client of another server.
    pub(crate) fn of_remote(remote: Remote) -> Outbox {
        Outbox { remote: Some(remote), ..Outbox::default() }
    }

    pub(crate) fn is_remote(&self) -> bool {
        self.remote.is_some()
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // The fields are consistent after every change.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a message. Clones of a message share its bytes.
    pub(crate) fn push(&self, message: Utf8Bytes) {
        if let Some(remote) = &self.remote {
            return remote.push(message.as_str());
        }
        let mut waiting = self.lock();
        if waiting.closing.is_some() {
            return;
        }
        waiting.bytes += message.as_str().len();
        waiting.messages.push_back(message);
        if waiting.messages.len() > MOST_MESSAGES || waiting.bytes > MOST_BYTES {
            waiting.closing = Some(Closing::Slow);
            waiting.messages = VecDeque::new();
        }
        drop(waiting);
        self.changed.notify_one();
    }

    /// Ends the connection after the queued messages have been sent. The first reason counts.
    pub(crate) fn close(&self, reason: Closing) {
        if let Some(remote) = &self.remote {
            return remote.close(reason);
        }
        self.lock().closing.get_or_insert(reason);
        self.changed.notify_one();
    }

    /// Waits for messages and takes all of them; an error when the queue is empty and the connection has to end.
    pub(crate) async fn take(&self) -> Result<VecDeque<Utf8Bytes>, Closing> {
        loop {
            {
                let mut waiting = self.lock();
                if !waiting.messages.is_empty() {
                    waiting.bytes = 0;
                    return Ok(std::mem::take(&mut waiting.messages));
                }
                if let Some(reason) = waiting.closing {
                    return Err(reason);
                }
            }
            self.changed.notified().await;
        }
    }

    /// Waits until the client has become too slow, while messages are being sent to it.
    pub(crate) async fn overflow(&self) {
        while self.lock().closing != Some(Closing::Slow) {
            self.changed.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn messages_come_in_order_and_before_the_end() {
        let outbox = Outbox::default();
        outbox.push("one".into());
        outbox.push("two".into());
        outbox.close(Closing::Replaced);
        outbox.push("three".into());
        outbox.close(Closing::Stopping);
        let all: Vec<String> = outbox.take().await.unwrap().iter().map(|text| text.to_string()).collect();
        assert_eq!(all, ["one", "two"]);
        assert_eq!(outbox.take().await, Err(Closing::Replaced));
    }

    #[tokio::test]
    async fn a_queue_that_is_full_ends_the_connection_and_holds_nothing() {
        let many = Outbox::default();
        (0..MOST_MESSAGES).for_each(|_| many.push("x".into()));
        assert_eq!(many.take().await.unwrap().len(), MOST_MESSAGES);
        (0..=MOST_MESSAGES).for_each(|_| many.push("x".into()));
        assert_eq!(many.take().await, Err(Closing::Slow));
        many.overflow().await;

        let large = Outbox::default();
        large.push("x".repeat(MOST_BYTES).into());
        large.push("x".into());
        assert_eq!(large.take().await, Err(Closing::Slow));
    }
}
