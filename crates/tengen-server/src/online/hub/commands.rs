//! What clients can ask for.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use tengen_online::message::{ClientCommand, ClientFrame, ErrorCode, Refusal, ServerMessage};

use super::session::Admission;
use super::{Answer, Connection, Hub, text};

impl Hub {
    /// Carries out a command. Every command with a number is answered, now or when it is durable.
    pub(crate) fn execute(self: &Arc<Hub>, connection: &Arc<Connection>, frame: ClientFrame) {
        self.metrics.commands.fetch_add(1, Relaxed);
        let ClientFrame { n, command } = frame;
        if let Err(error) = self.demand_scope(connection, &command) {
            self.metrics.refused.fetch_add(1, Relaxed);
            return connection.push(text(&ServerMessage::Refused { n, error }));
        }
        // What changes nothing needs no number, and may be repeated.
        match command {
            ClientCommand::Ping { lag } => {
                let measured = connection.lag.load(Relaxed);
                if let Some(lag) = lag {
                    connection.lag.store(measured.min(u32::from(lag)), Relaxed);
                }
                return connection.push(text(&ServerMessage::Pong { now: self.now() }));
            }
            ClientCommand::WatchLobby
            | ClientCommand::UnwatchLobby
            | ClientCommand::Watch(_)
            | ClientCommand::Unwatch(_)
            | ClientCommand::WatchTournament(_)
            | ClientCommand::UnwatchTournament(_) => return self.route(connection, 0, command),
            _ => {}
        }
        let refuse_unnumbered = |code, text: &str| {
            self.metrics.refused.fetch_add(1, Relaxed);
            connection.push(super::text(&ServerMessage::Refused { n, error: Refusal::new(code, text) }));
        };
        if n == 0 {
            return refuse_unnumbered(ErrorCode::Malformed, "expected a command with a number, found none");
        }
        match connection.session.admit(n) {
            Admission::New => {}
            Admission::Repeated => return,
            Admission::TooMany => {
                return refuse_unnumbered(ErrorCode::TooMuch, "expected fewer commands without an answer");
            }
        }
        if self.is_stopping() {
            let error = Refusal::new(ErrorCode::Unavailable, "the server stops; connect again");
            return Answer { connection: connection.clone(), n, since: Instant::now() }.refuse(self, error);
        }
        self.route(connection, n, command);
    }

    /// Carries out a command for which this server decides, of a client of any server.
    pub(super) fn carry_out(self: &Arc<Hub>, connection: &Arc<Connection>, n: u32, command: ClientCommand) {
        let looks_for_game = matches!(
            command,
            ClientCommand::Seek(_) | ClientCommand::TakeSeek(_) | ClientCommand::JoinPool(_)
        );
        if looks_for_game && self.may_be_outdated(connection.account) {
            let (hub, connection) = (self.clone(), connection.clone());
            self.runtime.spawn(async move {
                hub.forget_ended_game(connection.account).await;
                hub.carry_out_now(&connection, n, command);
            });
            return;
        }
        self.carry_out_now(connection, n, command);
    }

    fn carry_out_now(self: &Arc<Hub>, connection: &Arc<Connection>, n: u32, command: ClientCommand) {
        let answer = Answer { connection: connection.clone(), n, since: Instant::now() };
        match command {
            ClientCommand::WatchLobby => self.watch_lobby(connection),
            ClientCommand::UnwatchLobby => self.unwatch_lobby(connection),
            ClientCommand::Watch(game) => self.watch(connection, game),
            ClientCommand::Unwatch(game) => self.unwatch(connection, game),
            ClientCommand::WatchTournament(tournament) => self.watch_tournament(connection, tournament),
            ClientCommand::UnwatchTournament(tournament) => self.unwatch_tournament(connection, tournament),
            ClientCommand::Play(game, command) => self.play(game, command, answer),
            ClientCommand::Say(game, what) => self.say(game, what, answer),
            ClientCommand::Seek(request) => self.seek(request, answer),
            ClientCommand::CancelSeek(seek) => self.cancel_seek(seek, answer),
            ClientCommand::TakeSeek(seek) => self.take_seek(seek, answer),
            ClientCommand::JoinPool(pool) => self.join_pool(pool, answer),
            ClientCommand::LeavePool => self.leave_pool(answer),
            ClientCommand::Challenge(request) => self.challenge(request, answer),
            ClientCommand::ViewChallenge(challenge) => self.view_challenge(challenge, &answer),
            ClientCommand::AcceptChallenge(challenge) => self.accept_challenge(challenge, answer),
            ClientCommand::DeclineChallenge(challenge) => self.decline_challenge(challenge, answer),
            ClientCommand::CancelChallenge(challenge) => self.cancel_challenge(challenge, answer),
            ClientCommand::Mute(other) => {
                self.change_lists(answer, move |account| account.set_muted(other, true));
            }
            ClientCommand::Unmute(other) => {
                self.change_lists(answer, move |account| account.set_muted(other, false));
            }
            ClientCommand::Block(other) => {
                self.change_lists(answer, move |account| account.set_blocked(other, true));
            }
            ClientCommand::Unblock(other) => {
                self.change_lists(answer, move |account| account.set_blocked(other, false));
            }
            ClientCommand::AddFriend(other) => {
                self.change_lists(answer, move |account| account.set_friend(other, true));
            }
            ClientCommand::RemoveFriend(other) => {
                self.change_lists(answer, move |account| account.set_friend(other, false));
            }
            ClientCommand::CreateTournament(request) => self.create_tournament(request, answer),
            ClientCommand::JoinTournament(tournament) => self.join_tournament(tournament, answer),
            ClientCommand::LeaveTournament(tournament) => self.leave_tournament(tournament, answer),
            ClientCommand::CancelTournament(tournament) => self.cancel_tournament(tournament, answer),
            // A ping has been answered above.
            ClientCommand::Hello { .. } | ClientCommand::Ping { .. } => {
                answer.refuse(
                    self,
                    Refusal::new(ErrorCode::Malformed, "expected one hello, as the first command"),
                );
            }
        }
    }
}
