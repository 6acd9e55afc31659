//! Commands of programs: by HTTP, and within what a token allows.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use tengen_online::account::{Account, Action, Scopes};
use tengen_online::message::{ClientCommand, Refusal};

use super::{Connection, Hub};
use crate::online::outbox::Outbox;

impl Hub {
    /// A connection that a user has for one command. It makes nobody present, and receives the answer alone.
    pub(crate) fn visit(&self, account: &Account, scopes: Scopes, outbox: &Arc<Outbox>) -> Arc<Connection> {
        let number = self.connections.fetch_add(1, Relaxed);
        Arc::new(self.users.visit(number, account, scopes, outbox, self.now()))
    }

    /// Whether the user has a connection of which seeks, and the places in pools, are a part.
    pub(crate) fn is_connected(&self, account: &Account) -> bool {
        self.users.is_connected(account.id)
    }

    /// Whether a connection by a token may be used for a command. One by a session may be used for all.
    ///
    /// # Errors
    /// When the token does not allow it.
    pub(super) fn demand_scope(
        &self,
        connection: &Connection,
        command: &ClientCommand,
    ) -> Result<(), Refusal> {
        let (Scopes::Token(_), Some(action)) = (&connection.scopes, action_of(command)) else {
            return Ok(());
        };
        let checked = self
            .users
            .with(connection.account, |user| user.account.check(action, &connection.scopes, self.now()));
        Ok(checked.unwrap_or(Ok(()))?)
    }
}

/// The right that a command needs of a token; `None` for what everybody may do.
fn action_of(command: &ClientCommand) -> Option<Action> {
    match command {
        ClientCommand::Play(..) => Some(Action::Play),
        ClientCommand::Say(..) => Some(Action::Talk),
        ClientCommand::Seek(_)
        | ClientCommand::CancelSeek(_)
        | ClientCommand::TakeSeek(_)
        | ClientCommand::JoinPool(_)
        | ClientCommand::LeavePool
        | ClientCommand::Challenge(_)
        | ClientCommand::AcceptChallenge(_)
        | ClientCommand::DeclineChallenge(_)
        | ClientCommand::CancelChallenge(_) => Some(Action::Challenge),
        ClientCommand::CreateTournament(_) => Some(Action::CreateTournament),
        ClientCommand::JoinTournament(_) | ClientCommand::LeaveTournament(_) => Some(Action::JoinTournament),
        ClientCommand::CancelTournament(_) => Some(Action::CreateTournament),
        ClientCommand::Mute(_)
        | ClientCommand::Unmute(_)
        | ClientCommand::Block(_)
        | ClientCommand::Unblock(_)
        | ClientCommand::AddFriend(_)
        | ClientCommand::RemoveFriend(_) => Some(Action::ChangeAccount),
        ClientCommand::Hello { .. }
        | ClientCommand::Ping { .. }
        | ClientCommand::WatchLobby
        | ClientCommand::UnwatchLobby
        | ClientCommand::ViewChallenge(_)
        | ClientCommand::Watch(_)
        | ClientCommand::Unwatch(_)
        | ClientCommand::WatchTournament(_)
        | ClientCommand::UnwatchTournament(_) => None,
    }
}
