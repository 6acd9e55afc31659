use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tengen_game::{BoardSize, Rule};

use super::{Participant, RunError};
use crate::Adjudication;
use crate::openings::{OpeningSource, Openings};
use crate::schedule::Plan;
use crate::stats::Sprt;

/// All settings that decide which games are played. A saved state must agree with them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Configuration {
    /// By number.
    #[serde(rename = "entrants")]
    pub participants: Vec<Participant>,
    /// Which games are played.
    pub plan: Plan,
    /// The rule of all games.
    #[serde(with = "as_text")]
    pub rule: Rule,
    /// The board of all games.
    #[serde(with = "as_lines")]
    pub size: BoardSize,
    /// Moves after which a game is a draw.
    pub max_moves: Option<NonZeroU16>,
    /// Where the openings come from.
    #[serde(with = "as_text")]
    pub openings: OpeningSource,
    /// SHA-256 of the book of openings.
    pub openings_sha256: Option<String>,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// The sequential test between the first two participants.
    pub sprt: Option<Sprt>,
    /// Chooses among equal moves and among Swap2 openings.
    pub seed: u64,
    /// The name of the event in the records; empty without one.
    pub event: String,
}

impl Configuration {
    /// Checks that every program can be asked to play by this rule.
    ///
    /// # Errors
    /// When the dialect of a program has no code for it.
    pub fn check_rule(participants: &[Participant], rule: Rule) -> Result<(), RunError> {
        participants.iter().try_for_each(|participant| participant.check_rule(rule))
    }

    /// The openings of a saved configuration.
    ///
    /// # Errors
    /// When they cannot be read, or have changed since the run began.
    pub fn read_openings(&self) -> Result<Openings, RunError> {
        let openings = Openings::read(&self.openings, self.rule, self.size, self.max_moves)?;
        if openings.digest() == self.openings_sha256.as_deref() {
            Ok(openings)
        } else {
            Err(RunError::OtherOpenings(self.openings.to_string()))
        }
    }

    /// The names of the participants, by number.
    pub fn names(&self) -> Vec<String> {
        self.participants.iter().map(|participant| participant.name.clone()).collect()
    }

    /// Checks that a saved configuration is the same as this one.
    ///
    /// # Errors
    /// When it is not: names the first setting that differs.
    pub fn check_same(&self, saved: &Configuration) -> Result<(), RunError> {
        // Both pass through the same reader, so that no number differs in its last digit.
        let value = |configuration: &Configuration| -> Value {
            let text = serde_json::to_string(configuration).unwrap_or_default();
            serde_json::from_str(&text).unwrap_or_default()
        };
        match difference(&value(saved), &value(self)) {
            None => Ok(()),
            Some((setting, was, is)) => Err(RunError::OtherSettings {
                setting: setting.trim_start_matches('.').to_owned(),
                was: was.to_string(),
                is: is.to_string(),
            }),
        }
    }
}

/// The path to the first value that is not the same, with both values.
fn difference(was: &Value, is: &Value) -> Option<(String, Value, Value)> {
    let deeper = |name: String, was: &Value, is: &Value| {
        difference(was, is).map(|(path, was, is)| (format!("{name}{path}"), was, is))
    };
    match (was, is) {
        _ if was == is => None,
        (Value::Object(old), Value::Object(new)) => {
            let keys = old.keys().chain(new.keys().filter(|key| !old.contains_key(*key)));
            let of =
                |object: &serde_json::Map<String, Value>, key| object.get(key).cloned().unwrap_or_default();
            keys.into_iter().find_map(|key| deeper(format!(".{key}"), &of(old, key), &of(new, key)))
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => (1..)
            .zip(old.iter().zip(new))
            .find_map(|(number, (was, is))| deeper(format!("[{number}]"), was, is)),
        _ => Some((String::new(), was.clone(), is.clone())),
    }
}

/// Saves a value as the text by which people name it.
pub(super) mod as_text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    pub(crate) fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(crate) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Saves a board size as its number of lines.
mod as_lines {
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};
    use tengen_game::BoardSize;

    pub(super) fn serialize<S: Serializer>(size: &BoardSize, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(size.lines())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BoardSize, D::Error> {
        BoardSize::new(usize::from(u8::deserialize(deserializer)?)).map_err(D::Error::custom)
    }
}
