//! The delayed game for watchers, which prevents them from helping the players.

use std::collections::VecDeque;

use super::{GameError, GameEvent, Happened, LiveGame, ReplayError};
use crate::Time;
use crate::message::{GameSnapshot, GameUpdate};

/// A game as it was some time ago, with the events since then.
///
/// It is created from the stored events of the game for the first watcher, and receives each later event ([`DelayedGame::push`]).
/// [`DelayedGame::release`] has to be called at [`DelayedGame::next_release`].
#[derive(Clone, Debug, PartialEq)]
pub struct DelayedGame {
    /// The game as watchers have it.
    game: LiveGame,
    /// The events that are not released yet.
    later: VecDeque<GameEvent>,
    delay: Time,
}

/// The messages to watchers when events are released.
#[derive(Clone, Debug, PartialEq)]
pub enum Released {
    /// Updates without private ones.
    Updates(Vec<GameUpdate>),
    /// A snapshot, because the server was away in between, which no update describes.
    Snapshot,
}

impl DelayedGame {
    /// The game that results from these events, `delay` milliseconds before `now`. The creation is never delayed.
    ///
    /// # Errors
    /// When the released events do not form a game.
    pub fn new(
        events: impl IntoIterator<Item = GameEvent>,
        delay: Time,
        now: Time,
    ) -> Result<DelayedGame, ReplayError> {
        let mut later: VecDeque<GameEvent> = events.into_iter().collect();
        let past = later.iter().take_while(|event| event.at.saturating_add(delay) <= now).count().max(1);
        let game = LiveGame::replay(later.drain(..past.min(later.len())))?;
        Ok(DelayedGame { game, later, delay })
    }

    /// Adds an event that has just happened in the game.
    pub fn push(&mut self, event: GameEvent) {
        self.later.push_back(event);
    }

    /// The time at which the next event is released.
    pub fn next_release(&self) -> Option<Time> {
        self.later.front().map(|event| event.at.saturating_add(self.delay))
    }

    /// Releases the events that are due, and returns the messages to watchers.
    ///
    /// # Errors
    /// When an event does not fit the state, because one is missing. The caller then creates a new delayed game.
    pub fn release(&mut self, now: Time) -> Result<Released, GameError> {
        let (mut updates, mut was_away) = (Vec::new(), false);
        while self.next_release().is_some_and(|at| at <= now) {
            let Some(event) = self.later.pop_front() else { break };
            was_away |= matches!(event.event, Happened::Resumed { .. });
            updates.extend(self.game.follow(&event)?.into_iter().filter(|update| !update.is_private()));
        }
        Ok(if was_away { Released::Snapshot } else { Released::Updates(updates) })
    }

    /// A reference to the game as watchers have it.
    pub fn game(&self) -> &LiveGame {
        &self.game
    }

    /// The game as watchers have it.
    pub fn into_game(self) -> LiveGame {
        self.game
    }

    /// The snapshot for a new watcher.
    pub fn snapshot(&self, watchers: u32) -> GameSnapshot {
        self.game.snapshot(None, watchers)
    }
}
