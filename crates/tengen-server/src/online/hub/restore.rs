//! After a restart: everything goes on where it was.

use std::sync::Arc;
use std::time::Duration;

use tengen_online::game::LiveGame;

use super::Hub;
use crate::online::storage::StorageError;

/// How long users have to come back after a restart before their opponents see that they are absent.
const COME_BACK: Duration = Duration::from_secs(10);

impl Hub {
    /// Reads the games that are being played, and the lobby.
    ///
    /// # Errors
    /// When the storage cannot be read. A single game that this version cannot replay is left out, and logged.
    pub(crate) async fn restore(self: &Arc<Hub>) -> Result<(), StorageError> {
        let (seeks, challenges) = self.storage.lobby().await?;
        self.room().restore(seeks, challenges);
        let games = self.storage.live_games().await?;
        let found = games.len();
        for stored in games {
            let game = stored.game;
            match LiveGame::replay(stored.events) {
                Ok(game) => self.restore_game(game),
                Err(error) => {
                    tracing::error!(%error, %game, "a stored game cannot be replayed, and is left out");
                }
            }
        }
        if found > 0 {
            tracing::info!(games = found, "games go on");
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
}
