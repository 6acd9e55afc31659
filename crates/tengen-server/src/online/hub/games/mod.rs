//! The games in memory: commands of players, their consequences, and the beginning of games.
//!
//! A game decides under the lock of its part (`tables`). The result is a [`Consequence`], which is queued under the same lock.

mod creation;
mod fairness;
mod late;
mod sweep;
mod tables;
mod talk;
mod upkeep;
mod watching;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use tengen_game::opening::Player;
use tengen_online::Time;
use tengen_online::game::{Happened, LiveGame, Reply};
use tengen_online::id::{AccountId, GameId};
use tengen_online::message::{ErrorCode, GameCommand, GameOver, GameUpdate, Offer, Refusal, ServerMessage};
use tengen_online::phrase::Utterance;

use super::caller::Caller;
use super::consequence::{Consequence, Delivery, done};
use super::context::Context;
use super::follow_up::FollowUp;
use super::peers::News;
use super::presence::people;
use super::text;
use crate::online::bots::{Action, Job};
use crate::online::part::part_of;
use crate::online::storage::Change;
use fairness::FairPlay;
use tables::Tables;

pub(super) use fairness::report_of;
pub(super) use sweep::{OtherGames, Prominence, Sweep};
pub(super) use tables::Table;
pub(super) use talk::{CLEANING, drop_old_talk};
pub(super) use upkeep::READ_AGAIN;

/// The games of this server.
pub(crate) struct Games {
    context: Arc<Context>,
    tables: Tables,
    fairness: FairPlay,
}

fn no_game() -> Refusal {
    Refusal::new(ErrorCode::NotFound, "expected a game that is being played, found none with this identifier")
}

fn not_player() -> Refusal {
    Refusal::new(ErrorCode::NotPlayer, "expected a player of this game")
}

/// A refusal because a state in memory could not be stored.
pub(super) fn ahead() -> Refusal {
    Refusal::new(ErrorCode::Unavailable, "expected a storage that can be written; try again later")
}

impl Games {
    pub(super) fn new(context: Arc<Context>) -> Games {
        Games { context, tables: Tables::new(), fairness: FairPlay::default() }
    }

    /// Carries out a player's command.
    pub(super) fn play(&self, game: GameId, command: GameCommand, caller: Caller) {
        self.act(game, caller.account, command, Some(caller));
    }

    /// Carries out the move or the choice that a program of the server has found.
    pub(crate) fn act_for_bot(
        &self,
        game: GameId,
        account: AccountId,
        (ply, takebacks): (u16, u16),
        action: Action,
    ) {
        let command = match action {
            Action::Move(to) => GameCommand::Move { ply, takebacks, to },
            Action::Choose(choice) => GameCommand::Choose { ply, takebacks, choice },
            Action::Resign => GameCommand::Resign,
        };
        self.act(game, account, command, None);
    }

    fn act(&self, game: GameId, account: AccountId, command: GameCommand, mut caller: Option<Caller>) {
        let now = self.context.now();
        let acted = self.change(game, |table| {
            if table.is_ahead {
                return Err(ahead());
            }
            let player = table.game.player_of_account(account).ok_or_else(not_player)?;
            let lag = caller.as_ref().map_or(0, Caller::lag);
            let mut reply = table.game.execute(player, command, lag, now);
            self.answer_offers(&mut table.game, &mut reply, now);
            Ok(self.settle(table, reply, caller.take()))
        });
        match acted.unwrap_or_else(|| Err(no_game())) {
            Ok(Some(rematch)) => self.context.dispatch(FollowUp::Begin(vec![rematch])),
            Ok(None) => {}
            Err(error) => {
                if let Some(caller) = caller {
                    self.context.refuse(caller, error);
                }
            }
        }
    }

    /// Sends a phrase or a text of a player or a watcher.
    pub(super) fn say(&self, game: GameId, what: Utterance, caller: Caller) {
        let (context, by) = (&self.context, caller.account);
        let mut caller = Some(caller);
        let said = self.tables.with(game, |table| {
            let delivery = talk::say_in(context, table, &what, by)?;
            let changes = talk::stored(game, by, what, context.now());
            let consequence = Consequence { deliveries: vec![delivery], ..Consequence::of(changes) };
            context.settle(consequence.answered(caller.take(), done()));
            Ok(())
        });
        if let (Err(error), Some(caller)) = (said.unwrap_or_else(|| Err(no_game())), caller) {
            context.refuse(caller, error);
        }
    }

    /// Answers offers for programs of the server: they accept rematches and takebacks, and decline draws.
    fn answer_offers(&self, game: &mut LiveGame, reply: &mut Reply, now: Time) {
        let offered = reply.events.iter().find_map(|event| match event.event {
            Happened::Offered { by, offer } if self.context.house.has(game.player(!by).account) => {
                Some((!by, offer))
            }
            _ => None,
        });
        let Some((bot, offer)) = offered else { return };
        let command = match offer {
            Offer::Draw => GameCommand::Decline(offer),
            Offer::Takeback | Offer::Rematch => GameCommand::Accept(offer),
        };
        let answer = game.execute(bot, command, 0, now);
        reply.events.extend(answer.events);
        reply.updates.extend(answer.updates);
    }

    /// Changes a game under its lock, and schedules its deadline again; `None` if the game is not in memory.
    fn change<T>(&self, game: GameId, act: impl FnOnce(&mut Table) -> T) -> Option<T> {
        let mut shard = self.tables.lock(game);
        let done = act(shard.tables.get_mut(&game)?);
        self.tables.schedule(&mut shard, game, &self.context.alarm);
        Some(done)
    }

    /// Queues the events of a game. Returns the table of a rematch, which begins after the lock of this game is released.
    fn settle(&self, table: &mut Table, reply: Reply, caller: Option<Caller>) -> Option<Table> {
        let (consequence, rematch) = self.consequence(table, reply, caller);
        self.context.settle(consequence);
        rematch
    }

    /// The consequence of events of a game, and the table of a rematch.
    fn consequence(
        &self,
        table: &mut Table,
        reply: Reply,
        caller: Option<Caller>,
    ) -> (Consequence, Option<Table>) {
        let Reply { events, updates, result } = reply;
        let id = table.game.id();
        let mut consequence = Consequence {
            is_move: events
                .iter()
                .any(|event| matches!(event.event, Happened::Moved { .. } | Happened::Chose { .. })),
            recovery: vec![FollowUp::ReadGameAgain(id)],
            ..Consequence::default()
        };
        if let Some(late) = &mut table.late {
            events.iter().for_each(|event| late.push(event.clone()));
        }
        if !events.is_empty() {
            let before = table.game.events() - events.len() as u32;
            consequence.changes.push(Change::Append { game: id, before, events });
        }
        if let (Some(result), None) = (table.game.result(), table.ended) {
            let actor = caller.as_ref().and_then(|caller| table.game.player_of_account(caller.account));
            self.end(table, result, actor, &mut consequence);
        }
        let has_rematch = updates.iter().any(|update| matches!(update, GameUpdate::Rematch(_)));
        let rematch = has_rematch.then(|| table.game.rematch()).flatten();
        let rematch = rematch.and_then(|new| Table::create(&self.context, new)).map(|(table, creation)| {
            consequence.changes.extend(creation);
            consequence.recovery.push(FollowUp::ReadGameAgain(table.id()));
            table
        });
        consequence.deliveries = deliveries(table, updates);
        if !consequence.changes.is_empty() {
            consequence.follow_ups.extend(self.turn_of_bot(&table.game));
        }
        let result = result.map_err(Refusal::from).and_then(|()| done());
        (consequence.answered(caller, result), rematch)
    }

    /// Notes the end of a game, whose last command came from `actor`.
    fn end(&self, table: &mut Table, result: GameOver, actor: Option<Player>, consequence: &mut Consequence) {
        let game = &table.game;
        let ended = self.context.now();
        table.ended = Some(ended);
        let counts = game.counts_for_ratings() && fairness::may_be_rated(&self.context, game);
        consequence.follow_ups.extend(self.fairness.note_end(&self.context, game, actor));
        consequence.follow_ups.push(FollowUp::Ended { game: Box::new(game.clone()), is_rated: counts });
        let new = Box::new(game.new_game().clone());
        consequence.changes.push(Change::EndGame { game: new, ended, result, counts });
        self.note_end(game);
    }

    /// Removes a game from the running games of its players.
    fn note_end(&self, game: &LiveGame) {
        self.forget(game);
        self.note_playing(game, false);
    }

    fn forget(&self, game: &LiveGame) {
        self.context.services.metrics.games.fetch_sub(1, Relaxed);
        for player in Player::BOTH {
            self.context.presence.end(game.player(player).account, game.id());
        }
    }

    /// Notes that people have begun or finished a game with a clock. All servers receive this.
    fn note_playing(&self, game: &LiveGame, is_running: bool) {
        let people = people(game);
        self.context.presence.note_playing(game.id(), &people, is_running);
        self.context.peers.announce(News::Playing { game: game.id(), people, is_running });
    }

    /// The task for a program of the server that has the turn.
    fn turn_of_bot(&self, game: &LiveGame) -> Option<FollowUp> {
        let bot = game.player(game.to_act()?).account;
        let job = || Box::new(Job { game: game.clone(), bot });
        self.context.house.has(bot).then(|| FollowUp::Think(job()))
    }

    /// Begins a game whose creation has been queued, and sends it to its players. Returns the people who play it, if it has a clock, unless
    /// another server has the game.
    pub(super) fn begin(&self, table: Table) -> Vec<AccountId> {
        let context = &self.context;
        let id = table.game.id();
        let mut shard = self.tables.lock(id);
        if !context.peers.has(part_of(id)) {
            drop(shard);
            // The server of the game receives it when it is stored.
            let follow_ups = vec![FollowUp::HandOver(id)];
            context.settle(Consequence { follow_ups, ..Consequence::default() });
            return Vec::new();
        }
        self.note_playing(&table.game, true);
        let people = people(&table.game);
        let table = shard.tables.entry(id).insert_entry(table).into_mut();
        context.services.metrics.games.fetch_add(1, Relaxed);
        let now = context.now();
        let connections = self.note_begin(&table.game);
        for (player, connections) in Player::BOTH.into_iter().zip(connections) {
            for connection in connections {
                self.join_as(table, &connection, Some(player));
            }
            // A player who has left since the game was prepared is absent.
            if !table.is_here(player) && !context.house.has(table.game.player(player).account) {
                let reply = table.game.disconnect(player, now);
                self.settle(table, reply, None);
            }
        }
        if let Some(turn) = self.turn_of_bot(&table.game) {
            context.settle(Consequence { follow_ups: vec![turn], ..Consequence::default() });
        }
        self.tables.schedule(&mut shard, id, &context.alarm);
        people
    }

    /// Notes that the players of a game play it. Returns the connections of the first and the second one.
    fn note_begin(&self, game: &LiveGame) -> [Vec<Arc<super::Connection>>; 2] {
        let is_correspondence = game.settings().tempo.is_correspondence();
        let now = self.context.now();
        Player::BOTH
            .map(|player| self.context.presence.begin(game.player(player), game.id(), is_correspondence, now))
    }
}

/// The deliveries of a game's updates: all of them to the players, and those that are not private to the watchers, unless these receive the
/// game with a delay.
fn deliveries(table: &Table, updates: Vec<GameUpdate>) -> Vec<Delivery> {
    if updates.is_empty() {
        return Vec::new();
    }
    let id = table.game.id();
    let (mut for_players, mut for_watchers) = (Vec::new(), Vec::new());
    for update in updates {
        let is_private = update.is_private();
        let message = text(&ServerMessage::Game(id, update));
        if !is_private && table.late.is_none() {
            for_watchers.push(message.clone());
        }
        for_players.push(message);
    }
    vec![
        Delivery::Connections { to: table.members(true), messages: for_players },
        Delivery::Connections { to: table.members(false), messages: for_watchers },
    ]
}
