//! The lobby as the server describes it.

use std::collections::BTreeMap;

use tengen_online::id::{GameId, SeekId};
use tengen_online::message::{GameSummary, LobbyUpdate, PoolId, SeekView};

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Lobby {
    /// Open seeks, the oldest first.
    pub(crate) seeks: Vec<SeekView>,
    /// The number of users who wait in each pool.
    pub(crate) pools: BTreeMap<PoolId, u32>,
    pub(crate) users: u32,
    pub(crate) games: u32,
    pub(crate) featured: Option<GameId>,
    pub(crate) live: Vec<GameSummary>,
}

impl Lobby {
    /// Applies an update.
    pub(super) fn apply(&mut self, update: LobbyUpdate) {
        if update.reset {
            self.seeks.clear();
            self.live.clear();
        }
        let is_gone = |seek: &SeekId| {
            update.removed.contains(seek) || update.added.iter().any(|added| added.seek == *seek)
        };
        self.seeks.retain(|open| !is_gone(&open.seek));
        self.seeks.extend(update.added);
        let is_known = |game: &GameId| {
            update.ended.contains(game) || update.started.iter().any(|started| started.game == *game)
        };
        self.live.retain(|live| !is_known(&live.game));
        self.live.extend(update.started);
        self.pools.extend(update.pools.into_iter().map(|view| (view.pool, view.waiting)));
        self.users = update.users.unwrap_or(self.users);
        self.games = update.games.unwrap_or(self.games);
        self.featured = update.featured.or(self.featured);
    }
}
