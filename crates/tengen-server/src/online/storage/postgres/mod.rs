//! PostgreSQL, which several servers can share.

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
#[path = "../sql/tournament.rs"]
mod tournament;
#[path = "../sql/write.rs"]
mod write;

use std::str::FromStr as _;
use std::sync::atomic::AtomicI64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use sqlx::postgres::{
    PgConnectOptions, PgConnection as Connection, PgPool as Pool, PgPoolOptions,
    PgQueryResult as QueryResult, PgRow as Row,
};

use super::{Leases, StorageError, migrated, migrator};

type Store = Postgres;
type Transaction = sqlx::Transaction<'static, sqlx::Postgres>;

/// The games of some appends, `[["GameId",12],...]`, whose number of events is another one.
const CONFLICTING_APPENDS: &str = "SELECT j.value ->> 0 FROM json_array_elements($1::json) AS j \
    LEFT JOIN game AS g ON g.id = j.value ->> 0 \
    WHERE g.number IS NULL \
    OR (SELECT max(seq) + 1 FROM event WHERE event.game = g.number) IS DISTINCT FROM (j.value ->> 1)::bigint";

/// Appends events, `[["GameId",12,1764000000000,{...}],...]`, but for those of some games.
const INSERT_EVENTS: &str = "INSERT INTO event (game, seq, at, body) \
    SELECT g.number, (j.value ->> 1)::bigint, (j.value ->> 2)::bigint, (j.value -> 3)::text \
    FROM json_array_elements($1::json) AS j JOIN game AS g ON g.id = j.value ->> 0 \
    WHERE j.value ->> 0 NOT IN (SELECT * FROM json_array_elements_text($2::json))";

/// The versions of the tables, in their order. A version that was published is never changed.
const MIGRATIONS: [(&str, &str); 1] = [("tables", include_str!("schema.sql"))];

/// The most connections that read at once.
const READERS: u32 = 8;

/// How long a connection may take to be made. It is tried again in this time while the database starts.
const CONNECT: Duration = Duration::from_secs(2);

/// How long a transaction may take. One that was stopped may have become durable nevertheless, so that whatever it
/// concerned is read again.
const PATIENCE: Duration = Duration::from_secs(5);

/// What each connection sets.
const SETTINGS: [(&str, &str); 3] = [
    // A commit is durable even when the machine loses power, whatever the database's own setting is.
    ("synchronous_commit", "on"),
    // A server that was stopped in the middle of a transaction must not prevent others from taking over.
    ("idle_in_transaction_session_timeout", "2000"),
    ("lock_timeout", "4000"),
];

/// A database of a server of its own.
#[derive(Debug)]
pub struct Postgres {
    writer: Pool,
    readers: Pool,
    /// The number of this server, which each transaction checks; 0 before it has one.
    node: AtomicI64,
}

impl Postgres {
    /// Opens a database by its address, such as `postgres://user:password@host/tengen`, and makes its tables if there
    /// are none.
    ///
    /// # Errors
    /// When the address is none, the database does not answer, or has tables of a newer version.
    pub async fn open(address: &str) -> Result<Postgres, StorageError> {
        let options = PgConnectOptions::from_str(address)
            .map_err(|error| StorageError::Address(error.to_string()))?
            .application_name("tengen")
            .options(SETTINGS);
        // Transactions follow one another. The second connection is for the lease, which must not wait for them.
        let writer = pool(2).connect_with(options.clone()).await?;
        migrated(migrator(&MIGRATIONS).run(&writer).await)?;
        let readers =
            pool(READERS).connect_lazy_with(options.options([("default_transaction_read_only", "on")]));
        Ok(Postgres { writer, readers, node: AtomicI64::new(0) })
    }

    /// A transaction that writes, of a server whose lease has not been taken away. Until it ends, it cannot be.
    async fn begin(&self) -> Result<Transaction, StorageError> {
        let mut transaction = self.writer.begin().await?;
        let node = self.node.load(Relaxed);
        if node != 0 {
            let query = sqlx::query("SELECT 1 FROM node WHERE id = $1 FOR KEY SHARE").bind(node);
            query.fetch_optional(&mut *transaction).await?.ok_or(StorageError::Fenced)?;
        }
        Ok(transaction)
    }

    /// A database behind a network may also be silent.
    async fn bounded<T>(
        &self,
        work: impl Future<Output = Result<T, StorageError>>,
    ) -> Result<T, StorageError> {
        tokio::time::timeout(PATIENCE, work).await.unwrap_or(Err(StorageError::Late(PATIENCE)))
    }

    fn as_leases(&self) -> Option<&dyn Leases> {
        Some(self)
    }
}

fn pool(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(connections).acquire_timeout(CONNECT)
}
