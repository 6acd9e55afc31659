//! SQLite: one file in a data folder, or memory.

mod read;
mod write;

use std::path::Path;
use std::time::Duration;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use tengen_online::account::{NameKey, Report};
use tengen_online::game::GameEvent;
use tengen_online::id::{AccountId, GameId};
use tengen_online::lobby::{OpenChallenge, OpenSeek};
use tengen_online::rating::RatingChange;

use super::{
    Answer, Change, Conflict, GameLine, Storage, StorageError, StoredAccount, StoredGame, TokenHash,
};
use tengen_online::Time;

/// The versions of the tables, in their order. A version that was published is never changed.
const MIGRATIONS: [(&str, &str); 1] = [("tables", include_str!("schema.sql"))];

/// The name of the database in the data folder.
const FILE: &str = "tengen.sqlite";

/// The most connections that read at once.
const READERS: u32 = 4;

/// Kibibytes of pages that each connection has in memory.
const CACHE_KIB: &str = "-16000";

/// A database in a file or in memory.
#[derive(Debug)]
pub struct Sqlite {
    /// One connection: SQLite has one writer at a time.
    writer: SqlitePool,
    readers: SqlitePool,
}

impl From<sqlx::Error> for StorageError {
    fn from(error: sqlx::Error) -> StorageError {
        StorageError::Database(Box::new(error))
    }
}

impl Sqlite {
    /// Opens the database in a folder, and creates both if they do not exist.
    ///
    /// # Errors
    /// When the folder cannot be created, or the file is no database that this version understands.
    pub async fn open(folder: &Path) -> Result<Sqlite, StorageError> {
        std::fs::create_dir_all(folder).map_err(|error| StorageError::Database(Box::new(error)))?;
        let options = SqliteConnectOptions::new()
            .filename(folder.join(FILE))
            .create_if_missing(true)
            // Readers and the writer do not wait for each other.
            .journal_mode(SqliteJournalMode::Wal)
            // A commit is durable even when the machine loses power. Group commit makes this affordable.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5))
            .pragma("cache_size", CACHE_KIB);
        let writer = pool(1).connect_with(options.clone()).await?;
        migrate(&writer).await?;
        let readers = pool(READERS).connect_lazy_with(options.read_only(true));
        Ok(Sqlite { writer, readers })
    }

    /// A database that ends with the program.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub async fn in_memory() -> Result<Sqlite, StorageError> {
        let options = SqliteConnectOptions::new().in_memory(true).foreign_keys(true);
        // Each connection to a database in memory has its own, so that there must be only one.
        let writer = pool(1).connect_with(options).await?;
        migrate(&writer).await?;
        Ok(Sqlite { readers: writer.clone(), writer })
    }
}

/// Connections that are never closed for their age, since a database in memory would end with its connection.
fn pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_secs(10))
}

async fn migrate(writer: &SqlitePool) -> Result<(), StorageError> {
    let migration = |(version, (name, sql)): (i64, (&'static str, &'static str))| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let migrations = (1..).zip(MIGRATIONS).map(migration).collect();
    let done = Migrator::with_migrations(migrations).run(writer).await;
    done.map_err(|error| StorageError::Database(Box::new(error)))
}

impl Storage for Sqlite {
    fn commit<'a>(&'a self, groups: &'a [&'a [Change]]) -> Answer<'a, Vec<Result<(), Conflict>>> {
        Box::pin(write::commit(&self.writer, groups))
    }

    fn live_games(&self) -> Answer<'_, Vec<StoredGame>> {
        Box::pin(read::live_games(&self.readers))
    }

    fn game(&self, game: GameId) -> Answer<'_, Option<StoredGame>> {
        Box::pin(read::game(&self.readers, game))
    }

    fn games_of(&self, account: AccountId, before: Time, limit: u32) -> Answer<'_, Vec<GameLine>> {
        Box::pin(read::games_of(&self.readers, account, before, limit))
    }

    fn account(&self, account: AccountId) -> Answer<'_, Option<StoredAccount>> {
        Box::pin(read::account(&self.readers, account))
    }

    fn account_of_name<'a>(&'a self, key: &'a NameKey) -> Answer<'a, Option<StoredAccount>> {
        Box::pin(read::account_of_name(&self.readers, key))
    }

    fn session(&self, token: TokenHash, now: Time) -> Answer<'_, Option<StoredAccount>> {
        Box::pin(read::session(&self.readers, token, now))
    }

    fn lobby(&self) -> Answer<'_, (Vec<OpenSeek>, Vec<OpenChallenge>)> {
        Box::pin(read::lobby(&self.readers))
    }

    fn rating_history(&self, account: AccountId) -> Answer<'_, Vec<RatingChange>> {
        Box::pin(read::rating_history(&self.readers, account))
    }

    fn reports(&self, by: Option<AccountId>, only_open: bool, limit: u32) -> Answer<'_, Vec<Report>> {
        Box::pin(read::reports(&self.readers, by, only_open, limit))
    }

    fn check(&self) -> Answer<'_, ()> {
        Box::pin(read::check(&self.readers))
    }
}

/// A number as SQLite has it. Times and counts are far below its limit.
fn integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A stored event from its columns.
fn event(at: i64, body: &str) -> Result<GameEvent, StorageError> {
    let event =
        serde_json::from_str(body).map_err(|error| StorageError::unreadable("an event of a game", error))?;
    Ok(GameEvent { at: at.unsigned_abs(), event })
}
