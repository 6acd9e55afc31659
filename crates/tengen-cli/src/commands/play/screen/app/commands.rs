//! Commands of the user: moves, hints, resignation, players, other games, and the way through the record.

use std::path::PathBuf;

use tengen_game::{Move, NodeId, Point, Record};
use tengen_match::{Analysis, Aside, Ending, Engine, Match, Purpose};

use super::{App, Confirm, Effect, Mode, explores};
use crate::commands::play::files::SavedGame;
use crate::wording;

impl App {
    /// Whether it is a program's turn and the programs are not paused.
    fn is_program_moving(&self) -> bool {
        self.game.game.is_programs_turn() && !*self.game.paused
    }

    /// Plays for the side to move. While the programs wait, the user may move for them.
    pub(super) fn play_by_hand(&mut self, played: Move) {
        if self.is_program_moving() {
            let side = self.game.game.side_to_move();
            let title = self.table.player(side).title();
            self.warn(format!("it is {side}'s turn, and {title} thinks; . makes it move now"));
            return;
        }
        match played {
            Move::Place(point) => self.act(|game| game.place(point)),
            Move::Pass if self.record().is_over() => self.warn("the game is over"),
            Move::Pass => self.act(Match::pass),
        }
    }

    pub(super) fn ask_for_hint(&mut self) {
        if self.record().is_over() {
            self.warn("the game is over");
        } else if self.is_program_moving() {
            let side = self.game.game.side_to_move();
            let title = self.table.player(side).title();
            self.warn(format!("it is {side}'s turn, and {title} thinks"));
        } else {
            self.act(|table| table.give(Engine::ask_hint));
        }
    }

    pub(super) fn toggle_analysis(&mut self) {
        let is_on = *self.game.analysis.is_on;
        self.act(|game| game.give(|analysis, context| Analysis::set_on(analysis, !is_on, context)));
    }

    /// Makes a searching program move now, or continues a paused game.
    pub(super) fn hurry(&mut self) {
        let task = self.game.engine.task.filter(|task| task.purpose != Purpose::Analyse);
        if let Some(task) = task {
            if self.stopped.replace(task.id) != Some(task.id) {
                self.act(|table| table.give(Engine::stop));
            }
        } else if self.game.game.is_programs_turn() {
            self.act(|game| game.set_paused(false));
        }
    }

    /// Resigns for the user, or requires the key again as a confirmation.
    pub(super) fn resign(&mut self, is_confirmed: bool) {
        if self.game.game.has_ended() {
            self.warn("the game is over");
        } else if self.is_program_moving() {
            let side = self.game.game.side_to_move();
            self.warn(format!("it is {side}'s turn; you can resign when it is yours"));
        } else if is_confirmed {
            self.act(|table| table.give(Ending::resign));
        } else {
            let loser = self.game.game.resigning_side();
            self.say(format!("{} resigns: R again to confirm", wording::color(loser)));
            self.confirm = Some(Confirm::Resign);
        }
    }

    /// Leaves, or requires the key again as a confirmation if the game would be lost.
    pub(super) fn leave(&mut self, is_confirmed: bool) {
        if is_confirmed || !self.is_unsaved() {
            self.effects.push(Effect::Quit);
        } else {
            // The confirmation is visible on the board alone.
            self.mode = Mode::Board;
            self.say("the game is not saved: s saves it, q again leaves");
            self.confirm = Some(Confirm::Leave);
        }
    }

    /// Exchanges the players.
    pub(super) fn swap_sides(&mut self) {
        // A record from another source keeps the names of its players.
        let has_our_names = self.record().players == self.table.names();
        self.table.players.swap(0, 1);
        let names = self.table.names();
        self.act(|game| {
            if has_our_names {
                game.set_names(names);
            }
            game.swap_seats();
        });
        let side = self.game.game.side_to_move();
        self.say(format!("sides swapped: {side} is {}", self.table.title(side)));
    }

    /// Replaces the record on the board.
    pub(super) fn load(&mut self, record: Record, path: Option<PathBuf>) {
        self.mode = Mode::Board;
        self.message = None;
        let habits = self.table.habits_on_screen(explores(&record, path.as_ref()));
        let game = self.table.game(record);
        self.act(|table| {
            table.set_habits(habits);
            table.new_game(game);
        });
        self.take_up(path);
    }

    /// Resets cursor, file and saved state to the record on the board.
    pub(super) fn take_up(&mut self, path: Option<PathBuf>) {
        self.saved = SavedGame::of(self.record());
        self.being_saved = None;
        self.path = path;
        self.cursor = self.last_point().unwrap_or_else(|| self.record().size().center());
    }

    /// Takes moves back to a human's turn, this many times. In a game of two programs every turn counts.
    pub(super) fn take_back(&mut self, times: usize) {
        if self.game.base.undo_target(&self.game.game).is_none() {
            let is_start = self.record().cursor() == 0;
            let of_yours = if is_start { "" } else { " of yours" };
            return self.warn(format!("there is no move{of_yours} to take back"));
        }
        for _ in 0..times.max(1) {
            if self.game.base.undo_target(&self.game.game).is_some() {
                self.act(Match::undo);
            }
        }
        self.follow();
    }

    /// Replays the moves that were taken back, up to a human's turn, this many times.
    pub(super) fn play_again(&mut self, times: usize) {
        if self.game.game.redo_target().is_none() {
            return self.warn("no move has been taken back");
        }
        for _ in 0..times.max(1) {
            if self.game.game.redo_target().is_some() {
                self.act(Match::redo);
            }
        }
        self.follow();
    }

    /// Moves this number of moves back, of both sides. The programs are paused then.
    pub(super) fn back(&mut self, moves: usize) {
        self.walk_to(self.record().cursor().saturating_sub(moves), "this is the start");
    }

    /// Moves this number of moves forward along the current line.
    pub(super) fn forward(&mut self, moves: usize) {
        let last = self.record().line().len();
        self.walk_to(self.record().cursor().saturating_add(moves).min(last), "this is the end of the line");
    }

    fn walk_to(&mut self, moves: usize, refusal: &str) {
        if moves == self.record().cursor() {
            return self.say(refusal);
        }
        self.act(|game| game.go_to(moves));
        self.follow();
    }

    /// The moves that are alternatives to the last one, the main line's first, and the index of the last one.
    pub(in super::super) fn variations(&self) -> (&[NodeId], usize) {
        let current = self.record().current();
        let Some(parent) = self.record().parent(current) else { return (&[], 0) };
        let children = self.record().children(parent);
        (children, children.iter().position(|&child| child == current).unwrap_or_default())
    }

    /// Moves the cursor to the next or the previous variation.
    pub(super) fn other_variation(&mut self, next: bool) {
        let (children, place) = self.variations();
        let count = children.len();
        if count < 2 {
            return self.say("there is no other variation of this move");
        }
        let step = if next { 1 } else { count - 1 };
        let target = children[(place + step) % count];
        self.act(|game| game.go_to_node(target));
        self.follow();
    }

    /// Makes the line of the last move the main line.
    pub(super) fn promote(&mut self) {
        let is_main =
            self.record().cursor() == 0 || self.record().main_line().contains(&self.record().current());
        if is_main {
            return self.say("this is the main line");
        }
        while self.game.game.promotable().is_some() {
            self.act(|table| table.give(Aside::promote));
        }
        let is_main = self.record().main_line().contains(&self.record().current());
        self.say(if is_main {
            "this is the main line now"
        } else {
            "a game that has ended stays the main line"
        });
    }

    /// Moves the cursor to the last move.
    fn follow(&mut self) {
        self.cursor = self.last_point().unwrap_or(self.cursor);
    }

    fn last_point(&self) -> Option<Point> {
        self.record().position().last_move().and_then(Move::point)
    }
}
