//! Who follows a game: its players and its watchers.

use std::sync::{Arc, PoisonError};

use tengen_game::opening::Player;
use tengen_online::game::{GameEvent, LiveGame, ReplayError};
use tengen_online::id::GameId;
use tengen_online::message::{ErrorCode, MAX_WATCHED, Refusal, ServerMessage};

use super::game::no_game;
use super::tables::Table;
use super::{Connection, Hub, text};

pub(super) fn unreadable(game: GameId, error: &ReplayError) -> Refusal {
    tracing::error!(%error, %game, "a stored game cannot be replayed");
    Refusal::new(ErrorCode::Unavailable, "expected a game that this server can read")
}

impl Hub {
    /// A connection follows a game from now on: a snapshot, and then the updates.
    pub(super) fn join_as(
        self: &Arc<Hub>,
        table: &mut Table,
        connection: &Arc<Connection>,
        player: Option<Player>,
    ) {
        if player.is_none() {
            self.release(table);
        }
        table.join(connection, player);
        let snapshot = table.snapshot(player);
        let (message, connection) = (text(&ServerMessage::Snapshot(Box::new(snapshot))), connection.clone());
        // What the snapshot shows is durable when it is sent.
        self.writer.submit(Vec::new(), move |_| connection.push(message));
    }

    /// A player has connected.
    pub(super) fn join(self: &Arc<Hub>, connection: &Arc<Connection>, game: GameId) {
        let mut shard = self.tables.lock(game);
        let Some(table) = shard.tables.get_mut(&game) else { return };
        let Some(player) = table.game.player_of_account(connection.account) else { return };
        if !table.is_ahead {
            let reply = table.game.connect(player, self.now());
            self.settle(table, reply, None);
        }
        self.join_as(table, connection, Some(player));
        self.tables.schedule(&mut shard, game);
    }

    /// A connection of a player has ended.
    pub(super) fn leave(self: &Arc<Hub>, connection: &Arc<Connection>, game: GameId) {
        let mut shard = self.tables.lock(game);
        let Some(table) = shard.tables.get_mut(&game) else { return };
        table.leave(connection);
        let Some(player) = table.game.player_of_account(connection.account) else { return };
        if !table.is_here(player) && !table.is_ahead {
            let reply = table.game.disconnect(player, self.now());
            self.settle(table, reply, None);
        }
        self.tables.schedule(&mut shard, game);
    }

    /// A connection follows any game. One that is not in memory is read from the storage, and can only be looked at.
    pub(crate) fn watch(self: &Arc<Hub>, connection: &Arc<Connection>, game: GameId) {
        let mut shard = self.tables.lock(game);
        if let Some(table) = shard.tables.get_mut(&game) {
            let player = table.game.player_of_account(connection.account);
            if player.is_none() && !self.note_watched(connection, game) {
                drop(shard);
                let error =
                    Refusal::new(ErrorCode::TooMuch, format!("expected at most {MAX_WATCHED} games at once"));
                return connection.push(text(&ServerMessage::Refused { n: 0, error }));
            }
            self.join_as(table, connection, player);
            return self.tables.schedule(&mut shard, game);
        }
        drop(shard);
        let (hub, connection) = (self.clone(), connection.clone());
        tokio::spawn(async move {
            let message = match hub.public_game(game).await {
                Ok(Some(stored)) => {
                    let player = stored.player_of_account(connection.account);
                    ServerMessage::Snapshot(Box::new(stored.snapshot(player, 0)))
                }
                Ok(None) => ServerMessage::Refused { n: 0, error: no_game() },
                Err(error) => ServerMessage::Refused { n: 0, error },
            };
            connection.push(text(&message));
        });
    }

    /// A game as it is stored.
    pub(crate) async fn stored_game(&self, game: GameId) -> Result<Option<LiveGame>, Refusal> {
        let stored = self.stored_events(game).await?.map(LiveGame::replay).transpose();
        stored.map_err(|error| unreadable(game, &error))
    }

    /// The events of a game as they are stored.
    pub(super) async fn stored_events(&self, game: GameId) -> Result<Option<Vec<GameEvent>>, Refusal> {
        let stored = self.storage.game(game).await.map_err(|error| {
            tracing::error!(%error, %game, "a game could not be read");
            Refusal::new(ErrorCode::Unavailable, "expected a storage that can be read; try again later")
        })?;
        Ok(stored.map(|stored| stored.events))
    }

    /// Whether a connection may watch one more game.
    pub(super) fn note_watched(&self, connection: &Connection, game: GameId) -> bool {
        let mut watched = connection.watched.lock().unwrap_or_else(PoisonError::into_inner);
        if watched.contains(&game) {
            return true;
        }
        if watched.len() >= MAX_WATCHED {
            return false;
        }
        watched.push(game);
        true
    }

    /// Ends the watching of a game. Players cannot overlook their own.
    pub(super) fn unwatch(&self, connection: &Arc<Connection>, game: GameId) {
        connection.forget_watched(game);
        let mut shard = self.tables.lock(game);
        let Some(table) = shard.tables.get_mut(&game) else { return };
        if table.game.player_of_account(connection.account).is_none() || table.ended.is_some() {
            table.leave(connection);
        }
    }

    pub(super) fn unwatch_all(&self, connection: &Arc<Connection>) {
        let watched = std::mem::take(&mut *connection.watched.lock().unwrap_or_else(PoisonError::into_inner));
        for game in watched {
            if let Some(table) = self.tables.lock(game).tables.get_mut(&game) {
                table.leave(connection);
            }
        }
    }
}
