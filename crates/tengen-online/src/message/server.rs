use serde::{Deserialize, Serialize};

use super::{
    ChallengeView, GameSnapshot, GameUpdate, LobbyUpdate, PlayerInfo, Refusal, TournamentUpdate,
    TournamentView,
};
use crate::Time;
use crate::id::{AccountId, ChallengeId, GameId, SeekId, TournamentId};
use crate::phrase::Utterance;

/// What a command created.
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
    /// The number of the last command of this session that was carried out; 0 if none was. Commands with higher numbers
    /// were lost, and the client sends them again.
    pub received: u32,
    /// The user.
    pub you: PlayerInfo,
    /// The user's games that have not ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<GameId>,
}

/// What the server sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The connection begins.
    Welcome(Welcome),
    /// A command was carried out, and what it changed is durable.
    Done {
        /// Its number.
        n: u32,
        /// What it created.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        created: Option<Created>,
    },
    /// A command was refused, and changed nothing.
    Refused {
        /// Its number.
        n: u32,
        /// Why.
        error: Refusal,
    },
    /// The answer to a ping.
    Pong {
        /// The server's time.
        now: Time,
    },
    /// What has changed in the lobby.
    Lobby(LobbyUpdate),
    /// A challenge to the user, or the one that the client has requested.
    Challenge(ChallengeView),
    /// A challenge is no longer open.
    ChallengeClosed {
        /// The challenge.
        challenge: ChallengeId,
        /// The game that it has led to; `None` if it was declined or withdrawn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameId>,
    },
    /// A game with the user as a player begins, or the whole game that the client has requested.
    Snapshot(Box<GameSnapshot>),
    /// What has changed in a game.
    Game(GameId, GameUpdate),
    /// A player says something in a game.
    Said {
        /// The game.
        game: GameId,
        /// Who.
        by: AccountId,
        /// What.
        what: Utterance,
    },
    /// A watcher of a game says something to the others who watch it. Players do not receive it.
    WatcherSaid {
        /// The game.
        game: GameId,
        /// The watcher.
        by: PlayerInfo,
        /// What was said.
        what: Utterance,
    },
    /// A tournament that the client has requested.
    Tournament(Box<TournamentView>),
    /// What has changed in a tournament.
    TournamentUpdate(TournamentId, TournamentUpdate),
    /// The server will close the connection. The client reconnects after some milliseconds; its games go on.
    Closing {
        /// Milliseconds.
        reconnect_after: u32,
    },
}
