//! The players and the watchers of a game.

use std::sync::Arc;

use tengen_game::opening::Player;
use tengen_online::game::{DelayedGame, GameEvent, LiveGame, ReplayError};
use tengen_online::id::{AccountId, GameId};
use tengen_online::message::{ErrorCode, MAX_WATCHED, Refusal, ServerMessage};

use super::tables::Table;
use super::{Games, late, no_game};
use crate::online::hub::consequence::{Consequence, Delivery};
use crate::online::hub::{Connection, text};

pub(super) fn unreadable(game: GameId, error: &ReplayError) -> Refusal {
    tracing::error!(%error, %game, "a stored game cannot be replayed");
    Refusal::new(ErrorCode::Unavailable, "expected a game that this server can read")
}

impl Games {
    /// Adds a connection to a game: it receives a snapshot, and then the updates.
    pub(super) fn join_as(&self, table: &mut Table, connection: &Arc<Connection>, player: Option<Player>) {
        if player.is_none() {
            self.release(table);
        }
        table.join(connection, player);
        let snapshot = Box::new(table.snapshot(player));
        // The state in the snapshot is durable when the snapshot is sent.
        let delivery = Delivery::to(connection, text(&ServerMessage::Snapshot(snapshot)));
        self.context.settle(delivery.into());
    }

    /// Sends the due updates of a delayed game to its watchers. The updates pass the queue, so that they come after the snapshot on which
    /// they build.
    pub(super) fn release(&self, table: &mut Table) {
        if let Some(delivery) = table.release(self.context.now()) {
            self.context.settle(Consequence::from(delivery));
        }
    }

    /// Adds a new connection of a player to the game.
    pub(in crate::online::hub) fn join(&self, connection: &Arc<Connection>, game: GameId) {
        self.change(game, |table| {
            let Some(player) = table.game.player_of_account(connection.account) else { return };
            if !table.is_ahead {
                let reply = table.game.connect(player, self.context.now());
                self.settle(table, reply, None);
            }
            self.join_as(table, connection, Some(player));
        });
    }

    /// Removes a connection of a player from the game.
    pub(in crate::online::hub) fn leave(&self, connection: &Connection, game: GameId) {
        self.change(game, |table| {
            table.leave(connection);
            let Some(player) = table.game.player_of_account(connection.account) else { return };
            if !table.is_here(player) && !table.is_ahead {
                let reply = table.game.disconnect(player, self.context.now());
                self.settle(table, reply, None);
            }
        });
    }

    /// Notes a change of a player's presence.
    pub(in crate::online::hub) fn note_presence(&self, game: GameId, account: AccountId) {
        self.change(game, |table| {
            let Some(player) = table.game.player_of_account(account).filter(|_| !table.is_ahead) else {
                return;
            };
            let now = self.context.now();
            let reply = if table.is_here(player) {
                table.game.connect(player, now)
            } else {
                table.game.disconnect(player, now)
            };
            if !reply.events.is_empty() {
                self.settle(table, reply, None);
            }
        });
    }

    /// Begins the watching of any game. A game that is not in memory is read from the storage, and does not change any more.
    pub(in crate::online::hub) fn watch(self: &Arc<Games>, connection: &Arc<Connection>, game: GameId) {
        let watched = self.change(game, |table| {
            let player = table.game.player_of_account(connection.account);
            let is_allowed = player.is_some() || connection.note_watched(game);
            if is_allowed {
                self.join_as(table, connection, player);
            }
            is_allowed
        });
        match watched {
            Some(true) => {}
            Some(false) => {
                let error =
                    Refusal::new(ErrorCode::TooMuch, format!("expected at most {MAX_WATCHED} games at once"));
                connection.push(text(&ServerMessage::Refused { n: 0, error }));
            }
            None => {
                let (games, connection) = (self.clone(), connection.clone());
                self.context.spawn(async move { games.show_stored(&connection, game).await });
            }
        }
    }

    async fn show_stored(&self, connection: &Connection, game: GameId) {
        let message = match self.public(game).await {
            Ok(Some(stored)) => {
                let player = stored.player_of_account(connection.account);
                ServerMessage::Snapshot(Box::new(stored.snapshot(player, 0)))
            }
            Ok(None) => ServerMessage::Refused { n: 0, error: no_game() },
            Err(error) => ServerMessage::Refused { n: 0, error },
        };
        connection.push(text(&message));
    }

    /// Ends the watching of a game. Players cannot end it for their own games.
    pub(in crate::online::hub) fn unwatch(&self, connection: &Connection, game: GameId) {
        connection.forget_watched(game);
        self.tables.with(game, |table| {
            if table.game.player_of_account(connection.account).is_none() || table.ended.is_some() {
                table.leave(connection);
            }
        });
    }

    pub(in crate::online::hub) fn unwatch_all(&self, connection: &Connection) {
        for game in connection.take_watched() {
            self.tables.with(game, |table| table.leave(connection));
        }
    }

    /// The public state of a game. A running game is not read from the storage, since boards on foreign pages request games all the time.
    /// In a game that has ended, accounts deleted since then have another name.
    ///
    /// # Errors
    /// When the storage cannot be read.
    pub(crate) async fn public(&self, game: GameId) -> Result<Option<LiveGame>, Refusal> {
        if let Some(live) = self.public_in_memory(game) {
            // The returned state is durable after this.
            let _ = self.context.services.writer.write(Vec::new()).await;
            return Ok(Some(live));
        }
        let stored = self.stored_events(game).await?;
        let now = self.context.now();
        let replayed = stored.map(|events| late::replay(events, now)).transpose();
        let replayed = replayed.map_err(|error| unreadable(game, &error))?;
        Ok(replayed.map(|(game, late)| late.map_or(game, DelayedGame::into_game)))
    }

    /// The public state of a running game; `None` for a game that is not in memory, or that has to be read again.
    fn public_in_memory(&self, game: GameId) -> Option<LiveGame> {
        let public = self.tables.with(game, |table| {
            if table.is_ahead || table.game.result().is_some() {
                return None;
            }
            self.release(table);
            Some(table.late.as_ref().map_or(&table.game, DelayedGame::game).clone())
        });
        public.flatten()
    }

    /// A stored game.
    ///
    /// # Errors
    /// When the storage cannot be read, or the game cannot be replayed.
    pub(crate) async fn stored(&self, game: GameId) -> Result<Option<LiveGame>, Refusal> {
        let stored = self.stored_events(game).await?.map(LiveGame::replay).transpose();
        stored.map_err(|error| unreadable(game, &error))
    }

    pub(super) async fn stored_events(&self, game: GameId) -> Result<Option<Vec<GameEvent>>, Refusal> {
        let stored = self.context.services.storage.game(game).await.map_err(|error| {
            tracing::error!(%error, %game, "a game could not be read");
            Refusal::new(ErrorCode::Unavailable, "expected a storage that can be read; try again later")
        })?;
        Ok(stored.map(|stored| stored.events))
    }
}
