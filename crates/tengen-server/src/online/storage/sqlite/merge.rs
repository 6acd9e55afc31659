//! The merging of the write-ahead log into the database, beside the transactions.
//!
//! SQLite merges the log in the transaction that makes it longer than a limit, and everybody who waits for this transaction also waits for
//! the pages of many others: on a disk that takes ten milliseconds for a flush, this is most of the time of the slowest moves. Here another
//! connection merges the log while transactions continue. It cannot reach the end of a log that grows meanwhile, and a log begins anew only
//! after it was merged to its end. Therefore the writer merges the small rest when the log is long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use sqlx::sqlite::SqlitePool;

/// The number of changes after which the log is merged. A change is about one page of 4 KiB.
const CHANGES: u32 = 1_000;
/// The number of pages from which the writer merges the rest of the log.
const LONG: i64 = 4_000;
/// The number of pages from which SQLite merges the log within a transaction: the merging beside the transactions has failed then.
pub(super) const TOO_LONG: &str = "40000";

/// Decides when the log is merged, and by which connection.
#[derive(Debug)]
pub(super) struct Merger {
    /// A connection that is used only for merging.
    pool: SqlitePool,
    /// The number of changes since the last merging.
    changes: AtomicU32,
    /// Whether a merging is under way.
    is_merging: AtomicBool,
    /// Whether the writer has to merge the rest of the log.
    is_long: AtomicBool,
}

impl Merger {
    pub(super) fn new(pool: SqlitePool) -> Merger {
        Merger {
            pool,
            changes: AtomicU32::new(0),
            is_merging: AtomicBool::new(false),
            is_long: AtomicBool::new(false),
        }
    }

    /// Counts changes that have been written, and merges the log in the background once there are enough of them.
    pub(super) fn note(self: &Arc<Merger>, changes: usize) {
        let changes = u32::try_from(changes).unwrap_or(u32::MAX);
        let is_due = self.changes.fetch_add(changes, Relaxed).saturating_add(changes) >= CHANGES;
        if !is_due || self.is_merging.swap(true, Relaxed) {
            return;
        }
        self.changes.store(0, Relaxed);
        let merger = self.clone();
        tokio::spawn(async move {
            match pages_after_merging(&merger.pool).await {
                Ok(pages) => merger.is_long.store(pages >= LONG, Relaxed),
                // The disk may be full, for example. The log still contains everything.
                Err(error) => tracing::warn!(%error, "the write-ahead log could not be merged"),
            }
            merger.is_merging.store(false, Relaxed);
        });
    }

    /// Merges the rest of a long log with the writer's own connection, so that the log begins anew.
    pub(super) async fn finish_long_log(&self, writer: &SqlitePool) {
        if self.is_long.swap(false, Relaxed)
            && let Err(error) = pages_after_merging(writer).await
        {
            tracing::warn!(%error, "the rest of the write-ahead log could not be merged");
        }
    }

    pub(super) async fn close(&self) {
        self.pool.close().await;
    }
}

/// Merges as much as is possible without waiting for others, and returns the number of pages in the log.
async fn pages_after_merging(pool: &SqlitePool) -> Result<i64, sqlx::Error> {
    let (_busy, pages, _merged) =
        sqlx::query_as::<_, (i64, i64, i64)>("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(pool).await?;
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::super::{Sqlite, wal};
    use super::*;
    use crate::online::storage::testing::{created, guest, moved};
    use crate::online::storage::{Change, Storage as _};

    #[tokio::test]
    async fn the_log_stays_short_while_changes_are_written_without_a_pause() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Sqlite::open(folder.path()).await.unwrap();
        let (one, other) = (guest(1), guest(2));
        let create = [&one, &other].map(|account| Change::CreateAccount(Box::new(account.clone())));
        storage.commit(&[&create]).await.unwrap();
        let (mut longest, mut written) = (0, 0);
        for number in 0..4_000 {
            let (game, create) = created(5 + number, &one, &other);
            let moves = (0..4).map(|ply| moved(game, ply + 1, ply));
            let changes: Vec<Change> = [create].into_iter().chain(moves).collect();
            let groups: Vec<&[Change]> = changes.iter().map(std::slice::from_ref).collect();
            assert!(storage.commit(&groups).await.unwrap().iter().all(Result::is_ok));
            written += groups.len();
            longest = longest.max(std::fs::metadata(wal(folder.path())).unwrap().len());
        }
        assert_eq!(written, 20_000);
        // Without merging, the log would have several pages for each transaction.
        let limit = 3 * LONG as u64 * 4_096;
        assert!(longest < limit, "the log had {longest} bytes");
        storage.finish().await.unwrap();
        let merged = std::fs::metadata(wal(folder.path())).map_or(0, |file| file.len());
        assert_eq!(merged, 0, "the end of the program merges everything");
    }
}
