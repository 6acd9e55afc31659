//! Talk in games: a player talks to the opponent, a watcher to the others who watch.
//!
//! Phrases are stored nowhere. Free text is stored before it is delivered, so that moderators can read whatever somebody has
//! read; it is deleted after [`TALK_KEPT`] unless a report names the game.

use std::sync::Arc;

use tengen_game::opening::Player;
use tengen_online::Time;
use tengen_online::account::{Account, Remark, Scopes, TALK_KEPT, may_overhear, say, say_to_all};
use tengen_online::id::{AccountId, GameId};
use tengen_online::message::{ErrorCode, Refusal, ServerMessage};
use tengen_online::phrase::Utterance;

use super::game::no_game;
use super::tables::Table;
use super::{Answer, Connection, Hub, not_written, text};
use crate::online::storage::Change;

/// The time between two deletions of old free text, in milliseconds.
pub(super) const CLEANING: Time = 60 * tengen_online::MINUTE;

/// A message, and the connections that receive it.
struct Delivery {
    message: ServerMessage,
    to: Vec<Arc<Connection>>,
}

impl Hub {
    /// A player or a watcher of a game says something.
    pub(super) fn say(self: &Arc<Hub>, game: GameId, what: Utterance, answer: Answer) {
        let by = answer.connection.account;
        let Delivery { message, to } = match self.delivery(game, &what, by) {
            Ok(delivery) => delivery,
            Err(error) => return answer.refuse(self, error),
        };
        let kept = match what {
            Utterance::Text(text) => vec![Change::PutRemark(Remark { game, by, at: self.now(), text })],
            Utterance::Phrase(_) => Vec::new(),
        };
        let hub = self.clone();
        self.writer.submit(kept, move |written| match written {
            Ok(()) => {
                let message = text(&message);
                to.iter().for_each(|connection| connection.push(message.clone()));
                answer.connection.session.answer(answer.n, Ok(None));
            }
            Err(error) => answer.refuse(&hub, not_written(&error)),
        });
    }

    /// Deletes free text that nobody will ask for.
    pub(super) fn drop_old_talk(&self, now: Time) {
        let before = now.saturating_sub(TALK_KEPT);
        self.writer.submit(vec![Change::DropRemarks { before }], |_| {});
    }

    fn delivery(&self, game: GameId, what: &Utterance, by: AccountId) -> Result<Delivery, Refusal> {
        let shard = self.tables.lock(game);
        let table = shard.tables.get(&game).ok_or_else(no_game)?;
        match table.game.player_of_account(by) {
            Some(player) => self.to_opponent(table, what, player),
            None => self.to_watchers(table, what, by),
        }
    }

    fn to_opponent(&self, table: &Table, what: &Utterance, player: Player) -> Result<Delivery, Refusal> {
        let [by, to] = [player, !player].map(|player| table.game.player(player).account);
        let listener = self.users.with(to, |user| user.account.clone()).ok_or_else(no_game)?;
        let said = self.users.with(by, |user| {
            say(&user.account, &Scopes::Session, &listener, what, &mut user.talk, self.now())
        });
        let is_heard = said.ok_or_else(no_game)??;
        let hears = |of: Option<_>| of == Some(player) || (is_heard && of == Some(!player));
        let to = table.all_members().iter().filter(|(_, of)| hears(*of));
        let message = ServerMessage::Said { game: table.game.id(), by, what: what.clone() };
        Ok(Delivery { message, to: to.map(|(connection, _)| connection.clone()).collect() })
    }

    fn to_watchers(&self, table: &Table, what: &Utterance, by: AccountId) -> Result<Delivery, Refusal> {
        let watchers = table.members(false);
        if !watchers.iter().any(|connection| connection.account == by) {
            let text = "expected a user who plays or watches the game";
            return Err(Refusal::new(ErrorCode::NotPlayer, text));
        }
        let now = self.now();
        let said = self.users.with(by, |user| {
            say_to_all(&user.account, &Scopes::Session, what, &mut user.talk, now)
                .map(|()| user.account.clone())
        });
        let speaker: Account = said.ok_or_else(no_game)??;
        let hears = |connection: &Arc<Connection>| {
            let listener = |account: &Account| may_overhear(&speaker, account, what);
            connection.account == by
                || self.users.with(connection.account, |user| listener(&user.account)).unwrap_or(false)
        };
        let to = watchers.into_iter().filter(hears).collect();
        let message = ServerMessage::WatcherSaid {
            game: table.game.id(),
            by: speaker.info(None, now),
            what: what.clone(),
        };
        Ok(Delivery { message, to })
    }
}
