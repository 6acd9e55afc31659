//! Games that watchers receive with a delay, because one of the players has requested it.

use tengen_online::Time;
use tengen_online::account::Account;
use tengen_online::game::{
    DelayedGame, GameEvent, Happened, LiveGame, NewGame, Released, ReplayError, WATCH_DELAY,
};
use tengen_online::message::ServerMessage;

use super::tables::Table;
use crate::online::hub::consequence::Delivery;
use crate::online::hub::text;

/// The delay with which watchers receive a game. It applies only to rated games other than by correspondence: only in these, whose
/// players are both present, does the help of watchers matter.
pub(super) fn delay<'a>(new: &NewGame, accounts: impl IntoIterator<Item = &'a Account>) -> Time {
    let can_be_spoiled = new.settings.rated && !new.settings.tempo.is_correspondence();
    let is_wanted = accounts.into_iter().any(|account| account.delays_watchers);
    if can_be_spoiled && is_wanted { WATCH_DELAY } else { 0 }
}

/// A game from its events: the state for its players, and the delayed state for watchers if there is a delay.
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

impl Table {
    /// The updates that watchers of a delayed game may receive by now.
    pub(super) fn release(&mut self, now: Time) -> Option<Delivery> {
        let id = self.game.id();
        let messages = match self.late.as_mut()?.release(now) {
            Ok(Released::Updates(updates)) if updates.is_empty() => return None,
            Ok(Released::Updates(updates)) => {
                updates.into_iter().map(|update| text(&ServerMessage::Game(id, update))).collect()
            }
            Ok(Released::Snapshot) => vec![text(&ServerMessage::Snapshot(Box::new(self.snapshot(None))))],
            Err(error) => {
                // The events were applied in their order before, so that an error is unexpected. Nothing is shown until the game is read
                // again.
                tracing::error!(%error, game = %id, "a game cannot be shown late");
                return None;
            }
        };
        Some(Delivery::Connections { to: self.members(false), messages })
    }
}
