//! Back and forth through the record.

use tengen_game::NodeId;

use super::App;

impl App {
    /// Takes back to a person's turn, so many times; a program's turn is where a game of programs ends up.
    pub(super) fn take_back(&mut self, times: usize) {
        let turns = (0..self.record.cursor()).rev().filter(|&moves| self.is_stop(moves));
        match turns.take(times.max(1)).last() {
            Some(moves) => self.go_to(moves),
            None if self.record.cursor() == 0 => self.warn("there is no move to take back"),
            None => self.warn("there is no move of yours to take back"),
        }
        if !self.table.has_human() {
            self.paused = true;
        }
    }

    /// Plays once more what was taken back, up to a person's turn, so many times.
    pub(super) fn play_again(&mut self, times: usize) {
        let last = self.record.line().len();
        let turns = (self.record.cursor() + 1..=last).filter(|&moves| moves == last || self.is_stop(moves));
        match turns.take(times.max(1)).last() {
            Some(moves) => self.go_to(moves),
            None => self.warn("no move has been taken back"),
        }
    }

    /// Whether a person would have the move after so many moves, or nobody is one.
    fn is_stop(&self, moves: usize) -> bool {
        let first = self.record.start().side_to_move();
        let side = if moves.is_multiple_of(2) { first } else { !first };
        self.table.is_human(side) || !self.table.has_human()
    }

    /// So many moves back, whoever made them. The programs wait from now on.
    pub(super) fn back(&mut self, moves: usize) {
        self.walk_to(self.record.cursor().saturating_sub(moves), "this is the start");
    }

    /// So many moves on along the current line.
    pub(super) fn forward(&mut self, moves: usize) {
        let last = self.record.line().len();
        self.walk_to(self.record.cursor().saturating_add(moves).min(last), "this is the end of the line");
    }

    fn walk_to(&mut self, moves: usize, refusal: &str) {
        if moves == self.record.cursor() {
            self.say(refusal);
        } else {
            self.go_to(moves);
            self.paused = true;
        }
    }

    fn go_to(&mut self, moves: usize) {
        self.record.go_to(moves);
        self.arrive();
    }

    /// The moves that could stand in the place of the last one, the main line's first, and which of them does.
    pub(in super::super) fn variations(&self) -> (&[NodeId], usize) {
        let current = self.record.current();
        let Some(parent) = self.record.parent(current) else { return (&[], 0) };
        let children = self.record.children(parent);
        (children, children.iter().position(|&child| child == current).unwrap_or_default())
    }

    /// The next or the previous of them.
    pub(super) fn other_variation(&mut self, next: bool) {
        let (children, place) = self.variations();
        let count = children.len();
        if count < 2 {
            self.say("there is no other variation of this move");
            return;
        }
        let step = if next { 1 } else { count - 1 };
        let target = children[(place + step) % count];
        self.record.visit(target);
        self.paused = true;
        self.arrive();
    }

    /// Makes the line of the last move the main line.
    pub(super) fn promote(&mut self) {
        if self.record.main_line().contains(&self.record.current()) || self.record.cursor() == 0 {
            self.say("this is the main line");
            return;
        }
        for node in self.record.line_nodes() {
            self.record.promote(node);
        }
        self.say("this is the main line now");
    }

    fn arrive(&mut self) {
        self.position_changed();
        if let Some(point) = self.record.position().last_move().and_then(tengen_game::Move::point) {
            self.cursor = point;
        }
    }
}
