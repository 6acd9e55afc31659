//! Which of a user's games a connection has open.
//!
//! Absence counts for each game by itself: a player who is connected and has opened something else on every connection is
//! away from the game, so that the opponent can claim the win after the time for that. A client opens a game by watching
//! it or by acting in it, and leaves it by opening another one or by ending the watching. One that has done nothing of
//! that is there in all games of its user. A program is there in all its games as long as it is connected.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tengen_online::id::{AccountId, GameId};
use tengen_online::message::ClientCommand;
use tengen_online::{SECOND, Time};

use super::{Connection, Hub};

/// How long a player may look elsewhere before the opponent is told, in milliseconds.
const GLANCE: Time = 5 * SECOND;

/// What a connection has open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) enum Place {
    /// The client has not opened anything.
    #[default]
    Anywhere,
    /// A game, of its user or of others.
    Game(GameId),
    /// No game.
    Elsewhere,
}

impl Place {
    pub(super) fn is_in(self, game: GameId) -> bool {
        match self {
            Place::Anywhere => true,
            Place::Game(open) => open == game,
            Place::Elsewhere => false,
        }
    }

    /// The place after a command.
    fn after(self, command: &ClientCommand) -> Place {
        match command {
            ClientCommand::Play(game, _) | ClientCommand::Say(game, _) | ClientCommand::Watch(game) => {
                Place::Game(*game)
            }
            ClientCommand::Unwatch(game) if self.is_in(*game) => Place::Elsewhere,
            _ => self,
        }
    }
}

/// Users of whom it has to be looked up which of their games they are away from, and when.
#[derive(Debug, Default)]
pub(super) struct Wanderers(Mutex<HashMap<AccountId, Time>>);

impl Wanderers {
    fn note(&self, account: AccountId, at: Time) {
        let mut wanderers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        wanderers.entry(account).or_insert(at);
    }

    fn due(&self, now: Time) -> Vec<AccountId> {
        let mut wanderers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        wanderers.extract_if(|_, at| *at <= now).map(|(account, _)| account).collect()
    }
}

impl Hub {
    /// Notes what a client of this server has open after a command.
    pub(super) fn note_place(self: &Arc<Hub>, connection: &Arc<Connection>, command: &ClientCommand) {
        let before = connection.place();
        let place = before.after(command);
        if place != before {
            self.move_to(connection, place);
            self.announce_place(connection.number, place);
        }
    }

    /// A client of any server has opened something: it is in that game at once, and leaves the others a little later.
    pub(super) fn move_to(self: &Arc<Hub>, connection: &Arc<Connection>, place: Place) {
        connection.set_place(place);
        if let Place::Game(game) = place {
            self.note_presence(game, connection.account);
        }
        let plays = self.users.with(connection.account, |user| !user.games.is_empty()).unwrap_or(false);
        if plays {
            self.wanderers.note(connection.account, self.now() + GLANCE);
        }
    }

    /// Users who have opened something else a while ago are away from their other games.
    pub(super) fn note_wanderers(self: &Arc<Hub>, now: Time) {
        for account in self.wanderers.due(now) {
            let games = self.users.with(account, |user| user.games.clone()).unwrap_or_default();
            games.into_iter().for_each(|game| self.note_presence(game, account));
        }
    }

    /// Notes whether a player is there, if that has changed.
    fn note_presence(self: &Arc<Hub>, game: GameId, account: AccountId) {
        let mut shard = self.tables.lock(game);
        let Some(table) = shard.tables.get_mut(&game).filter(|table| !table.is_ahead) else { return };
        let Some(player) = table.game.player_of_account(account) else { return };
        let now = self.now();
        let reply = if table.is_here(player) {
            table.game.connect(player, now)
        } else {
            table.game.disconnect(player, now)
        };
        if !reply.events.is_empty() {
            self.settle(table, reply, None);
            self.tables.schedule(&mut shard, game);
        }
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
