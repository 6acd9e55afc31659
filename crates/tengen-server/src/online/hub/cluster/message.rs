//! The messages between the servers of one database.

use serde::{Deserialize, Serialize};
use tengen_online::account::Account;
use tengen_online::id::{AccountId, GameId, TournamentId};
use tengen_online::message::GameSummary;

use crate::online::hub::games::{OtherGames, Prominence, Sweep};
use crate::online::hub::presence::Place;
use crate::online::outbox::Closing;
use crate::online::storage::NodeId;

/// A message between two servers. Messages to clients and frames of clients are embedded as the JSON text that the client sends or
/// receives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Message {
    /// Clients are connected to a server.
    Connected {
        node: NodeId,
        /// The number of each connection, and its account as JSON.
        connections: Vec<(u64, String)>,
        /// Whether these are all connections of the server; the receiver then removes all others.
        are_all: bool,
        /// Whether the receiver has to send its own connections back.
        asks: bool,
    },
    /// A client of a server has disconnected.
    Disconnected { node: NodeId, connection: u64 },
    /// A client of a server has opened a game, or left it for something else.
    Opened { node: NodeId, connection: u64, place: Place },
    /// A client's command for a part of the receiver.
    Command(Command),
    /// A command that came back: its receiver does not have the part, or the client is unknown there.
    Bounced(Command),
    /// A message for clients of the receiver.
    Push { connections: Vec<u64>, text: String },
    /// The answer to a command of a client of the receiver, as JSON.
    Answer { connection: u64, n: u32, result: String },
    /// A client of the receiver has to be disconnected.
    Close { connection: u64, reason: Closing },
    /// A game that belongs to the receiver has been stored.
    Adopt { game: GameId, hops: u8 },
    /// An account has changed. The account is JSON.
    Account { account: String },
    /// All connections of an account must end, or only those that were opened with a token.
    LogOut { account: AccountId, only_programs: bool },
    /// A game of a tournament has ended.
    Ended { tournament: TournamentId, game: GameId },
    /// An account is about to be deleted and leaves its tournaments, or has been deleted and its name is removed.
    Withdrawn { account: AccountId, is_deleted: bool },
    /// People play games with clocks, or have finished them.
    Playing { games: Vec<(GameId, Vec<AccountId>)>, are_running: bool },
    /// A player has aborted a game with a stranger.
    Aborted { by: AccountId, other: AccountId },
    /// Parts have moved to other servers.
    Moved,
    /// The games of a server, for the lobby.
    Games(Games),
}

/// A client's command on its way to another server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Command {
    /// The client's server.
    pub(crate) node: NodeId,
    pub(crate) connection: u64,
    /// The delay of the connection at the last measurement.
    pub(crate) lag: u32,
    /// The number of times that the command was forwarded.
    pub(crate) hops: u8,
    /// The client's frame as JSON.
    pub(crate) frame: String,
    /// The account as JSON, if the sender has no connection and sends only this command.
    pub(crate) visitor: Option<String>,
}

/// The games of a server, as the lobby shows them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Games {
    pub(crate) node: NodeId,
    pub(crate) count: u32,
    /// The most prominent game.
    pub(crate) featured: Option<(Prominence, GameId)>,
    /// The games to watch as JSON, the latest first.
    pub(crate) latest: String,
}

impl Games {
    pub(super) fn new(node: NodeId, sweep: &Sweep) -> Games {
        // Every summary can be written as JSON; clients receive it in this form.
        let latest = serde_json::to_string(&sweep.started).unwrap_or_default();
        Games { node, count: sweep.games, featured: sweep.featured, latest }
    }

    pub(super) fn others(&self) -> OtherGames {
        // Another version of the program may run at the same time. Summaries that this version cannot read are left out.
        let latest: Vec<GameSummary> = serde_json::from_str(&self.latest).unwrap_or_default();
        OtherGames { count: self.count, featured: self.featured, latest }
    }
}

impl Message {
    pub(crate) fn encode(&self) -> Vec<u8> {
        // Every message can be encoded with Postcard. The receiver ignores an empty message.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Message> {
        postcard::from_bytes(bytes).ok()
    }
}

/// An account as the text of a message.
pub(super) fn account_text(account: &Account) -> String {
    // Every account can be written as JSON; it is stored in this form.
    serde_json::to_string(account).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_arrive_as_they_were_sent() {
        let command = Command {
            node: NodeId(7),
            connection: 9,
            lag: 12,
            hops: 1,
            frame: "{}".to_owned(),
            visitor: None,
        };
        for message in [
            Message::Bounced(command),
            Message::Connected {
                node: NodeId(1),
                connections: vec![(3, "{}".to_owned())],
                are_all: true,
                asks: false,
            },
            Message::Close { connection: 5, reason: Closing::LoggedOut },
            Message::Adopt { game: GameId::from_entropy(1), hops: 0 },
        ] {
            assert_eq!(Message::decode(&message.encode()), Some(message));
        }
        assert_eq!(Message::decode(b"\xff\xff"), None);
    }
}
