//! A game as watchers see it some time later, so that watchers cannot help the players.

use std::collections::VecDeque;

use super::{GameError, GameEvent, Happened, LiveGame, ReplayError};
use crate::Time;
use crate::message::{GameSnapshot, GameUpdate};

/// A game some time ago, with the events since then.
///
/// It is made of the stored events of the game when the first watcher comes, and receives each later event
/// ([`DelayedGame::push`]). [`DelayedGame::release`] has to be called at [`DelayedGame::next_release`].
#[derive(Clone, Debug, PartialEq)]
pub struct DelayedGame {
    /// The game as watchers know it.
    game: LiveGame,
    /// What they do not know yet.
    later: VecDeque<GameEvent>,
    delay: Time,
}

/// What watchers receive when events become known to them.
#[derive(Clone, Debug, PartialEq)]
pub enum Released {
    /// Updates without what is private.
    Updates(Vec<GameUpdate>),
    /// A snapshot: the server was away in between, which no update says.
    Snapshot,
}

impl DelayedGame {
    /// The game that these events make, `delay` milliseconds before `now`. The creation is never delayed.
    ///
    /// # Errors
    /// When the events known to watchers make no game.
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

    /// When the next event becomes known.
    pub fn next_release(&self) -> Option<Time> {
        self.later.front().map(|event| event.at.saturating_add(self.delay))
    }

    /// What watchers receive at this time.
    ///
    /// # Errors
    /// When an event does not fit the state, because one is missing. The caller makes a new delayed game.
    pub fn release(&mut self, now: Time) -> Result<Released, GameError> {
        let (mut updates, mut was_away) = (Vec::new(), false);
        while self.next_release().is_some_and(|at| at <= now) {
            let Some(event) = self.later.pop_front() else { break };
            was_away |= matches!(event.event, Happened::Resumed { .. });
            updates.extend(self.game.follow(&event)?.into_iter().filter(|update| !update.is_private()));
        }
        Ok(if was_away { Released::Snapshot } else { Released::Updates(updates) })
    }

    /// The game as watchers know it, for a caller that looks at it.
    pub fn game(&self) -> &LiveGame {
        &self.game
    }

    /// The game as watchers know it.
    pub fn into_game(self) -> LiveGame {
        self.game
    }

    /// The game for a watcher who comes now.
    pub fn snapshot(&self, watchers: u32) -> GameSnapshot {
        self.game.snapshot(None, watchers)
    }
}
