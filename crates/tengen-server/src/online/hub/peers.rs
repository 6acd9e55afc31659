//! The servers that share the database, as the owners of this server use them.

use std::sync::Arc;

use tengen_online::account::Account;
use tengen_online::id::{AccountId, GameId, TournamentId};
use tengen_online::message::ClientCommand;

use super::caller::Caller;
use super::context::Context;
use super::follow_up::FollowUp;
use super::games::{OtherGames, Sweep};
use super::presence::{Connection, Place};

/// Where games and lobby are, and the way there.
pub(crate) trait Peers: Send + Sync {
    /// Whether this server decides for a [part](crate::online::part).
    fn has(&self, part: u16) -> bool;

    /// Whether this server has all parts at all times, so that nothing happens without its knowledge.
    fn has_everything(&self) -> bool;

    /// Sends a command to the server that has the part that it concerns, which this one does not have.
    fn forward(self: Arc<Self>, context: &Arc<Context>, caller: Caller, command: ClientCommand);

    /// Sends news to those servers that they concern.
    fn announce(&self, news: News<'_>);

    /// Notes what a client of this server follows, so that it goes on when another server takes that over.
    fn note_wish(&self, connection: &Connection, command: &ClientCommand);

    /// The games of the other servers, by the last message of each.
    fn games(&self) -> Vec<OtherGames>;
}

/// News of this server.
pub(crate) enum News<'a> {
    /// A client has connected, and has not yet received anything.
    Connecting(&'a Arc<Connection>),
    /// The client has its welcome: other servers may send messages to it.
    Connected(&'a Connection, &'a Account),
    Disconnected(&'a Connection),
    /// A client has opened something.
    Opened(&'a Connection, Place),
    /// People play a game with a clock, or have ended it.
    Playing {
        game: GameId,
        people: Vec<AccountId>,
        is_running: bool,
    },
    /// An account has changed.
    Account(&'a Account),
    /// All connections of an account end, or those that were opened with a token.
    LoggedOut {
        account: AccountId,
        only_programs: bool,
    },
    /// An account is to be deleted, or has been.
    Withdrawn {
        account: AccountId,
        is_deleted: bool,
    },
    /// A player has aborted a game of strangers, for the lobby.
    Aborted {
        by: AccountId,
        other: AccountId,
    },
    /// A game of a tournament has ended. If this is lost, the tournament's server finds the end when it looks for the games
    /// that have ended.
    Ended(TournamentId, GameId),
    /// What the lobby shows of the games of this server.
    Games(&'a Sweep),
    /// A game is stored that belongs to another server.
    Stored(GameId),
}

/// A server that uses its database alone.
pub(super) struct Alone;

impl Peers for Alone {
    fn has(&self, _part: u16) -> bool {
        true
    }

    fn has_everything(&self) -> bool {
        true
    }

    fn forward(self: Arc<Self>, context: &Arc<Context>, caller: Caller, command: ClientCommand) {
        // All parts are here.
        context.dispatch(FollowUp::CarryOut(caller, command));
    }

    fn announce(&self, _news: News<'_>) {}

    fn note_wish(&self, _connection: &Connection, _command: &ClientCommand) {}

    fn games(&self) -> Vec<OtherGames> {
        Vec::new()
    }
}
