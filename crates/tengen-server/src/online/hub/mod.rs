//! Connects the owners of online play with each other, with the clients and with the storage.
//!
//! [`Games`] (in parts), [`SharedLobby`] and [`Tournaments`] have a state with its lock each; [`Accounts`] has none. They share a
//! [`Context`] with the connected users. A command takes this way: the owner that it concerns decides under its lock, and queues what
//! follows as a `Consequence` (`consequence`) while the lock is held, so that the queue has the order of the decisions. When
//! it is durable, the [writer](super::writer)'s task sends the answer and the updates. What another owner has to do is a
//! `FollowUp` (`follow_up`), which [`Hub`] passes to it. The other servers of the database are behind a trait (`peers`).
//!
//! No thread holds the locks of two owners at once. The lock of the users is the last in the order of locks: it may be taken under that of
//! an owner. A follow-up is carried out without any of these locks, since its owner takes its own.

mod accounts;
mod caller;
mod cluster;
mod commands;
mod consequence;
mod context;
mod follow_up;
mod games;
mod lobby;
mod peers;
mod presence;
mod scopes;
mod timer;
mod tournaments;

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tengen_online::Time;
use tengen_online::account::{Account, Scopes};
use tengen_online::game::NewGame;
use tengen_online::id::{AccountId, GameId, SessionId, TournamentId};
use tengen_online::message::{PlayerInfo, ServerMessage, VERSION, Welcome};
use tengen_online::tournament::GameReport;

use super::bots::Bots;
use super::judge::{Judges, MoveJudge};
use super::outbox::{Closing, Outbox};
use super::part::{GAME_PARTS, LOBBY, part_of};
use super::services::Services;
use super::storage::StorageError;
use accounts::Accounts;
use context::{Context, House};
use follow_up::{Dispatch, FollowUp};
use games::Games;
use lobby::SharedLobby;
use peers::{Alone, News, Peers};
use presence::{Place, Presence};
use timer::Alive;
use tournaments::Tournaments;

pub(crate) use cluster::{Cluster, Membership, Remote};
pub(crate) use presence::Connection;
pub(crate) use timer::keep_time;

/// The milliseconds after which clients connect again when the server stops.
const RECONNECT_AFTER: u32 = 1_500;
/// The longest time that the clients may take to receive the farewell.
const FAREWELL: Duration = Duration::from_secs(2);

/// The owners of online play.
pub(crate) struct Hub {
    context: Arc<Context>,
    pub(crate) games: Arc<Games>,
    pub(crate) tournaments: Arc<Tournaments>,
    pub(crate) accounts: Accounts,
    lobby: SharedLobby,
    bots: Bots,
    judges: Judges,
    alive: Alive,
}

/// A message as the text that is sent.
pub(crate) fn text(message: &ServerMessage) -> Utf8Bytes {
    // Every message can be written as JSON: the keys of all maps are texts. A client ignores an empty text.
    serde_json::to_string(message).unwrap_or_default().into()
}

impl Hub {
    /// The owners, without any stored data. `cluster` is the way to the other servers, if there can be any.
    pub(crate) fn new(
        services: Arc<Services>,
        bots: Bots,
        house: Vec<PlayerInfo>,
        cluster: Option<Arc<Cluster>>,
    ) -> Arc<Hub> {
        let house = House::new(bots.levels().into_iter().zip(house).collect());
        let peers: Arc<dyn Peers> = match cluster {
            Some(cluster) => cluster,
            None => Arc::new(Alone),
        };
        Arc::new_cyclic(|hub: &Weak<Hub>| {
            let context = Arc::new(Context::new(services, house, peers, hub.clone()));
            let games = Arc::new(Games::new(context.clone()));
            Hub {
                lobby: SharedLobby::new(context.clone()),
                tournaments: Arc::new(Tournaments::new(context.clone(), games.clone())),
                accounts: Accounts::new(context.clone()),
                games,
                bots,
                judges: Judges::default(),
                alive: Alive::default(),
                context,
            }
        })
    }

    pub(crate) fn services(&self) -> &Services {
        &self.context.services
    }

    pub(crate) fn presence(&self) -> &Presence {
        &self.context.presence
    }

    /// The running games of an account, on any server.
    pub(crate) async fn running_games(&self, account: AccountId) -> BTreeSet<GameId> {
        let here = self.context.presence.games(account);
        here.into_iter().chain(self.context.games_elsewhere(account).await).collect()
    }

    /// Begins a connection: the client receives its user's games, and the opponents receive that the user is present.
    pub(crate) async fn connect(
        &self,
        account: &Account,
        scopes: Scopes,
        session: SessionId,
        outbox: &Arc<Outbox>,
        address: Option<IpAddr>,
    ) -> Arc<Connection> {
        let context = &self.context;
        let elsewhere = context.games_elsewhere(account.id).await;
        let now = context.now();
        let (connection, games) = context.presence.connect(account, scopes, session, outbox, address, now);
        context.services.metrics.connections.fetch_add(1, Relaxed);
        context.peers.announce(News::Connecting(&connection));
        let all = games.iter().copied().chain(elsewhere).collect();
        self.welcome(&connection, account, all, now);
        for game in games {
            self.games.join(&connection, game);
        }
        self.lobby.send_challenges(&connection);
        if context.services.is_stopping() {
            outbox.close(Closing::Stopping);
        }
        connection
    }

    /// Queues the first message to a client. Commands of its session that are under way are answered before it, so that none is carried out
    /// twice.
    fn welcome(&self, connection: &Arc<Connection>, account: &Account, games: BTreeSet<GameId>, now: Time) {
        let (context, connection, account) = (self.context.clone(), connection.clone(), account.clone());
        self.context.services.writer.submit(Vec::new(), move |_| {
            let (received, you) = (connection.session.received(), account.info(None, now));
            let games = games.into_iter().collect();
            let welcome = Welcome { version: VERSION, now, received, you, games };
            connection.push(text(&ServerMessage::Welcome(welcome)));
            // Messages of other servers come after the welcome.
            context.peers.announce(News::Connected(&connection, &account));
        });
    }

    /// Ends a connection to this server.
    pub(crate) fn disconnect(&self, connection: &Connection) {
        self.context.services.metrics.connections.fetch_sub(1, Relaxed);
        self.context.peers.announce(News::Disconnected(connection));
        self.depart(connection);
    }

    /// Removes a connection to any server.
    fn depart(&self, connection: &Connection) {
        let (games, is_last) = self.context.presence.disconnect(connection, self.context.now());
        for game in games {
            self.games.leave(connection, game);
        }
        self.games.unwatch_all(connection);
        self.lobby.unwatch(connection);
        self.tournaments.unwatch_all(connection);
        if is_last {
            self.lobby.leave(connection.account);
        }
    }

    /// Notes the place that a client of any server has opened. The user is present in that game at once, and leaves the other games a
    /// little later.
    fn move_to(&self, connection: &Connection, place: Place) {
        self.context.presence.move_to(connection, place, self.context.now());
        if let Place::Game(game) = place {
            self.games.note_presence(game, connection.account);
        }
    }

    /// Withdraws a user whose account is about to be deleted from all tournaments.
    pub(crate) fn withdraw(&self, account: AccountId) {
        self.context.peers.announce(News::Withdrawn { account, is_deleted: false });
        self.withdraw_here(account, false);
    }

    /// Removes the name of a deleted account from the tournaments. It has been removed from the storage already.
    pub(crate) fn forget_name(&self, account: AccountId) {
        self.context.peers.announce(News::Withdrawn { account, is_deleted: true });
        self.withdraw_here(account, true);
    }

    fn withdraw_here(&self, account: AccountId, is_deleted: bool) {
        if is_deleted {
            self.tournaments.forget_name(account);
        } else {
            self.tournaments.withdraw(account);
        }
    }

    /// Removes people who play a game with a clock from the pools and closes their seeks, if this server has the lobby.
    fn stop_waiting(&self, people: &[AccountId]) {
        if self.context.peers.has(LOBBY) {
            people.iter().for_each(|account| self.lobby.leave(*account));
        }
    }

    /// Sends the new ratings of a game's players, which have changed in the storage, to the users and to the game.
    fn show_ratings(&self, new: NewGame) {
        let (accounts, games) = (self.accounts.clone(), self.games.clone());
        self.context.spawn(async move {
            if let Some(ratings) = accounts.read_ratings(&new).await {
                games.show_ratings(new.game, ratings);
            }
        });
    }

    /// Reports the end of a tournament's game to the server with the tournaments.
    fn report(&self, tournament: TournamentId, report: GameReport) {
        if self.context.peers.has(LOBBY) {
            self.tournaments.report(tournament, report);
        } else {
            self.context.peers.announce(News::Ended(tournament, report.game));
        }
    }

    /// Reads all games, the lobby and the tournaments. Only a server that is alone calls this function.
    ///
    /// # Errors
    /// When the storage cannot be read. A single game that this version cannot replay is left out, and logged.
    pub(crate) async fn restore(&self) -> Result<(), StorageError> {
        let alive = self.context.services.storage.alive().await?.unwrap_or_default();
        for part in 0..=GAME_PARTS {
            self.begin_part(part, alive).await?;
        }
        Ok(())
    }

    /// Reads a part: the lobby with the tournaments, or games. `alive` is the last time at which the part was known to be in use.
    async fn begin_part(&self, part: u16, alive: Time) -> Result<(), StorageError> {
        if part == LOBBY {
            self.lobby.restore().await?;
            return self.tournaments.restore().await;
        }
        self.games.restore_part(part, alive).await
    }

    /// Drops a part that another server has from now on. All decisions have been queued.
    fn drop_part(&self, part: u16) {
        if part == LOBBY {
            self.lobby.clear();
            self.tournaments.clear();
        } else {
            self.games.drop_part(part);
        }
    }

    /// Stops accepting commands, and waits until all decisions are written.
    pub(crate) async fn stop_commands(&self) {
        let services = &self.context.services;
        services.stop();
        if services.metrics.games.load(Relaxed) > 0 {
            self.alive.note(&self.context, self.context.now());
        }
        // All decisions are durable after this.
        let _ = services.writer.write(Vec::new()).await;
    }

    /// Requests the clients to connect again later, and ends their connections.
    pub(crate) async fn dismiss(&self) {
        let closing = text(&ServerMessage::Closing { reconnect_after: RECONNECT_AFTER });
        for connection in self.context.presence.clients() {
            connection.push(closing.clone());
            connection.outbox.close(Closing::Stopping);
        }
        let farewell = async {
            while self.context.services.metrics.connections.load(Relaxed) > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        // A client that receives nothing more delays the end of the server only for this time.
        let _ = tokio::time::timeout(FAREWELL, farewell).await;
    }

    /// Starts the threads of the server's programs, and the thread that judges finished games if there is a judge.
    ///
    /// # Errors
    /// When the system cannot start a thread.
    pub(crate) fn start_threads(
        self: &Arc<Hub>,
        bots: usize,
        judge: Option<Arc<dyn MoveJudge>>,
    ) -> std::io::Result<()> {
        self.bots.start(Arc::downgrade(self), bots)?;
        judge.map_or(Ok(()), |judge| self.judges.start(&self.context.services, judge))
    }
}

impl Dispatch for Hub {
    fn dispatch(self: Arc<Self>, follow_up: FollowUp) {
        match follow_up {
            FollowUp::Begin(tables) => {
                for table in tables {
                    let people = self.games.begin(table);
                    self.stop_waiting(&people);
                }
            }
            FollowUp::Think(job) => self.bots.think(*job),
            FollowUp::Ended { game, is_rated } => {
                if is_rated {
                    self.show_ratings(game.new_game().clone());
                }
                if let Some((tournament, report)) = game.new_game().tournament.zip(GameReport::of(&game)) {
                    self.report(tournament, report);
                }
                self.judges.judge(*game);
            }
            FollowUp::Aborted { by, other } => {
                if self.context.peers.has(LOBBY) {
                    self.lobby.note_abort(by, other);
                } else {
                    self.context.peers.announce(News::Aborted { by, other });
                }
            }
            FollowUp::Suspected { account, suspicion, game } => {
                let accounts = self.accounts.clone();
                self.context.spawn(async move { accounts.suspect(account, suspicion, game).await });
            }
            FollowUp::LobbyChanged(changed) => self.lobby.show(changed),
            FollowUp::HandOver(game) => {
                if self.context.peers.has(part_of(game)) {
                    self.games.adopt(game);
                } else {
                    self.context.peers.announce(News::Stored(game));
                }
            }
            FollowUp::ReadGameAgain(game) => self.games.read_again(game),
            FollowUp::ReadTournamentAgain(tournament) => self.tournaments.read_again(tournament),
            FollowUp::CarryOut(caller, command) => self.carry_out(caller, command),
        }
    }
}

/// A connection that the hub keeps until this value is dropped.
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

/// Random bits of the operating system.
pub(crate) fn entropy() -> u64 {
    // A system without random numbers cannot create secure sessions either, so that the server does not start there.
    getrandom::u64().unwrap_or_default()
}
