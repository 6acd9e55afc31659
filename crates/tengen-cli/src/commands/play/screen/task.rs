//! What the screen asks of the threads beside it, and what it hears from them.

use std::path::PathBuf;

use tengen_analysis::{OpponentError, SearchLimits, SearchProgress, SearchReport};
use tengen_game::{Color, Position, Record};

use super::super::files::Saved;
use super::super::player::{Player, TreeSettings};
use crate::input::Game;

/// Who thinks about a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Thinker {
    /// The player of this colour, who is to move.
    Seat(Color, Player, TreeSettings),
    /// The engine at its full strength, who belongs to neither side.
    Analyst,
}

/// A position to think about.
#[derive(Clone, Debug)]
pub(super) struct Task {
    /// News of a task carry its number.
    pub(super) id: u64,
    pub(super) thinker: Thinker,
    pub(super) position: Position,
    pub(super) limits: SearchLimits,
}

/// What the board asks for.
#[derive(Debug)]
pub(super) enum Effect {
    /// Think about this instead of whatever is thought about.
    Think(Box<Task>),
    /// Come to an end, and report.
    Stop,
    /// Come to an end; nobody wants to hear of it.
    Abandon,
    /// A new game begins: what was learned in the last one is of no use.
    Forget,
    /// Write the record to a file; one that is there already only if `overwrite`.
    Save { record: Box<Record>, path: PathBuf, overwrite: bool },
    /// Read a record.
    Open(PathBuf),
    /// Leave the terminal to the shell until somebody comes back.
    Suspend,
    /// Leave.
    Quit,
}

/// Why a thinker has no move.
#[derive(Debug)]
pub(super) enum Failure {
    /// Its own fault, or its decision.
    Opponent(OpponentError),
    /// It could not even be asked.
    Setup(String),
}

/// What the threads have to say.
#[derive(Debug)]
pub(super) enum News {
    Progress { id: u64, progress: SearchProgress },
    Done { id: u64, result: Result<SearchReport, Failure> },
    Saved(Saved),
    Opened { path: PathBuf, result: Result<Box<Game>, String> },
}
