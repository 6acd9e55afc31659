//! Group commit: changes that many users make at the same time become durable in one transaction.
//!
//! All changes pass through one queue. A task takes everything that has arrived since the last transaction, commits it, and only then calls
//! the continuation of each group, in the order of the queue. The continuations send the answers and updates, so that no client receives a
//! move that a failure could undo, and all clients receive the moves in their order. Groups without changes pass through the same queue:
//! they are answers that must not overtake others.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::metrics::Metrics;
use super::storage::{Change, Conflict, Storage, StorageError};

/// The most groups of one transaction. The limit bounds the time that the first of them waits for the others.
const MOST_GROUPS: usize = 2_048;

/// The reason why a group was not written.
#[derive(Clone, Debug, thiserror::Error)]
pub enum WriteError {
    /// The group conflicts with the stored data.
    #[error(transparent)]
    Conflict(#[from] Conflict),
    /// The storage failed.
    #[error(transparent)]
    Storage(Arc<StorageError>),
    /// The server stops.
    #[error("expected a server that runs, found one that stops")]
    Stopped,
}

/// The continuation of a group: it receives `Ok` when the group is durable, and an error when the group was not written.
type Next = Box<dyn FnOnce(Result<(), WriteError>) + Send>;

struct Group {
    changes: Vec<Change>,
    next: Next,
}

/// The queue of changes to be written.
#[derive(Clone)]
pub struct Writer {
    queue: mpsc::UnboundedSender<Group>,
    is_failing: Arc<AtomicBool>,
}

impl Writer {
    /// Starts the task that writes. It ends when all writers have been dropped and everything is written.
    pub fn start(storage: Arc<dyn Storage>, metrics: Arc<Metrics>) -> (Writer, JoinHandle<()>) {
        let (queue, groups) = mpsc::unbounded_channel();
        let is_failing = Arc::new(AtomicBool::new(false));
        let task = tokio::spawn(write(storage, groups, metrics, is_failing.clone()));
        (Writer { queue, is_failing }, task)
    }

    /// Whether the last transaction failed. The periodic [`Change::Alive`] of the server tries again.
    pub fn is_failing(&self) -> bool {
        self.is_failing.load(Relaxed)
    }

    /// Queues a group with its continuation. `next` runs on the task that writes, so it must be short.
    ///
    /// The length of the queue is bounded by the callers: each connection has only a few commands under way at a time. When the task has
    /// ended with its runtime, `next` is dropped, because no client is left.
    pub fn submit(&self, changes: Vec<Change>, next: impl FnOnce(Result<(), WriteError>) + Send + 'static) {
        let _ = self.queue.send(Group { changes, next: Box::new(next) });
    }

    /// Writes a group and waits until it is durable.
    ///
    /// # Errors
    /// When the group was not written.
    pub async fn write(&self, changes: Vec<Change>) -> Result<(), WriteError> {
        let (done, result) = oneshot::channel();
        self.submit(changes, move |result| {
            // A caller that no longer waits needs no answer.
            let _ = done.send(result);
        });
        result.await.unwrap_or(Err(WriteError::Stopped))
    }
}

async fn write(
    storage: Arc<dyn Storage>,
    mut queue: mpsc::UnboundedReceiver<Group>,
    metrics: Arc<Metrics>,
    is_failing: Arc<AtomicBool>,
) {
    let mut groups = Vec::new();
    let mut log = FailureLog::default();
    while queue.recv_many(&mut groups, MOST_GROUPS).await > 0 {
        let changed: Vec<&[Change]> = groups
            .iter()
            .map(|group| group.changes.as_slice())
            .filter(|changes| !changes.is_empty())
            .collect();
        let result = if changed.is_empty() {
            Ok(Vec::new())
        } else {
            let start = Instant::now();
            let result = storage.commit(&changed).await;
            metrics.commit.observe(start.elapsed());
            metrics.changes.fetch_add(changed.len() as u64, Relaxed);
            is_failing.store(result.is_err(), Relaxed);
            log.note(result.as_ref().err(), changed.len(), start);
            result
        };
        match result {
            Ok(results) => {
                let mut results = results.into_iter();
                for group in groups.drain(..) {
                    let done = if group.changes.is_empty() { Some(Ok(())) } else { results.next() };
                    // There is a result for each group; a storage that returns fewer results has failed.
                    (group.next)(done.unwrap_or(Err(Conflict::Missing)).map_err(WriteError::from));
                }
            }
            Err(error) => {
                metrics.failures.fetch_add(1, Relaxed);
                let error = Arc::new(error);
                for group in groups.drain(..) {
                    let done = if group.changes.is_empty() { Ok(()) } else { Err(error.clone()) };
                    (group.next)(done.map_err(WriteError::Storage));
                }
            }
        }
    }
}

/// Reports failures at most once in [`LOG_PAUSE`], so that the log does not fill a full disk further.
#[derive(Default)]
struct FailureLog {
    /// The time of the last report of a failure; `None` while transactions succeed.
    reported: Option<Instant>,
    /// The number of failures since the last report.
    unreported: u64,
}

/// The time between two reports of failures.
const LOG_PAUSE: Duration = Duration::from_secs(30);

impl FailureLog {
    fn note(&mut self, error: Option<&StorageError>, groups: usize, now: Instant) {
        match (error, self.reported) {
            (Some(_), Some(last)) if now.duration_since(last) < LOG_PAUSE => self.unreported += 1,
            (Some(error), _) => {
                let unreported = std::mem::take(&mut self.unreported);
                tracing::error!(%error, groups, unreported, "changes could not be written");
                self.reported = Some(now);
            }
            (None, Some(_)) => {
                let unreported = std::mem::take(&mut self.unreported);
                tracing::info!(unreported, "changes are written again");
                self.reported = None;
            }
            (None, None) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::super::storage::Sqlite;
    use super::super::storage::testing::{created, guest, moved};
    use super::*;

    #[tokio::test]
    async fn groups_are_answered_in_order_after_they_are_stored() {
        let storage: Arc<dyn Storage> = Arc::new(Sqlite::in_memory().await.unwrap());
        let metrics = Arc::new(Metrics::default());
        let (writer, task) = Writer::start(storage.clone(), metrics.clone());
        let order = Arc::new(Mutex::new(Vec::new()));
        let note = |number: u32, changes: Vec<Change>| {
            let order = order.clone();
            writer.submit(changes, move |result| order.lock().unwrap().push((number, result.is_ok())));
        };
        let (one, other) = (guest(1), guest(2));
        note(1, [&one, &other].map(|account| Change::CreateAccount(Box::new(account.clone()))).to_vec());
        let (game, create) = created(5, &one, &other);
        note(2, vec![create]);
        note(3, Vec::new());
        for ply in 0..100 {
            note(4 + ply, vec![moved(game, ply + 1, ply)]);
        }
        // The preceding events are missing: this event cannot be written, and the later groups are not affected.
        note(104, vec![moved(game, 200, 0)]);
        writer.write(vec![moved(game, 101, 100)]).await.unwrap();
        let expected: Vec<(u32, bool)> = (1..=104).map(|number| (number, number != 104)).collect();
        assert_eq!(*order.lock().unwrap(), expected);
        assert_eq!(storage.game(game).await.unwrap().unwrap().events.len(), 102);
        assert!(metrics.changes.load(Relaxed) >= 104);
        drop(writer);
        task.await.unwrap();
    }
}
