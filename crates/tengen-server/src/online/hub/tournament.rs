//! Tournaments: commands of users, the time, and the games.
//!
//! A game that ends is written first, and reported to its tournament afterwards. If the server stops in between, the report
//! is made after the restart ([`Hub::restore_tournaments`]).

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, MutexGuard, PoisonError};

use tengen_analysis::Level;
use tengen_online::Time;
use tengen_online::account::Action;
use tengen_online::category::Category;
use tengen_online::id::{AccountId, GameId, TournamentId};
use tengen_online::message::{
    Created, EndCause, ErrorCode, GameOver, MAX_CREATED_TOURNAMENTS, MAX_WATCHED, PlayerInfo, Refusal,
    ServerMessage, TournamentFormat, TournamentList, TournamentRequest, TournamentView,
};
use tengen_online::settings::GameSettings;
use tengen_online::tournament::{GameReport, Happened, Reply, Tournament};

use super::hall::{Cup, Hall, RECENT};
use super::tables::Table;
use super::upkeep::READ_AGAIN;
use super::{Answer, Connection, Hub, entropy, not_written, text};
use crate::online::part::LOBBY;
use crate::online::storage::{Change, StorageError, StoredTournament};

/// The most tournaments of the server that have not ended.
const MAX_OPEN: usize = 500;

/// Whom some users have blocked.
#[derive(Default)]
struct Blocks(HashMap<AccountId, BTreeSet<AccountId>>);

impl Blocks {
    /// Whether one of two has blocked the other.
    fn are_between(&self, one: AccountId, other: AccountId) -> bool {
        let has_blocked = |by: &AccountId, of: &AccountId| self.0.get(by).is_some_and(|all| all.contains(of));
        has_blocked(&one, &other) || has_blocked(&other, &one)
    }
}

fn no_tournament() -> Refusal {
    Refusal::new(ErrorCode::NotFound, "expected a tournament, found none with this identifier")
}

impl Hub {
    pub(super) fn hall(&self) -> MutexGuard<'_, Hall> {
        // A panic leaves the tournaments as the library has them: a command that failed changes nothing.
        self.hall.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn create_tournament(self: &Arc<Hub>, request: TournamentRequest, answer: Answer) {
        match self.try_create(request, answer.connection.account) {
            Ok((tournament, changes)) => {
                let id = tournament.id();
                let mut hall = self.hall();
                hall.insert(tournament);
                let deadline = hall.next_deadline();
                let hub = self.clone();
                self.writer.submit(changes, move |written| match written {
                    Ok(()) => {
                        answer.connection.session.answer(answer.n, Ok(Some(Created::Tournament(id))));
                    }
                    Err(error) => {
                        answer.refuse(&hub, not_written(&error));
                        hub.read_tournament_again(id);
                    }
                });
                drop(hall);
                deadline.into_iter().for_each(|deadline| self.tables.wake_by(deadline));
            }
            Err(error) => answer.refuse(self, error),
        }
    }

    fn try_create(
        &self,
        request: TournamentRequest,
        by: AccountId,
    ) -> Result<(Tournament, Vec<Change>), Refusal> {
        let creator = self.allowed(by, Action::CreateTournament)?;
        let (all, own) = self.hall().count_open(by);
        if own >= MAX_CREATED_TOURNAMENTS {
            let text = format!("expected at most {MAX_CREATED_TOURNAMENTS} tournaments that have not ended");
            return Err(Refusal::new(ErrorCode::Busy, text));
        }
        if all >= MAX_OPEN {
            let text = "expected a server with fewer tournaments; try again later";
            return Err(Refusal::new(ErrorCode::Unavailable, text));
        }
        let bot = |&level: &Level| self.house.get(&self.bots.at(level)?).cloned();
        let bots: Option<Vec<PlayerInfo>> = request.bots.iter().map(bot).collect();
        let bots = bots.ok_or_else(|| {
            Refusal::new(ErrorCode::Settings, "expected levels of programs that the server has")
        })?;
        let now = self.now();
        let id = TournamentId::from_entropy(entropy());
        let (mut tournament, created) = Tournament::create(id, request, creator.info(None, now), now)?;
        let mut events = vec![created];
        for bot in bots {
            let reply = tournament.join(bot, now);
            reply.result?;
            events.extend(reply.events);
        }
        Ok((tournament, vec![Change::AppendTournament { tournament: id, before: 0, events }]))
    }

    pub(super) fn join_tournament(self: &Arc<Hub>, tournament: TournamentId, answer: Answer) {
        let Some(settings) = self.settings_of(tournament) else {
            return answer.refuse(self, no_tournament());
        };
        let account = answer.connection.account;
        let mut player = self.allowed(account, Action::JoinTournament);
        if settings.rated {
            player = player.and_then(|_| self.allowed(account, Action::PlayRated));
        }
        match player {
            Ok(player) => {
                let info = player.info(Category::of(&settings), self.now());
                self.change_tournament(tournament, Some(answer), |cup, now| cup.join(info, now));
            }
            Err(error) => answer.refuse(self, error),
        }
    }

    pub(super) fn leave_tournament(self: &Arc<Hub>, tournament: TournamentId, answer: Answer) {
        let account = answer.connection.account;
        self.change_tournament(tournament, Some(answer), |cup, now| cup.leave(account, now, entropy()));
    }

    pub(super) fn cancel_tournament(self: &Arc<Hub>, tournament: TournamentId, answer: Answer) {
        let account = answer.connection.account;
        let creator = self.hall().get(tournament).map(|cup| cup.tournament.creator().account);
        let right = match creator {
            None => Err(no_tournament()),
            Some(creator) if creator == account => Ok(()),
            Some(_) => self.allowed(account, Action::Moderate).map(drop),
        };
        match right {
            Ok(()) => self.change_tournament(tournament, Some(answer), Tournament::cancel),
            Err(error) => answer.refuse(self, error),
        }
    }

    fn settings_of(&self, tournament: TournamentId) -> Option<GameSettings> {
        self.hall().get(tournament).map(|cup| cup.tournament.request().settings)
    }

    /// A connection follows a tournament from now on. One that is not in memory has ended, and does not change.
    pub(super) fn watch_tournament(self: &Arc<Hub>, connection: &Arc<Connection>, tournament: TournamentId) {
        {
            let mut hall = self.hall();
            if hall.get(tournament).is_some() {
                let error = || {
                    let text = format!("expected at most {MAX_WATCHED} tournaments at once");
                    let error = Refusal::new(ErrorCode::TooMuch, text);
                    super::text(&ServerMessage::Refused { n: 0, error })
                };
                let message = hall.watch(connection, tournament).unwrap_or_else(error);
                let connection = connection.clone();
                // What it shows is durable when it is sent.
                self.writer.submit(Vec::new(), move |_| connection.push(message));
                return;
            }
        }
        let (hub, connection) = (self.clone(), connection.clone());
        self.runtime.spawn(async move {
            let message = match hub.tournament_view(tournament, Some(connection.account)).await {
                Ok(view) => ServerMessage::Tournament(Box::new(view)),
                Err(error) => ServerMessage::Refused { n: 0, error },
            };
            connection.push(text(&message));
        });
    }

    pub(super) fn unwatch_tournament(&self, connection: &Connection, tournament: TournamentId) {
        self.hall().unwatch(connection, tournament);
    }

    /// The tournaments that users may want to join, to watch, or to look at.
    ///
    /// # Errors
    /// When another server has them, and the storage cannot be read.
    pub(crate) async fn tournaments(&self) -> Result<TournamentList, StorageError> {
        if self.has(LOBBY) {
            return Ok(self.hall().list());
        }
        let stored = self.storage.tournaments(self.now().saturating_sub(RECENT)).await?;
        let mut hall = Hall::default();
        stored.into_iter().filter_map(replay).for_each(|tournament| hall.insert(tournament));
        Ok(hall.list())
    }

    /// A tournament with the first rows of its standings.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub(crate) async fn tournament_view(
        &self,
        tournament: TournamentId,
        viewer: Option<AccountId>,
    ) -> Result<TournamentView, Refusal> {
        if let Some(cup) = self.hall().get(tournament) {
            return Ok(cup.tournament.view(viewer));
        }
        let stored = self.storage.tournament(tournament).await.map_err(|error| {
            tracing::error!(%error, %tournament, "a tournament could not be read");
            Refusal::new(ErrorCode::Unavailable, "expected a storage that can be read; try again later")
        })?;
        let stored = stored.and_then(replay).ok_or_else(no_tournament)?;
        Ok(stored.view(viewer))
    }

    /// Changes a tournament, and queues what follows.
    fn change_tournament(
        self: &Arc<Hub>,
        tournament: TournamentId,
        answer: Option<Answer>,
        act: impl FnOnce(&mut Tournament, Time) -> Reply,
    ) {
        let mut hall = self.hall();
        let refused = match hall.get_mut(tournament) {
            None => no_tournament(),
            Some(cup) if cup.is_ahead => super::game::ahead(),
            Some(cup) => {
                let reply = act(&mut cup.tournament, self.now());
                let tables = self.settle_tournament(cup, reply, answer);
                let deadline = hall.next_deadline();
                drop(hall);
                deadline.into_iter().for_each(|deadline| self.tables.wake_by(deadline));
                tables.into_iter().for_each(|table| self.seat(table));
                return;
            }
        };
        drop(hall);
        if let Some(answer) = answer {
            answer.refuse(self, refused);
        }
    }

    /// Queues what has happened in a tournament, with the games that begin. Returns their tables, which the caller puts up
    /// after the lock of the hall is released.
    fn settle_tournament(self: &Arc<Hub>, cup: &mut Cup, reply: Reply, answer: Option<Answer>) -> Vec<Table> {
        let Reply { events, result } = reply;
        let id = cup.tournament.id();
        let (mut changes, mut tables) = (Vec::new(), Vec::new());
        if !events.is_empty() {
            cup.note_change(self.now());
            let paired = events.iter().filter_map(|event| match event.event {
                Happened::Paired { game, .. } => cup.tournament.new_game(game),
                _ => None,
            });
            let prepared: Vec<(Table, Vec<Change>)> = paired.filter_map(|new| self.prepare(new)).collect();
            let before = cup.tournament.events() - events.len() as u32;
            changes.push(Change::AppendTournament { tournament: id, before, events });
            for (table, creation) in prepared {
                changes.extend(creation);
                tables.push(table);
            }
        }
        let games: Vec<GameId> = tables.iter().map(|table| table.game.id()).collect();
        let hub = self.clone();
        self.writer.submit(changes, move |written| match written {
            Ok(()) => {
                if let Some(answer) = answer {
                    match result {
                        Ok(()) => answer.connection.session.answer(answer.n, Ok(None)),
                        Err(error) => answer.refuse(&hub, error.into()),
                    }
                }
            }
            Err(error) => {
                if let Some(answer) = answer {
                    answer.refuse(&hub, not_written(&error));
                }
                hub.read_tournament_again(id);
                games.into_iter().for_each(|game| hub.read_again(game));
            }
        });
        tables
    }

    /// A game of a tournament has ended, and this is durable.
    pub(super) fn report_game(self: &Arc<Hub>, tournament: TournamentId, report: GameReport) {
        if !self.has(LOBBY) {
            return self.announce_result(tournament, report.game);
        }
        let hub = self.clone();
        // To pair hundreds of players takes about a millisecond, for which the queue of what is written should not wait.
        self.runtime.spawn(async move {
            hub.finish_in_tournament(tournament, report).await;
        });
    }

    async fn finish_in_tournament(self: &Arc<Hub>, tournament: TournamentId, report: GameReport) {
        let blocks = self.blocks_in(tournament).await;
        let avoid = |one: AccountId, other: AccountId| blocks.are_between(one, other);
        self.change_tournament(tournament, None, |cup, now| cup.finish(report, now, entropy(), avoid));
    }

    /// The time has come for some tournaments.
    pub(super) fn tick_tournaments(self: &Arc<Hub>, now: Time) {
        let (ticks, sends) = self.hall().due(now);
        for tournament in ticks {
            let waiting = self.waiting_in(tournament);
            if waiting.is_empty() {
                self.tick_others(tournament);
            } else if self.cluster.is_none() {
                // Who waits in an arena is present, and known.
                let blocks = self.known_blocks(&waiting);
                self.tick_tournament(tournament, &blocks, |_| false);
            } else {
                self.ask_who_plays(tournament, waiting);
            }
        }
        for tournament in sends {
            let mut hall = self.hall();
            let Some(cup) = hall.get_mut(tournament) else { continue };
            let messages = cup.take_updates();
            // What they show is durable when they are sent.
            self.writer.submit(Vec::new(), move |_| {
                messages.into_iter().for_each(|(connection, message)| connection.push(message));
            });
        }
    }

    fn waiting_in(&self, tournament: TournamentId) -> Vec<AccountId> {
        self.hall().get(tournament).map(|cup| cup.tournament.waiting().collect()).unwrap_or_default()
    }

    /// Notes that the storage is asked about a tournament; `false` where that is so already, or where there is no tournament.
    fn begins_to_ask(&self, tournament: TournamentId) -> bool {
        self.hall().get_mut(tournament).is_some_and(|cup| !std::mem::replace(&mut cup.asks, true))
    }

    /// The time has come for a tournament in which no player waits to be paired: it begins or ends.
    fn tick_others(self: &Arc<Hub>, tournament: TournamentId) {
        if !self.begins_to_ask(tournament) {
            return;
        }
        let hub = self.clone();
        self.runtime.spawn(async move {
            let blocks = hub.blocks_in(tournament).await;
            if let Some(cup) = hub.hall().get_mut(tournament) {
                cup.asks = false;
            }
            hub.tick_tournament(tournament, &blocks, |_| false);
        });
    }

    /// The time of a tournament has come. `is_elsewhere` says who plays a game of another server.
    fn tick_tournament(
        self: &Arc<Hub>,
        tournament: TournamentId,
        blocks: &Blocks,
        is_elsewhere: impl Fn(AccountId) -> bool,
    ) {
        let avoid = |one: AccountId, other: AccountId| blocks.are_between(one, other);
        let is_free = |account: AccountId| self.is_free(account) && !is_elsewhere(account);
        self.change_tournament(tournament, None, |cup, now| cup.tick(now, entropy(), is_free, avoid));
    }

    /// Whom the users have blocked who are known here.
    fn known_blocks(&self, accounts: &[AccountId]) -> Blocks {
        let blocked = |&id: &AccountId| Some((id, self.users.known(id)?.blocked));
        Blocks(accounts.iter().filter_map(blocked).collect())
    }

    /// Whom those have blocked who may be paired next. In an arena they are present, and known. Players of a Swiss tournament
    /// need not be present, and are read from the storage otherwise.
    async fn blocks_in(&self, tournament: TournamentId) -> Blocks {
        let (accounts, is_swiss) = match self.hall().get(tournament) {
            None => return Blocks::default(),
            Some(cup) => {
                let format = cup.tournament.request().format;
                (cup.tournament.pairable(), matches!(format, TournamentFormat::Swiss { .. }))
            }
        };
        let mut blocks = self.known_blocks(&accounts);
        let unknown = |account: &AccountId| is_swiss && !blocks.0.contains_key(account);
        let unknown: Vec<AccountId> = accounts.into_iter().filter(unknown).collect();
        for account in unknown {
            match self.storage.account(account).await {
                Ok(Some(stored)) => drop(blocks.0.insert(account, stored.account.blocked)),
                Ok(None) => {}
                // The round begins nevertheless.
                Err(error) => tracing::error!(%error, %account, "the blocks of a player could not be read"),
            }
        }
        blocks
    }

    /// Reads who of those who wait in an arena plays a game, which another server may have, and pairs the others. The
    /// storage knows each game before its players do.
    fn ask_who_plays(self: &Arc<Hub>, tournament: TournamentId, waiting: Vec<AccountId>) {
        if !self.begins_to_ask(tournament) {
            return;
        }
        let hub = self.clone();
        self.runtime.spawn(async move {
            let playing = hub.storage.playing(&waiting).await.map_err(|error| {
                tracing::error!(%error, %tournament, "the games of players could not be read");
            });
            // When that could not be read, nobody is paired until it can be read again.
            let plays = |account| playing.as_ref().map_or(true, |playing| playing.contains_key(&account));
            if let Some(cup) = hub.hall().get_mut(tournament) {
                cup.asks = false;
            }
            let blocks = hub.known_blocks(&waiting);
            hub.tick_tournament(tournament, &blocks, |account| {
                plays(account) && !hub.house.contains_key(&account)
            });
        });
    }

    /// Whether a user is there and plays no other game of this server at present. A program of the server plays any number of games.
    fn is_free(&self, account: AccountId) -> bool {
        if self.house.contains_key(&account) {
            return true;
        }
        let games = self.users.with(account, |user| {
            (!user.connections.is_empty()).then(|| user.games.iter().copied().collect::<Vec<GameId>>())
        });
        games.flatten().is_some_and(|games| {
            games.into_iter().all(|game| {
                let shard = self.tables.lock(game);
                shard.tables.get(&game).is_none_or(|table| table.game.settings().tempo.is_correspondence())
            })
        })
    }

    /// A user whose account is to be deleted takes part no longer.
    pub(crate) fn withdraw(self: &Arc<Hub>, account: AccountId) {
        self.announce_withdrawal(account, false);
        self.withdraw_here(account);
    }

    pub(super) fn withdraw_here(self: &Arc<Hub>, account: AccountId) {
        let all = self.hall().of_player(account);
        for tournament in all {
            self.change_tournament(tournament, None, |cup, now| cup.leave(account, now, entropy()));
        }
    }

    /// The name of a deleted account has been removed from what is stored.
    pub(crate) fn forget_name(self: &Arc<Hub>, account: AccountId) {
        self.announce_withdrawal(account, true);
        self.forget_name_here(account);
    }

    pub(super) fn forget_name_here(self: &Arc<Hub>, account: AccountId) {
        let all = self.hall().of_player(account);
        all.into_iter().for_each(|tournament| self.read_tournament_again(tournament));
    }

    /// What is in memory may not have happened, or has other names: the tournament is read again.
    fn read_tournament_again(self: &Arc<Hub>, tournament: TournamentId) {
        let is_under_way =
            self.hall().get_mut(tournament).is_none_or(|cup| std::mem::replace(&mut cup.is_ahead, true));
        if is_under_way {
            return;
        }
        let hub = self.clone();
        self.runtime.spawn(async move {
            // What was queued after a failure does not follow what is stored, so that none of it is written.
            let _ = hub.writer.write(Vec::new()).await;
            let stored = loop {
                match hub.storage.tournament(tournament).await {
                    Ok(stored) => break stored.and_then(replay),
                    Err(_) if hub.is_stopping() => return,
                    Err(_) => tokio::time::sleep(READ_AGAIN).await,
                }
            };
            let games = stored.as_ref().map(|stored| stored.games().collect()).unwrap_or_default();
            for (connection, message) in hub.hall().put_back(tournament, stored) {
                connection.push(message);
            }
            hub.report_ended(tournament, games).await;
            let deadline = hub.hall().next_deadline();
            deadline.into_iter().for_each(|deadline| hub.tables.wake_by(deadline));
        });
    }

    /// Reads the tournaments that have not ended, and those of the last time.
    ///
    /// # Errors
    /// When the storage cannot be read. A single tournament that this version cannot replay is left out, and logged.
    pub(super) async fn restore_tournaments(self: &Arc<Hub>) -> Result<(), StorageError> {
        let stored = self.storage.tournaments(self.now().saturating_sub(RECENT)).await?;
        for tournament in stored.into_iter().filter_map(replay) {
            let (id, games) = (tournament.id(), tournament.games().collect());
            self.hall().insert(tournament);
            self.report_ended(id, games).await;
        }
        Ok(())
    }

    /// Reports the games that have ended without a report.
    pub(super) async fn report_ended(self: &Arc<Hub>, tournament: TournamentId, games: Vec<GameId>) {
        for game in games {
            let is_live = self.tables.lock(game).tables.get(&game).is_some_and(|table| table.ended.is_none());
            if is_live {
                continue;
            }
            let report = match self.stored_game(game).await {
                Ok(Some(stored)) => GameReport::of(&stored),
                Ok(None) => {
                    // It was to begin together with its pairing, so that this means a damaged storage.
                    tracing::error!(%tournament, %game, "a game of a tournament is not stored; it counts as a draw");
                    let result = GameOver { winner: None, cause: EndCause::Abort };
                    Some(GameReport { game, result, no_show: None, berserk: [false; 2] })
                }
                Err(_) => None,
            };
            if let Some(report) = report {
                self.finish_in_tournament(tournament, report).await;
            }
        }
    }
}

fn replay(stored: StoredTournament) -> Option<Tournament> {
    let tournament = stored.tournament;
    Tournament::replay(stored.events)
        .inspect_err(|error| {
            tracing::error!(%error, %tournament, "a stored tournament cannot be replayed, and is left out");
        })
        .ok()
}
