use std::num::NonZeroU16;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tengen_analysis::{Character, Classic, Level};
use tengen_classic::{GameTreeOptions, GameTreeOptionsError};
use tengen_engine::SearchParamChanges;
use tengen_game::{BoardSize, Rule};
use tengen_gomocup::process::ProgramOptions;
use tengen_gomocup::{Dialect, code_of_rule};

use super::RunError;
use crate::openings::{OpeningSource, Openings};
use crate::schedule::Plan;
use crate::stats::Sprt;
use crate::{Adjudication, TimeControl};

/// A participant of an arena.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Participant {
    /// The participant's unique name in tables and records.
    pub name: String,
    /// The program that chooses the moves.
    pub plays_as: ParticipantKind,
    /// The participant's time control.
    pub control: TimeControl,
}

/// The program that chooses the moves of a participant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ParticipantKind {
    /// Tengen's engine, in this process.
    Tengen {
        /// The size of its transposition table.
        hash_mib: usize,
        /// Threads that search; 1 by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        threads: Option<usize>,
        /// Plays weaker.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<Level>,
        /// The manner in which it chooses among moves that are about equally good.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        character: Option<Character>,
        /// Changes to the parameters of its search.
        #[serde(default, with = "as_text", skip_serializing_if = "SearchParamChanges::is_empty")]
        params: SearchParamChanges,
    },
    /// A classical AI, in this process. The options are those of *game-tree*.
    Classic {
        /// The classical AI.
        #[serde(with = "as_text")]
        classic: Classic,
        /// Plies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
        /// Moves at each node.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        breadth: Option<usize>,
        /// The limits of each move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        think_ms: Option<u64>,
        /// Searches as if no move were forbidden.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ignore_forbidden: bool,
    },
    /// A program that speaks the Gomocup protocol, in a separate process.
    Program {
        /// The executable with its arguments.
        command: Vec<String>,
        /// The dialect that it uses.
        #[serde(with = "as_text")]
        dialect: Dialect,
        /// Memory that it may use with its children.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        memory_mib: Option<u64>,
        /// The size of its transposition table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hash_mib: Option<u64>,
        /// Threads that search.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        threads: Option<u32>,
        /// A folder in which it may keep files.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        folder: Option<PathBuf>,
        /// The time limit for starting and for answering `START`, in milliseconds.
        start_ms: u64,
        /// Further keys of `INFO` with their values.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        infos: Vec<(String, String)>,
    },
}

impl Participant {
    /// Whether the participant is a program that speaks the Gomocup protocol.
    pub fn is_program(&self) -> bool {
        matches!(self.plays_as, ParticipantKind::Program { .. })
    }

    pub(super) fn check_rule(&self, rule: Rule) -> Result<(), RunError> {
        match self.plays_as {
            ParticipantKind::Program { dialect, .. } if code_of_rule(dialect, rule).is_none() => {
                Err(RunError::RuleWithoutCode { name: self.name.clone(), dialect, rule })
            }
            _ => Ok(()),
        }
    }
}

impl ParticipantKind {
    /// The options for starting a program with this name in the tables; `None` for an opponent in this process.
    pub fn program_options(&self, name: &str) -> Option<ProgramOptions> {
        let ParticipantKind::Program {
            command,
            dialect,
            memory_mib,
            hash_mib,
            threads,
            folder,
            start_ms,
            infos,
        } = self
        else {
            return None;
        };
        Some(ProgramOptions {
            name: Some(name.to_owned()),
            dialect: *dialect,
            max_memory: memory_mib.map(|mib| mib << 20),
            hash_bytes: hash_mib.map(|mib| mib << 20),
            threads: *threads,
            start_limit: Duration::from_millis(*start_ms),
            folder: folder.clone(),
            infos: infos.clone(),
            ..ProgramOptions::new(command.clone())
        })
    }
}

/// The options of *game-tree* with these changes to the usual ones.
///
/// # Errors
/// When a value is out of range.
pub fn game_tree_options(
    depth: Option<u32>,
    breadth: Option<usize>,
    think_ms: Option<u64>,
    ignore_forbidden: bool,
) -> Result<GameTreeOptions, GameTreeOptionsError> {
    let mut options = GameTreeOptions::default().with_forbidden_moves(!ignore_forbidden);
    if let Some(depth) = depth {
        options = options.with_depth(depth)?;
    }
    if let Some(breadth) = breadth {
        options = options.with_breadth(breadth)?;
    }
    if let Some(think_ms) = think_ms {
        options = options.with_time(Duration::from_millis(think_ms))?;
    }
    Ok(options)
}

/// All settings that decide which games are played. A saved state must agree with them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Configuration {
    /// The participants, by number.
    #[serde(rename = "entrants")]
    pub participants: Vec<Participant>,
    /// The plan of the games.
    pub plan: Plan,
    /// The rule of all games.
    #[serde(with = "as_text")]
    pub rule: Rule,
    /// The board of all games.
    #[serde(with = "as_lines")]
    pub size: BoardSize,
    /// Moves after which a game is a draw.
    pub max_moves: Option<NonZeroU16>,
    /// The source of the openings.
    #[serde(with = "as_text")]
    pub openings: OpeningSource,
    /// SHA-256 of the book of openings.
    pub openings_sha256: Option<String>,
    /// The rules by which games are ended early.
    pub adjudication: Adjudication,
    /// The sequential test between the first two participants.
    pub sprt: Option<Sprt>,
    /// Chooses among equal moves and among Swap2 openings.
    pub seed: u64,
    /// The name of the event in the records; empty without one.
    pub event: String,
}

impl Configuration {
    /// Checks that the dialects of all programs have a code for this rule.
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
        openings.check_digest(&self.openings, self.openings_sha256.as_deref())?;
        Ok(openings)
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
        // Both settings pass through the same reader, so that no number differs in its last digit.
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
pub(crate) mod as_text {
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
pub(crate) mod as_lines {
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};
    use tengen_game::BoardSize;

    pub(crate) fn serialize<S: Serializer>(size: &BoardSize, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(size.lines())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BoardSize, D::Error> {
        BoardSize::new(usize::from(u8::deserialize(deserializer)?)).map_err(D::Error::custom)
    }
}
