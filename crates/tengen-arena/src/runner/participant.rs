use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_analysis::{Classic, Level};
use tengen_classic::{GameTreeOptions, GameTreeOptionsError};
use tengen_game::Rule;
use tengen_gomocup::process::ProgramOptions;
use tengen_gomocup::{Dialect, code_of_rule};

use super::RunError;
use super::settings::as_text;
use crate::TimeControl;

/// One that takes part in an arena.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Participant {
    /// What tables and records call it. Names are unique.
    pub name: String,
    /// What chooses its moves.
    pub plays_as: ParticipantKind,
    /// Its limits.
    pub control: TimeControl,
}

/// What chooses the moves of a participant.
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
    },
    /// One of the classical AIs, in this process. The options are those of *game-tree*.
    Classic {
        /// Which one.
        #[serde(with = "as_text")]
        classic: Classic,
        /// Plies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
        /// Moves at each node.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        breadth: Option<usize>,
        /// The most that it thinks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        think_ms: Option<u64>,
        /// Searches as if no move were forbidden.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ignore_forbidden: bool,
    },
    /// A program that speaks the Gomocup protocol, in a process of its own.
    Program {
        /// The executable with its arguments.
        command: Vec<String>,
        /// The dialect that it speaks.
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
        /// How long it may take to start and to answer `START`.
        start_ms: u64,
        /// Further keys of `INFO` with their values.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        infos: Vec<(String, String)>,
    },
}

impl Participant {
    /// Whether it is a program that speaks the Gomocup protocol.
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
    /// How a program is started that tables call `name`; `None` for what plays in this process.
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
