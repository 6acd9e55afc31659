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
    /// The number: 1 for the first command of a session, and more for each later one. It is 0 for commands that change nothing and are not
    /// sent again: hello, ping, and those that begin or end a subscription.
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
        // The members after the number can be malformed in any way.
        let _ = deserializer.deserialize_map(FindNumber(&mut number));
        number.unwrap_or_default()
    }
}

/// Stores the number of a frame as soon as it is read, so that a later error does not lose it.
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

/// A command of a client.
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
    /// Requests the server's time, and reports the round-trip time of the last ping.
    Ping {
        /// The round-trip time in milliseconds, if known. The server accepts it only as far as its own measurements confirm it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lag: Option<u16>,
    },
    /// Subscribes to the lobby.
    WatchLobby,
    /// Ends the subscription to the lobby.
    UnwatchLobby,
    /// Opens a seek. The answer has its identifier.
    Seek(SeekRequest),
    /// Closes a seek of the user.
    CancelSeek(SeekId),
    /// Accepts another user's seek.
    TakeSeek(SeekId),
    /// Waits for an opponent in a pool, instead of any other pool.
    JoinPool(PoolId),
    /// Leaves the pool.
    LeavePool,
    /// Creates a challenge. The answer has its identifier.
    Challenge(ChallengeRequest),
    /// Requests the contents of a challenge.
    ViewChallenge(ChallengeId),
    /// Accepts a challenge.
    AcceptChallenge(ChallengeId),
    /// Declines a challenge to the user.
    DeclineChallenge(ChallengeId),
    /// Withdraws a challenge of the user.
    CancelChallenge(ChallengeId),
    /// Subscribes to a game: the client receives a snapshot and then updates. Players receive their games without it.
    Watch(GameId),
    /// Ends the subscription to a game.
    Unwatch(GameId),
    /// Acts in a game as one of its players.
    Play(GameId, GameCommand),
    /// Makes a remark in a game: a player to the opponent, a watcher to the other watchers.
    Say(GameId, Utterance),
    /// Creates a tournament. The answer has its identifier.
    CreateTournament(TournamentRequest),
    /// Subscribes to a tournament.
    WatchTournament(TournamentId),
    /// Ends the subscription to a tournament.
    UnwatchTournament(TournamentId),
    /// Joins a tournament, or joins it again after a withdrawal.
    JoinTournament(TournamentId),
    /// Withdraws from a tournament.
    LeaveTournament(TournamentId),
    /// Cancels a tournament; for its creator, and for moderators.
    CancelTournament(TournamentId),
    /// Hides the remarks of a user.
    Mute(AccountId),
    /// Shows the remarks of a user again.
    Unmute(AccountId),
    /// Blocks a user: the two users are not paired with each other, and no remark of either reaches the other. They meet nevertheless in a
    /// round robin, and in other tournaments if there is no other opponent.
    Block(AccountId),
    /// Ends the blocking of a user.
    Unblock(AccountId),
    /// Adds a user to the list of friends.
    AddFriend(AccountId),
    /// Removes a user from the list of friends.
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
