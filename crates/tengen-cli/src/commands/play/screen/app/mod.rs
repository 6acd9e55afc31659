//! The state of the screen, and what events make of it.
//!
//! Nothing here touches the terminal, a file or a thread: what is to be done elsewhere goes out as [`Effect`]s, and
//! what came of it comes in as [`News`](super::task::News).

mod game;
mod keys;
mod news;
mod prompt;
mod setup;
mod thinking;
mod walk;

#[cfg(test)]
pub(super) mod tests;

use std::path::PathBuf;
use std::time::Duration;

use ratatui::layout::Rect;
use tengen_analysis::Score;
use tengen_game::{ForbiddenKind, Point, Record};

use super::layout::{Layout, Look, Needed};
use super::table::Table;
use super::task::Effect;
use crate::commands::play::kept::Kept;

pub(super) use self::prompt::{Line, Question};
pub(super) use self::setup::{Field, SETUP_HEAD, SETUP_ROOM, Setup};
pub(super) use self::thinking::{Purpose, Thinking, Thought};

/// Everything that is shown, and what is needed to go on.
pub(super) struct App {
    pub(super) record: Record,
    pub(super) table: Table,
    /// Where the arrow keys stand.
    pub(super) cursor: Point,
    pub(super) look: Look,
    /// Moves as numbers instead of stones alone.
    pub(super) numbers: bool,
    /// Whether the panel tells what is thought, and the engine thinks all the time.
    pub(super) analysis: bool,
    /// The programs wait: somebody looks through the game.
    pub(super) paused: bool,
    pub(super) mode: Mode,
    pub(super) message: Option<Message>,
    /// Digits that were typed before a key.
    pub(super) count: Option<usize>,
    pub(super) thinking: Option<Thinking>,
    /// What was thought last about the position on the board.
    pub(super) thought: Option<Thought>,
    pub(super) hint: Option<Hint>,
    /// Black's forbidden points in the position on the board.
    pub(super) forbidden: Vec<(Point, ForbiddenKind)>,
    /// The time since the start.
    pub(super) now: Duration,
    /// Programs among themselves leave people the time to look.
    next_move_at: Duration,
    /// The window.
    pub(super) area: Rect,
    /// Moves that are tried in a record that came from a file are variations of its main line.
    keeps_main_line: bool,
    wants_hint: bool,
    /// The analysis of this position has come to its end.
    is_analysed: bool,
    /// A key that has to be pressed again before anything happens.
    confirm: Option<Confirm>,
    /// The file that the record came from or went to.
    path: Option<PathBuf>,
    /// What of the game is in a file.
    kept: Kept,
    /// What is being written to a file that can be opened again.
    on_its_way: Option<Kept>,
    last_task: u64,
    effects: Vec<Effect>,
}

/// What the keys are for at the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Board,
    Help,
    Prompt(Line),
    Setup(Setup),
}

/// A line of text for the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) text: String,
    /// Whether it says that something was refused or went wrong.
    pub(super) is_warning: bool,
}

/// What the engine advises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hint {
    /// `None` advises to pass.
    pub(super) point: Option<Point>,
    /// To the side to move.
    pub(super) score: Score,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Confirm {
    Resign,
    /// Leave, although the game is in no file.
    Leave,
}

impl App {
    /// A game that goes on where the record stands. A record that came from a file keeps its main line.
    pub(super) fn new(record: Record, table: Table, path: Option<PathBuf>, area: Rect) -> App {
        let mut app = App {
            cursor: record.size().center(),
            table,
            look: Look { coordinates: true, turned: false },
            numbers: false,
            analysis: false,
            paused: false,
            mode: Mode::Board,
            message: None,
            count: None,
            thinking: None,
            thought: None,
            hint: None,
            forbidden: Vec::new(),
            now: Duration::ZERO,
            next_move_at: Duration::ZERO,
            area,
            keeps_main_line: false,
            wants_hint: false,
            is_analysed: false,
            confirm: None,
            path: None,
            kept: Kept::of(&record),
            on_its_way: None,
            last_task: 0,
            effects: Vec::new(),
            record,
        };
        app.seat_record(path);
        app.settle();
        app
    }

    /// Takes what is to be done elsewhere, in its order.
    pub(super) fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Where everything stands in the window.
    ///
    /// # Errors
    /// When the window is too small.
    pub(super) fn layout(&self) -> Result<Layout, Needed> {
        Layout::new(self.area, self.record.size(), self.look)
    }

    /// The name of the file that the record came from or went to.
    pub(super) fn file_name(&self) -> Option<String> {
        let name = self.path.as_ref()?.file_name()?;
        Some(name.to_string_lossy().into_owned())
    }

    /// Where a page of so many columns and lines goes: into the panel's place if it fits, so that the board stays in
    /// sight.
    pub(super) fn page(&self, (columns, lines): (u16, u16)) -> Rect {
        self.layout().ok().and_then(|layout| layout.beside((columns, lines))).unwrap_or(self.area)
    }

    /// Whether the game would be lost if another took its place, or the program ended.
    pub(super) fn is_unsaved(&self) -> bool {
        !self.kept.is_all_of(&self.record)
    }

    /// Lets the time pass.
    pub(super) fn tick(&mut self, now: Duration) {
        self.now = now;
        self.settle();
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), is_warning: false });
    }

    fn warn(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), is_warning: true });
    }
}
