//! Storage in PostgreSQL, which several servers can share.

#[path = "../sql/credentials.rs"]
mod credentials;
mod lease;
#[path = "../sql/methods.rs"]
mod methods;
#[path = "../sql/moderation.rs"]
mod moderation;
#[path = "../sql/rating.rs"]
mod rating;
#[path = "../sql/read.rs"]
mod read;
#[path = "../sql/talk.rs"]
mod talk;
#[path = "../sql/tournament.rs"]
mod tournament;
#[path = "../sql/write.rs"]
mod write;

use std::str::FromStr as _;
use std::sync::atomic::AtomicI64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tengen_online::id::GameId;

use sqlx::postgres::{
    PgConnectOptions, PgConnection as Connection, PgPool as Pool, PgPoolOptions,
    PgQueryResult as QueryResult, PgRow as Row,
};

use super::{Change, Leases, StorageError, migrated, migrator};
use write::{Appends, Results};

type Store = Postgres;
type PoolConnection = sqlx::pool::PoolConnection<sqlx::Postgres>;
type Transaction = sqlx::Transaction<'static, sqlx::Postgres>;

/// Selects the games of appends, `[["GameId",12],...]`, whose number of stored events differs.
const CONFLICTING_APPENDS: &str = "SELECT j.value ->> 0 FROM json_array_elements($1::json) AS j \
    LEFT JOIN game AS g ON g.id = j.value ->> 0 \
    WHERE g.number IS NULL \
    OR (SELECT max(seq) + 1 FROM event WHERE event.game = g.number) IS DISTINCT FROM (j.value ->> 1)::bigint";

/// Appends events, `[["GameId",12,1764000000000,{...}],...]`, except for those of some games.
const INSERT_EVENTS: &str = "INSERT INTO event (game, seq, at, body) \
    SELECT g.number, (j.value ->> 1)::bigint, (j.value ->> 2)::bigint, (j.value -> 3)::text \
    FROM json_array_elements($1::json) AS j JOIN game AS g ON g.id = j.value ->> 0 \
    WHERE j.value ->> 0 NOT IN (SELECT * FROM json_array_elements_text($2::json))";

/// Appends the events `$2` for the server `$3`, except for those of games whose number of events differs from that in `$1`; these games are
/// returned. One round trip to the database replaces five. Without the row of the server's lease nothing is written. A server that takes
/// over waits for the lock of that row, as it does for other transactions.
const APPEND: &str = "WITH own AS MATERIALIZED (SELECT id FROM node WHERE id = $3 FOR KEY SHARE), \
    conflict AS MATERIALIZED ( \
        SELECT j.value ->> 0 AS id FROM json_array_elements($1::json) AS j \
        LEFT JOIN game AS g ON g.id = j.value ->> 0 \
        WHERE g.number IS NULL \
        OR (SELECT max(seq) + 1 FROM event WHERE event.game = g.number) IS DISTINCT FROM (j.value ->> 1)::bigint), \
    written AS ( \
        INSERT INTO event (game, seq, at, body) \
        SELECT g.number, (j.value ->> 1)::bigint, (j.value ->> 2)::bigint, (j.value -> 3)::text \
        FROM json_array_elements($2::json) AS j JOIN game AS g ON g.id = j.value ->> 0 \
        WHERE ($3 = 0 OR EXISTS (SELECT 1 FROM own)) AND j.value ->> 0 NOT IN (SELECT id FROM conflict)) \
    SELECT ($3 = 0 OR EXISTS (SELECT 1 FROM own)), ARRAY(SELECT id FROM conflict)";

/// Selects the creations of the games that some accounts, `["AccountId",...]`, play now. Each half uses an index.
const CREATIONS_OF_LIVE_GAMES: &str = "SELECT at, body FROM event WHERE seq = 0 AND game IN ( \
    SELECT number FROM game WHERE ended IS NULL AND first IN (SELECT json_array_elements_text($1::json)) \
    UNION SELECT number FROM game WHERE ended IS NULL AND second IN (SELECT json_array_elements_text($1::json)))";

/// The versions of the tables, in ascending order. A published version is never changed.
const MIGRATIONS: [(&str, &str); 2] =
    [("tables", include_str!("schema.sql")), ("talk", include_str!("talk.sql"))];

/// The most connections that read at the same time.
const READERS: u32 = 8;

/// The longest time for opening a connection. While the database starts, the attempts are repeated within this time.
const CONNECT: Duration = Duration::from_secs(2);

/// The longest time of a transaction. A transaction that was stopped may have become durable nevertheless, so that everything that it
/// concerned is read again.
const PATIENCE: Duration = Duration::from_secs(5);

/// The settings of each connection.
const SETTINGS: [(&str, &str); 3] = [
    // A commit is durable even when the machine loses power, whatever the database's own setting is.
    ("synchronous_commit", "on"),
    // A server that was stopped in the middle of a transaction must not prevent others from taking over its parts.
    ("idle_in_transaction_session_timeout", "2000"),
    ("lock_timeout", "4000"),
];

/// A database on a server of PostgreSQL.
#[derive(Debug)]
pub struct Postgres {
    writer: Pool,
    readers: Pool,
    /// The connection for appends, kept between two of them. The pool would check before and after each append that the database answers.
    appender: Mutex<Option<PoolConnection>>,
    /// The number of this server, which each transaction checks; 0 before the server has one.
    node: AtomicI64,
}

impl Postgres {
    /// Opens a database by its address, such as `postgres://user:password@host/tengen`, and creates its tables if there are none.
    ///
    /// # Errors
    /// When the address is not valid, or the database does not answer or has tables of a newer version.
    pub async fn open(address: &str) -> Result<Postgres, StorageError> {
        let options = PgConnectOptions::from_str(address)
            .map_err(|error| StorageError::Address(error.to_string()))?
            .application_name("tengen")
            .options(SETTINGS);
        // Transactions follow one another. The other connections are for appends, and for the lease, which must not wait.
        let writer = pool(3).connect_with(options.clone()).await?;
        migrated(migrator(&MIGRATIONS).run(&writer).await)?;
        let readers =
            pool(READERS).connect_lazy_with(options.options([("default_transaction_read_only", "on")]));
        Ok(Postgres { writer, readers, appender: Mutex::default(), node: AtomicI64::new(0) })
    }

    /// Begins a transaction that writes. The lease of the server must be valid, and cannot be taken away before the transaction ends.
    async fn begin(&self) -> Result<Transaction, StorageError> {
        let mut transaction = self.writer.begin().await?;
        let node = self.node.load(Relaxed);
        if node != 0 {
            let query = sqlx::query("SELECT 1 FROM node WHERE id = $1 FOR KEY SHARE").bind(node);
            query.fetch_optional(&mut *transaction).await?.ok_or(StorageError::Fenced)?;
        }
        Ok(transaction)
    }

    /// PostgreSQL merges its log without further action.
    async fn after_commit(&self, _: usize) {}

    /// Writes groups that consist only of appends; `None` if there are others.
    async fn append(&self, groups: &[&[Change]]) -> Result<Option<Results>, StorageError> {
        let Some((appends, mut results)) = Appends::alone(groups)? else { return Ok(None) };
        let open = self.appender.lock().unwrap_or_else(PoisonError::into_inner).take();
        let was_open = open.is_some();
        let mut connection = match open {
            Some(connection) => connection,
            None => self.writer.acquire().await?,
        };
        let [expected, rows] = appends.parameters();
        let node = self.node.load(Relaxed);
        let append = async |connection: &mut Connection| {
            let query = sqlx::query_as::<_, (bool, Vec<String>)>(APPEND);
            // The query is read to its end: the answer comes before the commit, and the end after it.
            query.bind(&expected).bind(&rows).bind(node).fetch_all(connection).await
        };
        let mut done = append(&mut connection).await;
        if done.is_err() && was_open {
            // The database may have closed the connection while it was idle. Events that were written nevertheless are found as a conflict.
            connection = self.writer.acquire().await?;
            done = append(&mut connection).await;
        }
        let (is_own, conflicts) = done?.pop().ok_or(StorageError::Fenced)?;
        *self.appender.lock().unwrap_or_else(PoisonError::into_inner) = Some(connection);
        if !is_own {
            return Err(StorageError::Fenced);
        }
        let conflicts: Vec<GameId> = conflicts.iter().filter_map(|id| id.parse().ok()).collect();
        appends.note_conflicts(&conflicts, &mut results);
        Ok(Some(results))
    }

    /// A database in a network may stop answering without an error.
    async fn bounded<T>(
        &self,
        work: impl Future<Output = Result<T, StorageError>>,
    ) -> Result<T, StorageError> {
        tokio::time::timeout(PATIENCE, work).await.unwrap_or(Err(StorageError::Late(PATIENCE)))
    }

    /// The database's server has written everything.
    async fn close(&self) -> Result<(), StorageError> {
        Ok(())
    }

    fn as_leases(&self) -> Option<&dyn Leases> {
        Some(self)
    }
}

fn pool(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(connections).acquire_timeout(CONNECT)
}
