//! Moves, resignation, and who sits where.

use std::path::PathBuf;

use tengen_game::{GameResult, Move, Record};

use super::{App, Confirm, Effect, Mode};
use crate::commands::play::kept::Kept;
use crate::wording;

impl App {
    /// Whether a program has the move, and not a person.
    pub(in super::super) fn is_programs_turn(&self) -> bool {
        !self.record.is_over() && !self.table.is_human(self.record.position().side_to_move())
    }

    /// Whether people can place a stone, now or when a program has answered.
    pub(in super::super) fn wants_moves(&self) -> bool {
        !self.record.is_over() && (self.table.has_human() || self.paused)
    }

    /// Plays for the side to move, as a person decided. While the programs wait, people may move for them.
    pub(super) fn play_by_hand(&mut self, played: Move) {
        let side = self.record.position().side_to_move();
        let is_programs = self.is_programs_turn();
        if is_programs && !self.paused {
            let who = self.table.player(side).title();
            self.warn(format!("it is {side}'s turn, and {who} thinks; . makes it move now"));
            return;
        }
        if let Err(refusal) = self.put(played) {
            self.warn(refusal.to_string());
            return;
        }
        // Somebody who moves for a program is trying things out.
        self.paused = is_programs;
    }

    /// Puts a move into the record and looks at what came of it.
    pub(super) fn put(&mut self, played: Move) -> Result<(), tengen_game::PlayError> {
        if self.keeps_main_line {
            self.record.explore(played)?;
        } else {
            self.record.play(played)?;
        }
        self.position_changed();
        Ok(())
    }

    /// What belongs to another position is forgotten.
    pub(super) fn position_changed(&mut self) {
        self.hint = None;
        self.wants_hint = false;
        self.is_analysed = false;
        self.thought = None;
        // Who wants to leave may do so while programs go on playing.
        self.confirm = self.confirm.filter(|&confirm| confirm == Confirm::Leave);
        self.forbidden = self.record.position().forbidden_points();
    }

    /// How the game ended, without a full stop; `None` while it goes on.
    pub(in super::super) fn ending(&self) -> Option<String> {
        let position = self.record.position();
        match (position.outcome(), self.record.result_at(self.record.current())) {
            (Some(outcome), _) => Some(wording::outcome(outcome, self.record.size())),
            (None, Some(result)) => Some(wording::result(result)),
            (None, None) => None,
        }
    }

    /// Gives the game up for the side to move, or asks whether that was meant.
    pub(super) fn resign(&mut self, is_confirmed: bool) {
        let side = self.record.position().side_to_move();
        if self.record.is_over() {
            self.warn("the game is over");
        } else if self.is_programs_turn() && !self.paused {
            self.warn(format!("it is {side}'s turn; you can resign when it is yours"));
        } else if !is_confirmed {
            let follow = self.record.line().len() > self.record.cursor();
            let deleted = if follow { ", and the moves after this one are deleted" } else { "" };
            self.say(format!("{} resigns{deleted}: R again to confirm", wording::color(side)));
            self.confirm = Some(Confirm::Resign);
        } else if let Err(refusal) = self.record.end(GameResult::resignation(side)) {
            self.warn(refusal.to_string());
        } else {
            self.position_changed();
        }
    }

    /// Leaves, or asks whether that was meant if the game would be lost.
    pub(super) fn leave(&mut self, is_confirmed: bool) {
        if is_confirmed || !self.is_unsaved() {
            self.effects.push(Effect::Quit);
        } else {
            // There the question can be seen, and answered.
            self.mode = Mode::Board;
            self.say("the game is not saved: s saves it, q again leaves");
            self.confirm = Some(Confirm::Leave);
        }
    }

    /// Everybody gets the other side's stones.
    pub(super) fn swap_sides(&mut self) {
        // Names that the record came with are other people's.
        let are_ours = self.record.players == self.table.names();
        self.table.players.swap(0, 1);
        if are_ours {
            self.record.players = self.table.names();
        }
        self.position_changed();
        let side = self.record.position().side_to_move();
        self.say(format!("sides swapped: {side} is {}", self.table.title(side)));
    }

    /// Puts another record on the board.
    pub(super) fn load(&mut self, record: Record, path: Option<PathBuf>) {
        self.record = record;
        self.mode = Mode::Board;
        self.message = None;
        self.effects.push(Effect::Forget);
        self.thinking = None;
        self.seat_record(path);
    }

    /// What follows from the record that is on the board now.
    pub(super) fn seat_record(&mut self, path: Option<PathBuf>) {
        self.kept = Kept::of(&self.record);
        self.on_its_way = None;
        self.keeps_main_line = path.is_some() && !self.record.line().is_empty();
        self.path = path;
        self.cursor = match self.record.position().last_move() {
            Some(Move::Place(point)) => point,
            _ => self.record.size().center(),
        };
        // A program would play into a game that goes on already.
        self.paused = self.record.line().len() > self.record.cursor();
        self.position_changed();
    }
}
