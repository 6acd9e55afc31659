//! What is stored, and the trait of what stores it.
//!
//! There is one way to write: groups of [`Change`]s, of which any number becomes durable in one transaction. A group is
//! atomic by itself: if it conflicts with what is stored, nothing of it is written, and the other groups are. The
//! [`Writer`](super::writer::Writer) collects the groups.

mod change;
mod sqlite;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::future::Future;
use std::io;
use std::path::PathBuf;
use std::pin::Pin;

use tengen_online::Time;
use tengen_online::account::{Account, NameKey, Report};
use tengen_online::game::GameEvent;
use tengen_online::id::{AccountId, GameId};
use tengen_online::lobby::{OpenChallenge, OpenSeek};
use tengen_online::message::GameOver;
use tengen_online::rating::RatingChange;

pub use change::{Change, Conflict};
pub use sqlite::Sqlite;

/// A token's hash. The tokens themselves are stored nowhere, so that a stolen database opens no session.
pub type TokenHash = [u8; 32];

/// Why the storage could not answer. What was to be written is not.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// The database refused or failed: it is full, damaged, locked or away.
    #[error("the database failed: {0}")]
    Database(#[source] Box<dyn Error + Send + Sync>),
    /// The data folder cannot be created or used.
    #[error("cannot use the data folder {}: {source}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another server uses the data folder.
    #[error("another server uses the data folder {}; stop it, or choose another folder", folder.display())]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// Something stored cannot be read: another version of the program has written it, or it is damaged.
    #[error("expected {what} in the database, found something else: {found}")]
    Unreadable {
        /// What was expected.
        what: &'static str,
        /// What is wrong with what was found.
        found: String,
    },
}

impl StorageError {
    fn unreadable(what: &'static str, found: impl ToString) -> StorageError {
        StorageError::Unreadable { what, found: found.to_string() }
    }
}

/// An account as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredAccount {
    /// The account, with its ratings.
    pub account: Account,
    /// How often the account was written. Ratings do not count.
    pub version: u32,
    /// The hash of the password in PHC format; `None` for accounts without a login.
    pub password: Option<String>,
}

/// A game as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// The identifier.
    pub game: GameId,
    /// Everything that has happened.
    pub events: Vec<GameEvent>,
}

/// A line of a list of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLine {
    /// The identifier.
    pub game: GameId,
    /// When it was created.
    pub created: Time,
    /// The first and the second player.
    pub players: [AccountId; 2],
    /// How it ended; `None` while it is played.
    pub result: Option<GameOver>,
}

/// What a storage returns, later.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StorageError>> + Send + 'a>>;

/// Where everything is stored that outlives the program.
pub trait Storage: Send + Sync + 'static {
    /// Writes groups of changes in one transaction, in their order. When this returns, what was written is durable.
    ///
    /// There is one result for each group: a group that conflicts with what is stored changes nothing.
    ///
    /// # Errors
    /// When the storage fails. Nothing of any group is written then.
    fn commit<'a>(&'a self, groups: &'a [&'a [Change]]) -> Answer<'a, Vec<Result<(), Conflict>>>;

    /// All games that have not ended.
    fn live_games(&self) -> Answer<'_, Vec<StoredGame>>;

    /// A game.
    fn game(&self, game: GameId) -> Answer<'_, Option<StoredGame>>;

    /// The games of an account created before a time, the latest first.
    fn games_of(&self, account: AccountId, before: Time, limit: u32) -> Answer<'_, Vec<GameLine>>;

    /// An account by its identifier.
    fn account(&self, account: AccountId) -> Answer<'_, Option<StoredAccount>>;

    /// An account by the key of its name. Guests have none.
    fn account_of_name<'a>(&'a self, key: &'a NameKey) -> Answer<'a, Option<StoredAccount>>;

    /// The account of a session that has not expired at a time.
    fn session(&self, token: TokenHash, now: Time) -> Answer<'_, Option<StoredAccount>>;

    /// All open seeks and challenges.
    fn lobby(&self) -> Answer<'_, (Vec<OpenSeek>, Vec<OpenChallenge>)>;

    /// The history of an account's ratings, the earliest first.
    fn rating_history(&self, account: AccountId) -> Answer<'_, Vec<RatingChange>>;

    /// Reports by an account, or by all, the latest first; those that are open, or all.
    fn reports(&self, by: Option<AccountId>, only_open: bool, limit: u32) -> Answer<'_, Vec<Report>>;

    /// Whether the storage answers.
    fn check(&self) -> Answer<'_, ()>;
}
