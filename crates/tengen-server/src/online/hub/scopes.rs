//! The commands that a token allows.

use tengen_online::account::{Action, Scopes};
use tengen_online::id::AccountId;
use tengen_online::message::{ClientCommand, Refusal};

use super::context::Context;

/// Checks whether a user may send a command with a token. A session allows all commands.
///
/// # Errors
/// When the token does not allow the command.
pub(super) fn check(
    context: &Context,
    account: AccountId,
    scopes: &Scopes,
    command: &ClientCommand,
) -> Result<(), Refusal> {
    let (Scopes::Token(_), Some(action)) = (scopes, action_of(command)) else {
        return Ok(());
    };
    match context.presence.account(account) {
        Some(account) => Ok(account.check(action, scopes, context.now())?),
        None => Ok(()),
    }
}

/// The right that a token needs for a command; `None` for commands that every token allows.
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
