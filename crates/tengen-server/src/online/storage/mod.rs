//! The stored data, and the trait of the databases that store them.
//!
//! There is one way to write: groups of [`Change`]s, of which any number becomes durable in one transaction. Each group is atomic: a group
//! that conflicts with the stored data is not written at all, and the other groups are. The [`Writer`](super::writer::Writer) collects the
//! groups.
//!
//! `sqlite` and `postgres` are the two storages. They share their statements, in `sql`; the parts that differ (connections, tables, and the
//! functions that read JSON) are beside it. Several servers share a database by [`Leases`].

#![allow(clippy::duplicate_mod, reason = "the statements in `sql` are compiled for each driver")]

mod change;
mod credential;
mod lease;
#[cfg(feature = "cluster")]
mod postgres;
mod sqlite;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod upgrade;

use std::collections::BTreeMap;
use std::error::Error;
use std::future::Future;
use std::io;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;

use tengen_online::Time;
use tengen_online::account::{Account, Decision, NameKey, Remark, Report};
use tengen_online::category::Category;
use tengen_online::game::{GameEvent, NewGame};
use tengen_online::id::{AccountId, GameId, ReportId, TournamentId};
use tengen_online::lobby::{OpenChallenge, OpenSeek};
use tengen_online::message::{GameOver, PlayerInfo};
use tengen_online::rating::{Rating, RatingChange};
use tengen_online::tournament::TournamentEvent;

pub use change::{Change, Conflict};
pub use credential::{Credential, StoredCredential, StoredPasskey};
pub use lease::{LEASE, Leases, NodeId, Owners};
#[cfg(feature = "cluster")]
pub use postgres::Postgres;
pub use sqlite::Sqlite;
pub(crate) use sqlite::private;
pub use tengen_online::http::{Agreement, Tally};

use super::options::Database;
use sqlx::SqlSafeStr as _;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

/// The hash of a token. Tokens themselves are not stored, so that a stolen database opens no session.
pub type TokenHash = [u8; 32];

/// The reason why the storage failed. In case of an error, nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// The database refused or failed: it is full, damaged, locked or unreachable.
    #[error("the database failed: {0}")]
    Database(#[source] Box<dyn Error + Send + Sync>),
    /// The data folder cannot be created or used.
    #[error("cannot use the data folder {}: {source}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Another server uses the data folder.
    #[error("another server uses the data folder {}; stop it, or choose another folder", folder.display())]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// A newer version of the program has changed the tables.
    #[error(
        "expected tables of a version that this program knows, found version {found}, which a newer version of the \
         program has made; start that version or a later one again, or restore a backup from before the update into a \
         new folder by `tengen admin restore`"
    )]
    Newer {
        /// The version of the tables.
        found: i64,
    },
    /// The address of the database is not valid.
    #[error("expected the address of a database such as postgres://user@host/tengen, found another one: {0}")]
    Address(String),
    /// The program was built without a client of PostgreSQL.
    #[error(
        "this program was built without PostgreSQL; build it with the feature `cluster`, or choose a folder with `--data`"
    )]
    NotBuilt,
    /// The lease of this server has run out, and other servers may have taken over its parts.
    #[error("expected a server whose lease is valid, found that it has run out")]
    Fenced,
    /// Other servers use the database, and this server could not reach them.
    #[error("another server uses the database; stop it, or give both a bus with `--bus`")]
    Shared,
    /// Servers use the database.
    #[error("a server uses the database; stop all its servers, or let a moderator decide at /moderation")]
    Served,
    /// The database has not answered in time.
    #[error("expected an answer of the database within {} seconds, found none", .0.as_secs())]
    Late(std::time::Duration),
    /// A stored value cannot be read: another version of the program has written it, or it is damaged.
    #[error("expected {what} in the database, found something else: {found}")]
    Unreadable {
        /// The kind of value that was expected.
        what: &'static str,
        /// The description of the fault.
        found: String,
    },
}

impl StorageError {
    fn unreadable(what: &'static str, found: impl ToString) -> StorageError {
        StorageError::Unreadable { what, found: found.to_string() }
    }
}

impl From<sqlx::Error> for StorageError {
    fn from(error: sqlx::Error) -> StorageError {
        StorageError::Database(Box::new(error))
    }
}

/// Opens the storage of a database, and creates its tables if there are none.
///
/// # Errors
/// When the database cannot be opened, has tables of a newer version, or needs a client without which the program was built.
pub(super) async fn open(database: &Database) -> Result<Arc<dyn Storage>, StorageError> {
    Ok(match database {
        Database::Folder(folder) => Arc::new(Sqlite::open(folder).await?),
        Database::Memory => Arc::new(Sqlite::in_memory().await?),
        #[cfg(feature = "cluster")]
        Database::Postgres(address) => Arc::new(Postgres::open(address).await?),
        #[cfg(not(feature = "cluster"))]
        Database::Postgres(_) => return Err(StorageError::NotBuilt),
    })
}

/// The migrator, which creates the tables and upgrades those of earlier versions.
fn migrator(migrations: &[(&'static str, &'static str)]) -> Migrator {
    let migration = |(version, &(name, sql)): (i64, &(&'static str, &'static str))| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations((1..).zip(migrations).map(migration).collect())
}

fn migrated(done: Result<(), MigrateError>) -> Result<(), StorageError> {
    done.map_err(|error| match error {
        MigrateError::VersionMissing(found) => StorageError::Newer { found },
        error => StorageError::Database(Box::new(error)),
    })
}

/// A number in the type of the databases. Times and counts are far below its limit.
fn integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A stored event from its columns.
fn event(at: i64, body: &str) -> Result<GameEvent, StorageError> {
    let event =
        serde_json::from_str(body).map_err(|error| StorageError::unreadable("an event of a game", error))?;
    Ok(GameEvent { at: at.unsigned_abs(), event })
}

/// A stored account.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredAccount {
    /// The account, with its ratings.
    pub account: Account,
    /// The number of times that the account was written, without changes of its ratings.
    pub version: u32,
    /// The hash of the password in PHC format; `None` for accounts without a login.
    pub password: Option<String>,
}

/// A stored game.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// The identifier.
    pub game: GameId,
    /// All events of the game.
    pub events: Vec<GameEvent>,
}

/// An entry of a list of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLine {
    /// The data with which the game began.
    pub new: NewGame,
    /// The time of the creation.
    pub created: Time,
    /// The result; `None` for a running game.
    pub result: Option<GameOver>,
}

/// A stored tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredTournament {
    /// The identifier.
    pub tournament: TournamentId,
    /// All events of the tournament.
    pub events: Vec<TournamentEvent>,
}

/// The future result of a call to the storage.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StorageError>> + Send + 'a>>;

/// The storage of everything that outlives the program.
pub trait Storage: Send + Sync + 'static {
    /// Writes groups of changes in one transaction, in their order. When the call returns, the changes are durable.
    ///
    /// There is one result for each group: a group that conflicts with the stored data changes nothing.
    ///
    /// # Errors
    /// When the storage fails. Nothing of any group is written then.
    fn commit<'a>(&'a self, groups: &'a [&'a [Change]]) -> Answer<'a, Vec<Result<(), Conflict>>>;

    /// The running games of a [part](super::part).
    fn live_games(&self, part: u16) -> Answer<'_, Vec<StoredGame>>;

    /// The running games of an account.
    fn live_games_of(&self, account: AccountId) -> Answer<'_, Vec<GameId>>;

    /// The accounts among these that play a game with a clock, each with its running game. Correspondence games do not count.
    fn playing<'a>(&'a self, accounts: &'a [AccountId]) -> Answer<'a, BTreeMap<AccountId, GameId>>;

    /// A game.
    fn game(&self, game: GameId) -> Answer<'_, Option<StoredGame>>;

    /// The games of an account created before a time, the latest first.
    fn games_of(&self, account: AccountId, before: Time, limit: u32) -> Answer<'_, Vec<GameLine>>;

    /// The numbers of games that an account has won, drawn and lost.
    fn tally(&self, account: AccountId) -> Answer<'_, Tally>;

    /// An account by its identifier.
    fn account(&self, account: AccountId) -> Answer<'_, Option<StoredAccount>>;

    /// An account by the key of its name. Guests have no names.
    fn account_of_name<'a>(&'a self, key: &'a NameKey) -> Answer<'a, Option<StoredAccount>>;

    /// The account of a session that has not expired at a time.
    fn session(&self, token: TokenHash, now: Time) -> Answer<'_, Option<StoredAccount>>;

    /// All open seeks and challenges.
    fn lobby(&self) -> Answer<'_, (Vec<OpenSeek>, Vec<OpenChallenge>)>;

    /// The history of an account's ratings, the earliest first.
    fn rating_history(&self, account: AccountId) -> Answer<'_, Vec<RatingChange>>;

    /// The reports by an account, or by all accounts, the latest first; either only the open ones, or all.
    fn reports(&self, by: Option<AccountId>, only_open: bool, limit: u32) -> Answer<'_, Vec<Report>>;

    /// The time of the last [`Change::Alive`].
    fn alive(&self) -> Answer<'_, Option<Time>>;

    /// The tournaments that have not ended, and those that ended after this time.
    fn tournaments(&self, ended_after: Time) -> Answer<'_, Vec<StoredTournament>>;

    /// A tournament.
    fn tournament(&self, tournament: TournamentId) -> Answer<'_, Option<StoredTournament>>;

    /// The members with the highest ratings in a category, `limit` at most, and the best first. Left out are programs, accounts that are
    /// banned at this time, and accounts whose last deviation is too large for a place.
    fn leaderboard(&self, category: Category, now: Time, limit: u32)
    -> Answer<'_, Vec<(PlayerInfo, Rating)>>;

    /// The agreement of an account's moves with the engine's, the latest game first.
    fn agreement(&self, account: AccountId, limit: u32) -> Answer<'_, Vec<Agreement>>;

    /// A report.
    fn report(&self, report: ReportId) -> Answer<'_, Option<Report>>;

    /// The reports about an account, the latest first.
    fn reports_about(&self, account: AccountId, limit: u32) -> Answer<'_, Vec<Report>>;

    /// The free text of a game that has not been deleted, the earliest first.
    fn remarks(&self, game: GameId, limit: u32) -> Answer<'_, Vec<Remark>>;

    /// The free text of an account that has not been deleted, the earliest first.
    fn remarks_by(&self, account: AccountId, limit: u32) -> Answer<'_, Vec<Remark>>;

    /// The moderators' log about an account, or about all accounts, the latest entry first.
    fn decisions(&self, about: Option<AccountId>, limit: u32) -> Answer<'_, Vec<Decision>>;

    /// The token or passkey with this hash.
    fn credential(&self, key: TokenHash) -> Answer<'_, Option<StoredCredential>>;

    /// The tokens and passkeys of an account, the earliest first.
    fn credentials(&self, account: AccountId) -> Answer<'_, Vec<StoredCredential>>;

    /// Whether the storage answers.
    fn check(&self) -> Answer<'_, ()>;

    /// Brings the database into its lasting form at the end of the program. The storage is not used afterwards.
    fn finish(&self) -> Answer<'_, ()>;

    /// The leases by which several servers share this storage; `None` if only one server can use it.
    fn leases(&self) -> Option<&dyn Leases>;
}
