//! Stored tournaments: their reading after a restart or a failure, and for users who open them.

use std::sync::Arc;

use tengen_online::id::{AccountId, GameId, TournamentId};
use tengen_online::message::{EndCause, ErrorCode, GameOver, Refusal, TournamentList, TournamentView};
use tengen_online::tournament::{GameReport, Tournament};

use super::hall::{Hall, RECENT};
use super::{Tournaments, no_tournament};
use crate::online::hub::games::READ_AGAIN;
use crate::online::part::LOBBY;
use crate::online::storage::{StorageError, StoredTournament};

impl Tournaments {
    /// The list of tournaments for users who may join, watch or open one.
    ///
    /// # Errors
    /// When another server has them, and the storage cannot be read.
    pub(crate) async fn list(&self) -> Result<TournamentList, StorageError> {
        if self.context.peers.has(LOBBY) {
            return Ok(self.hall().list());
        }
        let mut hall = Hall::default();
        self.recent().await?.into_iter().for_each(|tournament| hall.insert(tournament));
        Ok(hall.list())
    }

    /// A tournament with the first rows of its standings.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub(crate) async fn view(
        &self,
        tournament: TournamentId,
        viewer: Option<AccountId>,
    ) -> Result<TournamentView, Refusal> {
        if let Some(cup) = self.hall().get(tournament) {
            return Ok(cup.tournament.view(viewer));
        }
        let stored = self.context.services.storage.tournament(tournament).await.map_err(|error| {
            tracing::error!(%error, %tournament, "a tournament could not be read");
            Refusal::new(ErrorCode::Unavailable, "expected a storage that can be read; try again later")
        })?;
        let stored = stored.and_then(replay).ok_or_else(no_tournament)?;
        Ok(stored.view(viewer))
    }

    /// The stored tournaments that have not ended, and those that ended recently.
    async fn recent(&self) -> Result<Vec<Tournament>, StorageError> {
        let since = self.context.now().saturating_sub(RECENT);
        let stored = self.context.services.storage.tournaments(since).await?;
        Ok(stored.into_iter().filter_map(replay).collect())
    }

    /// Reads the tournaments that have not ended, and those that ended recently.
    ///
    /// # Errors
    /// When the storage cannot be read. A single tournament that this version cannot replay is left out, and logged.
    pub(in crate::online::hub) async fn restore(&self) -> Result<(), StorageError> {
        for tournament in self.recent().await? {
            let (id, games) = (tournament.id(), tournament.games().collect());
            self.hall().insert(tournament);
            self.report_ended(id, games).await;
        }
        Ok(())
    }

    /// Drops all tournaments, because another server has them.
    pub(in crate::online::hub) fn clear(&self) {
        *self.hall() = Hall::default();
    }

    /// Reports the games that ended without a report.
    pub(in crate::online::hub) async fn report_ended(&self, tournament: TournamentId, games: Vec<GameId>) {
        for game in games {
            if self.games.is_running(game) {
                continue;
            }
            let report = match self.games.stored(game).await {
                Ok(Some(stored)) => GameReport::of(&stored),
                Ok(None) => {
                    // The game was stored together with its pairing, so that its absence means a damaged storage.
                    tracing::error!(%tournament, %game, "a game of a tournament is not stored; it counts as a draw");
                    let result = GameOver { winner: None, cause: EndCause::Abort };
                    Some(GameReport { game, result, no_show: None, berserk: [false; 2] })
                }
                Err(_) => None,
            };
            if let Some(report) = report {
                self.enter_result(tournament, report).await;
            }
        }
    }

    /// Reads the tournaments with a deleted account again. Its name has been removed from the storage.
    pub(in crate::online::hub) fn forget_name(self: &Arc<Tournaments>, account: AccountId) {
        let all = self.hall().of_player(account);
        all.into_iter().for_each(|tournament| self.read_again(tournament));
    }

    /// Reads a tournament again, because changes in memory could not be written or names have changed.
    pub(in crate::online::hub) fn read_again(self: &Arc<Tournaments>, tournament: TournamentId) {
        let is_under_way =
            self.hall().get_mut(tournament).is_none_or(|cup| std::mem::replace(&mut cup.is_ahead, true));
        if is_under_way {
            return;
        }
        let tournaments = self.clone();
        self.context.spawn(async move {
            let services = &tournaments.context.services;
            // Changes that were queued after a failure do not fit the stored state, so that none of them is written.
            let _ = services.writer.write(Vec::new()).await;
            let stored = loop {
                match services.storage.tournament(tournament).await {
                    Ok(stored) => break stored.and_then(replay),
                    Err(_) if services.is_stopping() => return,
                    Err(_) => tokio::time::sleep(READ_AGAIN).await,
                }
            };
            let games = stored.as_ref().map(|stored| stored.games().collect()).unwrap_or_default();
            for (connection, message) in tournaments.hall().put_back(tournament, stored) {
                connection.push(message);
            }
            tournaments.report_ended(tournament, games).await;
            tournaments.wake(&tournaments.hall());
        });
    }
}

fn replay(stored: StoredTournament) -> Option<Tournament> {
    let tournament = stored.tournament;
    Tournament::replay(stored.events)
        .inspect_err(|error| {
            tracing::error!(%error, %tournament, "a stored tournament cannot be replayed, and is left out");
        })
        .ok()
}
