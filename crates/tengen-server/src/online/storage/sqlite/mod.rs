//! Storage in SQLite: one file in a data folder, or memory.

#[path = "../sql/credentials.rs"]
mod credentials;
mod merge;
#[path = "../sql/methods.rs"]
mod methods;
#[path = "../sql/moderation.rs"]
mod moderation;
#[path = "../sql/rating.rs"]
mod rating;
#[path = "../sql/read.rs"]
mod read;
#[cfg(test)]
#[path = "../../../../tests/online/small_disk.rs"]
mod small_disk;
#[path = "../sql/talk.rs"]
mod talk;
#[path = "../sql/tournament.rs"]
mod tournament;
#[path = "../sql/write.rs"]
mod write;

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::Connection as _;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::sqlite::{
    SqliteConnection as Connection, SqlitePool as Pool, SqliteQueryResult as QueryResult, SqliteRow as Row,
};

use super::{Change, Leases, StorageError, migrated, migrator};
use merge::Merger;
use write::Results;

type Store = Sqlite;
type Transaction = sqlx::Transaction<'static, sqlx::Sqlite>;

/// Selects the games of appends, `[["GameId",12],...]`, whose number of stored events differs.
const CONFLICTING_APPENDS: &str = "SELECT j.value ->> 0 FROM json_each($1) AS j LEFT JOIN game AS g ON g.id = j.value ->> 0 \
    WHERE g.number IS NULL \
    OR (SELECT max(seq) + 1 FROM event WHERE event.game = g.number) IS NOT j.value ->> 1";

/// Appends events, `[["GameId",12,1764000000000,{...}],...]`, except for those of some games.
const INSERT_EVENTS: &str = "INSERT INTO event (game, seq, at, body) \
    SELECT g.number, j.value ->> 1, j.value ->> 2, j.value -> 3 \
    FROM json_each($1) AS j JOIN game AS g ON g.id = j.value ->> 0 \
    WHERE j.value ->> 0 NOT IN (SELECT value FROM json_each($2))";

/// Selects the creations of the games that some accounts, `["AccountId",...]`, play now. Each half uses an index.
const CREATIONS_OF_LIVE_GAMES: &str = "SELECT at, body FROM event WHERE seq = 0 AND game IN ( \
    SELECT number FROM game WHERE ended IS NULL AND first IN (SELECT value FROM json_each($1)) \
    UNION SELECT number FROM game WHERE ended IS NULL AND second IN (SELECT value FROM json_each($1)))";

/// The versions of the tables, in ascending order. A published version is never changed.
const MIGRATIONS: [(&str, &str); 2] =
    [("tables", include_str!("schema.sql")), ("talk", include_str!("talk.sql"))];

/// The name of the database in the data folder.
const FILE: &str = "tengen.sqlite";

/// The most connections that read at the same time.
const READERS: u32 = 4;

/// The page cache of each connection, in kibibytes with a negative sign.
const CACHE_KIB: &str = "-16000";

/// The file that a program locks while it uses the data folder.
const LOCK: &str = "tengen.lock";

/// A database in a file or in memory.
#[derive(Debug)]
pub struct Sqlite {
    /// The lock of the folder, for as long as the database is used. The system releases it when the program ends, in whatever way.
    _lock: Option<File>,
    /// The only connection that writes: SQLite has one writer at a time.
    writer: SqlitePool,
    readers: SqlitePool,
    /// The merging of the log; `None` for a database in memory, which has no log.
    merger: Option<Arc<Merger>>,
}

impl Sqlite {
    /// Opens the database in a folder, and creates the folder and the database if they do not exist.
    ///
    /// # Errors
    /// When the folder cannot be created, or the file is not a database that this version can read.
    pub async fn open(folder: &Path) -> Result<Sqlite, StorageError> {
        let lock = lock(folder)?;
        private(folder.join(FILE).as_path())
            .map_err(|source| StorageError::Folder { folder: folder.to_owned(), source })?;
        let options = SqliteConnectOptions::new()
            .filename(folder.join(FILE))
            // Readers and the writer do not wait for each other.
            .journal_mode(SqliteJournalMode::Wal)
            // A commit is durable even when the machine loses power. Group commit makes this affordable.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5))
            .pragma("cache_size", CACHE_KIB)
            .pragma("wal_autocheckpoint", merge::TOO_LONG);
        let writer = pool(1)
            .before_acquire(|connection, _| Box::pin(is_usable(connection)))
            .connect_with(options.clone())
            .await?;
        migrate(&writer).await?;
        let merger = Some(Arc::new(Merger::new(pool(1).connect_lazy_with(options.clone()))));
        let readers = pool(READERS).connect_lazy_with(options.read_only(true));
        Ok(Sqlite { _lock: Some(lock), writer, readers, merger })
    }

    /// Opens a new database in memory.
    ///
    /// # Errors
    /// When the system has too little memory.
    pub async fn in_memory() -> Result<Sqlite, StorageError> {
        let options = SqliteConnectOptions::new().in_memory(true).foreign_keys(true);
        // Each connection to a database in memory has a database of its own, so that there must be only one connection.
        let writer = pool(1).connect_with(options).await?;
        migrate(&writer).await?;
        Ok(Sqlite { _lock: None, readers: writer.clone(), writer, merger: None })
    }

    /// The path of the database in a folder.
    pub(crate) fn file(folder: &Path) -> PathBuf {
        folder.join(FILE)
    }

    /// Locks a folder for this program alone, for as long as the file is open.
    pub(crate) fn lock(folder: &Path) -> Result<File, StorageError> {
        lock(folder)
    }

    /// Copies the database of a folder, in the state of one moment, into an empty file. The lock of the folder is not needed.
    pub(crate) async fn copy(folder: &Path, to: &Path) -> Result<(), StorageError> {
        let options = SqliteConnectOptions::new()
            .filename(folder.join(FILE))
            .create_if_missing(false)
            .busy_timeout(Duration::from_secs(30));
        let mut connection = Connection::connect_with(&options).await?;
        let to =
            to.to_str().ok_or_else(|| StorageError::unreadable("a name of a file in Unicode", "others"))?;
        sqlx::query("VACUUM INTO $1").bind(to.to_owned()).execute(&mut connection).await?;
        Ok(connection.close().await?)
    }

    /// The description of the damage of a database that is not in use; `None` if it is intact and this version can read it.
    pub(crate) async fn damage(file: &Path) -> Result<Option<String>, StorageError> {
        let options = SqliteConnectOptions::new().filename(file).create_if_missing(false);
        let pool = pool(1).connect_with(options).await?;
        let found: String = sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&pool).await?;
        if found != "ok" {
            return Ok(Some(found));
        }
        migrate(&pool).await?;
        pool.close().await;
        Ok(None)
    }

    /// Begins a transaction that writes.
    async fn begin(&self) -> Result<Transaction, StorageError> {
        Ok(self.writer.begin_with("BEGIN IMMEDIATE").await?)
    }

    /// Counts the changes after a transaction, for the merging of the log.
    async fn after_commit(&self, groups: usize) {
        if let Some(merger) = &self.merger {
            merger.finish_long_log(&self.writer).await;
            merger.note(groups);
        }
    }

    /// SQLite writes appends like all other changes: a statement needs no round trip to another program.
    async fn append(&self, _: &[&[Change]]) -> Result<Option<Results>, StorageError> {
        Ok(None)
    }

    /// Runs without a time limit, because a file answers or fails.
    async fn bounded<T>(
        &self,
        work: impl Future<Output = Result<T, StorageError>>,
    ) -> Result<T, StorageError> {
        work.await
    }

    /// Merges the write-ahead log into the database, so that one file contains everything, and closes the connections.
    async fn close(&self) -> Result<(), StorageError> {
        if self._lock.is_none() {
            // A database in memory ends with its connection.
            return Ok(());
        }
        // A reader, or a merging that is under way, would keep the log from being emptied.
        self.readers.close().await;
        if let Some(merger) = &self.merger {
            merger.close().await;
        }
        let merged = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&self.writer).await;
        self.writer.close().await;
        merged?;
        Ok(())
    }

    /// SQLite has no leases: the lock of the folder belongs to one server.
    fn as_leases(&self) -> Option<&dyn Leases> {
        None
    }
}

/// The write-ahead log of the database in a folder.
#[cfg(test)]
fn wal(folder: &Path) -> PathBuf {
    folder.join(format!("{FILE}-wal"))
}

/// Locks a folder for this program alone. Two servers with one database would each have every game in memory.
fn lock(folder: &Path) -> Result<File, StorageError> {
    let failed = |error: io::Error| StorageError::Folder { folder: folder.to_owned(), source: error };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let file = private(&folder.join(LOCK)).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StorageError::InUse { folder: folder.to_owned() }),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Opens a file to write at its end. A new file is readable only for its owner, whatever the default mode is: it contains the accounts of
/// all users. SQLite gives the log beside a database the mode of the database.
pub(crate) fn private(file: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

/// A pool whose connections are never closed for their age, since a database in memory would end with its connection.
fn pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_secs(10))
}

/// Whether a connection can begin a transaction. SQLite ends a transaction by itself when the disk is full, and the driver then fails
/// to roll it back and counts it for ever. The pool replaces such a connection.
async fn is_usable(connection: &mut Connection) -> Result<bool, sqlx::Error> {
    // A rollback that is pending is carried out first.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}

async fn migrate(writer: &SqlitePool) -> Result<(), StorageError> {
    migrated(migrator(&MIGRATIONS).run(writer).await)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::small_disk::SmallDisk;
    use super::*;
    use crate::online::part::GAME_PARTS;
    use crate::online::storage::testing::{created, guest};
    use crate::online::storage::{Change, Storage as _};

    #[tokio::test]
    async fn tables_of_a_newer_version_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        {
            let storage = Sqlite::open(folder.path()).await.unwrap();
            let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                VALUES (999, 'later', TRUE, x'00', 0)";
            sqlx::query(newer).execute(&storage.writer).await.unwrap();
        }
        let error = Sqlite::open(folder.path()).await.unwrap_err();
        assert!(matches!(error, StorageError::Newer { found: 999 }), "{error}");
        assert!(error.to_string().contains("found version 999, which a newer version"), "{error}");
    }

    #[tokio::test]
    async fn a_full_disk_that_has_room_again_is_written_to() {
        let Some(disk) = SmallDisk::mount(2) else {
            eprintln!("skipped: this user may not mount a file system");
            return;
        };
        let storage = Sqlite::open(disk.path()).await.unwrap();
        let account = |number| Change::CreateAccount(Box::new(guest(number)));
        storage.commit(&[&[account(1)]]).await.unwrap()[0].clone().unwrap();
        // The disk is full to its last byte, and transactions of many sizes fail in all their steps.
        let filler = disk.fill();
        let mut failures = 0;
        for number in 2..60 {
            let changes: Vec<Change> = (0..number).map(|one| account(number * 1_000 + one)).collect();
            let groups: Vec<&[Change]> = changes.iter().map(std::slice::from_ref).collect();
            failures += u32::from(storage.commit(&groups).await.is_err());
        }
        assert!(failures > 10, "{failures} transactions failed");
        disk.make_room(filler);
        storage.commit(&[&[account(900_000)]]).await.unwrap()[0].clone().unwrap();
        let found = storage.account(guest(900_000).id).await.unwrap();
        assert!(found.is_some());
        assert!(storage.account(guest(1).id).await.unwrap().is_some());
    }

    /// The start of a server with a million games that have ended, and one that goes on.
    #[tokio::test]
    #[ignore = "fills a database for about a minute"]
    async fn a_million_stored_games_do_not_delay_the_start() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (guest(1), guest(2));
        let (game, create) = created(5, &one, &other);
        {
            let storage = Sqlite::open(folder.path()).await.unwrap();
            let accounts = [&one, &other].map(|account| Change::CreateAccount(Box::new(account.clone())));
            let changes: Vec<Change> = accounts.into_iter().chain([create]).collect();
            assert_eq!(storage.commit(&[&changes]).await.unwrap(), [Ok(())]);
            for statement in [
                "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) \
                 INSERT INTO game (id, part, first, second, created, ended, result) \
                 SELECT printf('%08d', i), i % 64, printf('a%07d', i % 5000), printf('b%07d', i % 7000), i, i + 1, '{}' FROM n",
                "INSERT INTO event (game, seq, at, body) SELECT number, 0, created, '{}' FROM game WHERE ended IS NOT NULL",
                "INSERT INTO event (game, seq, at, body) SELECT number, 1, created, '{}' FROM game WHERE ended IS NOT NULL",
            ] {
                sqlx::query(statement).execute(&storage.writer).await.unwrap();
            }
        }
        let start = Instant::now();
        let storage = Sqlite::open(folder.path()).await.unwrap();
        let mut live = Vec::new();
        for part in 0..GAME_PARTS {
            live.extend(storage.live_games(part).await.unwrap());
        }
        storage.lobby().await.unwrap();
        storage.tournaments(0).await.unwrap();
        let took = start.elapsed();
        assert_eq!(live.iter().map(|stored| stored.game).collect::<Vec<_>>(), [game]);
        let bytes = std::fs::metadata(Sqlite::file(folder.path())).unwrap().len();
        eprintln!("{} MB are open after {took:?}", bytes / 1_000_000);
        assert!(took < Duration::from_secs(1), "{took:?}");
    }
}
