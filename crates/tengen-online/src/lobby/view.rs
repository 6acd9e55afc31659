//! The lobby as clients receive it.

use super::{Lobby, LobbyEvent, OpenSeek};
use crate::message::{LobbyUpdate, PoolView};

impl Lobby {
    /// The whole lobby, for a client that begins to watch it. The caller adds the numbers of users and games.
    pub fn snapshot(&self) -> LobbyUpdate {
        LobbyUpdate {
            reset: true,
            added: self.seeks().map(OpenSeek::view).collect(),
            pools: self.pools().collect(),
            ..LobbyUpdate::default()
        }
    }
}

/// The update for clients that watch the lobby after these events. It contains no challenges, since they concern only two users, and no
/// seek that was opened and closed by the events.
pub fn lobby_update(events: &[LobbyEvent]) -> LobbyUpdate {
    let mut update = LobbyUpdate::default();
    for event in events {
        match event {
            LobbyEvent::SeekOpened(seek) => update.added.push(seek.view()),
            LobbyEvent::SeekClosed(seek) => {
                let known = update.added.len();
                update.added.retain(|added| added.seek != *seek);
                if update.added.len() == known {
                    update.removed.push(*seek);
                }
            }
            LobbyEvent::PoolChanged(view) => {
                update.pools.retain(|pool: &PoolView| pool.pool != view.pool);
                update.pools.push(*view);
            }
            LobbyEvent::ChallengeOpened(_) | LobbyEvent::ChallengeClosed { .. } | LobbyEvent::Paired(_) => {}
        }
    }
    update
}
