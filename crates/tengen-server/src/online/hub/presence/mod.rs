//! The connected users, with their games and the places that their clients have open.

mod connection;
mod place;
mod playing;
mod session;

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_online::Time;
use tengen_online::account::{Account, Scopes, TalkBudget};
use tengen_online::id::{AccountId, GameId, SessionId};
use tengen_online::lobby::Candidate;
use tengen_online::message::PlayerInfo;

use super::Remote;
use crate::online::outbox::{Closing, Outbox};
use place::Wanderers;
use playing::Playing;

pub(crate) use connection::Connection;
pub(crate) use place::Place;
pub(super) use playing::people;
pub(super) use session::Admission;
use session::Session;

/// The time without a connection after which a user is dropped.
const FORGET_AFTER: Time = 10 * tengen_online::MINUTE;
/// The most sessions that are kept for a user.
const MOST_SESSIONS: usize = 64;

/// A user who is connected, plays, or was connected a short time ago.
#[derive(Debug)]
struct User {
    account: Account,
    /// Whether the account is complete. For a user who has not connected since the start of the server, only the name and the kind are
    /// known.
    is_known: bool,
    talk: TalkBudget,
    connections: Vec<Arc<Connection>>,
    sessions: HashMap<SessionId, Arc<Session>>,
    /// The running games on this server, each with whether it is a correspondence game.
    games: BTreeMap<GameId, bool>,
    /// The address, or network, of the last connection to this server.
    address: Option<IpAddr>,
    seen: Time,
}

impl User {
    fn new(account: Account, is_known: bool, now: Time) -> User {
        User {
            account,
            is_known,
            talk: TalkBudget::default(),
            connections: Vec::new(),
            sessions: HashMap::new(),
            games: BTreeMap::new(),
            address: None,
            seen: now,
        }
    }

    /// The session of a client; a new one if it does not exist.
    fn session(&mut self, id: SessionId) -> Arc<Session> {
        if self.sessions.len() >= MOST_SESSIONS && !self.sessions.contains_key(&id) {
            let connections = &self.connections;
            self.sessions
                .retain(|_, session| connections.iter().any(|open| Arc::ptr_eq(&open.session, session)));
        }
        self.sessions.entry(id).or_default().clone()
    }

    fn games(&self) -> Vec<GameId> {
        self.games.keys().copied().collect()
    }
}

type UsersById = HashMap<AccountId, User>;

/// The users with their connections. Each lock is held for one call, and is the last in the order of locks.
#[derive(Debug)]
pub(crate) struct Presence {
    users: Mutex<UsersById>,
    playing: Playing,
    wanderers: Wanderers,
    next_number: AtomicU64,
}

impl Presence {
    pub(super) fn new() -> Presence {
        Presence {
            users: Mutex::default(),
            playing: Playing::default(),
            wanderers: Wanderers::default(),
            next_number: AtomicU64::new(1),
        }
    }

    fn lock(&self) -> MutexGuard<'_, UsersById> {
        self.users.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, account: AccountId, act: impl FnOnce(&mut User) -> T) -> Option<T> {
        self.lock().get_mut(&account).map(act)
    }

    /// A number that no other connection or request has.
    pub(super) fn next_number(&self) -> u64 {
        self.next_number.fetch_add(1, Relaxed)
    }

    /// Adds a connection to this server. Returns the connection and the user's games.
    pub(super) fn connect(
        &self,
        account: &Account,
        scopes: Scopes,
        session: SessionId,
        outbox: &Arc<Outbox>,
        address: Option<IpAddr>,
        now: Time,
    ) -> (Arc<Connection>, Vec<GameId>) {
        let mut users = self.lock();
        let user = note(&mut users, account, now);
        user.address = address;
        let session = user.session(session);
        session.connect(outbox.clone());
        let number = self.next_number();
        let connection = Arc::new(Connection::new(number, account.id, scopes, session, outbox.clone()));
        user.connections.push(connection.clone());
        (connection, user.games())
    }

    /// Adds a connection to another server, which checks the rights of its token. Returns the connection, and the user's games on this
    /// server.
    pub(super) fn connect_remote(
        &self,
        account: &Account,
        remote: Remote,
        now: Time,
    ) -> (Arc<Connection>, Vec<GameId>) {
        let connection = Arc::new(self.visit_remote(account, remote, now));
        let games = self.with(account.id, |user| {
            user.connections.push(connection.clone());
            user.games()
        });
        (connection, games.unwrap_or_default())
    }

    /// Notes the account of a user who acts without a connection. It stays in memory for a while at least.
    pub(super) fn visit(&self, account: &Account, now: Time) {
        note(&mut self.lock(), account, now).seen = now;
    }

    /// Notes the account of a client of another server that acts. It stays in memory for a while at least. Returns a connection for the
    /// command.
    pub(super) fn visit_remote(&self, account: &Account, remote: Remote, now: Time) -> Connection {
        let (session, outbox) = (Session::of_remote(remote.clone()), Outbox::of_remote(remote));
        self.visit(account, now);
        let number = self.next_number();
        Connection::new(number, account.id, Scopes::Session, Arc::new(session), Arc::new(outbox))
    }

    /// Removes a connection. Returns the user's games, and whether it was the user's last connection.
    pub(super) fn disconnect(&self, connection: &Connection, now: Time) -> (Vec<GameId>, bool) {
        let ended = self.with(connection.account, |user| {
            user.connections.retain(|open| open.number != connection.number);
            user.seen = now;
            (user.games(), user.connections.is_empty())
        });
        ended.unwrap_or((Vec::new(), true))
    }

    /// Adds a game that begins, or that was read from the storage, to a player. Returns the connections of the player.
    pub(super) fn begin(
        &self,
        player: &PlayerInfo,
        game: GameId,
        is_correspondence: bool,
        now: Time,
    ) -> Vec<Arc<Connection>> {
        let mut users = self.lock();
        let user = users.entry(player.account).or_insert_with(|| {
            // For a user who has not connected since the start of the server, only the data in the game are available. The rest is read
            // when the user connects.
            let (name, kind) = (player.name.clone(), player.kind);
            User::new(Account { name, kind, ..Account::guest(player.account, now) }, false, now)
        });
        // A client with no other running game open opens the new one.
        for connection in &user.connections {
            if !matches!(connection.place(), Place::Game(open) if user.games.contains_key(&open)) {
                connection.set_place(Place::Anywhere);
            }
        }
        user.games.insert(game, is_correspondence);
        user.connections.clone()
    }

    /// Removes a game that has ended.
    pub(super) fn end(&self, account: AccountId, game: GameId) {
        self.with(account, |user| user.games.remove(&game));
    }

    /// The account of a user who is connected, plays, or was connected a short time ago. If the user has not connected since the start of
    /// the server, it contains only the name and the kind.
    pub(super) fn account(&self, account: AccountId) -> Option<Account> {
        self.with(account, |user| user.account.clone())
    }

    /// The account of a user who has connected since the start of the server.
    pub(super) fn known(&self, account: AccountId) -> Option<Account> {
        self.with(account, |user| user.is_known.then(|| user.account.clone())).flatten()
    }

    /// Changes the account of a user in memory; does nothing for other users.
    pub(super) fn change(&self, account: AccountId, change: impl FnOnce(&mut Account)) {
        self.with(account, |user| change(&mut user.account));
    }

    /// Counts a text or phrase of a user against the user's limits; `None` if the user is not in memory.
    pub(super) fn talk<T>(
        &self,
        account: AccountId,
        talk: impl FnOnce(&Account, &mut TalkBudget) -> T,
    ) -> Option<T> {
        self.with(account, |user| talk(&user.account, &mut user.talk))
    }

    pub(super) fn connections(&self, account: AccountId) -> Vec<Arc<Connection>> {
        self.with(account, |user| user.connections.clone()).unwrap_or_default()
    }

    /// The number of connections that a user has to all servers.
    pub(crate) fn open_connections(&self, account: AccountId) -> usize {
        self.with(account, |user| user.connections.len()).unwrap_or(0)
    }

    /// Whether the user has a connection. Seeks and places in pools end with it.
    pub(crate) fn is_connected(&self, account: AccountId) -> bool {
        self.open_connections(account) > 0
    }

    /// Whether both users were last connected to this server from the same address, and `counts` holds for it.
    pub(super) fn share_address(&self, users: [AccountId; 2], counts: impl Fn(&IpAddr) -> bool) -> bool {
        let address = |account| self.with(account, |user| user.address).flatten();
        let [one, other] = users.map(|account| address(account).filter(&counts));
        one.is_some() && one == other
    }

    /// The running games of a user on this server.
    pub(super) fn games(&self, account: AccountId) -> Vec<GameId> {
        self.with(account, |user| user.games()).unwrap_or_default()
    }

    /// Whether a user is connected and plays no game on this server other than correspondence games.
    pub(super) fn is_free(&self, account: AccountId) -> bool {
        let is_free = |user: &mut User| {
            !user.connections.is_empty() && user.games.values().all(|is_correspondence| *is_correspondence)
        };
        self.with(account, is_free).unwrap_or(false)
    }

    /// The number of connected users.
    pub(super) fn count(&self) -> u32 {
        self.lock().values().filter(|user| !user.connections.is_empty()).count() as u32
    }

    /// Ends the connections of an account to this server, or only those that were opened with a token.
    pub(super) fn close(&self, account: AccountId, only_programs: bool) {
        for connection in self.connections(account) {
            let is_concerned = !only_programs || connection.scopes != Scopes::Session;
            if is_concerned && !connection.outbox.is_remote() {
                connection.outbox.close(Closing::LoggedOut);
            }
        }
    }

    /// All connections to this server.
    pub(super) fn clients(&self) -> Vec<Arc<Connection>> {
        let users = self.lock();
        let connections = users.values().flat_map(|user| &user.connections);
        connections.filter(|connection| !connection.outbox.is_remote()).cloned().collect()
    }

    /// Drops the users who have been away for long and play no game.
    pub(super) fn forget(&self, now: Time) {
        self.lock().retain(|_, user| {
            let is_away = user.connections.is_empty() && user.games.is_empty();
            !is_away || now < user.seen.saturating_add(FORGET_AFTER)
        });
    }

    /// Notes that people have begun or finished a game with a clock on any server.
    pub(super) fn note_playing(&self, game: GameId, people: &[AccountId], is_running: bool) {
        for account in people {
            if is_running {
                self.playing.begin(*account, game);
            } else {
                self.playing.end(*account, game);
            }
        }
    }

    /// A running game with a clock of a person, on any server.
    pub(super) fn clock_game(&self, account: AccountId) -> Option<GameId> {
        self.playing.game_of(account)
    }

    /// Whether a person plays a game with a clock, on any server.
    pub(crate) fn plays_with_clock(&self, account: AccountId) -> bool {
        self.clock_game(account).is_some()
    }

    /// A candidate, together with the running game that may exclude the user from another one.
    pub(super) fn with_running_game(&self, by: Candidate) -> Candidate {
        Candidate { plays: self.clock_game(by.player.account), ..by }
    }

    /// Notes the place that a client has opened. If its user plays, [`Presence::wanderers`] returns the user a little later.
    pub(super) fn move_to(&self, connection: &Connection, place: Place, now: Time) {
        connection.set_place(place);
        if !self.games(connection.account).is_empty() {
            self.wanderers.note(connection.account, now);
        }
    }

    /// The users who left a game for another place a while ago.
    pub(super) fn wanderers(&self, now: Time) -> Vec<AccountId> {
        self.wanderers.due(now)
    }
}

/// Creates or updates the entry of a user with the stored account, and returns it.
fn note<'a>(users: &'a mut UsersById, account: &Account, now: Time) -> &'a mut User {
    let user = users.entry(account.id).or_insert_with(|| User::new(account.clone(), true, now));
    (user.account, user.is_known) = (account.clone(), true);
    user
}
