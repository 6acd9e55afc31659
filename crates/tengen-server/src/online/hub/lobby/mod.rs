//! The lobby: seeks, pools and challenges of users.

mod room;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_online::Time;
use tengen_online::account::Action;
use tengen_online::category::Category;
use tengen_online::http::Done;
use tengen_online::id::{AccountId, ChallengeId, GameId, SeekId};
use tengen_online::lobby::{Candidate, Lobby, LobbyError, LobbyEvent, OpenChallenge, lobby_update};
use tengen_online::message::{
    ChallengeRequest, Created, ErrorCode, LobbyUpdate, PoolId, Refusal, SeekRequest, ServerMessage, UserKind,
};
use tengen_online::settings::{GameSettings, pool_settings};

use super::caller::Caller;
use super::consequence::{Consequence, Delivery};
use super::context::Context;
use super::follow_up::FollowUp;
use super::games::{Sweep, Table};
use super::{Connection, entropy, text};
use crate::online::storage::StorageError;
use room::{COLLECT, Room};

/// The lobby, which all users share.
pub(crate) struct SharedLobby {
    context: Arc<Context>,
    room: Mutex<Room>,
}

impl SharedLobby {
    pub(super) fn new(context: Arc<Context>) -> SharedLobby {
        let room = Mutex::new(Room::new(context.house.programs()));
        SharedLobby { context, room }
    }

    fn room(&self) -> MutexGuard<'_, Room> {
        // After a panic the lobby is in a consistent state, because the library changes nothing in a command that fails.
        self.room.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the open seeks and challenges from the storage.
    ///
    /// # Errors
    /// When the storage cannot be read.
    pub(super) async fn restore(&self) -> Result<(), StorageError> {
        let (seeks, challenges) = self.context.services.storage.lobby().await?;
        self.room().restore(seeks, challenges);
        Ok(())
    }

    /// Clears the lobby, because another server has it.
    pub(super) fn clear(&self) {
        self.room().clear();
    }

    /// The time at which the lobby has to be processed next.
    pub(super) fn next_deadline(&self) -> Option<Time> {
        self.room().next_deadline()
    }

    /// Notes that a player has aborted a game with a stranger, and has to wait before the next game.
    pub(super) fn note_abort(&self, by: AccountId, other: AccountId) {
        let now = self.context.now();
        self.room().lobby.note_abort(by, other, now);
    }

    pub(super) fn watch(&self, connection: &Arc<Connection>) {
        self.room().watch(connection);
    }

    pub(super) fn unwatch(&self, connection: &Connection) {
        self.room().unwatch(connection);
    }

    /// Sends the open challenges of its user to a client.
    pub(super) fn send_challenges(&self, connection: &Arc<Connection>) {
        let messages: Vec<_> = self
            .room()
            .lobby
            .challenges_to(connection.account)
            .into_iter()
            .map(|open| text(&ServerMessage::Challenge(open.view())))
            .collect();
        if !messages.is_empty() {
            // The messages pass the queue, so that they come after those that the client needs first.
            let to = vec![connection.clone()];
            self.context.settle(Delivery::Connections { to, messages }.into());
        }
    }

    /// Removes a user who has disconnected, or plays, from the pools and closes the user's seeks.
    pub(super) fn leave(&self, account: AccountId) {
        self.change(None, |lobby, _, _| Ok((lobby.leave(account), None)));
    }

    pub(super) fn seek(&self, request: SeekRequest, caller: Caller) {
        let Some((by, caller)) = self.candidate(caller, &request.settings) else { return };
        self.change(Some(caller), |lobby, now, random| {
            let id = SeekId::from_entropy(entropy());
            let by = self.context.presence.with_running_game(by);
            let events = lobby.seek(by, request, id, now, random)?;
            let is_open = events.iter().any(|event| matches!(event, LobbyEvent::SeekOpened(_)));
            Ok((events, is_open.then_some(Created::Seek(id))))
        });
    }

    pub(super) fn cancel_seek(&self, seek: SeekId, caller: Caller) {
        let by = caller.account;
        self.change(Some(caller), |lobby, _, _| Ok((lobby.cancel_seek(by, seek)?, None)));
    }

    pub(super) fn take_seek(&self, seek: SeekId, caller: Caller) {
        let settings =
            self.room().lobby.seeks().find(|open| open.seek == seek).map(|open| open.request.settings);
        let Some(settings) = settings else {
            return self.context.refuse(caller, LobbyError::NotFound.into());
        };
        let Some((by, caller)) = self.candidate(caller, &settings) else { return };
        self.change(Some(caller), |lobby, _, random| {
            let by = self.context.presence.with_running_game(by);
            Ok((lobby.take_seek(&by, seek, random)?, None))
        });
    }

    pub(super) fn join_pool(&self, pool: PoolId, caller: Caller) {
        let Some(settings) = pool_settings(usize::from(pool.0)) else {
            return self.context.refuse(caller, LobbyError::NotFound.into());
        };
        // A game with a guest is casual.
        let account = self.context.presence.known(caller.account);
        let is_guest = account.is_some_and(|account| account.kind == UserKind::Guest);
        let settings = GameSettings { rated: settings.rated && !is_guest, ..settings };
        let Some((by, caller)) = self.candidate(caller, &settings) else { return };
        if by.player.kind.is_bot() {
            let text =
                "expected a person: who waits in a pool expects one. Programs open seeks and challenges";
            return self.context.refuse(caller, Refusal::new(ErrorCode::NotAllowed, text));
        }
        self.change(Some(caller), |lobby, now, random| {
            let by = self.context.presence.with_running_game(by);
            Ok((lobby.join_pool(by, pool, now, random)?, None))
        });
    }

    pub(super) fn leave_pool(&self, caller: Caller) {
        let account = caller.account;
        self.change(Some(caller), |lobby, _, _| Ok((lobby.leave_pool(account), None)));
    }

    pub(super) fn challenge(&self, request: ChallengeRequest, caller: Caller) {
        let Some((by, caller)) = self.candidate(caller, &request.settings) else { return };
        self.change(Some(caller), |lobby, now, _| {
            let id = ChallengeId::from_entropy(entropy());
            Ok((lobby.challenge(by, request, id, now)?, Some(Created::Challenge(id))))
        });
    }

    pub(super) fn view_challenge(&self, challenge: ChallengeId, caller: Caller) {
        let view = self.room().lobby.challenge_for(caller.account, challenge).map(OpenChallenge::view);
        let done = |view| Done { challenge: Some(view), ..Done::default() };
        self.context.answer(caller, view.map(done).map_err(Refusal::from));
    }

    pub(super) fn accept_challenge(&self, challenge: ChallengeId, caller: Caller) {
        let account = caller.account;
        let settings = self.room().lobby.challenge_for(account, challenge).map(|open| open.request.settings);
        let settings = match settings {
            Ok(settings) => settings,
            Err(error) => return self.context.refuse(caller, error.into()),
        };
        let Some((by, caller)) = self.candidate(caller, &settings) else { return };
        self.change(Some(caller), |lobby, _, random| {
            Ok((lobby.accept_challenge(&by, challenge, random)?, None))
        });
    }

    pub(super) fn decline_challenge(&self, challenge: ChallengeId, caller: Caller) {
        let by = caller.account;
        self.change(Some(caller), |lobby, _, _| Ok((lobby.decline_challenge(by, challenge)?, None)));
    }

    pub(super) fn cancel_challenge(&self, challenge: ChallengeId, caller: Caller) {
        let by = caller.account;
        self.change(Some(caller), |lobby, _, _| Ok((lobby.cancel_challenge(by, challenge)?, None)));
    }

    /// The user as a candidate for a game with these settings, with the caller. If the user has no right to it, the refusal is sent, and
    /// the result is `None`.
    fn candidate(&self, caller: Caller, settings: &GameSettings) -> Option<(Candidate, Caller)> {
        let action = if settings.rated { Action::PlayRated } else { Action::Challenge };
        match self.context.allowed(caller.account, action) {
            Ok(account) => Some((account.candidate(Category::of(settings), self.context.now()), caller)),
            Err(error) => {
                self.context.refuse(caller, error);
                None
            }
        }
    }

    /// Changes the lobby, and queues the consequences.
    fn change(
        &self,
        caller: Option<Caller>,
        change: impl FnOnce(&mut Lobby, Time, u64) -> Result<(Vec<LobbyEvent>, Option<Created>), LobbyError>,
    ) {
        let now = self.context.now();
        let mut room = self.room();
        let (events, created) = match change(&mut room.lobby, now, entropy()) {
            Ok(done) => done,
            Err(error) => {
                drop(room);
                if let Some(caller) = caller {
                    self.context.refuse(caller, error.into());
                }
                return;
            }
        };
        let (consequence, tables) = self.consequence(&mut room, events);
        let done = Done { created, ..Done::default() };
        self.context.settle(consequence.answered(caller, Ok(done)));
        if let Some(deadline) = room.next_deadline() {
            self.context.alarm.wake_by(deadline);
        }
        drop(room);
        self.begin(tables);
    }

    /// Begins games. The caller has released the lock of the lobby.
    fn begin(&self, tables: Vec<Table>) {
        if !tables.is_empty() {
            self.context.dispatch(FollowUp::Begin(tables));
        }
    }

    /// The consequence of the lobby's events, and the tables of the games that begin.
    fn consequence(&self, room: &mut Room, events: Vec<LobbyEvent>) -> (Consequence, Vec<Table>) {
        let changed = lobby_update(&events);
        let (mut consequence, mut tables) = (Consequence::default(), Vec::new());
        for event in events {
            consequence.changes.extend(room.stored_change(&event));
            match event {
                LobbyEvent::SeekOpened(_) | LobbyEvent::SeekClosed(_) | LobbyEvent::PoolChanged(_) => {}
                LobbyEvent::ChallengeOpened(open) => {
                    if let Some(to) = open.request.to {
                        let message = Box::new(ServerMessage::Challenge(open.view()));
                        consequence.deliveries.push(Delivery::User(to, message));
                    }
                }
                LobbyEvent::ChallengeClosed { challenge, by, to, game } => {
                    for account in [Some(by), to].into_iter().flatten() {
                        let message = Box::new(ServerMessage::ChallengeClosed { challenge, game });
                        consequence.deliveries.push(Delivery::User(account, message));
                    }
                }
                LobbyEvent::Paired(new) => {
                    if let Some((table, changes)) = Table::create(&self.context, *new) {
                        consequence.changes.extend(changes);
                        tables.push(table);
                    }
                }
            }
        }
        // Entries that were closed stay closed, and are not offered again. Games that are not stored do not begin.
        let closed = LobbyUpdate { added: Vec::new(), ..changed.clone() };
        let games = tables.iter().map(|table| FollowUp::ReadGameAgain(table.id()));
        consequence.recovery = std::iter::once(FollowUp::LobbyChanged(closed)).chain(games).collect();
        consequence.follow_ups.push(FollowUp::LobbyChanged(changed));
        (consequence, tables)
    }

    /// Adds a change to the next update of the watchers.
    pub(super) fn show(&self, changed: LobbyUpdate) {
        if !changed.is_empty() {
            let now = self.context.now();
            self.room().collect(changed, now);
            self.context.alarm.wake_by(now + COLLECT);
        }
    }

    /// Processes the lobby at its deadline: pairs users, lets programs answer, and sends the changes.
    pub(super) fn tick(&self, now: Time) {
        let mut room = self.room();
        let mut tables = Vec::new();
        if room.lobby.next_deadline().is_some_and(|deadline| deadline <= now) {
            let events = room.lobby.tick(now, entropy());
            let consequence;
            (consequence, tables) = self.consequence(&mut room, events);
            self.context.settle(consequence);
        }
        room.send_changes(now);
        drop(room);
        self.begin(tables);
    }

    /// The games in the list of games to watch, and the one that is displayed.
    pub(super) fn shown_games(&self) -> (BTreeSet<GameId>, Option<GameId>) {
        self.room().shown_games()
    }

    /// Updates the numbers of users and games, and the displayed games.
    pub(super) fn note_counts(&self, users: u32, sweep: Sweep, now: Time) {
        self.room().note_counts(users, sweep, now);
    }
}
