//! Connects users, games and lobby with each other and with the storage.
//!
//! Every command takes the same way: the state machine that it concerns decides under its lock, what has happened goes to
//! the [writer](super::writer), and when it is durable, the writer's task sends the answer and the updates. The group is
//! queued while the lock is held, so that the queue has the order of the decisions.
//!
//! Locks are taken in this order: lobby, a part of the games, users.

mod account;
mod commands;
mod follow;
mod game;
mod lobby;
mod restore;
mod session;
mod tables;
mod timer;
mod upkeep;
mod users;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tengen_online::Time;
use tengen_online::account::{Account, Action, Scopes};
use tengen_online::id::{AccountId, SessionId};
use tengen_online::message::{ErrorCode, PlayerInfo, Refusal, ServerMessage, VERSION, Welcome};

use super::bots::Bots;
use super::clock::ServerClock;
use super::metrics::Metrics;
use super::outbox::{Closing, Outbox};
use super::storage::Storage;
use super::writer::{WriteError, Writer};
use lobby::Room;
use tables::Tables;
use tokio::runtime::Handle;
use users::Users;

pub(crate) use users::Connection;

/// After how many milliseconds clients connect again when the server stops.
const RECONNECT_AFTER: u32 = 1_500;
/// How long the clients may take to be told so.
const FAREWELL: Duration = Duration::from_secs(2);

/// Everything of online play that is in memory.
pub(crate) struct Hub {
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) writer: Writer,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) clock: ServerClock,
    users: Users,
    tables: Tables,
    lobby: Mutex<Room>,
    bots: Bots,
    /// The accounts of the programs in `bots`.
    house: HashMap<AccountId, PlayerInfo>,
    connections: AtomicU64,
    stopping: AtomicBool,
    /// Where tasks are started from threads of bots.
    runtime: Handle,
}

/// What follows when a command has been carried out: its answer.
struct Answer {
    connection: Arc<Connection>,
    n: u32,
}

impl Answer {
    fn refuse(&self, hub: &Hub, error: Refusal) {
        hub.metrics.refused.fetch_add(1, Relaxed);
        self.connection.session.answer(self.n, Err(error));
    }
}

/// A message as it is sent.
pub(crate) fn text(message: &ServerMessage) -> Utf8Bytes {
    // All messages have forms in JSON: their maps have texts as keys. An empty text would be no message for any client.
    serde_json::to_string(message).unwrap_or_default().into()
}

/// A refusal because what was decided could not be written.
fn not_written(error: &WriteError) -> Refusal {
    match error {
        WriteError::Conflict(conflict) => Refusal::new(ErrorCode::Outdated, conflict.to_string()),
        // What exactly is wrong with the storage is for the log and not for clients.
        _ => Refusal::new(ErrorCode::Unavailable, "expected a storage that can be written; try again later"),
    }
}

impl Hub {
    pub(crate) fn new(
        storage: Arc<dyn Storage>,
        writer: Writer,
        metrics: Arc<Metrics>,
        bots: Bots,
        house: Vec<PlayerInfo>,
    ) -> Hub {
        let levels = bots.levels();
        Hub {
            storage,
            writer,
            metrics,
            clock: ServerClock::start(),
            users: Users::default(),
            tables: Tables::new(),
            lobby: Mutex::new(Room::new(levels.into_iter().zip(house.iter().cloned()).collect())),
            bots,
            house: house.into_iter().map(|info| (info.account, info)).collect(),
            connections: AtomicU64::new(1),
            stopping: AtomicBool::new(false),
            runtime: Handle::current(),
        }
    }

    pub(crate) fn now(&self) -> Time {
        self.clock.now()
    }

    /// A client begins: its user's games are sent, and the opponents see that the user is there.
    pub(crate) fn connect(
        self: &Arc<Hub>,
        account: &Account,
        session: SessionId,
        outbox: &Arc<Outbox>,
    ) -> Arc<Connection> {
        let number = self.connections.fetch_add(1, Relaxed);
        let now = self.now();
        let (connection, games) = self.users.connect(number, account, session, outbox, now);
        self.metrics.connections.fetch_add(1, Relaxed);
        let welcome = {
            let (connection, you, games) = (connection.clone(), account.info(None, now), games.clone());
            move || {
                let received = connection.session.received();
                let welcome = Welcome { version: VERSION, now, received, you, games };
                connection.push(text(&ServerMessage::Welcome(welcome)));
            }
        };
        // Commands of this session that are under way are answered before, so that none is carried out twice.
        self.writer.submit(Vec::new(), |_| welcome());
        for game in games {
            self.join(&connection, game);
        }
        if self.stopping.load(Relaxed) {
            outbox.close(Closing::Stopping);
        }
        connection
    }

    /// A connection has ended.
    pub(crate) fn disconnect(self: &Arc<Hub>, connection: &Arc<Connection>) {
        self.metrics.connections.fetch_sub(1, Relaxed);
        let (games, is_last) = self.users.disconnect(connection, self.now());
        for game in games {
            self.leave(connection, game);
        }
        self.unwatch_all(connection);
        self.unwatch_lobby(connection);
        if is_last {
            self.leave_lobby(connection.account);
        }
    }

    /// Ends all connections of an account.
    pub(crate) fn log_out(&self, account: AccountId) {
        for connection in self.users.connections(account) {
            connection.outbox.close(Closing::LoggedOut);
        }
    }

    /// An account has changed. Games that have begun keep the name that the user had.
    pub(crate) fn update_account(&self, account: &Account) {
        self.users.with(account.id, |user| user.account = account.clone());
    }

    /// The account of a connected user, if the user may do something.
    fn allowed(&self, account: AccountId, action: Action) -> Result<Account, Refusal> {
        let account = self.users.with(account, |user| user.account.clone());
        // The user of a connection is known as long as the connection is.
        let account =
            account.ok_or_else(|| Refusal::new(ErrorCode::NotFound, "expected a user who is connected"))?;
        account.check(action, &Scopes::Session, self.now())?;
        Ok(account)
    }

    /// Whether the user plays a game.
    pub(crate) fn is_playing(&self, account: AccountId) -> bool {
        self.users.with(account, |user| !user.games.is_empty()).unwrap_or(false)
    }

    /// No command is carried out any more; clients are asked to come back, and everything is written.
    pub(crate) async fn stop(&self) {
        self.stopping.store(true, Relaxed);
        // What has been decided is durable after this.
        let _ = self.writer.write(Vec::new()).await;
        let closing = text(&ServerMessage::Closing { reconnect_after: RECONNECT_AFTER });
        for connection in self.users.all_connections() {
            connection.push(closing.clone());
            connection.outbox.close(Closing::Stopping);
        }
        let farewell = async {
            while self.metrics.connections.load(Relaxed) > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        // A client that takes nothing any more is not waited for.
        let _ = tokio::time::timeout(FAREWELL, farewell).await;
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Relaxed)
    }

    /// Starts the threads of the house bots.
    ///
    /// # Errors
    /// When the system has no threads left.
    pub(crate) fn start_bots(self: &Arc<Hub>, threads: usize) -> std::io::Result<()> {
        self.bots.start(Arc::downgrade(self), threads)
    }

    /// A house bot is always present.
    fn is_present(&self, account: AccountId) -> bool {
        self.house.contains_key(&account) || self.users.is_connected(account)
    }
}

/// Random bits from the system.
pub(crate) fn entropy() -> u64 {
    // A system without random numbers cannot protect sessions either, and the server does not start there.
    getrandom::u64().unwrap_or_default()
}
