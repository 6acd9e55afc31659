//! Connects users, games and lobby with each other and with the storage.
//!
//! Every command takes the same way: the state machine that it concerns decides under its lock, what has happened goes to
//! the [writer](super::writer), and when it is durable, the writer's task sends the answer and the updates. The group is
//! queued while the lock is held, so that the queue has the order of the decisions.
//!
//! Locks are taken in this order: lobby, hall (of the tournaments), a part of the games, users.

mod account;
mod cluster;
mod commands;
mod fairness;
mod follow;
mod game;
mod hall;
mod late;
mod lobby;
mod place;
mod playing;
mod restore;
mod session;
mod tables;
mod talk;
mod timer;
mod tournament;
mod upkeep;
mod users;
mod visits;

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use tengen_online::Time;
use tengen_online::account::{Account, Action, Scopes};
use tengen_online::fairness::Fairness;
use tengen_online::id::{AccountId, GameId, SessionId};
use tengen_online::message::{ErrorCode, PlayerInfo, Refusal, ServerMessage, VERSION, Welcome};

use super::bots::Bots;
use super::clock::ServerClock;
use super::judge::{Judges, MoveJudge};
use super::metrics::Metrics;
use super::outbox::{Closing, Outbox};
use super::storage::Storage;
use super::writer::{WriteError, Writer};
use hall::Hall;
use lobby::Room;
use place::Wanderers;
use playing::Playing;
use tables::Tables;
use tokio::runtime::Handle;
use users::Users;

pub(crate) use cluster::{Cluster, Remote};
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
    playing: Playing,
    fairness: Mutex<Fairness>,
    wanderers: Wanderers,
    tables: Tables,
    lobby: Mutex<Room>,
    hall: Mutex<Hall>,
    bots: Bots,
    judges: Judges,
    /// The accounts of the programs in `bots`.
    house: HashMap<AccountId, PlayerInfo>,
    connections: AtomicU64,
    stopping: AtomicBool,
    /// The other servers of the database; `None` if there cannot be any.
    cluster: Option<Cluster>,
    /// When it was stored last that the server runs.
    alive: AtomicU64,
    /// Where tasks are started from threads of bots.
    runtime: Handle,
}

/// What follows when a command has been carried out: its answer.
struct Answer {
    connection: Arc<Connection>,
    n: u32,
    /// When the command arrived.
    since: Instant,
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
        clock: ServerClock,
        cluster: Option<Cluster>,
    ) -> Hub {
        let levels = bots.levels();
        Hub {
            storage,
            writer,
            metrics,
            clock,
            users: Users::default(),
            playing: Playing::default(),
            fairness: Mutex::default(),
            wanderers: Wanderers::default(),
            tables: Tables::new(),
            lobby: Mutex::new(Room::new(levels.into_iter().zip(house.iter().cloned()).collect())),
            hall: Mutex::default(),
            bots,
            judges: Judges::default(),
            house: house.into_iter().map(|info| (info.account, info)).collect(),
            connections: AtomicU64::new(1),
            stopping: AtomicBool::new(false),
            cluster,
            alive: AtomicU64::new(0),
            runtime: Handle::current(),
        }
    }

    pub(crate) fn now(&self) -> Time {
        self.clock.now()
    }

    /// A client begins: its user's games are sent, and the opponents see that the user is there.
    pub(crate) async fn connect(
        self: &Arc<Hub>,
        account: &Account,
        scopes: Scopes,
        session: SessionId,
        outbox: &Arc<Outbox>,
        address: Option<IpAddr>,
    ) -> Arc<Connection> {
        let elsewhere = self.games_of(account.id).await;
        let now = self.now();
        let (connection, games) =
            self.users.connect(self.next_number(), account, scopes, session, outbox, now);
        self.users.with(account.id, |user| user.address = address);
        self.metrics.connections.fetch_add(1, Relaxed);
        self.note_local(&connection);
        let welcome = {
            let (hub, connection, account) = (self.clone(), connection.clone(), account.clone());
            let all: BTreeSet<GameId> = games.iter().copied().chain(elsewhere).collect();
            move || {
                let (received, you) = (connection.session.received(), account.info(None, now));
                let games = all.into_iter().collect();
                let welcome = Welcome { version: VERSION, now, received, you, games };
                connection.push(text(&ServerMessage::Welcome(welcome)));
                // What other servers send comes after the welcome.
                hub.announce(&connection, &account);
            }
        };
        // Commands of this session that are under way are answered before, so that none is carried out twice.
        self.writer.submit(Vec::new(), |_| welcome());
        for game in games {
            self.join(&connection, game);
        }
        self.send_challenges(&connection);
        if self.stopping.load(Relaxed) {
            outbox.close(Closing::Stopping);
        }
        connection
    }

    /// A connection has ended.
    pub(crate) fn disconnect(self: &Arc<Hub>, connection: &Arc<Connection>) {
        if !connection.outbox.is_remote() {
            self.metrics.connections.fetch_sub(1, Relaxed);
            self.announce_end(connection);
        }
        let (games, is_last) = self.users.disconnect(connection, self.now());
        for game in games {
            self.leave(connection, game);
        }
        self.unwatch_all(connection);
        self.unwatch_lobby(connection);
        self.hall().leave(connection);
        if is_last {
            self.leave_lobby(connection.account);
        }
    }

    /// Ends all connections of an account.
    pub(crate) fn log_out(&self, account: AccountId) {
        self.announce_log_out(account, false);
        self.log_out_here(account, false);
    }

    /// Ends the connections of an account to this server, or only those that were opened with a token.
    fn log_out_here(&self, account: AccountId, only_programs: bool) {
        let mut connections = self.users.connections(account);
        connections.retain(|open| !open.outbox.is_remote());
        for connection in connections.iter().filter(|open| !only_programs || open.scopes != Scopes::Session) {
            connection.outbox.close(Closing::LoggedOut);
        }
    }

    /// The games of an account which other servers have, or which this one is about to have.
    async fn games_of(&self, account: AccountId) -> Vec<GameId> {
        if self.cluster.is_none() {
            return Vec::new();
        }
        self.storage.live_games_of(account).await.unwrap_or_else(|error| {
            tracing::error!(%error, %account, "the games of an account could not be read");
            Vec::new()
        })
    }

    fn next_number(&self) -> u64 {
        self.connections.fetch_add(1, Relaxed)
    }

    /// Ends the connections of an account that were opened with a token.
    pub(crate) fn log_out_programs(&self, account: AccountId) {
        self.announce_log_out(account, true);
        self.log_out_here(account, true);
    }

    /// An account has changed. Games that have begun keep the name that the user had.
    pub(crate) fn update_account(&self, account: &Account) {
        self.users.with(account.id, |user| user.account = account.clone());
        self.announce_account(account);
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

    /// How many connections a user has open, to all servers.
    pub(crate) fn open_connections(&self, account: AccountId) -> usize {
        self.users.with(account, |user| user.connections.len()).unwrap_or(0)
    }

    /// Whether the user plays a game.
    pub(crate) async fn is_playing(&self, account: AccountId) -> bool {
        self.users.with(account, |user| !user.games.is_empty()).unwrap_or(false)
            || !self.games_of(account).await.is_empty()
    }

    /// Whether the user plays this game.
    pub(crate) async fn is_playing_in(&self, account: AccountId, game: GameId) -> bool {
        self.users.with(account, |user| user.games.contains(&game)).unwrap_or(false)
            || self.games_of(account).await.contains(&game)
    }

    /// No command is carried out any more; clients are asked to come back, and everything is written.
    pub(crate) async fn stop(self: &Arc<Hub>) {
        self.stopping.store(true, Relaxed);
        if self.metrics.games.load(Relaxed) > 0 {
            self.note_alive(self.now());
        }
        // What has been decided is durable after this.
        let _ = self.writer.write(Vec::new()).await;
        self.leave_cluster().await;
        let closing = text(&ServerMessage::Closing { reconnect_after: RECONNECT_AFTER });
        for connection in self.users.all_connections().into_iter().filter(|open| !open.outbox.is_remote()) {
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

    /// Starts the thread on which finished games are judged, if there is a judge.
    ///
    /// # Errors
    /// When the system has no threads left.
    pub(crate) fn start_judge(self: &Arc<Hub>, judge: Option<Arc<dyn MoveJudge>>) -> std::io::Result<()> {
        judge.map_or(Ok(()), |judge| self.judges.start(Arc::downgrade(self), judge))
    }

    /// A house bot is always present.
    fn is_present(&self, account: AccountId) -> bool {
        self.house.contains_key(&account) || self.users.is_connected(account)
    }
}

/// A connection that is known to the hub until it is dropped.
pub(crate) struct Present {
    pub(crate) hub: Arc<Hub>,
    pub(crate) connection: Arc<Connection>,
}

impl Present {
    pub(crate) async fn new(
        hub: &Arc<Hub>,
        account: &Account,
        scopes: Scopes,
        session: SessionId,
        outbox: &Arc<Outbox>,
        address: Option<IpAddr>,
    ) -> Present {
        Present { hub: hub.clone(), connection: hub.connect(account, scopes, session, outbox, address).await }
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        self.hub.disconnect(&self.connection);
    }
}

/// Random bits from the system.
pub(crate) fn entropy() -> u64 {
    // A system without random numbers cannot protect sessions either, and the server does not start there.
    getrandom::u64().unwrap_or_default()
}
