//! The characters of the engine as an opponent of people.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A manner of playing. Among moves that a level rates about equally, a character prefers some to others. It changes the games and not
/// the strength.
///
/// Its text form (`Display` and `FromStr`) is its [name](Character::name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Character {
    /// Threatens whenever it can.
    Attacker,
    /// Breaks the opponent's rows before they become dangerous.
    Defender,
    /// Prefers moves that stop the opponent and build a row of its own.
    CounterPuncher,
    /// Builds quietly, and keeps its threats.
    Builder,
    /// Throws fours and threes early, and opens another front.
    Gambler,
    /// Holds the centre, and plays close to the stones.
    OldMaster,
}

/// The text names no character.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found `{0}`", expected = Character::EXPECTED)]
pub struct ParseCharacterError(String);

impl Character {
    /// All characters.
    pub const ALL: [Character; 6] = [
        Character::Attacker,
        Character::Defender,
        Character::CounterPuncher,
        Character::Builder,
        Character::Gambler,
        Character::OldMaster,
    ];

    /// The names, as errors list them.
    pub const EXPECTED: &str =
        "`attacker`, `defender`, `counter-puncher`, `builder`, `gambler` or `old-master`";

    /// The name in messages, saved games and commands, such as `old-master`.
    pub const fn name(self) -> &'static str {
        match self {
            Character::Attacker => "attacker",
            Character::Defender => "defender",
            Character::CounterPuncher => "counter-puncher",
            Character::Builder => "builder",
            Character::Gambler => "gambler",
            Character::OldMaster => "old-master",
        }
    }
}

impl From<Character> for &'static str {
    fn from(character: Character) -> &'static str {
        character.name()
    }
}

impl TryFrom<String> for Character {
    type Error = ParseCharacterError;

    fn try_from(name: String) -> Result<Character, ParseCharacterError> {
        name.parse()
    }
}

impl fmt::Display for Character {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Character {
    type Err = ParseCharacterError;

    fn from_str(text: &str) -> Result<Character, ParseCharacterError> {
        let found = Character::ALL.into_iter().find(|character| character.name() == text);
        found.ok_or_else(|| ParseCharacterError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_is_read_by_its_name() {
        for character in Character::ALL {
            assert_eq!(character.to_string().parse(), Ok(character));
            let message = serde_json::to_string(&character).unwrap();
            assert_eq!(message, format!("\"{character}\""));
            assert_eq!(serde_json::from_str::<Character>(&message).unwrap(), character);
        }
        let error = "Attacker".parse::<Character>().unwrap_err().to_string();
        assert!(error.starts_with("expected `attacker`, `defender`") && error.ends_with("found `Attacker`"));
    }
}
