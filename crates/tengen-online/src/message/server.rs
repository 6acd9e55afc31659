use serde::{Deserialize, Serialize};

use super::{
    ChallengeView, GameSnapshot, GameUpdate, LobbyUpdate, PlayerInfo, Refusal, TournamentUpdate,
    TournamentView,
};
use crate::Time;
use crate::id::{AccountId, ChallengeId, GameId, SeekId, TournamentId};
use crate::phrase::Utterance;

/// An object that a command created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Created {
    /// A seek.
    Seek(SeekId),
    /// A challenge.
    Challenge(ChallengeId),
    /// A tournament.
    Tournament(TournamentId),
}

/// The server's first message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Welcome {
    /// The version of the protocol, [`VERSION`](super::VERSION).
    pub version: u16,
    /// The server's time.
    pub now: Time,
    /// The number of the last command of this session that was carried out; 0 if none was. Commands with higher numbers were lost, and the
    /// client sends them again.
    pub received: u32,
    /// The user.
    pub you: PlayerInfo,
    /// The user's games that have not ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<GameId>,
}

/// A message of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The connection begins.
    Welcome(Welcome),
    /// A command was carried out, and its changes are durable.
    Done {
        /// The number of the command.
        n: u32,
        /// The object that the command created.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        created: Option<Created>,
    },
    /// A command was refused, and changed nothing.
    Refused {
        /// The number of the command.
        n: u32,
        /// The reason.
        error: Refusal,
    },
    /// The answer to a ping.
    Pong {
        /// The server's time.
        now: Time,
    },
    /// The lobby has changed.
    Lobby(LobbyUpdate),
    /// A challenge to the user, or the one that the client has requested.
    Challenge(ChallengeView),
    /// A challenge is no longer open.
    ChallengeClosed {
        /// The challenge.
        challenge: ChallengeId,
        /// The game that the challenge has led to; `None` if it was declined or withdrawn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameId>,
    },
    /// A game begins in which the user is a player, or the client has requested the whole game.
    Snapshot(Box<GameSnapshot>),
    /// A game has changed.
    Game(GameId, GameUpdate),
    /// A player makes a remark in a game.
    Said {
        /// The game.
        game: GameId,
        /// The player.
        by: AccountId,
        /// The remark.
        what: Utterance,
    },
    /// A watcher of a game makes a remark to the other watchers. Players do not receive it.
    WatcherSaid {
        /// The game.
        game: GameId,
        /// The watcher.
        by: PlayerInfo,
        /// The remark.
        what: Utterance,
    },
    /// A tournament that the client has requested.
    Tournament(Box<TournamentView>),
    /// A tournament has changed.
    TournamentUpdate(TournamentId, TournamentUpdate),
    /// The server will close the connection. The client reconnects after a delay, and its games continue.
    Closing {
        /// The delay in milliseconds.
        reconnect_after: u32,
    },
}
