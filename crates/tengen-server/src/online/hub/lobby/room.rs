//! The lobby in memory, with those who watch it.

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

/// How long changes of the lobby are collected before they are sent, in milliseconds.
pub(super) const COLLECT: Time = 250;

/// The lobby with those who watch it.
pub(super) struct Room {
    house: Vec<(Level, PlayerInfo)>,
    pub(super) lobby: Lobby,
    watchers: Vec<Arc<Connection>>,
    /// The seeks that are stored.
    stored: BTreeSet<SeekId>,
    /// What has changed since the last update, and when it is to be sent.
    changed: LobbyUpdate,
    send_at: Option<Time>,
    users: u32,
    games: u32,
    featured: Option<GameId>,
    /// The games that the watchers see in the list of games to watch.
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

    /// Another server has the lobby.
    pub(super) fn clear(&mut self) {
        *self = Room::new(std::mem::take(&mut self.house));
    }

    pub(super) fn restore(&mut self, seeks: Vec<OpenSeek>, challenges: Vec<OpenChallenge>) {
        self.stored = seeks.iter().map(|seek| seek.seek).collect();
        self.lobby.restore(seeks, challenges);
    }

    /// When the lobby has to be looked at.
    pub(super) fn next_deadline(&self) -> Option<Time> {
        [self.lobby.next_deadline(), self.send_at].into_iter().flatten().min()
    }

    /// A connection watches the lobby from now on.
    pub(super) fn watch(&mut self, connection: &Arc<Connection>) {
        self.unwatch(connection);
        self.watchers.push(connection.clone());
        // What is being collected is in the view already. To receive it once more does no harm.
        connection.push(text(&ServerMessage::Lobby(self.view())));
    }

    pub(super) fn unwatch(&mut self, connection: &Connection) {
        self.watchers.retain(|watcher| watcher.number != connection.number);
    }

    /// Everything, for a new watcher.
    fn view(&self) -> LobbyUpdate {
        LobbyUpdate {
            users: Some(self.users),
            games: Some(self.games),
            featured: self.featured,
            started: self.shown.values().cloned().collect(),
            ..self.lobby.snapshot()
        }
    }

    /// The change of what is stored that an event leads to, if there is one.
    pub(super) fn stored_change(&mut self, event: &LobbyEvent) -> Option<Change> {
        match event {
            // Other seeks end with the connection of their user.
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

    /// Sends to the watchers what has changed, if the time for that has come.
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

    /// Notes how many users and games there are, and which games are displayed.
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

    /// Adds what has changed to what is to be sent.
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

/// Adds what has come to a list and what has left it to what is to be sent of it.
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
        // What came and left in between is unknown to the watchers.
        if all_come.len() == known {
            all_left.push(left);
        }
    }
}
