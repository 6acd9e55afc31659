//! Games: commands of players, watching, beginning and end.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::extract::ws::Utf8Bytes;
use tengen_game::opening::Player;
use tengen_online::Time;
use tengen_online::category::Category;
use tengen_online::game::{DelayedGame, GameEvent, Happened, LiveGame, NewGame, Reply};
use tengen_online::id::{AccountId, GameId};
use tengen_online::message::{ErrorCode, GameCommand, GameUpdate, Offer, Refusal, ServerMessage};
use tengen_online::tournament::GameReport;

use super::playing::people;
use super::tables::Table;
use super::{Answer, Connection, Hub, late, not_written, text};
use crate::online::bots::{Action, Job};
use crate::online::part::part_of;
use crate::online::storage::Change;

/// What is sent to players and watchers when a group is durable.
struct Delivery {
    players: Vec<Arc<Connection>>,
    watchers: Vec<Arc<Connection>>,
    /// With whether only players may receive it.
    messages: Vec<(Utf8Bytes, bool)>,
}

impl Delivery {
    fn send(&self) {
        for (message, is_private) in &self.messages {
            let watchers = if *is_private { &[][..] } else { &self.watchers };
            for connection in self.players.iter().chain(watchers) {
                connection.push(message.clone());
            }
        }
    }
}

pub(super) fn no_game() -> Refusal {
    Refusal::new(ErrorCode::NotFound, "expected a game that is being played, found none with this identifier")
}

pub(super) fn not_player() -> Refusal {
    Refusal::new(ErrorCode::NotPlayer, "expected a player of this game")
}

pub(super) fn ahead() -> Refusal {
    Refusal::new(ErrorCode::Unavailable, "expected a storage that can be written; try again later")
}

impl Hub {
    /// A player acts.
    pub(super) fn play(self: &Arc<Hub>, game: GameId, command: GameCommand, answer: Answer) {
        let (account, lag) = (answer.connection.account, answer.connection.lag());
        self.act(game, account, command, lag, Some(answer));
    }

    /// A house bot has thought.
    pub(crate) fn act_for_bot(
        self: &Arc<Hub>,
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
        self.act(game, account, command, 0, None);
    }

    fn act(
        self: &Arc<Hub>,
        game: GameId,
        account: AccountId,
        command: GameCommand,
        lag: Time,
        answer: Option<Answer>,
    ) {
        let now = self.now();
        let mut shard = self.tables.lock(game);
        let refused = match shard.tables.get_mut(&game) {
            None => no_game(),
            Some(table) if table.is_ahead => ahead(),
            Some(table) => match table.game.player_of_account(account) {
                None => not_player(),
                Some(player) => {
                    let mut reply = table.game.execute(player, command, lag, now);
                    self.answer_offers(&mut table.game, &mut reply, now);
                    let new = self.settle(table, reply, answer);
                    self.tables.schedule(&mut shard, game);
                    drop(shard);
                    if let Some(table) = new {
                        self.seat(table);
                    }
                    return;
                }
            },
        };
        drop(shard);
        if let Some(answer) = answer {
            answer.refuse(self, refused);
        }
    }

    /// House bots agree to a rematch and to a takeback, which costs them nothing, and to no draw.
    fn answer_offers(&self, game: &mut LiveGame, reply: &mut Reply, now: Time) {
        let offered = reply.events.iter().find_map(|event| match event.event {
            Happened::Offered { by, offer } if self.house.contains_key(&game.player(!by).account) => {
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

    /// Queues what has happened in a game. Returns the table of a rematch, which the caller puts up after the lock of this
    /// game is released.
    pub(super) fn settle(
        self: &Arc<Hub>,
        table: &mut Table,
        reply: Reply,
        answer: Option<Answer>,
    ) -> Option<Table> {
        let Reply { events, updates, result } = reply;
        let id = table.game.id();
        let mut changes = Vec::new();
        let is_move =
            events.iter().any(|event| matches!(event.event, Happened::Moved { .. } | Happened::Chose { .. }));
        let (mut is_rated, mut consequences) = (false, None);
        if let Some(late) = &mut table.late {
            events.iter().for_each(|event| late.push(event.clone()));
        }
        if !events.is_empty() {
            let before = table.game.events() - events.len() as u32;
            changes.push(Change::Append { game: id, before, events });
        }
        if let (Some(result), None) = (table.game.result(), table.ended) {
            let ended = self.now();
            table.ended = Some(ended);
            let game = Box::new(table.game.new_game().clone());
            let counts = table.game.counts_for_ratings() && self.may_be_rated(&table.game);
            is_rated = counts;
            let actor = answer.as_ref().map(|answer| answer.connection.account);
            let actor = actor.and_then(|account| table.game.player_of_account(account));
            consequences = Some(self.note_end(&table.game, actor));
            changes.push(Change::EndGame { game, ended, result, counts });
            self.metrics.games.fetch_sub(1, Relaxed);
            for player in Player::BOTH {
                self.users.end(table.game.player(player).account, id);
            }
            self.note_played(&table.game);
        }
        let rematch = updates.iter().any(|update| matches!(update, GameUpdate::Rematch(_)));
        let new = rematch.then(|| table.game.rematch()).flatten().and_then(|new| self.prepare(new));
        let new = new.map(|(table, creation)| {
            changes.extend(creation);
            table
        });
        let messages = updates.into_iter().map(|update| {
            let is_private = update.is_private();
            (text(&ServerMessage::Game(id, update)), is_private)
        });
        let messages: Vec<(Utf8Bytes, bool)> = messages.collect();
        let (players, watchers) = if messages.is_empty() {
            Default::default()
        } else {
            let watchers = if table.late.is_some() { Vec::new() } else { table.members(false) };
            (table.members(true), watchers)
        };
        let delivery = Delivery { players, watchers, messages };
        let job = if changes.is_empty() { None } else { self.job(&table.game) };
        let is_end = changes.iter().any(|change| matches!(change, Change::EndGame { .. }));
        let report = GameReport::of(&table.game).filter(|_| is_end);
        let report = table.game.new_game().tournament.zip(report);
        let judged = is_end.then(|| self.judges.wanted(&table.game)).flatten();
        let rated = is_rated.then(|| table.game.new_game().clone());
        let hub = self.clone();
        let rematch = new.as_ref().map(|table| table.game.id());
        self.writer.submit(changes, move |written| {
            match written {
                Ok(()) => {
                    if let Some(consequences) = consequences {
                        hub.draw_consequences(consequences);
                    }
                    if let Some(answer) = answer {
                        if is_move {
                            hub.metrics.moves.observe(answer.since.elapsed());
                        }
                        match result {
                            Ok(()) => answer.connection.session.answer(answer.n, Ok(None)),
                            Err(error) => answer.refuse(&hub, error.into()),
                        }
                    }
                    delivery.send();
                    if let Some(job) = job {
                        hub.bots.think(job);
                    }
                    if let Some(game) = rated {
                        hub.read_ratings(game);
                    }
                    if let Some((tournament, report)) = report {
                        hub.report_game(tournament, report);
                    }
                    if let Some(game) = judged {
                        hub.judges.judge(game);
                    }
                }
                Err(error) => {
                    if let Some(answer) = answer {
                        answer.refuse(&hub, not_written(&error));
                    }
                    [Some(id), rematch].into_iter().flatten().for_each(|game| hub.read_again(game));
                }
            };
        });
        new
    }

    /// What a house bot has to think about, if it is its turn.
    pub(super) fn job(&self, game: &LiveGame) -> Option<Job> {
        let player = game.to_act()?;
        let bot = self.house.get(&game.player(player).account)?;
        Some(Job { game: game.clone(), bot: bot.account })
    }

    /// A game that is to begin, with the changes that store it: its creation, and who is there.
    pub(super) fn prepare(&self, new: NewGame) -> Option<(Table, Vec<Change>)> {
        let now = self.now();
        let players = [new.players[0].account, new.players[1].account];
        let id = new.game;
        let mut new = new;
        let category = Category::of(&new.settings);
        let mut accounts = Vec::new();
        for player in new.players.iter_mut().filter(|player| !self.house.contains_key(&player.account)) {
            // The names and ratings are those of the game's beginning.
            if let Some(account) = self.users.known(player.account) {
                *player = account.info(category, now);
                accounts.push(account);
            }
        }
        new.delay = late::delay(&new, &accounts);
        let delay = new.delay;
        // What the lobby and the tournaments pair has been checked.
        let (mut game, event) = LiveGame::create(new, now).ok()?;
        let mut all = vec![event.clone()];
        let mut changes = vec![Change::CreateGame { game: id, players, event }];
        let mut events: Vec<GameEvent> = Vec::new();
        for player in Player::BOTH {
            if self.is_present(game.player(player).account) {
                events.extend(game.connect(player, now).events);
            }
        }
        all.extend(events.iter().cloned());
        if !events.is_empty() {
            changes.push(Change::Append { game: id, before: 1, events });
        }
        let late = (delay > 0).then(|| DelayedGame::new(all, delay, now).ok()).flatten();
        Some((Table::new(game, late), changes))
    }

    /// Puts up a table whose creation has been queued: its players receive it.
    pub(super) fn seat(self: &Arc<Hub>, table: Table) {
        let id = table.game.id();
        let players = Player::BOTH.map(|player| table.game.player(player).clone());
        let mut shard = self.tables.lock(id);
        if !self.has(part_of(id)) {
            drop(shard);
            return self.hand_over(id);
        }
        self.note_playing(&table.game);
        let people = people(&table.game);
        shard.tables.insert(id, table);
        self.metrics.games.fetch_add(1, Relaxed);
        let now = self.now();
        let connections = players.map(|player| self.users.begin(&player, id, now));
        let Some(table) = shard.tables.get_mut(&id) else { return };
        for (player, connections) in Player::BOTH.into_iter().zip(connections) {
            for connection in connections {
                self.join_as(table, &connection, Some(player));
            }
            // Who has left since the game was prepared is not there.
            if !table.is_here(player) && !self.house.contains_key(&table.game.player(player).account) {
                let reply = table.game.disconnect(player, now);
                self.settle(table, reply, None);
            }
        }
        if let Some(job) = self.job(&table.game) {
            let hub = self.clone();
            self.writer.submit(Vec::new(), move |_| hub.bots.think(job));
        }
        self.tables.schedule(&mut shard, id);
        drop(shard);
        self.stop_waiting(&people);
    }
}
