//! The variations of the record, and the comments on its moves.

use tengen_game::{Drawing, NodeId, Record};

use crate::consequence::{Consequence, in_order};
use crate::context::Context;
use crate::{Game, Tracked};

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

/// The commands.
impl Aside {
    /// Goes a step through the variations, if there is anywhere to go.
    pub fn climb(&mut self, step: TreeStep, context: &mut Context<'_>) -> Vec<Consequence> {
        let here = context.game.record().current();
        let node = target(context.game.record(), step).filter(|&node| node != here);
        node.map(Consequence::Visit).into_iter().collect()
    }

    /// Writes a comment on the position on the board, and saves it at once.
    pub fn set_comment(&mut self, comment: String, context: &mut Context<'_>) -> Vec<Consequence> {
        self.note(context, |game| {
            game.set_comment(comment);
            true
        })
    }

    /// Draws a ring or an arrow on the position on the board, or takes it away if it is there, and saves it at once.
    pub fn draw(&mut self, drawing: Drawing, context: &mut Context<'_>) -> Vec<Consequence> {
        self.note(context, |game| game.draw(drawing))
    }

    /// Takes all rings and arrows off the position on the board.
    pub fn clear_drawings(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        self.note(context, |game| {
            game.clear_drawings();
            true
        })
    }

    /// Writes something on the position on the board, where `write` finds that it can be.
    fn note(&mut self, context: &mut Context<'_>, write: impl FnOnce(&mut Game) -> bool) -> Vec<Consequence> {
        if !context.shows_game || !write(context.game.change()) {
            return Vec::new();
        }
        // Deleted moves could only come back without it.
        self.deleted.set(None);
        vec![Consequence::Save]
    }

    /// Makes the variation on the board the main line of what it branches off from.
    pub fn promote(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        if !context.shows_game {
            return Vec::new();
        }
        context.game.change().promote();
        vec![Consequence::Changed]
    }

    /// Deletes the move that the board shows and all that follows it.
    pub fn delete_branch(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        // A puzzle continues from its start.
        let cursor = context.game.record().cursor();
        let is_start = context.base.puzzle().is_some_and(|puzzle| cursor <= puzzle.start_moves);
        if context.is_remote_running() || is_start || !context.can_look(context.game) {
            return Vec::new();
        }
        let record = context.game.record().clone();
        let moves = context.game.change().delete();
        let deleted = (moves > 0).then_some(Consequence::Deleted(Deleted { record, moves }));
        in_order([Consequence::Looked], deleted)
    }

    /// Brings the moves back that were deleted last.
    pub fn undo_delete(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        let Some(Deleted { record, .. }) = self.deleted.clone() else { return Vec::new() };
        if !context.can_look(context.game) {
            return Vec::new();
        }
        context.game.change().set_record(record);
        vec![Consequence::Looked]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;
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
