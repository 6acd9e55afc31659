//! The game or other place that a connection has open.
//!
//! Absence is determined for each game by itself: a connected player whose clients have all opened something else is absent from the game,
//! so that the opponent can claim the win after the time for that. A client opens a game by watching it or by acting in it, and leaves it
//! by opening another one or by ending the watching. A client that has done neither is present in all games of its user. A program is
//! present in all its games as long as it is connected.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tengen_online::id::{AccountId, GameId};
use tengen_online::message::ClientCommand;
use tengen_online::{SECOND, Time};

/// The time for which a player may open something else before the opponent receives the absence, in milliseconds.
const GLANCE: Time = 5 * SECOND;

/// The place that a connection has open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) enum Place {
    /// The client has opened no place yet.
    #[default]
    Anywhere,
    /// A game, of its user or of others.
    Game(GameId),
    /// A place other than a game.
    Elsewhere,
}

impl Place {
    pub(crate) fn is_in(self, game: GameId) -> bool {
        match self {
            Place::Anywhere => true,
            Place::Game(open) => open == game,
            Place::Elsewhere => false,
        }
    }

    /// The place that is open after a command.
    pub(crate) fn after(self, command: &ClientCommand) -> Place {
        match command {
            ClientCommand::Play(game, _) | ClientCommand::Say(game, _) | ClientCommand::Watch(game) => {
                Place::Game(*game)
            }
            ClientCommand::Unwatch(game) if self.is_in(*game) => Place::Elsewhere,
            _ => self,
        }
    }
}

/// Users whose clients have opened another place, each with the time from which the user is absent from the other games.
#[derive(Debug, Default)]
pub(super) struct Wanderers(Mutex<HashMap<AccountId, Time>>);

impl Wanderers {
    pub(super) fn note(&self, account: AccountId, now: Time) {
        let mut wanderers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        wanderers.entry(account).or_insert(now + GLANCE);
    }

    pub(super) fn due(&self, now: Time) -> Vec<AccountId> {
        let mut wanderers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        wanderers.extract_if(|_, at| *at <= now).map(|(account, _)| account).collect()
    }
}

#[cfg(test)]
mod tests {
    use tengen_online::message::GameCommand;

    use super::*;

    #[test]
    fn what_is_opened_last_counts() {
        let [one, other] = [1, 2].map(GameId::from_entropy);
        let place = Place::Anywhere;
        assert!(place.is_in(one) && place.is_in(other));
        let place = place.after(&ClientCommand::Play(one, GameCommand::Resign));
        assert_eq!(place, Place::Game(one));
        assert_eq!(place.after(&ClientCommand::Ping { lag: None }), place);
        assert_eq!(place.after(&ClientCommand::Unwatch(other)), place);
        assert_eq!(place.after(&ClientCommand::Watch(other)), Place::Game(other));
        assert_eq!(place.after(&ClientCommand::Unwatch(one)), Place::Elsewhere);
        assert_eq!(Place::Anywhere.after(&ClientCommand::Unwatch(one)), Place::Elsewhere);
        assert_eq!(Place::Elsewhere.after(&ClientCommand::Watch(one)), Place::Game(one));
    }
}
