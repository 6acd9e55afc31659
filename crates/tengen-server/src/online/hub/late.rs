//! Games that watchers see late, because one of the players wishes so.

use std::sync::Arc;

use tengen_online::Time;
use tengen_online::account::Account;
use tengen_online::game::{
    DelayedGame, GameEvent, Happened, LiveGame, NewGame, Released, ReplayError, WATCH_DELAY,
};
use tengen_online::id::GameId;
use tengen_online::message::{Refusal, ServerMessage};

use super::tables::Table;
use super::{Hub, text};

/// By how much watchers see a game late: only a rated game in which both players are present can be spoiled by helpers.
pub(super) fn delay<'a>(new: &NewGame, accounts: impl IntoIterator<Item = &'a Account>) -> Time {
    let can_be_spoiled = new.settings.rated && !new.settings.tempo.is_correspondence();
    let is_wanted = accounts.into_iter().any(|account| account.delays_watchers);
    if can_be_spoiled && is_wanted { WATCH_DELAY } else { 0 }
}

/// A game from its events: as its players see it, and as watchers do if they see it late.
pub(super) fn replay(
    events: Vec<GameEvent>,
    now: Time,
) -> Result<(LiveGame, Option<DelayedGame>), ReplayError> {
    let delay = match events.first().map(|first| &first.event) {
        Some(Happened::Created(new)) => new.delay,
        _ => 0,
    };
    let late = (delay > 0).then(|| DelayedGame::new(events.clone(), delay, now)).transpose()?;
    Ok((LiveGame::replay(events)?, late))
}

impl Hub {
    /// What watchers of a table may know by now is sent to them.
    pub(super) fn release(self: &Arc<Hub>, table: &mut Table) {
        let (id, now) = (table.game.id(), self.now());
        let Some(late) = &mut table.late else { return };
        let released = match late.release(now) {
            Ok(Released::Updates(updates)) if updates.is_empty() => return,
            Ok(released) => released,
            Err(error) => {
                // Every event was passed on in its order. If not, there is nothing to show until the game is read again.
                tracing::error!(%error, game = %id, "a game cannot be shown late");
                return;
            }
        };
        let watchers = table.members(false);
        let messages: Vec<_> = match released {
            Released::Updates(updates) => {
                updates.into_iter().map(|update| text(&ServerMessage::Game(id, update))).collect()
            }
            Released::Snapshot => vec![text(&ServerMessage::Snapshot(Box::new(table.snapshot(None))))],
        };
        // Through the queue, so that they come after the snapshot that they follow.
        self.writer.submit(Vec::new(), move |_| {
            for connection in watchers {
                messages.iter().for_each(|message| connection.push(message.clone()));
            }
        });
    }

    /// A game as everybody may see it now. A game that goes on is not read from the storage, since boards on foreign pages ask
    /// for games all the time. In one that has ended, an account that was deleted since has another name.
    ///
    /// # Errors
    /// When the storage cannot be read.
    pub(crate) async fn public_game(self: &Arc<Hub>, game: GameId) -> Result<Option<LiveGame>, Refusal> {
        if let Some(live) = self.public_game_that_goes_on(game) {
            // What it shows is durable when it is sent.
            let _ = self.writer.write(Vec::new()).await;
            return Ok(Some(live));
        }
        let stored = self.stored_events(game).await?;
        let now = self.now();
        let replayed = stored.map(|events| replay(events, now)).transpose();
        let replayed = replayed.map_err(|error| super::follow::unreadable(game, &error))?;
        Ok(replayed.map(|(game, late)| late.map_or(game, DelayedGame::into_game)))
    }

    /// A game that goes on, as everybody may see it now; `None` for one that is not in memory, or that is to be read again.
    fn public_game_that_goes_on(self: &Arc<Hub>, game: GameId) -> Option<LiveGame> {
        let mut shard = self.tables.lock(game);
        let table = shard.tables.get_mut(&game)?;
        if table.is_ahead || table.game.result().is_some() {
            return None;
        }
        self.release(table);
        Some(table.late.as_ref().map_or(&table.game, DelayedGame::game).clone())
    }
}
