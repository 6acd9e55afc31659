//! The state of the screen, and its changes by events.
//!
//! The state uses no terminal, file or thread. The game itself is a [`Match`]. Work for the terminal and the threads
//! leaves as [`Effect`]s, and the results come back as [`News`].

mod commands;
mod keys;
mod prompt;
mod setup;

#[cfg(test)]
pub(super) mod tests;

use std::path::PathBuf;
use std::time::Duration;

use ratatui::layout::Rect;
use tengen_analysis::engine::Request;
use tengen_analysis::{OpponentError, SearchReport};
use tengen_game::{ForbiddenKind, Move, Point, Record};
use tengen_match::{Analysis, Effect as MatchEffect, Event, Match, Notice, Purpose};

use super::layout::{Layout, Look, Needed};
use super::{Effect, News};
use crate::commands::play::files::{Saved, SavedGame};
use crate::commands::play::players::{Player, Table};
use crate::commands::play::thinkers::{self, Task};
use crate::wording;

pub(super) use self::prompt::{Line, Question};
pub(super) use self::setup::{Field, SETUP_HEAD, SETUP_ROOM, Setup};

/// The state of the screen.
pub(super) struct App {
    pub(super) game: Match,
    pub(super) table: Table,
    /// The point that the arrow keys have reached.
    pub(super) cursor: Point,
    pub(super) look: Look,
    /// Whether stones show the numbers of their moves.
    pub(super) numbers: bool,
    pub(super) mode: Mode,
    pub(super) message: Option<Message>,
    /// Digits that were typed before a key.
    pub(super) count: Option<usize>,
    /// The time at which the current task began.
    pub(super) task_began: Duration,
    /// The program whose evaluation the match shows.
    pub(super) author: Author,
    /// Black's forbidden points in the position on the board.
    pub(super) forbidden: Vec<(Point, ForbiddenKind)>,
    /// The time since the start.
    pub(super) now: Duration,
    /// The area of the window.
    pub(super) area: Rect,
    /// The number of the task that was stopped.
    stopped: Option<u32>,
    /// The action that requires its key again.
    confirm: Option<Confirm>,
    /// The file that the record came from or went to.
    path: Option<PathBuf>,
    /// The part of the game that is in a file.
    saved: SavedGame,
    /// The state of the game that is being written to a file that can be opened again.
    being_saved: Option<SavedGame>,
    /// The revisions of game and notice that are shown.
    seen: [u32; 2],
    effects: Vec<Effect>,
}

/// The part of the screen to which the keys go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Board,
    Help,
    Prompt(Line),
    Setup(Setup),
}

/// A line of text for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) text: String,
    /// Whether the message reports a refusal or an error.
    pub(super) is_warning: bool,
}

/// The program or player that searches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Author {
    pub(super) name: String,
    /// Whether the scores are engine units; other programs have units of their own.
    pub(super) has_engine_units: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Confirm {
    Resign,
    /// Leave, although the game is in no file.
    Leave,
}

impl App {
    /// The state for a game that continues at the cursor of the record. A record from a file keeps its main line.
    pub(super) fn new(record: Record, table: Table, path: Option<PathBuf>, area: Rect) -> App {
        let habits = table.habits_on_screen(explores(&record, path.as_ref()));
        let is_past = record.line().len() > record.cursor();
        let mut app = App {
            cursor: record.size().center(),
            look: Look { coordinates: true, turned: false },
            numbers: false,
            mode: Mode::Board,
            message: None,
            count: None,
            task_began: Duration::ZERO,
            author: Author::default(),
            forbidden: Vec::new(),
            now: Duration::ZERO,
            area,
            stopped: None,
            confirm: None,
            path: None,
            saved: SavedGame::of(&record),
            being_saved: None,
            seen: [u32::MAX; 2],
            effects: Vec::new(),
            game: Match::new(table.game(record), Notice::Nothing, habits, table.seed),
            table,
        };
        // The panel shows one line.
        app.act(|game| game.give(|analysis, context| Analysis::set_line_count(analysis, 1, context)));
        // A program would otherwise move in a game that has a continuation.
        app.act(|game| game.set_paused(is_past));
        app.take_up(path);
        app
    }

    pub(super) fn record(&self) -> &Record {
        self.game.game.record()
    }

    /// Removes and returns the effects, in their order.
    pub(super) fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// The places of board and panel in the window.
    ///
    /// # Errors
    /// When the window is too small.
    pub(super) fn layout(&self) -> Result<Layout, Needed> {
        Layout::new(self.area, self.record().size(), self.look)
    }

    /// The name of the file that the record came from or went to.
    pub(super) fn file_name(&self) -> Option<String> {
        let name = self.path.as_ref()?.file_name()?;
        Some(name.to_string_lossy().into_owned())
    }

    /// The place for a page of this many columns and lines: that of the panel if it fits, so that the board remains visible.
    pub(super) fn page(&self, (columns, lines): (u16, u16)) -> Rect {
        self.layout().ok().and_then(|layout| layout.beside((columns, lines))).unwrap_or(self.area)
    }

    /// Whether the game would be lost if another replaced it, or the program ended.
    pub(super) fn is_unsaved(&self) -> bool {
        !self.saved.holds(self.record())
    }

    /// Whether the state changes without any key.
    pub(super) fn is_busy(&self) -> bool {
        self.game.engine.task.is_some()
    }

    /// Whether the user can place a stone, now or when a program has answered.
    pub(super) fn wants_moves(&self) -> bool {
        !self.record().is_over() && (self.table.has_human() || *self.game.paused)
    }

    /// The end of the game as a sentence without a full stop; `None` while it continues.
    pub(super) fn ending(&self) -> Option<String> {
        match (self.record().position().outcome(), self.game.game.shown_result()) {
            (Some(outcome), _) => Some(wording::outcome(outcome, self.record().size())),
            (None, Some(result)) => Some(wording::result(result)),
            (None, None) => None,
        }
    }

    /// Sets the current time.
    pub(super) fn tick(&mut self, now: Duration) {
        self.now = now;
        self.act(|_| ());
    }

    /// Handles news. The match ignores the results of tasks that it has given up.
    pub(super) fn receive(&mut self, news: News) {
        match news {
            News::Progress { id, progress } => {
                self.note_author(id);
                self.act(|game| thinkers::progress(game, id, &progress));
            }
            News::Done { id, result } => self.finished(id, result),
            News::Saved(saved) => self.was_saved(saved),
            News::Opened { path, result: Ok(game) } => {
                // A game from a file is no measure of strength.
                let was_even = self.table.even.take().is_some();
                self.load(game.record, Some(path));
                if was_even {
                    self.say("the even game has ended; the results so far are kept");
                }
                if let (None, Some(opening)) = (&self.message, game.opening) {
                    self.say(format!(
                        "the link is in the middle of the opening {opening}; the game continues without it"
                    ));
                }
            }
            News::Opened { result: Err(why), .. } => self.warn(why),
            // The program ends with an error.
            News::Crashed => {}
        }
    }

    fn finished(&mut self, id: u32, result: Result<SearchReport, OpponentError>) {
        let Some(task) = self.game.engine.task.filter(|task| task.id == id) else { return };
        self.note_author(id);
        let hint = result.as_ref().ok().filter(|_| task.purpose == Purpose::Hint);
        let hint = hint.map(|report| (report.best_move, report.score));
        let has_failed = result.is_err();
        self.act(|game| thinkers::answer(game, id, result));
        if let Some((best_move, score)) = hint {
            self.cursor = best_move.unwrap_or(self.cursor);
            let played = best_move.map_or(Move::Pass, Move::Place).on(self.record().size());
            self.say(format!("hint: {played}; {}", wording::score(score, self.game.game.side_to_move())));
        }
        if has_failed && task.purpose == Purpose::Analyse {
            self.act(|game| game.give(|analysis, context| Analysis::set_on(analysis, false, context)));
        }
    }

    fn note_author(&mut self, id: u32) {
        let Some(task) = self.game.engine.task.filter(|task| task.id == id) else { return };
        let side = self.game.game.side_to_move();
        self.author = match task.purpose {
            Purpose::Move | Purpose::External => Author {
                name: self.table.title(side),
                has_engine_units: *self.table.player(side) == Player::Engine,
            },
            _ => Author { name: "engine".to_owned(), has_engine_units: true },
        };
    }

    fn was_saved(&mut self, saved: Saved) {
        match saved {
            Saved::Done { path, message } => {
                if let Some(saved) = self.being_saved.take() {
                    self.saved = saved;
                    self.path = Some(path);
                }
                self.say(message);
            }
            Saved::Failed(why) => self.warn(why),
            Saved::Exists(path) => {
                self.message = None;
                self.mode = Mode::Prompt(Line::new(Question::Overwrite(path), String::new()));
            }
        }
    }

    /// Gives the match a command, and handles its effects.
    fn act(&mut self, command: impl FnOnce(&mut Match)) {
        let now = self.now.as_millis() as u64;
        self.game.at(now, command);
        for effect in self.game.take_effects() {
            self.carry_out(effect);
        }
        let seen = [self.game.game.revision(), self.game.notice.revision()];
        let is_new = [0, 1].map(|index| seen[index] != self.seen[index]);
        self.seen = seen;
        if is_new[0] {
            // A user may confirm leaving while programs continue to play.
            self.confirm = self.confirm.filter(|&confirm| confirm == Confirm::Leave);
            self.forbidden = self.record().position().forbidden_points();
        }
        if is_new[1] {
            self.show_notice();
        }
    }

    /// Carries out an effect of the match. The other effects are for front ends with sounds, a library or listeners.
    fn carry_out(&mut self, effect: MatchEffect) {
        if let Some(task) = Task::of(&effect, &self.game, &self.table) {
            self.task_began = self.now;
            self.effects.push(Effect::Think(Box::new(task)));
            return;
        }
        match effect {
            MatchEffect::Ask(Request::Stop { .. }) | MatchEffect::StopExternal(_) => {
                self.effects.push(Effect::Stop);
            }
            MatchEffect::Replaced(_) => self.effects.push(Effect::Clear),
            MatchEffect::Announce(Event::Move { color, played: Move::Pass, .. })
                if !self.table.is_human(color) && !self.record().is_over() =>
            {
                self.say(format!("{} passes", wording::color(color)));
            }
            MatchEffect::Announce(Event::GameEnd(_)) => {
                if let Some(sentence) = self.table.count(&self.game) {
                    self.say(sentence);
                }
            }
            _ => {}
        }
    }

    fn show_notice(&mut self) {
        match &*self.game.notice {
            Notice::Refused(refusal) => self.warn(refusal.to_string()),
            Notice::EngineRefused(why) | Notice::InvalidAnswer(why) => {
                self.warn(format!("{why}; . asks again"));
            }
            Notice::EngineFailed(why) => self.warn(format!("the engine failed: {why}; . asks again")),
            _ => {}
        }
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), is_warning: false });
    }

    fn warn(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), is_warning: true });
    }
}

/// Whether moves that are tried in a record become variations of its main line, as in a record from a file.
fn explores(record: &Record, path: Option<&PathBuf>) -> bool {
    path.is_some() && !record.line().is_empty()
}
