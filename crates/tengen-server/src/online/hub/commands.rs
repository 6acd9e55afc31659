//! The dispatch of clients' commands: which commands are accepted, which server carries them out, and which owner.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use tengen_online::account::{Account, Scopes};
use tengen_online::id::AccountId;
use tengen_online::message::{ClientCommand, ClientFrame, ErrorCode, Refusal, ServerMessage};

use super::caller::{Answered, Caller};
use super::peers::News;
use super::presence::Admission;
use super::{Connection, Hub, scopes, text};
use crate::online::part::{LOBBY, part_of};

/// The part that a command concerns; `None` if any server can carry it out.
pub(super) fn part_of_command(command: &ClientCommand) -> Option<u16> {
    match command {
        ClientCommand::Play(game, _)
        | ClientCommand::Say(game, _)
        | ClientCommand::Watch(game)
        | ClientCommand::Unwatch(game) => Some(part_of(*game)),
        ClientCommand::Hello { .. }
        | ClientCommand::Ping { .. }
        | ClientCommand::Mute(_)
        | ClientCommand::Unmute(_)
        | ClientCommand::Block(_)
        | ClientCommand::Unblock(_)
        | ClientCommand::AddFriend(_)
        | ClientCommand::RemoveFriend(_) => None,
        // All commands about seeks, pools, challenges and tournaments.
        _ => Some(LOBBY),
    }
}

impl Hub {
    /// Carries out a command of a connection. Every command with a number is answered, either now or when its changes are durable.
    pub(crate) fn execute(self: &Arc<Hub>, connection: &Arc<Connection>, frame: ClientFrame) {
        let context = &self.context;
        context.services.metrics.commands.fetch_add(1, Relaxed);
        let ClientFrame { n, command } = frame;
        let refuse_unnumbered = |error: Refusal| {
            context.services.metrics.refused.fetch_add(1, Relaxed);
            connection.push(text(&ServerMessage::Refused { n, error }));
        };
        if let Err(error) = scopes::check(context, connection.account, &connection.scopes, &command) {
            return refuse_unnumbered(error);
        }
        // Commands that change nothing need no number, and may be repeated.
        match command {
            ClientCommand::Ping { lag } => {
                let measured = connection.lag.load(Relaxed);
                if let Some(lag) = lag {
                    connection.lag.store(measured.min(u32::from(lag)), Relaxed);
                }
                return connection.push(text(&ServerMessage::Pong { now: context.now() }));
            }
            ClientCommand::WatchLobby
            | ClientCommand::UnwatchLobby
            | ClientCommand::Watch(_)
            | ClientCommand::Unwatch(_)
            | ClientCommand::WatchTournament(_)
            | ClientCommand::UnwatchTournament(_) => {
                return self.route(Caller::client(connection, 0), command);
            }
            _ => {}
        }
        if n == 0 {
            let text = "expected a command with a number, found none";
            return refuse_unnumbered(Refusal::new(ErrorCode::Malformed, text));
        }
        match connection.session.admit(n) {
            Admission::New => self.take(Caller::client(connection, n), command),
            Admission::Repeated => {}
            Admission::TooMany => {
                let text = "expected fewer commands without an answer";
                refuse_unnumbered(Refusal::new(ErrorCode::TooMuch, text));
            }
        }
    }

    /// Carries out a command of a request, whose user need not be connected. Returns the answer; `None` if the server ends before it.
    pub(crate) async fn request(
        self: &Arc<Hub>,
        account: &Account,
        scopes: &Scopes,
        command: ClientCommand,
    ) -> Option<Answered> {
        let context = &self.context;
        context.presence.visit(account, context.now());
        context.services.metrics.commands.fetch_add(1, Relaxed);
        let (caller, answer) = Caller::request(account.id, context.presence.next_number());
        match scopes::check(context, account.id, scopes, &command) {
            Ok(()) => self.take(caller, command),
            Err(error) => context.refuse(caller, error),
        }
        answer.await.ok()
    }

    /// Accepts a command that has to be answered, unless the server stops.
    fn take(self: &Arc<Hub>, caller: Caller, command: ClientCommand) {
        if self.context.services.is_stopping() {
            let error = Refusal::new(ErrorCode::Unavailable, "the server stops; connect again");
            return self.context.refuse(caller, error);
        }
        self.route(caller, command);
    }

    /// Carries out a command here, or forwards it to the server that has its part.
    fn route(self: &Arc<Hub>, caller: Caller, command: ClientCommand) {
        if let Some(connection) = caller.connection() {
            self.context.peers.note_wish(connection, &command);
            let place = connection.place().after(&command);
            if place != connection.place() {
                self.move_to(connection, place);
                self.context.peers.announce(News::Opened(connection, place));
            }
        }
        if part_of_command(&command).is_none_or(|part| self.context.peers.has(part)) {
            self.carry_out(caller, command);
        } else {
            self.context.peers.clone().forward(&self.context, caller, command);
        }
    }

    /// Carries out a command for which this server decides. The client may be connected to any server.
    pub(super) fn carry_out(self: &Arc<Hub>, caller: Caller, command: ClientCommand) {
        let looks_for_game = matches!(
            command,
            ClientCommand::Seek(_) | ClientCommand::TakeSeek(_) | ClientCommand::JoinPool(_)
        );
        let context = &self.context;
        if looks_for_game
            && !context.peers.has_everything()
            && context.presence.plays_with_clock(caller.account)
        {
            let hub = self.clone();
            return context.spawn(async move {
                hub.forget_ended_game(caller.account).await;
                hub.carry_out_now(caller, command);
            });
        }
        self.carry_out_now(caller, command);
    }

    /// Removes a game of another server whose end was not reported, so that its players can play again.
    async fn forget_ended_game(&self, account: AccountId) {
        let context = &self.context;
        let Some(game) = context.presence.clock_game(account) else { return };
        match context.services.storage.live_games_of(account).await {
            Ok(games) if games.contains(&game) => {}
            Ok(_) => context.presence.note_playing(game, &[account], false),
            Err(error) => tracing::error!(%error, %account, "the games of an account could not be read"),
        }
    }

    fn carry_out_now(&self, caller: Caller, command: ClientCommand) {
        match command {
            ClientCommand::WatchLobby
            | ClientCommand::UnwatchLobby
            | ClientCommand::Watch(_)
            | ClientCommand::Unwatch(_)
            | ClientCommand::WatchTournament(_)
            | ClientCommand::UnwatchTournament(_) => self.watch_or_unwatch(&caller, &command),
            ClientCommand::Play(game, command) => self.games.play(game, command, caller),
            ClientCommand::Say(game, what) => self.games.say(game, what, caller),
            ClientCommand::Seek(request) => self.lobby.seek(request, caller),
            ClientCommand::CancelSeek(seek) => self.lobby.cancel_seek(seek, caller),
            ClientCommand::TakeSeek(seek) => self.lobby.take_seek(seek, caller),
            ClientCommand::JoinPool(pool) => self.lobby.join_pool(pool, caller),
            ClientCommand::LeavePool => self.lobby.leave_pool(caller),
            ClientCommand::Challenge(request) => self.lobby.challenge(request, caller),
            ClientCommand::ViewChallenge(challenge) => self.lobby.view_challenge(challenge, caller),
            ClientCommand::AcceptChallenge(challenge) => self.lobby.accept_challenge(challenge, caller),
            ClientCommand::DeclineChallenge(challenge) => self.lobby.decline_challenge(challenge, caller),
            ClientCommand::CancelChallenge(challenge) => self.lobby.cancel_challenge(challenge, caller),
            ClientCommand::Mute(other) => {
                self.accounts.change_lists(caller, move |account| account.set_muted(other, true));
            }
            ClientCommand::Unmute(other) => {
                self.accounts.change_lists(caller, move |account| account.set_muted(other, false));
            }
            ClientCommand::Block(other) => {
                self.accounts.change_lists(caller, move |account| account.set_blocked(other, true));
            }
            ClientCommand::Unblock(other) => {
                self.accounts.change_lists(caller, move |account| account.set_blocked(other, false));
            }
            ClientCommand::AddFriend(other) => {
                self.accounts.change_lists(caller, move |account| account.set_friend(other, true));
            }
            ClientCommand::RemoveFriend(other) => {
                self.accounts.change_lists(caller, move |account| account.set_friend(other, false));
            }
            ClientCommand::CreateTournament(request) => self.tournaments.create(request, caller),
            ClientCommand::JoinTournament(tournament) => self.tournaments.join(tournament, caller),
            ClientCommand::LeaveTournament(tournament) => self.tournaments.leave(tournament, caller),
            ClientCommand::CancelTournament(tournament) => self.tournaments.cancel(tournament, caller),
            // A ping has been answered already.
            ClientCommand::Hello { .. } | ClientCommand::Ping { .. } => {
                let text = "expected one hello, as the first command";
                self.context.refuse(caller, Refusal::new(ErrorCode::Malformed, text));
            }
        }
    }

    /// Begins or ends the watching of a game, the lobby or a tournament. A request has no connection to which updates are sent.
    fn watch_or_unwatch(&self, caller: &Caller, command: &ClientCommand) {
        let Some(connection) = caller.connection() else { return };
        match *command {
            ClientCommand::WatchLobby => self.lobby.watch(connection),
            ClientCommand::UnwatchLobby => self.lobby.unwatch(connection),
            ClientCommand::Watch(game) => self.games.watch(connection, game),
            ClientCommand::Unwatch(game) => self.games.unwatch(connection, game),
            ClientCommand::WatchTournament(tournament) => self.tournaments.watch(connection, tournament),
            ClientCommand::UnwatchTournament(tournament) => self.tournaments.unwatch(connection, tournament),
            _ => {}
        }
    }
}
