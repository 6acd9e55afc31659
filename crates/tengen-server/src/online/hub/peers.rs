//! The other servers of the database, as the owners of this server use them.

use std::sync::Arc;

use tengen_online::account::Account;
use tengen_online::id::{AccountId, GameId, TournamentId};
use tengen_online::message::ClientCommand;

use super::caller::Caller;
use super::context::Context;
use super::follow_up::FollowUp;
use super::games::{OtherGames, Sweep};
use super::presence::{Connection, Place};

/// The owners of the parts, and the way to their servers.
pub(crate) trait Peers: Send + Sync {
    /// Whether this server decides for a [part](crate::online::part).
    fn has(&self, part: u16) -> bool;

    /// Whether this server has all parts at all times, so that no other server changes anything.
    fn has_everything(&self) -> bool;

    /// Sends a command to the owner of its part, which is another server.
    fn forward(self: Arc<Self>, context: &Arc<Context>, caller: Caller, command: ClientCommand);

    /// Sends news to the servers that they concern.
    fn announce(&self, news: News<'_>);

    /// Notes the subscriptions of a client of this server, so that they continue when another server takes the part.
    fn note_wish(&self, connection: &Connection, command: &ClientCommand);

    /// The games of the other servers, by the last message of each.
    fn games(&self) -> Vec<OtherGames>;
}

/// News of this server.
pub(crate) enum News<'a> {
    /// A client has connected, and has not received anything yet.
    Connecting(&'a Arc<Connection>),
    /// The client has received its welcome: other servers may send messages to it.
    Connected(&'a Connection, &'a Account),
    Disconnected(&'a Connection),
    /// A client has opened a game or left it.
    Opened(&'a Connection, Place),
    /// People play a game with a clock, or have finished it.
    Playing {
        game: GameId,
        people: Vec<AccountId>,
        is_running: bool,
    },
    /// An account has changed.
    Account(&'a Account),
    /// All connections of an account end, or only those that were opened with a token.
    LoggedOut {
        account: AccountId,
        only_programs: bool,
    },
    /// An account is about to be deleted, or has been deleted.
    Withdrawn {
        account: AccountId,
        is_deleted: bool,
    },
    /// A player has aborted a game with a stranger, which concerns the lobby.
    Aborted {
        by: AccountId,
        other: AccountId,
    },
    /// A game of a tournament has ended. If this news is lost, the tournament's server finds the end when it reads the games that have
    /// ended.
    Ended(TournamentId, GameId),
    /// The games of this server, for the lobbies of the others.
    Games(&'a Sweep),
    /// A game has been stored that belongs to another server.
    Stored(GameId),
}

/// The peers of a server that uses its database alone: none.
pub(super) struct Alone;

impl Peers for Alone {
    fn has(&self, _part: u16) -> bool {
        true
    }

    fn has_everything(&self) -> bool {
        true
    }

    fn forward(self: Arc<Self>, context: &Arc<Context>, caller: Caller, command: ClientCommand) {
        // This server has all parts.
        context.dispatch(FollowUp::CarryOut(caller, command));
    }

    fn announce(&self, _news: News<'_>) {}

    fn note_wish(&self, _connection: &Connection, _command: &ClientCommand) {}

    fn games(&self) -> Vec<OtherGames> {
        Vec::new()
    }
}
