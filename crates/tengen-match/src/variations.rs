//! The variations of the record, and the comments on its moves.

use tengen_game::{Drawing, NodeId, Record};

use crate::Tracked;
use crate::state::Match;

/// A record as it was before moves were deleted from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Deleted {
    record: Record,
    /// How many moves were deleted.
    pub moves: usize,
}

/// The moves that are not in the record, and can be brought back.
#[derive(Debug, Default)]
pub struct Aside {
    /// The record as it was before moves were deleted from it.
    pub deleted: Tracked<Option<Deleted>>,
    /// The moves of an analysis board that was closed, if they did not become variations of the game.
    #[cfg(feature = "analysis-board")]
    pub(crate) analysed: Option<crate::analysis_board::Analysed>,
}

/// A step from the position on the board to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeStep {
    /// To the move before.
    Back,
    /// To the next move.
    On,
    /// To the variation before this one.
    Previous,
    /// To the variation after this one.
    Next,
    /// To the start.
    Start,
    /// To the end of the line.
    End,
}

/// Where a step leads, if anywhere.
fn target(record: &Record, step: TreeStep) -> Option<NodeId> {
    let here = record.current();
    let sibling = |by: isize| {
        let siblings = record.children(record.parent(here)?);
        let place = siblings.iter().position(|&node| node == here)?;
        siblings.get(place.checked_add_signed(by)?).copied()
    };
    // The first child, which is to the right in the tree, also if another was visited last.
    let first = |node: &NodeId| record.children(*node).first().copied();
    match step {
        TreeStep::Back => record.parent(here),
        TreeStep::On => first(&here),
        TreeStep::Previous => sibling(-1),
        TreeStep::Next => sibling(1),
        TreeStep::Start => Some(NodeId::START),
        TreeStep::End => std::iter::successors(Some(here), first).last(),
    }
}

impl Match {
    /// Goes a step through the variations; whether there was anywhere to go.
    pub fn climb(&mut self, step: TreeStep) -> bool {
        let here = self.game.record().current();
        let Some(node) = target(self.game.record(), step).filter(|&node| node != here) else { return false };
        self.go_to_node(node);
        true
    }

    /// Writes a comment on the position on the board, and saves it at once.
    pub fn set_comment(&mut self, comment: String) {
        if !self.shows_game() {
            return;
        }
        self.game.change().set_comment(comment);
        // Deleted moves could only come back without the comment.
        self.aside.deleted.set(None);
        self.save();
    }

    /// Draws a ring or an arrow on the position on the board, or takes it away if it is there, and saves it at once.
    pub fn draw(&mut self, drawing: Drawing) {
        if self.shows_game() && self.game.change().draw(drawing) {
            self.aside.deleted.set(None);
            self.save();
        }
    }

    /// Takes all rings and arrows off the position on the board.
    pub fn clear_drawings(&mut self) {
        if !self.shows_game() {
            return;
        }
        self.game.change().clear_drawings();
        self.aside.deleted.set(None);
        self.save();
    }

    /// Makes the variation on the board the main line of what it branches off from.
    pub fn promote(&mut self) {
        if !self.shows_game() {
            return;
        }
        self.game.change().promote();
        self.changed();
    }

    /// Deletes the move that the board shows and all that follows it.
    pub fn delete_branch(&mut self) {
        // A puzzle continues from its start.
        let is_start =
            self.base.puzzle().is_some_and(|puzzle| self.game.record().cursor() <= puzzle.start_moves);
        if self.is_remote_running() || is_start || !self.shows_game() {
            return;
        }
        let record = self.game.record().clone();
        let mut moves = 0;
        self.look(|game| moves = game.delete());
        self.aside.deleted.set((moves > 0).then_some(Deleted { record, moves }));
    }

    /// Brings the moves back that were deleted last.
    pub fn undo_delete(&mut self) {
        if let Some(Deleted { record, .. }) = self.aside.deleted.clone() {
            self.look(|game| game.set_record(record));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Seat};
    use tengen_game::{BoardSize, Point, Rule};

    /// Three moves, and two variations in place of the second.
    fn game() -> Game {
        let mut game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Person]);
        (0..3).for_each(|x| game.play(Point::new(x, x).into()).unwrap());
        for x in 5..7 {
            game.go_to(1);
            game.play_beside(Point::new(x, x).into()).unwrap();
        }
        game
    }

    #[test]
    fn steps_lead_along_lines_and_between_variations() {
        let mut game = game();
        let [first, second, third] = game.record().main_line()[..] else { panic!() };
        let from = |game: &Game, step| target(game.record(), step);
        assert_eq!((from(&game, TreeStep::Next), from(&game, TreeStep::Back)), (None, Some(first)));
        let middle = from(&game, TreeStep::Previous).unwrap();
        game.visit(middle);
        assert_eq!(from(&game, TreeStep::Previous), Some(second));
        assert_eq!((from(&game, TreeStep::On), from(&game, TreeStep::Start)), (None, Some(NodeId::START)));
        game.visit(second);
        assert_eq!((from(&game, TreeStep::On), from(&game, TreeStep::End)), (Some(third), Some(third)));
        game.visit(NodeId::START);
        assert_eq!((from(&game, TreeStep::Back), from(&game, TreeStep::Next)), (None, None));
    }

    #[test]
    fn a_variation_is_promoted_and_a_branch_deleted() {
        let mut game = game();
        let branch = game.record().current();
        assert_eq!(game.promotable(), Some(branch));
        game.promote();
        assert_eq!((game.promotable(), game.main_moves().len()), (None, 2));
        game.go_to(1);
        assert_eq!(game.delete(), 5);
        assert_eq!(game.record().nodes(), [NodeId::START]);
        assert_eq!(game.delete(), 0);
    }
}
