//! Which people play games with clocks, on any server.
//!
//! Such a person waits in no pool and seeks no opponent. Programs may play several games at once, and correspondence
//! games take no time on one occasion: both are left out.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_game::opening::Player;
use tengen_online::game::LiveGame;
use tengen_online::id::{AccountId, GameId};
use tengen_online::lobby::Candidate;

use super::Hub;
use crate::online::part::LOBBY;

/// The running games with clocks of each person.
#[derive(Debug, Default)]
pub(super) struct Playing(Mutex<HashMap<AccountId, BTreeSet<GameId>>>);

impl Playing {
    fn lock(&self) -> MutexGuard<'_, HashMap<AccountId, BTreeSet<GameId>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn begin(&self, account: AccountId, game: GameId) {
        self.lock().entry(account).or_default().insert(game);
    }

    pub(super) fn end(&self, account: AccountId, game: GameId) {
        let mut playing = self.lock();
        if let Some(games) = playing.get_mut(&account) {
            games.remove(&game);
            if games.is_empty() {
                playing.remove(&account);
            }
        }
    }

    /// A running game with a clock of a person, the earliest by identifier.
    fn game_of(&self, account: AccountId) -> Option<GameId> {
        self.lock().get(&account)?.first().copied()
    }
}

/// The people who play a game, if it is one with clocks.
pub(super) fn people(game: &LiveGame) -> Vec<AccountId> {
    if game.settings().tempo.is_correspondence() {
        return Vec::new();
    }
    let players = Player::BOTH.into_iter().map(|player| game.player(player));
    players.filter(|player| !player.kind.is_bot()).map(|player| player.account).collect()
}

impl Hub {
    /// A game is being played from now on, or has been found in the storage.
    pub(super) fn note_playing(&self, game: &LiveGame) {
        let people = people(game);
        people.iter().for_each(|account| self.playing.begin(*account, game.id()));
        self.announce_playing(game.id(), people, true);
    }

    /// A game has ended.
    pub(super) fn note_played(&self, game: &LiveGame) {
        let people = people(game);
        people.iter().for_each(|account| self.playing.end(*account, game.id()));
        self.announce_playing(game.id(), people, false);
    }

    /// People whose game has begun leave the pools and close their seeks, if this server has the lobby.
    pub(super) fn stop_waiting(self: &Arc<Hub>, people: &[AccountId]) {
        if self.has(LOBBY) {
            people.iter().for_each(|account| self.leave_lobby(*account));
        }
    }

    /// Whether a person plays a game with a clock, on any server.
    pub(crate) fn plays_with_clock(&self, account: AccountId) -> bool {
        self.playing.game_of(account).is_some()
    }

    /// A user who looks for a game, with the running game that may prevent it.
    pub(super) fn with_running_game(&self, by: Candidate) -> Candidate {
        Candidate { plays: self.playing.game_of(by.player.account), ..by }
    }

    /// Forgets a game of another server that has ended without news of it, so that it keeps nobody from playing.
    pub(super) async fn forget_ended_game(&self, account: AccountId) {
        let Some(game) = self.playing.game_of(account).filter(|_| self.cluster.is_some()) else { return };
        match self.storage.live_games_of(account).await {
            Ok(games) if games.contains(&game) => {}
            Ok(_) => self.playing.end(account, game),
            Err(error) => tracing::error!(%error, %account, "the games of an account could not be read"),
        }
    }

    /// Whether another server has to be asked first whether a user's game goes on.
    pub(super) fn may_be_outdated(&self, account: AccountId) -> bool {
        self.cluster.is_some() && self.plays_with_clock(account)
    }
}
