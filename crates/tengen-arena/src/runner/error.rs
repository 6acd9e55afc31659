use std::error::Error;
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};

use tengen_analysis::OpponentError;
use tengen_formats::any::{Format, WriteError};
use tengen_game::Rule;
use tengen_gomocup::Dialect;

use crate::openings::BookError;
use crate::schedule::TournamentError;

/// The reason for which a run cannot begin or continue.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// A file or folder cannot be used.
    #[error("cannot {action} {}", path.display())]
    File {
        /// The action that failed: `write`, `save`, `read the openings in`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The cause of the failure.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A folder has files of another run.
    #[error("expected a folder without {what}, found {found} in {}", folder.display())]
    FolderInUse {
        /// The kind of files in the folder.
        what: &'static str,
        /// The name of the first such file.
        found: String,
        /// The folder.
        folder: PathBuf,
    },
    /// The built-in openings do not fit the rule or the board.
    #[error("the {name} openings")]
    BuiltInOpenings {
        /// The name of the set of openings.
        name: &'static str,
        /// The fault of the openings.
        source: BookError,
    },
    /// An opening has as many moves as a game may have.
    #[error(
        "the opening `{opening}`, line {line}: expected fewer moves than a game may have, found {moves} of {most}"
    )]
    LongOpening {
        /// The moves of the opening.
        opening: String,
        /// The line of the opening in the book, from 1.
        line: usize,
        /// The number of moves of the opening.
        moves: usize,
        /// The limit of moves.
        most: NonZeroU16,
    },
    /// The limit of moves ends a game before its Swap2 opening has ended.
    #[error("expected more moves than the {stones} of a Swap2 opening, found at most {most}")]
    LimitWithinSwap2 {
        /// The most stones that the opening places.
        stones: u16,
        /// The limit of moves.
        most: NonZeroU16,
    },
    /// A record cannot be written in the format that was chosen.
    #[error("{what} cannot be written as {format}")]
    Format {
        /// The name of the record or records.
        what: String,
        /// The format.
        format: Format,
        /// The cause of the failure.
        source: WriteError,
    },
    /// The protocol of a program has no code for the rule: the program would lose every game.
    #[error("`{name}`: expected a rule that its dialect, {dialect}, has a code for, found {rule}")]
    RuleWithoutCode {
        /// The participant.
        name: String,
        /// The program's dialect.
        dialect: Dialect,
        /// The rule of the games.
        rule: Rule,
    },
    /// The settings of a participant are impossible.
    #[error("`{name}`")]
    Participant {
        /// The participant.
        name: String,
        /// The fault of the settings.
        source: tengen_classic::GameTreeOptionsError,
    },
    /// A run is resumed only under the settings that it began with.
    #[error("expected the settings that the arena began with; `{setting}` was {was}, and now is {is}")]
    OtherSettings {
        /// The path to the first setting that differs, as the state file names it.
        setting: String,
        /// The value of the setting in the state file.
        was: String,
        /// The present value of the setting.
        is: String,
    },
    /// The book of openings has changed since the run began.
    #[error("expected the openings in {0} as they were at the beginning, found others")]
    OtherOpenings(String),
    /// A participant is [broken](crate::PlayedGame::broken), and the run is not to recover from that.
    #[error("{error}; game {number} is not counted")]
    Broken {
        /// The error of the participant.
        error: OpponentError,
        /// The number of the game, from 1.
        number: usize,
    },
    /// The log of a conversation cannot be written.
    #[error("cannot write the log of `{name}`")]
    Log {
        /// The participant.
        name: String,
        /// The cause of the failure.
        source: std::io::Error,
    },
    /// The observer cannot report.
    #[error(transparent)]
    Observer(#[from] std::io::Error),
    /// A result does not belong to the tournament.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// A thread of the runner panicked.
    #[error("the arena itself has failed; this is a fault in it")]
    Panic,
}

impl RunError {
    pub(crate) fn file(
        action: &'static str,
        path: &Path,
        source: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> RunError {
        RunError::File { action, path: path.to_owned(), source: source.into() }
    }
}
