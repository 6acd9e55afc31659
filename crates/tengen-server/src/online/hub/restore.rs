//! After a restart: everything goes on where it was.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use tengen_game::opening::Player;
use tengen_online::Time;

use super::hall::Hall;
use super::{Hub, late};
use crate::online::part::{GAME_PARTS, LOBBY};
use crate::online::storage::StorageError;

/// How long users have to come back after a restart before their opponents see that they are absent.
const COME_BACK: Duration = Duration::from_secs(10);

impl Hub {
    /// Reads the games that are being played, the lobby and the tournaments, of a server that is alone.
    ///
    /// # Errors
    /// When the storage cannot be read. A single game that this version cannot replay is left out, and logged.
    pub(crate) async fn restore(self: &Arc<Hub>) -> Result<(), StorageError> {
        let alive = self.storage.alive().await?.unwrap_or_default();
        for part in 0..GAME_PARTS {
            self.restore_part(part, alive).await?;
        }
        self.restore_lobby().await
    }

    /// Reads the lobby, and the tournaments, whose games have been read if this server has them.
    ///
    /// # Errors
    /// When the storage cannot be read.
    pub(super) async fn restore_lobby(self: &Arc<Hub>) -> Result<(), StorageError> {
        let (seeks, challenges) = self.storage.lobby().await?;
        self.room().restore(seeks, challenges);
        self.restore_tournaments().await
    }

    /// Reads a part of the games, which were known to be played until some time.
    ///
    /// # Errors
    /// As [`Hub::restore`].
    pub(super) async fn restore_part(self: &Arc<Hub>, part: u16, alive: Time) -> Result<(), StorageError> {
        let games = self.storage.live_games(part).await?;
        let found = games.len();
        for stored in games {
            let game = stored.game;
            match late::replay(stored.events, self.now()) {
                Ok((game, late)) => self.restore_game(game, late, alive),
                Err(error) => {
                    tracing::error!(%error, %game, "a stored game cannot be replayed, and is left out");
                }
            }
        }
        if found > 0 {
            tracing::info!(games = found, part, "games go on");
            let hub = Arc::downgrade(self);
            tokio::spawn(async move {
                tokio::time::sleep(COME_BACK).await;
                if let Some(hub) = hub.upgrade().filter(|hub| !hub.is_stopping()) {
                    hub.note_absence();
                }
            });
        }
        Ok(())
    }

    /// Forgets a part, which another server has from now on. Whatever was decided has been queued.
    pub(super) fn drop_part(&self, part: u16) {
        if part == LOBBY {
            self.room().clear();
            *self.hall() = Hall::default();
            return;
        }
        for (id, table) in self.tables.take_part(part) {
            if table.ended.is_none() {
                self.metrics.games.fetch_sub(1, Relaxed);
                for player in Player::BOTH {
                    self.users.end(table.game.player(player).account, id);
                }
            }
        }
    }
}
