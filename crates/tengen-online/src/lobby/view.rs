//! The lobby as it is sent.

use super::{Lobby, LobbyEvent, OpenSeek};
use crate::message::{LobbyUpdate, PoolView};

impl Lobby {
    /// Everything, for a client that begins to watch the lobby. The numbers of users and games are the caller's to add.
    pub fn snapshot(&self) -> LobbyUpdate {
        LobbyUpdate {
            reset: true,
            added: self.seeks().map(OpenSeek::view).collect(),
            pools: self.pools().collect(),
            ..LobbyUpdate::default()
        }
    }
}

/// What the clients that watch the lobby receive for these events. Challenges are not in it, since they concern two users
/// alone. A seek that was opened and closed by the events does not appear at all.
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
