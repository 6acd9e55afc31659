//! The upkeep of games besides commands: their deadlines, their reading from the storage, and their removal.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use tengen_game::opening::Player;
use tengen_online::Time;
use tengen_online::game::{DelayedGame, GameEvent, LiveGame};
use tengen_online::id::{AccountId, GameId};
use tengen_online::message::RatingView;

use super::Games;
use super::late::replay;
use super::sweep::Sweep;
use super::tables::{Shard, Table};
use super::watching::unreadable;
use crate::online::hub::presence::people;
use crate::online::part::part_of;
use crate::online::storage::StorageError;

/// The time before another attempt to read, when the storage fails.
pub(in crate::online::hub) const READ_AGAIN: Duration = Duration::from_secs(1);
/// The time in which users can return after a restart before their opponents receive that they are absent.
const COME_BACK: Duration = Duration::from_secs(10);

impl Games {
    /// The earliest time at which a game's clock may run out.
    pub(in crate::online::hub) fn next_deadline(&self) -> Option<Time> {
        self.tables.next_deadline()
    }

    /// Handles the games whose time may have run out.
    pub(in crate::online::hub) fn tick(&self, now: Time) {
        for game in self.tables.due(now) {
            self.change(game, |table| {
                if !table.is_ahead {
                    let reply = table.game.tick(self.context.now());
                    if !reply.events.is_empty() {
                        self.settle(table, reply, None);
                    }
                    self.release(table);
                }
            });
        }
    }

    /// Removes games that ended a while ago, and chooses the games that the lobby shows; the games `shown` are in the lobby already.
    pub(in crate::online::hub) fn sweep(
        &self,
        now: Time,
        shown: &BTreeSet<GameId>,
        featured: Option<GameId>,
    ) -> Sweep {
        Sweep::of(&self.tables, now, shown, featured)
    }

    /// Records the ratings of the players after a game.
    pub(in crate::online::hub) fn show_ratings(&self, game: GameId, ratings: [RatingView; 2]) {
        self.change(game, |table| {
            if !table.is_ahead {
                let reply = table.game.rated(ratings, self.context.now());
                self.settle(table, reply, None);
            }
        });
    }

    /// Whether a game is in memory and has not ended.
    pub(in crate::online::hub) fn is_running(&self, game: GameId) -> bool {
        self.tables.with(game, |table| table.ended.is_none()).unwrap_or(false)
    }

    /// Reads a game again whose changes could not be written, and sends a snapshot to those who follow it. A game that is not stored ends
    /// for them.
    pub(in crate::online::hub) fn read_again(self: &Arc<Games>, game: GameId) {
        let now = self.context.now();
        let is_under_way = self.tables.with(game, |table| {
            let is_under_way = std::mem::replace(&mut table.is_ahead, true);
            if !is_under_way {
                table.ahead_since = now;
            }
            is_under_way
        });
        if is_under_way != Some(false) {
            return;
        }
        let games = self.clone();
        self.context.spawn(async move {
            let services = &games.context.services;
            // Changes that were queued after the failure do not fit the stored state, so that none of them is written.
            let _ = services.writer.write(Vec::new()).await;
            let stored = loop {
                let events = games.stored_events(game).await;
                let now = services.now();
                let stored = events.and_then(|events| {
                    let stored = events.map(|events| replay(events, now)).transpose();
                    stored.map_err(|error| unreadable(game, &error))
                });
                match stored {
                    Ok(stored) => break stored,
                    Err(_) if services.is_stopping() => return,
                    Err(_) => tokio::time::sleep(READ_AGAIN).await,
                }
            };
            let mut shard = games.tables.lock(game);
            games.put_back(&mut shard, game, stored);
        });
    }

    fn put_back(&self, shard: &mut Shard, game: GameId, stored: Option<(LiveGame, Option<DelayedGame>)>) {
        let Some((stored, late)) = stored else {
            if let Some(table) = shard.tables.remove(&game) {
                self.note_end(&table.game);
            }
            return;
        };
        let Some(table) = shard.tables.get_mut(&game) else { return };
        (table.game, table.late) = (stored, late);
        table.is_ahead = false;
        // Nobody could act in the meantime.
        let reply = table.game.resume(table.ahead_since, self.context.now());
        self.settle(table, reply, None);
        if table.game.result().is_none() && table.ended.take().is_some() {
            self.context.services.metrics.games.fetch_add(1, Relaxed);
            self.note_playing(&table.game, true);
        }
        if table.ended.is_none() {
            self.note_begin(&table.game);
        }
        for player in Player::BOTH {
            let is_program = self.context.house.has(table.game.player(player).account);
            let now = self.context.now();
            let reply = if table.is_here(player) || is_program {
                table.game.connect(player, now)
            } else {
                table.game.disconnect(player, now)
            };
            self.settle(table, reply, None);
        }
        for (connection, player) in table.all_members().to_vec() {
            self.join_as(table, &connection, player);
        }
        self.tables.schedule(shard, game, &self.context.alarm);
    }

    /// Reads a part of the games. `alive` is the last time at which they were known to run.
    ///
    /// # Errors
    /// When the storage cannot be read. A single game that this version cannot replay is left out, and logged.
    pub(in crate::online::hub) async fn restore_part(
        self: &Arc<Games>,
        part: u16,
        alive: Time,
    ) -> Result<(), StorageError> {
        let stored = self.context.services.storage.live_games(part).await?;
        let found = stored.len();
        for stored in stored {
            let game = stored.game;
            match replay(stored.events, self.context.now()) {
                Ok((game, late)) => self.restore(game, late, alive),
                Err(error) => {
                    tracing::error!(%error, %game, "a stored game cannot be replayed, and is left out");
                }
            }
        }
        if found > 0 {
            tracing::info!(games = found, part, "games go on");
            let games = Arc::downgrade(self);
            self.context.spawn(async move {
                tokio::time::sleep(COME_BACK).await;
                if let Some(games) = games.upgrade().filter(|games| !games.context.services.is_stopping()) {
                    games.note_absence();
                }
            });
        }
        Ok(())
    }

    /// Marks every player who has not returned after a restart as absent.
    fn note_absence(&self) {
        let all: Vec<GameId> =
            self.tables.each().flat_map(|shard| shard.tables.keys().copied().collect::<Vec<_>>()).collect();
        for game in all {
            self.change(game, |table| {
                if table.is_ahead {
                    return;
                }
                for player in Player::BOTH {
                    let account = table.game.player(player).account;
                    if !table.is_here(player) && !self.context.house.has(account) {
                        let reply = table.game.disconnect(player, self.context.now());
                        self.settle(table, reply, None);
                    }
                }
            });
        }
    }

    /// Adds a game from the storage. `alive` is the last time at which it was known to run, unless its last event is later.
    fn restore(&self, game: LiveGame, late: Option<DelayedGame>, alive: Time) {
        let id = game.id();
        let mut shard = self.tables.lock(id);
        let now = self.context.now();
        let turn = self.turn_of_bot(&game);
        let mut table = Table::new(game, late);
        let reply = table.game.resume(alive, now);
        self.settle(&mut table, reply, None);
        let connections = self.note_begin(&table.game);
        for (player, connections) in Player::BOTH.into_iter().zip(connections) {
            if !connections.is_empty() {
                let reply = table.game.connect(player, now);
                self.settle(&mut table, reply, None);
            }
            connections.iter().for_each(|connection| self.join_as(&mut table, connection, Some(player)));
        }
        self.note_playing(&table.game, true);
        shard.tables.insert(id, table);
        self.context.services.metrics.games.fetch_add(1, Relaxed);
        self.tables.schedule(&mut shard, id, &self.context.alarm);
        drop(shard);
        if let Some(turn) = turn {
            self.context.dispatch(turn);
        }
    }

    /// Reads a game that a server without its part has stored, unless it is in memory or has ended.
    pub(in crate::online::hub) fn adopt(self: &Arc<Games>, game: GameId) {
        let games = self.clone();
        self.context.spawn(async move {
            match games.stored_events(game).await {
                Ok(Some(events)) => games.restore_new(game, events),
                Ok(None) => {}
                Err(error) => tracing::error!(%game, error = error.text, "a game cannot be taken over"),
            }
        });
    }

    fn restore_new(&self, game: GameId, events: Vec<GameEvent>) {
        let is_new = !self.tables.lock(game).tables.contains_key(&game);
        if !is_new || !self.context.peers.has(part_of(game)) {
            return;
        }
        match replay(events, self.context.now()) {
            Ok((game, late)) if game.result().is_none() => self.restore(game, late, self.context.now()),
            Ok(_) => {}
            Err(error) => {
                tracing::error!(%error, %game, "a stored game cannot be replayed, and is left out");
            }
        }
    }

    /// Reads the games of a part that are stored and not in memory.
    pub(in crate::online::hub) async fn find(&self, part: u16) {
        match self.context.services.storage.live_games(part).await {
            Ok(games) => games.into_iter().for_each(|stored| self.restore_new(stored.game, stored.events)),
            Err(error) => tracing::error!(%error, "games could not be looked for"),
        }
    }

    /// Drops a part that another server has from now on. All decisions have been queued.
    pub(in crate::online::hub) fn drop_part(&self, part: u16) {
        for table in self.tables.take_part(part).into_values() {
            if table.ended.is_none() {
                self.forget(&table.game);
            }
        }
    }

    /// Passes the running games to `name`, part by part, each with the people who play it if it has a clock. The part stays locked
    /// meanwhile: the end of a game is announced under the same lock, and must not be overtaken by an older list.
    pub(in crate::online::hub) fn name_playing(&self, mut name: impl FnMut(Vec<(GameId, Vec<AccountId>)>)) {
        for shard in self.tables.each() {
            let running = shard.tables.values().filter(|table| table.ended.is_none());
            let games: Vec<_> = running.map(|table| (table.game.id(), people(&table.game))).collect();
            if !games.is_empty() {
                name(games);
            }
        }
    }
}
