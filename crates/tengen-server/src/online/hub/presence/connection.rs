//! An open connection of a user.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tengen_online::Time;
use tengen_online::account::Scopes;
use tengen_online::id::{AccountId, GameId, TournamentId};
use tengen_online::message::MAX_WATCHED;

use super::place::Place;
use super::session::Session;
use crate::online::outbox::Outbox;

/// An open connection of a user, to this server or to another one.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) number: u64,
    pub(crate) account: AccountId,
    /// The rights of the token, or of the session.
    pub(crate) scopes: Scopes,
    pub(crate) session: Arc<Session>,
    pub(crate) outbox: Arc<Outbox>,
    /// The round-trip time of the last measurement, in milliseconds.
    pub(crate) lag: AtomicU32,
    place: Mutex<Place>,
    watched: Mutex<Vec<GameId>>,
    /// The tournaments that the connection watches. Another server may have them.
    tournaments: Mutex<Vec<TournamentId>>,
    /// Whether the connection watches the lobby of another server.
    pub(crate) in_lobby: AtomicBool,
    /// Whether the connection may wait for an opponent in the lobby of another server.
    pub(crate) waits: AtomicBool,
}

impl Connection {
    pub(crate) fn push(&self, message: Utf8Bytes) {
        self.outbox.push(message);
    }

    pub(super) fn new(
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
        lock(&self.watched).clone()
    }

    /// Notes that the connection watches a game; `false` if it watches too many already.
    pub(crate) fn note_watched(&self, game: GameId) -> bool {
        let mut watched = lock(&self.watched);
        if watched.contains(&game) {
            return true;
        }
        if watched.len() >= MAX_WATCHED {
            return false;
        }
        watched.push(game);
        true
    }

    pub(crate) fn forget_watched(&self, game: GameId) {
        lock(&self.watched).retain(|watched| *watched != game);
    }

    pub(crate) fn take_watched(&self) -> Vec<GameId> {
        std::mem::take(&mut *lock(&self.watched))
    }

    pub(crate) fn tournaments(&self) -> Vec<TournamentId> {
        lock(&self.tournaments).clone()
    }

    /// Notes the beginning or the end of the watching of a tournament. The server of the tournaments refuses one too many.
    pub(crate) fn note_tournament(&self, tournament: TournamentId, is_watched: bool) {
        let mut tournaments = lock(&self.tournaments);
        tournaments.retain(|known| *known != tournament);
        if is_watched && tournaments.len() < MAX_WATCHED {
            tournaments.push(tournament);
        }
    }

    pub(crate) fn place(&self) -> Place {
        *lock(&self.place)
    }

    pub(crate) fn set_place(&self, place: Place) {
        *lock(&self.place) = place;
    }

    pub(crate) fn lag(&self) -> Time {
        Time::from(self.lag.load(Relaxed))
    }
}

fn lock<T>(field: &Mutex<T>) -> MutexGuard<'_, T> {
    // Each change of these fields is one call, so that a panic leaves no field half changed.
    field.lock().unwrap_or_else(PoisonError::into_inner)
}
