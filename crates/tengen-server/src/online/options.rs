use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use super::bots::HouseBot;
use super::judge::MoveJudge;
use super::throttle::Rate;

/// The database of online play.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// SQLite in a folder, which is created if it does not exist.
    Folder(PathBuf),
    /// A database in memory: its content is lost at the end of the program.
    Memory,
    /// PostgreSQL, at an address such as `postgres://user:password@host/tengen`.
    Postgres(String),
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Database::Folder(folder) => f.debug_tuple("Folder").field(folder).finish(),
            Database::Memory => f.write_str("Memory"),
            // The address may contain a password.
            Database::Postgres(_) => f.write_str("Postgres"),
        }
    }
}

/// The options of online play.
#[derive(Clone)]
pub struct OnlineOptions {
    /// The database in which games and accounts are stored.
    pub database: Database,
    /// The NATS servers through which several servers with one database reach each other, such as `nats://host:4222`.
    pub bus: Option<String>,
    /// The address of the server as browsers see it, such as `https://gomoku.example`, if a proxy is in between. With `https`, cookies are
    /// sent only by HTTPS.
    pub origin: Option<String>,
    /// Whether the header `X-Forwarded-For` names the client, because a proxy sets it.
    pub trusts_proxy: bool,
    /// The server's own programs, at most one for each level.
    pub house_bots: Vec<Arc<dyn HouseBot>>,
    /// The number of threads on which the programs think.
    pub bot_threads: usize,
    /// The judge of the moves of rated games, for the moderators; `None` if games are not judged.
    pub judge: Option<Arc<dyn MoveJudge>>,
    /// The limits of each client.
    pub limits: OnlineLimits,
}

/// The limits of each client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnlineLimits {
    /// The rate of new sockets from an address.
    pub sockets: Rate,
    /// The number of open sockets, and streams of programs, of an account.
    pub sockets_of_account: usize,
    /// The rate of new guests from an address.
    pub guests: Rate,
    /// The rate of commands of a connection, and of commands of a program by HTTP.
    pub commands: Rate,
    /// The rate of registrations, attempts to sign in, and other costly requests about an account, from an address. The same rate limits
    /// attempts to sign in once more for each address with a name and for each known device; above it, attempts for a name are slowed
    /// down.
    pub accounts: Rate,
}

impl Default for OnlineLimits {
    /// Limits that are sufficient for a school behind one address.
    fn default() -> OnlineLimits {
        OnlineLimits {
            sockets: Rate { every: 500, burst: 120 },
            sockets_of_account: 30,
            guests: Rate { every: 10_000, burst: 60 },
            commands: Rate { every: 50, burst: 60 },
            accounts: Rate { every: 10_000, burst: 20 },
        }
    }
}

impl OnlineOptions {
    /// The usual options with a database, without programs of the server's own.
    pub fn new(database: Database) -> OnlineOptions {
        OnlineOptions {
            database,
            bus: None,
            origin: None,
            trusts_proxy: false,
            house_bots: Vec::new(),
            bot_threads: 1,
            judge: None,
            limits: OnlineLimits::default(),
        }
    }
}

impl fmt::Debug for OnlineOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels: Vec<_> = self.house_bots.iter().map(|bot| bot.level()).collect();
        f.debug_struct("OnlineOptions")
            .field("database", &self.database)
            .field("origin", &self.origin)
            .field("trusts_proxy", &self.trusts_proxy)
            .field("house_bots", &levels)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
