//! Talk in games: a player talks to the opponent, a watcher to the other watchers.
//!
//! Phrases are not stored. Free text is stored before it is delivered, so that moderators can read everything that was delivered; it is
//! deleted after [`TALK_KEPT`] unless a report names the game.

use std::sync::Arc;

use tengen_game::opening::Player;
use tengen_online::Time;
use tengen_online::account::{Account, Remark, Scopes, TALK_KEPT, may_overhear, say, say_to_all};
use tengen_online::id::{AccountId, GameId};
use tengen_online::message::{ErrorCode, Refusal, ServerMessage};
use tengen_online::phrase::Utterance;

use super::no_game;
use super::tables::Table;
use crate::online::hub::Connection;
use crate::online::hub::consequence::{Consequence, Delivery};
use crate::online::hub::context::Context;
use crate::online::hub::text;
use crate::online::storage::Change;

/// The time between two deletions of old free text, in milliseconds.
pub(in crate::online::hub) const CLEANING: Time = 60 * tengen_online::MINUTE;

/// Deletes free text whose time of retention is over.
pub(in crate::online::hub) fn drop_old_talk(context: &Arc<Context>, now: Time) {
    let before = now.saturating_sub(TALK_KEPT);
    context.settle(Consequence::of(vec![Change::DropRemarks { before }]));
}

/// Adds a phrase or a text of a player or a watcher to a game. Returns the message and its receivers.
pub(super) fn say_in(
    context: &Context,
    table: &Table,
    what: &Utterance,
    by: AccountId,
) -> Result<Delivery, Refusal> {
    match table.game.player_of_account(by) {
        Some(player) => to_opponent(context, table, what, player),
        None => to_watchers(context, table, what, by),
    }
}

/// The change that stores a text; empty for a phrase.
pub(super) fn stored(game: GameId, by: AccountId, what: Utterance, at: Time) -> Vec<Change> {
    match what {
        Utterance::Text(text) => vec![Change::PutRemark(Remark { game, by, at, text })],
        Utterance::Phrase(_) => Vec::new(),
    }
}

fn to_opponent(
    context: &Context,
    table: &Table,
    what: &Utterance,
    player: Player,
) -> Result<Delivery, Refusal> {
    let [by, to] = [player, !player].map(|player| table.game.player(player).account);
    let listener = context.presence.account(to).ok_or_else(no_game)?;
    let said = context
        .presence
        .talk(by, |account, budget| say(account, &Scopes::Session, &listener, what, budget, context.now()));
    let is_heard = said.ok_or_else(no_game)??;
    let hears = |of: Option<_>| of == Some(player) || (is_heard && of == Some(!player));
    let to = table.all_members().iter().filter(|(_, of)| hears(*of));
    let message = ServerMessage::Said { game: table.game.id(), by, what: what.clone() };
    let to = to.map(|(connection, _)| connection.clone()).collect();
    Ok(Delivery::Connections { to, messages: vec![text(&message)] })
}

fn to_watchers(
    context: &Context,
    table: &Table,
    what: &Utterance,
    by: AccountId,
) -> Result<Delivery, Refusal> {
    let watchers = table.members(false);
    if !watchers.iter().any(|connection| connection.account == by) {
        let text = "expected a user who plays or watches the game";
        return Err(Refusal::new(ErrorCode::NotPlayer, text));
    }
    let now = context.now();
    let said = context.presence.talk(by, |account, budget| {
        say_to_all(account, &Scopes::Session, what, budget, now).map(|()| account.clone())
    });
    let speaker: Account = said.ok_or_else(no_game)??;
    let hears = |connection: &Arc<Connection>| {
        let listener = || context.presence.account(connection.account);
        connection.account == by || listener().is_some_and(|listener| may_overhear(&speaker, &listener, what))
    };
    let to = watchers.into_iter().filter(hears).collect();
    let message =
        ServerMessage::WatcherSaid { game: table.game.id(), by: speaker.info(None, now), what: what.clone() };
    Ok(Delivery::Connections { to, messages: vec![text(&message)] })
}
