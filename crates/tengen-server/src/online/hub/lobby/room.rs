//! The lobby in memory, with its watchers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tengen_analysis::Level;
use tengen_online::Time;
use tengen_online::id::{GameId, SeekId};
use tengen_online::lobby::{Lobby, LobbyEvent, OpenChallenge, OpenSeek};
use tengen_online::message::{GameSummary, LobbyUpdate, PlayerInfo, ServerMessage};

use crate::online::hub::games::Sweep;
use crate::online::hub::{Connection, text};
use crate::online::storage::Change;

/// The time for which changes of the lobby are collected before they are sent, in milliseconds.
pub(super) const COLLECT: Time = 250;

/// The lobby with its watchers.
pub(super) struct Room {
    house: Vec<(Level, PlayerInfo)>,
    pub(super) lobby: Lobby,
    watchers: Vec<Arc<Connection>>,
    /// The seeks that are stored.
    stored: BTreeSet<SeekId>,
    /// The changes since the last update, and the time at which they have to be sent.
    changed: LobbyUpdate,
    send_at: Option<Time>,
    users: u32,
    games: u32,
    featured: Option<GameId>,
    /// The list of games to watch, as the watchers have received it.
    shown: BTreeMap<GameId, GameSummary>,
}

impl Room {
    pub(super) fn new(house: Vec<(Level, PlayerInfo)>) -> Room {
        Room {
            lobby: Lobby::new(house.clone()),
            house,
            watchers: Vec::new(),
            stored: BTreeSet::new(),
            changed: LobbyUpdate::default(),
            send_at: None,
            users: 0,
            games: 0,
            featured: None,
            shown: BTreeMap::new(),
        }
    }

    /// Clears the room, because another server has the lobby.
    pub(super) fn clear(&mut self) {
        *self = Room::new(std::mem::take(&mut self.house));
    }

    pub(super) fn restore(&mut self, seeks: Vec<OpenSeek>, challenges: Vec<OpenChallenge>) {
        self.stored = seeks.iter().map(|seek| seek.seek).collect();
        self.lobby.restore(seeks, challenges);
    }

    /// The time at which the lobby has to be processed next.
    pub(super) fn next_deadline(&self) -> Option<Time> {
        [self.lobby.next_deadline(), self.send_at].into_iter().flatten().min()
    }

    /// Adds a watcher, and sends the whole lobby to it.
    pub(super) fn watch(&mut self, connection: &Arc<Connection>) {
        self.unwatch(connection);
        self.watchers.push(connection.clone());
        // The view contains the changes that are being collected. Receiving them twice is harmless.
        connection.push(text(&ServerMessage::Lobby(self.view())));
    }

    pub(super) fn unwatch(&mut self, connection: &Connection) {
        self.watchers.retain(|watcher| watcher.number != connection.number);
    }

    /// The whole lobby, for a new watcher.
    fn view(&self) -> LobbyUpdate {
        LobbyUpdate {
            users: Some(self.users),
            games: Some(self.games),
            featured: self.featured,
            started: self.shown.values().cloned().collect(),
            ..self.lobby.snapshot()
        }
    }

    /// The change to store for an event, if there is one.
    pub(super) fn stored_change(&mut self, event: &LobbyEvent) -> Option<Change> {
        match event {
            // The other seeks end with the connection of their user, and are not stored.
            LobbyEvent::SeekOpened(open) if open.request.settings.tempo.is_correspondence() => {
                self.stored.insert(open.seek);
                Some(Change::OpenSeek(Box::new(open.clone())))
            }
            LobbyEvent::SeekClosed(seek) => self.stored.remove(seek).then_some(Change::CloseSeek(*seek)),
            LobbyEvent::ChallengeOpened(open) => Some(Change::OpenChallenge(Box::new(open.clone()))),
            LobbyEvent::ChallengeClosed { challenge, .. } => Some(Change::CloseChallenge(*challenge)),
            LobbyEvent::SeekOpened(_) | LobbyEvent::PoolChanged(_) | LobbyEvent::Paired(_) => None,
        }
    }

    /// Sends the collected changes to the watchers if they are due.
    pub(super) fn send_changes(&mut self, now: Time) {
        if self.send_at.is_some_and(|at| at <= now) {
            self.send_at = None;
            let changed = text(&ServerMessage::Lobby(std::mem::take(&mut self.changed)));
            self.watchers.iter().for_each(|watcher| watcher.push(changed.clone()));
        }
    }

    /// The games in the list of games to watch, and the one that is displayed.
    pub(super) fn shown_games(&self) -> (BTreeSet<GameId>, Option<GameId>) {
        (self.shown.keys().copied().collect(), self.featured)
    }

    /// Updates the numbers of users and games, and the displayed games.
    pub(super) fn note_counts(&mut self, users: u32, sweep: Sweep, now: Time) {
        let Sweep { games, featured, started, ended, .. } = sweep;
        let featured = featured.map(|(_, game)| game);
        let changed = LobbyUpdate {
            users: (self.users != users).then_some(users),
            games: (self.games != games).then_some(games),
            featured: if self.featured == featured { None } else { featured },
            started: started.clone(),
            ended: ended.clone(),
            ..LobbyUpdate::default()
        };
        (self.users, self.games, self.featured) = (users, games, featured);
        for game in ended {
            self.shown.remove(&game);
        }
        self.shown.extend(started.into_iter().map(|summary| (summary.game, summary)));
        self.collect(changed, now);
    }

    /// Adds a change to the collected ones.
    pub(super) fn collect(&mut self, changed: LobbyUpdate, now: Time) {
        if changed.is_empty() {
            return;
        }
        let all = &mut self.changed;
        collect_list(&mut all.added, &mut all.removed, changed.added, changed.removed, |seek| seek.seek);
        collect_list(&mut all.started, &mut all.ended, changed.started, changed.ended, |game| game.game);
        for pool in changed.pools {
            all.pools.retain(|known| known.pool != pool.pool);
            all.pools.push(pool);
        }
        all.users = changed.users.or(all.users);
        all.games = changed.games.or(all.games);
        all.featured = changed.featured.or(all.featured);
        self.send_at.get_or_insert(now + COLLECT);
    }
}

/// Merges the added and the removed entries of a list with those that were collected before.
fn collect_list<T, I: PartialEq>(
    all_come: &mut Vec<T>,
    all_left: &mut Vec<I>,
    come: Vec<T>,
    left: Vec<I>,
    id: impl Fn(&T) -> I,
) {
    all_come.extend(come);
    for left in left {
        let known = all_come.len();
        all_come.retain(|item| id(item) != left);
        // An entry that was added and removed in between is unknown to the watchers.
        if all_come.len() == known {
            all_left.push(left);
        }
    }
}
