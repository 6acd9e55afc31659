use std::fmt;

use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer as _, Serialize};

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

impl ClientFrame {
    /// The number of a frame that cannot be read as a whole, for its refusal; 0 if the number cannot be read either.
    pub fn number_of(text: &str) -> u32 {
        let mut number = None;
        let mut deserializer = serde_json::Deserializer::from_str(text);
        // What follows the number may be wrong in any way.
        let _ = deserializer.deserialize_map(FindNumber(&mut number));
        number.unwrap_or_default()
    }
}

/// Stores the number of a frame when it is met, so that a later error does not lose it.
struct FindNumber<'a>(&'a mut Option<u32>);

impl<'de> Visitor<'de> for FindNumber<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a frame")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        while let Some(member) = members.next_key::<String>()? {
            if member == "n" {
                *self.0 = Some(members.next_value()?);
            } else {
                members.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
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
    /// Says something in a game: a player to the opponent, a watcher to the others who watch.
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
    /// Takes a user into the own list of friends.
    AddFriend(AccountId),
    /// Takes a user out of it.
    RemoveFriend(AccountId),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_is_read_whatever_else_is_wrong() {
        for (frame, number) in [
            (r#"{"n":17,"do":{"play":["short",{"move":{}}]}}"#, 17),
            (r#"{"do":{"dance":{"n":3}},"n":18}"#, 18),
            (r#"{"n":19,"do":"watch-lobby","more":1}"#, 19),
            (r#"{"n":20,"do":{"play":["#, 20),
            (r#"{"n":21}"#, 21),
            (r#"{"do":"leave-pool"}"#, 0),
            (r#"{"n":-1,"do":"leave-pool"}"#, 0),
            (r#"{"n":4294967296,"do":"leave-pool"}"#, 0),
            (r#"{"n":"5"}"#, 0),
            (r#"[{"n":5}]"#, 0),
            ("", 0),
            ("n", 0),
        ] {
            assert!(serde_json::from_str::<ClientFrame>(frame).is_err() || number == 0, "{frame}");
            assert_eq!(ClientFrame::number_of(frame), number, "{frame}");
        }
    }
}
