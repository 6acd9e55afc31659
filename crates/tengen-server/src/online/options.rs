use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use super::bots::HouseBot;
use super::judge::MoveJudge;
use super::throttle::Rate;

/// Where online play is stored.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// In SQLite in a folder, which is created if it does not exist.
    Folder(PathBuf),
    /// In memory: everything ends with the program.
    Memory,
    /// In PostgreSQL, at an address such as `postgres://user:password@host/tengen`.
    Postgres(String),
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Database::Folder(folder) => f.debug_tuple("Folder").field(folder).finish(),
            Database::Memory => f.write_str("Memory"),
            // The address may have a password in it.
            Database::Postgres(_) => f.write_str("Postgres"),
        }
    }
}

/// How online play is offered.
#[derive(Clone)]
pub struct OnlineOptions {
    /// Where it is stored.
    pub database: Database,
    /// The NATS servers through which several servers with one database reach each other, such as `nats://host:4222`.
    pub bus: Option<String>,
    /// The address of the server as browsers see it, such as `https://gomoku.example`, if a proxy is in between. With
    /// `https` cookies are sent by HTTPS alone.
    pub origin: Option<String>,
    /// Whether the header `X-Forwarded-For` names the client, because a proxy sets it.
    pub trusts_proxy: bool,
    /// Programs that play on the server, at most one for each level.
    pub house_bots: Vec<Arc<dyn HouseBot>>,
    /// On how many threads the programs think.
    pub bot_threads: usize,
    /// What judges the moves of rated games for the moderators; `None` if nothing does.
    pub judge: Option<Arc<dyn MoveJudge>>,
    /// What each client may do.
    pub limits: OnlineLimits,
}

/// What each client may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnlineLimits {
    /// New sockets of an address.
    pub sockets: Rate,
    /// Open sockets, and streams of programs, of an account.
    pub sockets_of_account: usize,
    /// New guests of an address.
    pub guests: Rate,
    /// Commands of a connection, and commands of a program by HTTP.
    pub commands: Rate,
    /// Registrations, attempts to sign in, and other requests about an account that cost something, of an address. Attempts to
    /// sign in are limited as much for an address with a name and for a device that is known, and slowed down for a name.
    pub accounts: Rate,
}

impl Default for OnlineLimits {
    /// Enough for a school behind one address.
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
    /// Online play in a folder, without programs of the server's own.
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
