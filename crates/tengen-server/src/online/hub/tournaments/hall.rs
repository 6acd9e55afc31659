//! The tournaments in memory, with their watchers.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tengen_online::id::{AccountId, TournamentId};
use tengen_online::message::{
    MAX_STANDINGS_ROWS, MAX_WATCHED, ServerMessage, StandingView, TournamentList, TournamentStatus,
    TournamentUpdate, TournamentView,
};
use tengen_online::tournament::Tournament;
use tengen_online::{DAY, Time};

use crate::online::hub::{Connection, text};

/// The time for which changes of a tournament are collected before they are sent, in milliseconds.
const COLLECT: Time = 300;
/// The time for which a tournament stays in memory after its end.
pub(super) const RECENT: Time = DAY;
/// The most tournaments in each part of the list of tournaments.
const MAX_LISTED: usize = 50;

/// The tournaments that have not ended, and those that ended recently.
#[derive(Default)]
pub(super) struct Hall {
    cups: HashMap<TournamentId, Cup>,
    /// The tournaments that each connection watches, by the number of the connection.
    watched: HashMap<u64, Vec<TournamentId>>,
}

/// A tournament with its watchers.
pub(super) struct Cup {
    pub(super) tournament: Tournament,
    watchers: Vec<Watcher>,
    /// The view that the watchers received last.
    shown: TournamentView,
    send_at: Option<Time>,
    /// Whether the state in memory is ahead of the storage, because a change could not be written.
    pub(super) is_ahead: bool,
    /// Whether a task reads which players have games on other servers, or which users they have blocked.
    pub(super) is_reading: bool,
}

struct Watcher {
    connection: Arc<Connection>,
    /// The user's own row as the connection received it. It is sent separately only where it is not among the first rows.
    own: Option<StandingView>,
}

impl Cup {
    pub(super) fn new(tournament: Tournament) -> Cup {
        let shown = tournament.view(None);
        Cup { tournament, watchers: Vec::new(), shown, send_at: None, is_ahead: false, is_reading: false }
    }

    /// Notes a change that the watchers have to receive.
    pub(super) fn note_change(&mut self, now: Time) {
        if !self.watchers.is_empty() {
            self.send_at.get_or_insert(now + COLLECT);
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.tournament.status(), TournamentStatus::Finished | TournamentStatus::Cancelled)
    }

    fn next_deadline(&self) -> Option<Time> {
        let next = self.tournament.next_deadline().filter(|_| !self.is_ahead && !self.is_reading);
        [next, self.send_at].into_iter().flatten().min()
    }

    /// The complete view of the tournament for one connection.
    fn view(&mut self, connection: &Connection) -> Utf8Bytes {
        let view = self.tournament.view(Some(connection.account));
        let known = self.watchers.iter_mut().find(|known| known.connection.number == connection.number);
        if let Some(watcher) = known {
            watcher.own.clone_from(&view.you);
        }
        text(&ServerMessage::Tournament(Box::new(view)))
    }

    /// Removes and returns the updates for the watchers.
    pub(super) fn take_updates(&mut self) -> Vec<(Arc<Connection>, Utf8Bytes)> {
        self.send_at = None;
        if self.watchers.is_empty() {
            return Vec::new();
        }
        let id = self.tournament.id();
        let (update, shown) = self.tournament.update(&self.shown);
        self.shown = shown;
        let is_changed = update != TournamentUpdate::default();
        let common = text(&ServerMessage::TournamentUpdate(id, update.clone()));
        // A row after the first ones is sent only to its player.
        let standings = self.tournament.standings();
        let others = standings.get(MAX_STANDINGS_ROWS..).unwrap_or_default();
        let others: HashMap<AccountId, &StandingView> =
            others.iter().map(|row| (row.player.account, row)).collect();
        let mut messages = Vec::new();
        for watcher in &mut self.watchers {
            let own = others.get(&watcher.connection.account).copied();
            if own.is_some() && own != watcher.own.as_ref() {
                watcher.own = own.cloned();
                let you = watcher.own.clone().map(Box::new);
                let update = TournamentUpdate { you, ..update.clone() };
                messages
                    .push((watcher.connection.clone(), text(&ServerMessage::TournamentUpdate(id, update))));
            } else if is_changed {
                messages.push((watcher.connection.clone(), common.clone()));
            }
        }
        messages
    }
}

impl Hall {
    pub(super) fn get(&self, tournament: TournamentId) -> Option<&Cup> {
        self.cups.get(&tournament)
    }

    pub(super) fn get_mut(&mut self, tournament: TournamentId) -> Option<&mut Cup> {
        self.cups.get_mut(&tournament)
    }

    pub(super) fn insert(&mut self, tournament: Tournament) {
        self.cups.insert(tournament.id(), Cup::new(tournament));
    }

    /// The number of tournaments that have not ended, and the number of those that a user has created.
    pub(super) fn count_open(&self, creator: AccountId) -> (usize, usize) {
        let open = || self.cups.values().filter(|cup| !cup.is_over());
        (open().count(), open().filter(|cup| cup.tournament.creator().account == creator).count())
    }

    /// The tournaments of which a user is a player or the creator.
    pub(super) fn of_player(&self, account: AccountId) -> Vec<TournamentId> {
        let is_named =
            |cup: &&Cup| cup.tournament.has_entry(account) || cup.tournament.creator().account == account;
        self.cups.values().filter(is_named).map(|cup| cup.tournament.id()).collect()
    }

    /// The next time at which a tournament has to be processed or an update has to be sent.
    pub(super) fn next_deadline(&self) -> Option<Time> {
        self.cups.values().filter_map(Cup::next_deadline).min()
    }

    /// The tournaments with a deadline that has passed, and those with an update to send.
    pub(super) fn due(&self, now: Time) -> (Vec<TournamentId>, Vec<TournamentId>) {
        let is_due = |at: Option<Time>| at.is_some_and(|at| at <= now);
        let (mut ticks, mut sends) = (Vec::new(), Vec::new());
        for (&id, cup) in &self.cups {
            if is_due(cup.tournament.next_deadline()) && !cup.is_ahead && !cup.is_reading {
                ticks.push(id);
            }
            if is_due(cup.send_at) {
                sends.push(id);
            }
        }
        (ticks, sends)
    }

    /// Adds a watcher to a tournament. Returns the complete view; `None` if the connection watches too many.
    pub(super) fn watch(
        &mut self,
        connection: &Arc<Connection>,
        tournament: TournamentId,
    ) -> Option<Utf8Bytes> {
        let cup = self.cups.get_mut(&tournament)?;
        let watched = self.watched.entry(connection.number).or_default();
        if !watched.contains(&tournament) {
            if watched.len() >= MAX_WATCHED {
                return None;
            }
            watched.push(tournament);
            cup.watchers.push(Watcher { connection: connection.clone(), own: None });
            if cup.watchers.len() == 1 {
                cup.shown = cup.tournament.view(None);
            }
        }
        Some(cup.view(connection))
    }

    pub(super) fn unwatch(&mut self, connection: &Connection, tournament: TournamentId) {
        if let Some(watched) = self.watched.get_mut(&connection.number) {
            watched.retain(|watched| *watched != tournament);
        }
        if let Some(cup) = self.cups.get_mut(&tournament) {
            cup.watchers.retain(|watcher| watcher.connection.number != connection.number);
        }
    }

    /// Removes a connection that has ended.
    pub(super) fn leave(&mut self, connection: &Connection) {
        for tournament in self.watched.remove(&connection.number).unwrap_or_default() {
            self.unwatch(connection, tournament);
        }
    }

    /// Replaces a tournament by its stored state. The watchers receive the complete view; a tournament that is not stored is removed.
    pub(super) fn put_back(
        &mut self,
        tournament: TournamentId,
        stored: Option<Tournament>,
    ) -> Vec<(Arc<Connection>, Utf8Bytes)> {
        let Some(stored) = stored else {
            self.cups.remove(&tournament);
            return Vec::new();
        };
        let Some(cup) = self.cups.get_mut(&tournament) else { return Vec::new() };
        cup.shown = stored.view(None);
        (cup.tournament, cup.is_ahead, cup.send_at) = (stored, false, None);
        let connections: Vec<Arc<Connection>> =
            cup.watchers.iter().map(|watcher| watcher.connection.clone()).collect();
        connections.into_iter().map(|connection| (connection.clone(), cup.view(&connection))).collect()
    }

    /// Drops tournaments that ended long ago and have no watchers.
    pub(super) fn forget(&mut self, now: Time) {
        self.cups.retain(|_, cup| {
            let is_old = now >= cup.tournament.last_event().saturating_add(RECENT);
            !(cup.is_over() && is_old && cup.watchers.is_empty())
        });
    }

    pub(super) fn list(&self) -> TournamentList {
        let of = |status: TournamentStatus| {
            let mut cups: Vec<&Tournament> = self.cups.values().map(|cup| &cup.tournament).collect();
            cups.retain(|tournament| tournament.status() == status && !tournament.request().private);
            cups
        };
        let lines =
            |cups: Vec<&Tournament>| cups.into_iter().take(MAX_LISTED).map(Tournament::line).collect();
        let mut upcoming = of(TournamentStatus::Open);
        upcoming.sort_by_key(|tournament| (tournament.request().starts, tournament.id()));
        let mut running = of(TournamentStatus::Running);
        running.sort_by_key(|tournament| (std::cmp::Reverse(tournament.request().starts), tournament.id()));
        let mut finished = of(TournamentStatus::Finished);
        finished.sort_by_key(|tournament| (std::cmp::Reverse(tournament.last_event()), tournament.id()));
        TournamentList { upcoming: lines(upcoming), running: lines(running), finished: lines(finished) }
    }
}
