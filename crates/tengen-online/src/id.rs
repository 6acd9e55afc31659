//! Identifiers: short random texts of ASCII digits and letters (base 62).
//!
//! An identifier is made from entropy that the caller passes in. Eight characters have 47 bits, so that a server with millions of games
//! rarely draws one twice (the storage refuses a duplicate, and the caller draws again). Identifiers are names, not secrets: a secret such
//! as a token needs more bits.
//!
//! ```
//! use tengen_online::id::{GameId, ParseIdError};
//!
//! let game = GameId::from_entropy(0x1234_5678_9abc_def0);
//! assert_eq!(game.to_string().len(), 8);
//! assert_eq!(game.to_string().parse(), Ok(game));
//! assert_eq!("short".parse::<GameId>(), Err(ParseIdError { found: "short".to_owned() }));
//! ```

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tengen_game::SplitMix;

/// The number of characters of an identifier.
pub const ID_LENGTH: usize = 8;

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The error of a text that is not an identifier.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an identifier of {ID_LENGTH} digits and letters of ASCII, found `{found}`")]
pub struct ParseIdError {
    /// The text, shortened to a few characters.
    pub found: String,
}

/// The characters of an identifier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Text([u8; ID_LENGTH]);

impl Text {
    fn from_entropy(entropy: u64) -> Text {
        // Mixing makes each character depend on all bits, whatever the quality of the upper or lower ones.
        let mut rest = SplitMix::mix(entropy);
        let mut text = [0; ID_LENGTH];
        for character in &mut text {
            *character = DIGITS[(rest % 62) as usize];
            rest /= 62;
        }
        Text(text)
    }

    fn as_str(&self) -> &str {
        // All characters are ASCII by construction.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    fn parse(text: &str) -> Result<Text, ParseIdError> {
        let is_valid = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let characters = text.as_bytes().try_into().ok().filter(|_| is_valid);
        characters.map(Text).ok_or_else(|| ParseIdError { found: text.chars().take(2 * ID_LENGTH).collect() })
    }

    /// A number that depends on all characters.
    fn number(&self) -> u64 {
        u64::from_le_bytes(self.0)
    }
}

macro_rules! identifier {
    ($(#[$documentation:meta])* $name:ident) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(Text);

        impl $name {
            /// The identifier for these random bits. Equal bits yield equal identifiers.
            pub fn from_entropy(entropy: u64) -> $name {
                $name(Text::from_entropy(entropy))
            }

            /// The identifier as text.
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.as_str())
            }
        }

        #[cfg(feature = "schema")]
        crate::schema::schema!($name, stringify!($name), crate::schema::identifier());

        impl FromStr for $name {
            type Err = ParseIdError;

            fn from_str(text: &str) -> Result<$name, ParseIdError> {
                Text::parse(text).map($name)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.as_str().serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    };
}

identifier! {
    /// The identifier of a game.
    GameId
}
identifier! {
    /// The identifier of an account, of a guest or of a member. It stays the same when the account is renamed.
    AccountId
}
identifier! {
    /// The identifier of a seek, which is a request for any opponent.
    SeekId
}
identifier! {
    /// The identifier of a challenge, which is a request for a particular opponent, or for the first user who opens its link.
    ChallengeId
}
identifier! {
    /// The identifier of a tournament.
    TournamentId
}
identifier! {
    /// The identifier of a report to the moderators.
    ReportId
}
identifier! {
    /// The identifier of a token of a program, or of a passkey.
    CredentialId
}
identifier! {
    /// The identifier of a client's session. The session outlives a connection, so that commands are not carried out twice after a
    /// reconnect.
    SessionId
}

impl GameId {
    /// The identifier of the game that is played if both players agree on a rematch.
    ///
    /// It is computed from this identifier, so that two servers that receive the same agreement start the same game, and only once.
    pub fn rematch(self) -> GameId {
        GameId::from_entropy(self.0.number() ^ 0x7265_6d61_7463_6800)
    }

    /// A number that is computed from the identifier, for choices that must be the same on every server.
    pub fn number(self) -> u64 {
        self.0.number()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn neighbouring_entropy_makes_different_identifiers() {
        let all: BTreeSet<GameId> = (0..10_000).map(GameId::from_entropy).collect();
        assert_eq!(all.len(), 10_000);
        let characters: BTreeSet<u8> = all.iter().flat_map(|id| id.as_str().bytes()).collect();
        assert_eq!(characters.len(), 62);
    }

    #[test]
    fn texts_that_are_no_identifiers_are_refused() {
        for text in ["", "1234567", "123456789", "1234567-", "１２３４５６７８", "abcdefg\u{e9}"] {
            assert!(text.parse::<SeekId>().is_err(), "{text}");
        }
        let long = "x".repeat(1_000).parse::<SeekId>().unwrap_err();
        assert_eq!(long.found.len(), 16);
        let id = SeekId::from_entropy(1);
        let json = serde_json::to_string(&id).unwrap();
        assert_eq!((json.len(), serde_json::from_str::<SeekId>(&json).unwrap()), (10, id));
    }

    #[test]
    fn a_rematch_has_an_identifier_of_its_own() {
        let first = GameId::from_entropy(5);
        let chain: BTreeSet<GameId> =
            std::iter::successors(Some(first), |game| Some(game.rematch())).take(1_000).collect();
        assert_eq!(chain.len(), 1_000);
        assert_eq!(first.rematch(), first.rematch());
    }
}
