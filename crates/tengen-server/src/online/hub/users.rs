//! Who is connected, and which games they play.

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tengen_online::Time;
use tengen_online::account::{Account, Scopes, TalkBudget};
use tengen_online::id::{AccountId, GameId, SessionId, TournamentId};
use tengen_online::message::{MAX_WATCHED, PlayerInfo};

use super::Remote;
use super::place::Place;
use super::session::Session;
use crate::online::outbox::Outbox;

/// After how long without a connection a session is forgotten.
const FORGET_AFTER: Time = 10 * tengen_online::MINUTE;
/// The most sessions of a user that are remembered at once.
const MOST_SESSIONS: usize = 64;

/// An open connection of a user, to this server or to another one.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) number: u64,
    pub(crate) account: AccountId,
    /// What it may be used for.
    pub(crate) scopes: Scopes,
    pub(crate) session: Arc<Session>,
    pub(crate) outbox: Arc<Outbox>,
    /// The round-trip time in milliseconds, as measured last.
    pub(crate) lag: AtomicU32,
    place: Mutex<Place>,
    /// The games that it watches.
    pub(crate) watched: Mutex<Vec<GameId>>,
    /// The tournaments that it watches, which another server may have.
    tournaments: Mutex<Vec<TournamentId>>,
    /// Whether it watches the lobby, which another server has.
    pub(crate) in_lobby: AtomicBool,
    /// Whether it may wait for an opponent in the lobby, which another server has.
    pub(crate) waits: AtomicBool,
}

impl Connection {
    pub(crate) fn push(&self, message: Utf8Bytes) {
        self.outbox.push(message);
    }

    fn new(
        number: u64,
        account: AccountId,
        scopes: Scopes,
        session: Arc<Session>,
        outbox: Arc<Outbox>,
    ) -> Connection {
        Connection {
            number,
            account,
            scopes,
            session,
            outbox,
            lag: AtomicU32::new(0),
            place: Mutex::default(),
            watched: Mutex::default(),
            tournaments: Mutex::default(),
            in_lobby: AtomicBool::new(false),
            waits: AtomicBool::new(false),
        }
    }

    pub(crate) fn watched(&self) -> Vec<GameId> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn tournaments(&self) -> Vec<TournamentId> {
        self.tournaments.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes that a tournament is watched, or no longer. One too many is refused where the tournaments are.
    pub(crate) fn note_tournament(&self, tournament: TournamentId, is_watched: bool) {
        let mut tournaments = self.tournaments.lock().unwrap_or_else(PoisonError::into_inner);
        tournaments.retain(|known| *known != tournament);
        if is_watched && tournaments.len() < MAX_WATCHED {
            tournaments.push(tournament);
        }
    }

    pub(crate) fn forget_watched(&self, game: GameId) {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner).retain(|watched| *watched != game);
    }

    pub(super) fn place(&self) -> Place {
        *self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_place(&self, place: Place) {
        *self.place.lock().unwrap_or_else(PoisonError::into_inner) = place;
    }

    pub(crate) fn lag(&self) -> Time {
        Time::from(self.lag.load(Relaxed))
    }
}

/// A user who is connected, plays, or was connected a short time ago.
#[derive(Debug)]
pub(crate) struct User {
    pub(crate) account: Account,
    /// Whether the account is what is stored. Of a user who has not connected since the start of the server only the name
    /// and the kind are known.
    is_known: bool,
    pub(crate) talk: TalkBudget,
    pub(crate) connections: Vec<Arc<Connection>>,
    sessions: HashMap<SessionId, Arc<Session>>,
    pub(crate) games: BTreeSet<GameId>,
    /// The address, or network, of the last connection to this server.
    pub(crate) address: Option<IpAddr>,
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
            games: BTreeSet::new(),
            address: None,
            seen: now,
        }
    }

    /// The session of a client; a new one if it is not known.
    fn session(&mut self, id: SessionId) -> Arc<Session> {
        if self.sessions.len() >= MOST_SESSIONS && !self.sessions.contains_key(&id) {
            let connections = &self.connections;
            self.sessions
                .retain(|_, session| connections.iter().any(|open| Arc::ptr_eq(&open.session, session)));
        }
        self.sessions.entry(id).or_default().clone()
    }
}

#[derive(Debug, Default)]
pub(crate) struct Users(Mutex<HashMap<AccountId, User>>);

impl Users {
    fn lock(&self) -> MutexGuard<'_, HashMap<AccountId, User>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A client has connected. Returns the connection, the user's games, and how many users are connected.
    pub(crate) fn connect(
        &self,
        number: u64,
        account: &Account,
        scopes: Scopes,
        session: SessionId,
        outbox: &Arc<Outbox>,
        now: Time,
    ) -> (Arc<Connection>, Vec<GameId>) {
        let mut users = self.lock();
        let user = users.entry(account.id).or_insert_with(|| User::new(account.clone(), true, now));
        (user.account, user.is_known) = (account.clone(), true);
        let session = user.session(session);
        session.connect(outbox.clone());
        let connection = Arc::new(Connection::new(number, account.id, scopes, session, outbox.clone()));
        user.connections.push(connection.clone());
        (connection, user.games.iter().copied().collect())
    }

    /// A client has connected to another server, which checks the rights of its token. Returns the connection, and those
    /// of the user's games that this server has.
    pub(crate) fn connect_remote(
        &self,
        number: u64,
        account: &Account,
        remote: Remote,
        now: Time,
    ) -> (Arc<Connection>, Vec<GameId>) {
        let connection = Arc::new(self.visit_remote(number, account, remote, now));
        let mut users = self.lock();
        let Some(user) = users.get_mut(&account.id) else { return (connection, Vec::new()) };
        user.connections.push(connection.clone());
        (connection, user.games.iter().copied().collect())
    }

    /// A user does something without being connected. The account is known from now on, for a while at least.
    pub(crate) fn visit(
        &self,
        number: u64,
        account: &Account,
        scopes: Scopes,
        outbox: &Arc<Outbox>,
        now: Time,
    ) -> Connection {
        let mut users = self.lock();
        let user = users.entry(account.id).or_insert_with(|| User::new(account.clone(), true, now));
        (user.account, user.is_known, user.seen) = (account.clone(), true, now);
        let session = Arc::<Session>::default();
        session.connect(outbox.clone());
        Connection::new(number, account.id, scopes, session, outbox.clone())
    }

    /// A client of another server does something. The account is known from now on, for a while at least.
    pub(crate) fn visit_remote(
        &self,
        number: u64,
        account: &Account,
        remote: Remote,
        now: Time,
    ) -> Connection {
        let (session, outbox) = (Session::of_remote(remote.clone()), Outbox::of_remote(remote));
        let mut users = self.lock();
        let user = users.entry(account.id).or_insert_with(|| User::new(account.clone(), true, now));
        (user.account, user.is_known, user.seen) = (account.clone(), true, now);
        Connection::new(number, account.id, Scopes::Session, Arc::new(session), Arc::new(outbox))
    }

    /// A connection has ended. Returns the user's games, and whether the user has no other connection.
    pub(crate) fn disconnect(&self, connection: &Connection, now: Time) -> (Vec<GameId>, bool) {
        let mut users = self.lock();
        let Some(user) = users.get_mut(&connection.account) else { return (Vec::new(), true) };
        user.connections.retain(|open| open.number != connection.number);
        user.seen = now;
        (user.games.iter().copied().collect(), user.connections.is_empty())
    }

    /// A game begins, or is found in the storage. Returns the connections of this player.
    pub(crate) fn begin(&self, player: &PlayerInfo, game: GameId, now: Time) -> Vec<Arc<Connection>> {
        let mut users = self.lock();
        let user = users.entry(player.account).or_insert_with(|| {
            // A user who has not connected since the start of the server: what is not in the game is read then.
            let (name, kind) = (player.name.clone(), player.kind);
            User::new(Account { name, kind, ..Account::guest(player.account, now) }, false, now)
        });
        // A client that has no other running game open opens the new one.
        for connection in &user.connections {
            if !matches!(connection.place(), Place::Game(open) if user.games.contains(&open)) {
                connection.set_place(Place::Anywhere);
            }
        }
        user.games.insert(game);
        user.connections.clone()
    }

    /// A game has ended.
    pub(crate) fn end(&self, account: AccountId, game: GameId) {
        if let Some(user) = self.lock().get_mut(&account) {
            user.games.remove(&game);
        }
    }

    /// What is done with a user who is known.
    pub(crate) fn with<T>(&self, account: AccountId, act: impl FnOnce(&mut User) -> T) -> Option<T> {
        self.lock().get_mut(&account).map(act)
    }

    /// The account of a user who has connected since the start of the server.
    pub(crate) fn known(&self, account: AccountId) -> Option<Account> {
        self.with(account, |user| user.is_known.then(|| user.account.clone())).flatten()
    }

    pub(crate) fn connections(&self, account: AccountId) -> Vec<Arc<Connection>> {
        self.with(account, |user| user.connections.clone()).unwrap_or_default()
    }

    pub(crate) fn is_connected(&self, account: AccountId) -> bool {
        self.with(account, |user| !user.connections.is_empty()).unwrap_or(false)
    }

    /// How many users are connected.
    pub(crate) fn count(&self) -> u32 {
        self.lock().values().filter(|user| !user.connections.is_empty()).count() as u32
    }

    pub(crate) fn all_connections(&self) -> Vec<Arc<Connection>> {
        self.lock().values().flat_map(|user| user.connections.iter().cloned()).collect()
    }

    /// Forgets the users who have been away for long and play no game.
    pub(crate) fn forget(&self, now: Time) {
        self.lock().retain(|_, user| {
            let is_away = user.connections.is_empty() && user.games.is_empty();
            !is_away || now < user.seen.saturating_add(FORGET_AFTER)
        });
    }
}
