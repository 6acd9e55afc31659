//! The lobby: seeks, pools and challenges of users, and its watchers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, MutexGuard, PoisonError};

use tengen_analysis::Level;
use tengen_online::Time;
use tengen_online::account::Action;
use tengen_online::category::Category;
use tengen_online::id::{AccountId, ChallengeId, GameId, SeekId};
use tengen_online::lobby::{Candidate, Lobby, LobbyError, LobbyEvent, OpenChallenge, OpenSeek, lobby_update};
use tengen_online::message::{
    ChallengeRequest, Created, ErrorCode, GameSummary, LobbyUpdate, PlayerInfo, PoolId, Refusal, SeekRequest,
    ServerMessage, UserKind,
};
use tengen_online::settings::{GameSettings, pool_settings};

use super::tables::Table;
use super::upkeep::Sweep;
use super::{Answer, Connection, Hub, entropy, not_written, text};
use crate::online::storage::Change;

/// How long changes of the lobby are collected before they are sent, in milliseconds.
const COLLECT: Time = 250;

/// The lobby with those who watch it.
pub(crate) struct Room {
    house: Vec<(Level, PlayerInfo)>,
    lobby: Lobby,
    watchers: Vec<Arc<Connection>>,
    /// What is stored of the seeks.
    stored: BTreeSet<SeekId>,
    /// What has changed since the last update, and when it is to be sent.
    changed: LobbyUpdate,
    send_at: Option<Time>,
    users: u32,
    games: u32,
    featured: Option<GameId>,
    /// The games that the watchers see in the list of games to watch.
    shown: BTreeMap<GameId, GameSummary>,
}

/// What follows from events in the lobby.
#[derive(Default)]
struct Outcome {
    changes: Vec<Change>,
    /// What to send to whom.
    messages: Vec<(AccountId, ServerMessage)>,
    changed: LobbyUpdate,
    tables: Vec<Table>,
}

impl Room {
    pub(super) fn new(house: Vec<(Level, PlayerInfo)>) -> Room {
        Room {
            lobby: Lobby::new(house.clone()),
            house,
            watchers: Vec::new(),
            stored: BTreeSet::new(),
            changed: LobbyUpdate::default(),
            send_at: None,
            users: 0,
            games: 0,
            featured: None,
            shown: BTreeMap::new(),
        }
    }

    /// Another server has the lobby.
    pub(super) fn clear(&mut self) {
        *self = Room::new(std::mem::take(&mut self.house));
    }

    pub(super) fn restore(&mut self, seeks: Vec<OpenSeek>, challenges: Vec<OpenChallenge>) {
        self.stored = seeks.iter().map(|seek| seek.seek).collect();
        self.lobby.restore(seeks, challenges);
    }

    pub(super) fn note_abort(&mut self, by: AccountId, other: AccountId, now: Time) {
        self.lobby.note_abort(by, other, now);
    }

    /// When the lobby has to be looked at.
    pub(super) fn next_deadline(&self) -> Option<Time> {
        [self.lobby.next_deadline(), self.send_at].into_iter().flatten().min()
    }

    /// Everything, for a new watcher.
    fn view(&self) -> LobbyUpdate {
        LobbyUpdate {
            users: Some(self.users),
            games: Some(self.games),
            featured: self.featured,
            started: self.shown.values().cloned().collect(),
            ..self.lobby.snapshot()
        }
    }

    /// Adds what has changed to what is to be sent.
    fn collect(&mut self, changed: LobbyUpdate, now: Time) {
        if changed.is_empty() {
            return;
        }
        let all = &mut self.changed;
        collect_list(&mut all.added, &mut all.removed, changed.added, changed.removed, |seek| seek.seek);
        collect_list(&mut all.started, &mut all.ended, changed.started, changed.ended, |game| game.game);
        for pool in changed.pools {
            all.pools.retain(|known| known.pool != pool.pool);
            all.pools.push(pool);
        }
        all.users = changed.users.or(all.users);
        all.games = changed.games.or(all.games);
        all.featured = changed.featured.or(all.featured);
        self.send_at.get_or_insert(now + COLLECT);
    }
}

/// Adds what has come to a list and what has left it to what is to be sent of it.
fn collect_list<T, I: PartialEq>(
    all_come: &mut Vec<T>,
    all_left: &mut Vec<I>,
    come: Vec<T>,
    left: Vec<I>,
    id: impl Fn(&T) -> I,
) {
    all_come.extend(come);
    for left in left {
        let known = all_come.len();
        all_come.retain(|item| id(item) != left);
        // What came and left in between is unknown to the watchers.
        if all_come.len() == known {
            all_left.push(left);
        }
    }
}

impl Hub {
    pub(super) fn room(&self) -> MutexGuard<'_, Room> {
        // A panic leaves the lobby as the library has it: a command that failed changes nothing.
        self.lobby.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn watch_lobby(&self, connection: &Arc<Connection>) {
        let mut room = self.room();
        room.watchers.retain(|watcher| watcher.number != connection.number);
        room.watchers.push(connection.clone());
        // What is being collected is in the view already. To receive it once more does no harm.
        connection.push(text(&ServerMessage::Lobby(room.view())));
    }

    pub(super) fn unwatch_lobby(&self, connection: &Connection) {
        self.room().watchers.retain(|watcher| watcher.number != connection.number);
    }

    /// A client receives the challenges to its user that are open.
    pub(super) fn send_challenges(&self, connection: &Arc<Connection>) {
        let views: Vec<_> = self
            .room()
            .lobby
            .challenges_to(connection.account)
            .into_iter()
            .map(OpenChallenge::view)
            .collect();
        if views.is_empty() {
            return;
        }
        let connection = connection.clone();
        // After what the client has to know before.
        self.writer.submit(Vec::new(), move |_| {
            views.into_iter().for_each(|view| connection.push(text(&ServerMessage::Challenge(view))));
        });
    }

    /// A user is no longer connected.
    pub(super) fn leave_lobby(self: &Arc<Hub>, account: AccountId) {
        self.change_lobby(None, |lobby, _, _| Ok((lobby.leave(account), None)));
    }

    pub(super) fn seek(self: &Arc<Hub>, request: SeekRequest, answer: Answer) {
        let Some(by) = self.candidate(&answer, &request.settings) else { return };
        let hub = self.clone();
        self.change_lobby(Some(answer), |lobby, now, random| {
            let id = SeekId::from_entropy(entropy());
            let by = hub.with_running_game(by);
            let events = lobby.seek(by, request, id, now, random)?;
            let is_open = events.iter().any(|event| matches!(event, LobbyEvent::SeekOpened(_)));
            Ok((events, is_open.then_some(Created::Seek(id))))
        });
    }

    pub(super) fn cancel_seek(self: &Arc<Hub>, seek: SeekId, answer: Answer) {
        let by = answer.connection.account;
        self.change_lobby(Some(answer), |lobby, _, _| Ok((lobby.cancel_seek(by, seek)?, None)));
    }

    pub(super) fn take_seek(self: &Arc<Hub>, seek: SeekId, answer: Answer) {
        let settings =
            self.room().lobby.seeks().find(|open| open.seek == seek).map(|open| open.request.settings);
        let Some(settings) = settings else { return answer.refuse(self, LobbyError::NotFound.into()) };
        let Some(by) = self.candidate(&answer, &settings) else { return };
        let hub = self.clone();
        self.change_lobby(Some(answer), |lobby, _, random| {
            let by = hub.with_running_game(by);
            Ok((lobby.take_seek(&by, seek, random)?, None))
        });
    }

    pub(super) fn join_pool(self: &Arc<Hub>, pool: PoolId, answer: Answer) {
        let Some(settings) = pool_settings(usize::from(pool.0)) else {
            return answer.refuse(self, LobbyError::NotFound.into());
        };
        // With a guest the game is casual.
        let account = self.users.known(answer.connection.account);
        let is_guest = account.is_some_and(|account| account.kind == UserKind::Guest);
        let settings = GameSettings { rated: settings.rated && !is_guest, ..settings };
        let Some(by) = self.candidate(&answer, &settings) else { return };
        if by.player.kind.is_bot() {
            let text =
                "expected a person: who waits in a pool expects one. Programs open seeks and challenges";
            return answer.refuse(self, Refusal::new(ErrorCode::NotAllowed, text));
        }
        let hub = self.clone();
        self.change_lobby(Some(answer), |lobby, now, random| {
            let by = hub.with_running_game(by);
            Ok((lobby.join_pool(by, pool, now, random)?, None))
        });
    }

    pub(super) fn leave_pool(self: &Arc<Hub>, answer: Answer) {
        let account = answer.connection.account;
        self.change_lobby(Some(answer), |lobby, _, _| Ok((lobby.leave_pool(account), None)));
    }

    pub(super) fn challenge(self: &Arc<Hub>, request: ChallengeRequest, answer: Answer) {
        let Some(by) = self.candidate(&answer, &request.settings) else { return };
        self.change_lobby(Some(answer), |lobby, now, _| {
            let id = ChallengeId::from_entropy(entropy());
            Ok((lobby.challenge(by, request, id, now)?, Some(Created::Challenge(id))))
        });
    }

    pub(super) fn view_challenge(&self, challenge: ChallengeId, answer: &Answer) {
        let account = answer.connection.account;
        let view = self.room().lobby.challenge_for(account, challenge).map(OpenChallenge::view);
        match view {
            Ok(view) => {
                answer.connection.push(text(&ServerMessage::Challenge(view)));
                answer.connection.session.answer(answer.n, Ok(None));
            }
            Err(error) => answer.refuse(self, error.into()),
        }
    }

    pub(super) fn accept_challenge(self: &Arc<Hub>, challenge: ChallengeId, answer: Answer) {
        let account = answer.connection.account;
        let settings = self.room().lobby.challenge_for(account, challenge).map(|open| open.request.settings);
        let settings = match settings {
            Ok(settings) => settings,
            Err(error) => return answer.refuse(self, error.into()),
        };
        let Some(by) = self.candidate(&answer, &settings) else { return };
        self.change_lobby(Some(answer), |lobby, _, random| {
            Ok((lobby.accept_challenge(&by, challenge, random)?, None))
        });
    }

    pub(super) fn decline_challenge(self: &Arc<Hub>, challenge: ChallengeId, answer: Answer) {
        let by = answer.connection.account;
        self.change_lobby(Some(answer), |lobby, _, _| Ok((lobby.decline_challenge(by, challenge)?, None)));
    }

    pub(super) fn cancel_challenge(self: &Arc<Hub>, challenge: ChallengeId, answer: Answer) {
        let by = answer.connection.account;
        self.change_lobby(Some(answer), |lobby, _, _| Ok((lobby.cancel_challenge(by, challenge)?, None)));
    }

    /// The user as the lobby sees one who looks for a game with these settings; `None` if the user may not, which is
    /// answered.
    fn candidate(&self, answer: &Answer, settings: &GameSettings) -> Option<Candidate> {
        let action = if settings.rated { Action::PlayRated } else { Action::Challenge };
        match self.allowed(answer.connection.account, action) {
            Ok(account) => Some(account.candidate(Category::of(settings), self.now())),
            Err(error) => {
                answer.refuse(self, error);
                None
            }
        }
    }

    /// Changes the lobby, and queues what follows.
    fn change_lobby(
        self: &Arc<Hub>,
        answer: Option<Answer>,
        change: impl FnOnce(&mut Lobby, Time, u64) -> Result<(Vec<LobbyEvent>, Option<Created>), LobbyError>,
    ) {
        let now = self.now();
        let mut room = self.room();
        let (events, created) = match change(&mut room.lobby, now, entropy()) {
            Ok(done) => done,
            Err(error) => {
                drop(room);
                if let Some(answer) = answer {
                    answer.refuse(self, error.into());
                }
                return;
            }
        };
        let outcome = self.outcome(&mut room, events);
        let tables = self.queue_outcome(outcome, answer, created);
        if let Some(deadline) = room.next_deadline() {
            self.tables.wake_by(deadline);
        }
        drop(room);
        for table in tables {
            self.seat(table);
        }
    }

    /// What follows from events.
    fn outcome(&self, room: &mut Room, events: Vec<LobbyEvent>) -> Outcome {
        let mut outcome = Outcome { changed: lobby_update(&events), ..Outcome::default() };
        for event in events {
            match event {
                LobbyEvent::SeekOpened(open) => {
                    // Other seeks end with the connection of their user.
                    if open.request.settings.tempo.is_correspondence() {
                        room.stored.insert(open.seek);
                        outcome.changes.push(Change::OpenSeek(Box::new(open)));
                    }
                }
                LobbyEvent::SeekClosed(seek) => {
                    if room.stored.remove(&seek) {
                        outcome.changes.push(Change::CloseSeek(seek));
                    }
                }
                LobbyEvent::PoolChanged(_) => {}
                LobbyEvent::ChallengeOpened(open) => {
                    if let Some(to) = open.request.to {
                        outcome.messages.push((to, ServerMessage::Challenge(open.view())));
                    }
                    outcome.changes.push(Change::OpenChallenge(Box::new(open)));
                }
                LobbyEvent::ChallengeClosed { challenge, by, to, game } => {
                    outcome.changes.push(Change::CloseChallenge(challenge));
                    for account in [Some(by), to].into_iter().flatten() {
                        outcome.messages.push((account, ServerMessage::ChallengeClosed { challenge, game }));
                    }
                }
                LobbyEvent::Paired(new) => {
                    if let Some((table, changes)) = self.prepare(*new) {
                        outcome.changes.extend(changes);
                        outcome.tables.push(table);
                    }
                }
            }
        }
        outcome
    }

    /// Queues what follows from events, with the answer to the command that has caused them. Returns the tables of new
    /// games, which the caller puts up after the lock of the lobby is released.
    fn queue_outcome(
        self: &Arc<Hub>,
        outcome: Outcome,
        answer: Option<Answer>,
        created: Option<Created>,
    ) -> Vec<Table> {
        let Outcome { changes, messages, changed, tables } = outcome;
        let hub = self.clone();
        let games: Vec<GameId> = tables.iter().map(|table| table.game.id()).collect();
        self.writer.submit(changes, move |written| match written {
            Ok(()) => {
                if let Some(answer) = answer {
                    answer.connection.session.answer(answer.n, Ok(created));
                }
                for (account, message) in messages {
                    let message = text(&message);
                    hub.users.connections(account).iter().for_each(|to| to.push(message.clone()));
                }
                hub.lobby_changed(changed);
            }
            Err(error) => {
                if let Some(answer) = answer {
                    answer.refuse(&hub, not_written(&error));
                }
                // What was closed is closed, and is not offered to anyone. Games that are not stored do not begin.
                hub.lobby_changed(LobbyUpdate { added: Vec::new(), ..changed });
                games.into_iter().for_each(|game| hub.read_again(game));
            }
        });
        tables
    }

    fn lobby_changed(&self, changed: LobbyUpdate) {
        if changed.is_empty() {
            return;
        }
        let now = self.now();
        self.room().collect(changed, now);
        self.tables.wake_by(now + COLLECT);
    }

    /// The time of the lobby has come: pairs, lets house bots answer, and sends what has changed.
    pub(super) fn tick_lobby(self: &Arc<Hub>, now: Time) {
        let mut room = self.room();
        let tables = if room.lobby.next_deadline().is_some_and(|deadline| deadline <= now) {
            let events = room.lobby.tick(now, entropy());
            let outcome = self.outcome(&mut room, events);
            self.queue_outcome(outcome, None, None)
        } else {
            Vec::new()
        };
        if room.send_at.is_some_and(|at| at <= now) {
            room.send_at = None;
            let changed = text(&ServerMessage::Lobby(std::mem::take(&mut room.changed)));
            room.watchers.iter().for_each(|watcher| watcher.push(changed.clone()));
        }
        drop(room);
        for table in tables {
            self.seat(table);
        }
    }

    /// The games in the list of games to watch, and the one that is displayed.
    pub(super) fn shown_games(&self) -> (BTreeSet<GameId>, Option<GameId>) {
        let room = self.room();
        (room.shown.keys().copied().collect(), room.featured)
    }

    /// Notes how many users and games there are, and which games are displayed.
    pub(super) fn note_counts(&self, users: u32, sweep: Sweep, now: Time) {
        let mut room = self.room();
        let Sweep { games, featured, started, ended, .. } = sweep;
        let featured = featured.map(|(_, game)| game);
        let changed = LobbyUpdate {
            users: (room.users != users).then_some(users),
            games: (room.games != games).then_some(games),
            featured: if room.featured == featured { None } else { featured },
            started: started.clone(),
            ended: ended.clone(),
            ..LobbyUpdate::default()
        };
        (room.users, room.games, room.featured) = (users, games, featured);
        for game in ended {
            room.shown.remove(&game);
        }
        room.shown.extend(started.into_iter().map(|summary| (summary.game, summary)));
        room.collect(changed, now);
    }
}
