use serde::{Deserialize, Serialize};

use super::{ChallengeRequest, GameCommand, PoolId, SeekRequest, TournamentRequest};
use crate::id::{AccountId, ChallengeId, GameId, SeekId, SessionId, TournamentId};
use crate::phrase::Utterance;

/// A command with its number in the client's session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClientFrame {
    /// The number: 1 for the first command of a session, and more for each later one. 0 is for commands that change
    /// nothing and are not sent again: hello, ping, and those that begin or end the watching of something.
    #[serde(default)]
    pub n: u32,
    /// The command.
    #[serde(rename = "do")]
    pub command: ClientCommand,
}

/// What a client asks of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClientCommand {
    /// Begins a connection.
    Hello {
        /// The version of the protocol, [`VERSION`](super::VERSION).
        version: u16,
        /// The session; the same after a reconnect.
        session: SessionId,
    },
    /// Asks for the server's time, and reports the round-trip time of the last ping.
    Ping {
        /// Milliseconds, if known. The server trusts it only as far as its own measurements go.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lag: Option<u16>,
    },
    /// Begins to receive the lobby.
    WatchLobby,
    /// Ends it.
    UnwatchLobby,
    /// Opens a seek. The answer has its identifier.
    Seek(SeekRequest),
    /// Closes a seek of one's own.
    CancelSeek(SeekId),
    /// Accepts another user's seek.
    TakeSeek(SeekId),
    /// Waits for an opponent in a pool, instead of any other pool.
    JoinPool(PoolId),
    /// Stops waiting.
    LeavePool,
    /// Creates a challenge. The answer has its identifier.
    Challenge(ChallengeRequest),
    /// Asks what a challenge is about.
    ViewChallenge(ChallengeId),
    /// Accepts a challenge.
    AcceptChallenge(ChallengeId),
    /// Declines a challenge to oneself.
    DeclineChallenge(ChallengeId),
    /// Withdraws one's own challenge.
    CancelChallenge(ChallengeId),
    /// Begins to receive a game: a snapshot and then updates. Players receive their games without.
    Watch(GameId),
    /// Ends it.
    Unwatch(GameId),
    /// Acts in a game as one of its players.
    Play(GameId, GameCommand),
    /// Says something in a game.
    Say(GameId, Utterance),
    /// Creates a tournament. The answer has its identifier.
    CreateTournament(TournamentRequest),
    /// Begins to receive a tournament.
    WatchTournament(TournamentId),
    /// Ends it.
    UnwatchTournament(TournamentId),
    /// Takes part in a tournament; again after a withdrawal.
    JoinTournament(TournamentId),
    /// Withdraws from a tournament.
    LeaveTournament(TournamentId),
    /// Ends a tournament before its time: for its creator, and for moderators.
    CancelTournament(TournamentId),
    /// Hides what a user says.
    Mute(AccountId),
    /// Shows it again.
    Unmute(AccountId),
    /// Avoids a user: neither is paired with the other, and nothing that one says reaches the other. In a round robin all
    /// meet all nevertheless, and in other tournaments such two meet where there is no other opponent.
    Block(AccountId),
    /// Ends it.
    Unblock(AccountId),
}
