//! Going through the game.

use tengen_game::{Move, NodeId, Point};

use super::{Purpose, Table};
use crate::options::Mode;

impl Table {
    /// Takes a move back; against a program, or in a puzzle, so many that it is the person's turn again.
    pub(crate) fn undo(&mut self) {
        let least = self.least();
        self.walk(|table| table.record.cursor() > least && table.record.undo());
    }

    /// How many moves are never taken back: those before a puzzle, and the first where a program plays it.
    fn least(&self) -> usize {
        match self.options.mode {
            Mode::Puzzle => self.start_moves(),
            Mode::Play => {
                let first = self.record.start().side_to_move();
                usize::from(self.options.side.is_some_and(|own| own != first))
            }
            Mode::View | Mode::Analyse => 0,
        }
    }

    /// Plays again what was taken back.
    pub(crate) fn redo(&mut self) {
        self.walk(|table| table.record.redo());
    }

    fn walk(&mut self, step: impl Fn(&mut Table) -> bool) {
        self.look(|table| while step(table) && !table.rests_here() {});
    }

    /// Whether somebody who goes through the game stops at this moment.
    fn rests_here(&self) -> bool {
        let side = self.record.position().side_to_move();
        match self.options.mode {
            Mode::View | Mode::Analyse => true,
            Mode::Play => self.options.side.is_none_or(|own| own == side),
            Mode::Puzzle => side == self.solver(),
        }
    }

    /// Shows the game as it was after so many moves, or at its end if there are fewer.
    pub(crate) fn go_to(&mut self, moves: usize) {
        // What was before a puzzle is no part of it.
        let least = if self.options.mode == Mode::Puzzle { self.start_moves() } else { 0 };
        self.look(|table| table.record.go_to(moves.max(least)));
    }

    /// Shows any moment of any line.
    pub(crate) fn visit(&mut self, node: NodeId) {
        self.look(|table| table.record.visit(node));
    }

    fn look(&mut self, go: impl FnOnce(&mut Table)) {
        let from = self.record.current();
        self.cancel();
        go(self);
        if self.record.current() != from {
            self.moved();
        } else {
            self.follow();
        }
    }

    /// Shows the moment at which the stone on a point was played.
    pub(super) fn show_move_at(&mut self, point: Point) {
        let at = self.record.line().iter().position(|played| *played == Move::Place(point));
        if let Some(index) = at {
            self.go_to(index + 1);
        }
    }

    /// The moment after so many moves of the line that is shown.
    pub(super) fn node_after(&self, moves: usize) -> NodeId {
        let line = self.record.line_nodes();
        moves.checked_sub(1).and_then(|index| line.get(index)).copied().unwrap_or(NodeId::START)
    }

    /// Whether there is something to take back, and something to play again.
    pub(crate) fn can_go(&self) -> (bool, bool) {
        let is_judged = self.task.is_some_and(|task| task.purpose == Purpose::Judge);
        let (cursor, line) = (self.record.cursor(), self.record.line_nodes().len());
        (cursor > self.least(), cursor < line && !is_judged)
    }
}
