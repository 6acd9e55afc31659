//! What servers of one database say to each other.

use serde::{Deserialize, Serialize};
use tengen_online::account::Account;
use tengen_online::id::{AccountId, GameId, TournamentId};
use tengen_online::message::GameSummary;

use crate::online::hub::games::{OtherGames, Prominence, Sweep};
use crate::online::hub::presence::Place;
use crate::online::outbox::Closing;
use crate::online::storage::NodeId;

/// A message. What is for clients, and what their clients have sent, is JSON in it as it is sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Message {
    /// Clients are connected to a server.
    Connected {
        node: NodeId,
        /// With the account of each as JSON.
        connections: Vec<(u64, String)>,
        /// Whether these are all, and whatever was known before is no more.
        are_all: bool,
        /// Whether the receiver shall name its own.
        asks: bool,
    },
    /// A client of a server has disconnected.
    Disconnected { node: NodeId, connection: u64 },
    /// A client of a server has opened something.
    Opened { node: NodeId, connection: u64, place: Place },
    /// A client's command for what the receiver has.
    Command(Command),
    /// The receiver of a command does not have what it is for, or does not know the client.
    Bounced(Command),
    /// A message for clients of the receiver.
    Push { connections: Vec<u64>, text: String },
    /// The answer to a command of a client of the receiver, as JSON.
    Answer { connection: u64, n: u32, result: String },
    /// A client of the receiver shall be disconnected.
    Close { connection: u64, reason: Closing },
    /// A game that belongs to the receiver has been stored.
    Adopt { game: GameId, hops: u8 },
    /// An account has changed; as JSON.
    Account { account: String },
    /// All connections of an account shall end, or those that were opened with a token.
    LogOut { account: AccountId, only_programs: bool },
    /// A game of a tournament has ended.
    Ended { tournament: TournamentId, game: GameId },
    /// An account is to be deleted, or has been: it takes part in no tournament, and its name is removed.
    Withdrawn { account: AccountId, is_deleted: bool },
    /// People play games with clocks, or have ended them.
    Playing { games: Vec<(GameId, Vec<AccountId>)>, are_running: bool },
    /// A player has aborted a game with a stranger.
    Aborted { by: AccountId, other: AccountId },
    /// Parts have changed their server.
    Moved,
    /// The games that a server has, for the lobby.
    Games(Games),
}

/// A client's command on its way to another server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Command {
    /// The client's server.
    pub(crate) node: NodeId,
    pub(crate) connection: u64,
    /// The delay of the connection, as measured last.
    pub(crate) lag: u32,
    /// How often the command was sent on.
    pub(crate) hops: u8,
    /// The client's frame as JSON.
    pub(crate) frame: String,
    /// The account as JSON, if the client is not connected and sends this command alone.
    pub(crate) visitor: Option<String>,
}

/// What the lobby shows of the games of a server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Games {
    pub(crate) node: NodeId,
    pub(crate) count: u32,
    /// The most prominent one.
    pub(crate) featured: Option<(Prominence, GameId)>,
    /// Those to watch as JSON, the latest first.
    pub(crate) latest: String,
}

impl Games {
    pub(super) fn new(node: NodeId, sweep: &Sweep) -> Games {
        // All summaries have forms in JSON, in which clients receive them.
        let latest = serde_json::to_string(&sweep.started).unwrap_or_default();
        Games { node, count: sweep.games, featured: sweep.featured, latest }
    }

    pub(super) fn others(&self) -> OtherGames {
        // Another version of the program may run at the same time; what it shows is left out then.
        let latest: Vec<GameSummary> = serde_json::from_str(&self.latest).unwrap_or_default();
        OtherGames { count: self.count, featured: self.featured, latest }
    }
}

impl Message {
    pub(crate) fn encode(&self) -> Vec<u8> {
        // All messages have forms in Postcard. An empty message is none for the receiver.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Message> {
        postcard::from_bytes(bytes).ok()
    }
}

/// An account on the bus.
pub(super) fn account_text(account: &Account) -> String {
    // All accounts have forms in JSON, in which they are stored.
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
