//! The people who play games with clocks on any server.
//!
//! Such a person waits in no pool and has no seek. Two kinds are left out: programs, which may play several games at once, and
//! correspondence games, which need no time at a stretch.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tengen_game::opening::Player;
use tengen_online::game::LiveGame;
use tengen_online::id::{AccountId, GameId};

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

    /// A person's running game with a clock; the one with the lowest identifier if there are several.
    pub(super) fn game_of(&self, account: AccountId) -> Option<GameId> {
        self.lock().get(&account)?.first().copied()
    }
}

/// The people who play a game; empty if the game has no clock.
pub(in crate::online::hub) fn people(game: &LiveGame) -> Vec<AccountId> {
    if game.settings().tempo.is_correspondence() {
        return Vec::new();
    }
    let players = Player::BOTH.into_iter().map(|player| game.player(player));
    players.filter(|player| !player.kind.is_bot()).map(|player| player.account).collect()
}
