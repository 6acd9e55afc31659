//! Games as they are kept: a tree of moves with a cursor.

mod node;
mod tree;

pub use node::{Evaluation, Mark, NodeId, Notes, Sign};

use crate::{Board, BoardSize, Color, GameResult, Move, PlayError, Position, Rule};
use tree::Tree;

/// A game as it is kept, replayed and sent: rule, board, players, result, and a tree of moves with
/// comments and marks, in which a cursor stands.
///
/// The first child of each node is the main line, which is the game as it was played; the others are
/// variations. Undo and redo move the cursor along the line that was visited last.
///
/// ```
/// use tengen_game::{BoardSize, Move, Point, Record, Rule};
///
/// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
/// record.play(Point::new(7, 7))?;
/// assert!(record.undo());
/// // Another move takes the place of the first in the game; the first stays as a variation.
/// record.play(Point::new(0, 0))?;
/// assert_eq!(record.line(), [Move::Place(Point::new(0, 0))]);
/// assert_eq!(record.children(tengen_game::NodeId::START).len(), 2);
/// # Ok::<(), tengen_game::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    start: Position,
    tree: Tree,
    cursor: NodeId,
    /// The position at the cursor.
    position: Position,
    /// Who played.
    pub players: Players,
}

/// The players' names; empty where unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Players {
    /// Who has the black stones.
    pub black: String,
    /// Who has the white stones.
    pub white: String,
}

impl Record {
    /// The record of a game that has not begun yet.
    pub fn new(rule: Rule, size: BoardSize) -> Record {
        Record::from_position(Position::new(rule, size))
    }

    /// A record that starts where `position` starts and holds its moves, the cursor at their end.
    pub fn from_position(position: Position) -> Record {
        let mut start = position.clone();
        while start.undo().is_some() {}
        let moves = position.moves().to_vec();
        let mut record = Record {
            tree: Tree::new(),
            cursor: NodeId::START,
            position: start.clone(),
            start,
            players: Players::default(),
        };
        record.note_outcome();
        for played in moves {
            record.push(played, Place::Main);
        }
        record
    }

    /// The rule of the game.
    pub fn rule(&self) -> Rule {
        self.start.rule()
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.start.size()
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The board that was set up before the first move, and who moved first, if that was not the
    /// empty board with Black to move.
    pub fn setup(&self) -> Option<(&Board, Color)> {
        let ordinary = self.start.board().stones() == 0 && self.start.side_to_move() == Color::Black;
        (!ordinary).then(|| (self.start.board(), self.start.side_to_move()))
    }

    /// The position at the cursor.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The number of moves before the cursor.
    pub fn cursor(&self) -> usize {
        self.position.moves().len()
    }

    /// The moves of the current line: those that lead to the cursor, and those that redo would play.
    pub fn line(&self) -> Vec<Move> {
        self.line_nodes().into_iter().filter_map(|id| self.played(id)).collect()
    }

    /// The nodes of the current line, without the start.
    pub fn line_nodes(&self) -> Vec<NodeId> {
        let mut nodes = self.tree.path(self.cursor);
        nodes.extend(self.tree.visited_below(self.cursor));
        nodes
    }

    /// The result at the end of the current line; `None` while that game goes on.
    pub fn result(&self) -> Option<GameResult> {
        let end = self.tree.visited_below(self.cursor).last().unwrap_or(self.cursor);
        self.tree.node(end).result
    }

    /// Whether the game has ended at the cursor, so that nothing can be played there.
    pub fn is_over(&self) -> bool {
        self.tree.node(self.cursor).result.is_some()
    }

    /// Plays a move at the cursor as the game's own next move. Other moves that followed stay as variations.
    ///
    /// # Errors
    /// When the move is illegal, or the game is over; the record is unchanged then.
    pub fn play(&mut self, played: impl Into<Move>) -> Result<(), PlayError> {
        self.place(played.into(), Place::Main)
    }

    /// Plays a move at the cursor as a variation, beside what follows there already.
    ///
    /// # Errors
    /// When the move is illegal, or the game is over; the record is unchanged then.
    pub fn explore(&mut self, played: impl Into<Move>) -> Result<(), PlayError> {
        self.place(played.into(), Place::Variation)
    }

    /// Plays a move at the cursor, as a variation if there is another already, even if it is forbidden to
    /// Black, which then loses the game.
    ///
    /// # Errors
    /// When the move is illegal in any other way; the record is unchanged then.
    pub fn play_or_lose(&mut self, played: impl Into<Move>) -> Result<(), PlayError> {
        let played = played.into();
        match self.explore(played) {
            Err(PlayError::Forbidden { .. }) => {
                self.push(played, Place::Variation);
                Ok(())
            }
            other => other,
        }
    }

    fn place(&mut self, played: Move, place: Place) -> Result<(), PlayError> {
        if self.is_over() {
            return Err(PlayError::GameOver);
        }
        self.position.check(played)?;
        self.push(played, place);
        Ok(())
    }

    fn push(&mut self, played: Move, place: Place) {
        self.position.play_unchecked(played);
        self.cursor = self.tree.child_with(self.cursor, played);
        if place == Place::Main {
            self.tree.make_first(self.cursor);
        }
        self.note_outcome();
    }

    fn note_outcome(&mut self) {
        if let Some(outcome) = self.position.outcome() {
            self.tree.node_mut(self.cursor).result = Some(GameResult::from(outcome));
        }
    }

    /// Moves the cursor one move back; `false` when it stands at the start already.
    pub fn undo(&mut self) -> bool {
        let Some(parent) = self.tree.node(self.cursor).parent else { return false };
        self.position.undo();
        self.tree.mark_visited(self.cursor);
        self.cursor = parent;
        true
    }

    /// Moves the cursor one move on along the current line; `false` when it stands at its end already.
    pub fn redo(&mut self) -> bool {
        let next = self.tree.visited_below(self.cursor).next();
        next.is_some_and(|child| self.descend(child))
    }

    /// Moves the cursor to stand after `moves` moves of the current line, or at its end if there are fewer.
    pub fn go_to(&mut self, moves: usize) {
        while self.cursor() > moves && self.undo() {}
        while self.cursor() < moves && self.redo() {}
    }

    /// Moves the cursor to any node.
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn visit(&mut self, id: NodeId) {
        while self.undo() {}
        for node in self.tree.path(id) {
            self.descend(node);
        }
    }

    /// Steps down to a child of the node at the cursor. A move that is in the tree could be played.
    fn descend(&mut self, child: NodeId) -> bool {
        let Some(played) = self.played(child) else { return false };
        self.position.play_unchecked(played);
        self.tree.mark_visited(child);
        self.cursor = child;
        true
    }

    /// Ends the game at the cursor, away from the board: by resignation, on time, or by agreement. The game
    /// becomes the main line; moves that followed stay as variations of a game that had gone on.
    ///
    /// # Errors
    /// [`PlayError::GameOver`] when the game has ended already.
    pub fn end(&mut self, result: GameResult) -> Result<(), PlayError> {
        if self.is_over() {
            return Err(PlayError::GameOver);
        }
        // Nothing follows the end of a game.
        self.tree.delete_below(&mut self.cursor);
        self.tree.node_mut(self.cursor).result = Some(result);
        Ok(())
    }

    /// The node at the cursor.
    pub fn current(&self) -> NodeId {
        self.cursor
    }

    /// The node before `id`; `None` at the start.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.tree.node(id).parent
    }

    /// The moves that follow `id`, the main line's first.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.tree.node(id).children
    }

    /// The move that led to `id`; `None` at the start.
    pub fn played(&self, id: NodeId) -> Option<Move> {
        self.tree.node(id).played
    }

    /// How the game ended at `id`, if it did.
    pub fn result_at(&self, id: NodeId) -> Option<GameResult> {
        self.tree.node(id).result
    }

    /// What is known about `id`.
    pub fn notes(&self, id: NodeId) -> &Notes {
        &self.tree.node(id).notes
    }

    /// What is known about `id`, to be changed.
    pub fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        &mut self.tree.node_mut(id).notes
    }

    /// The nodes of the main line, without the start.
    pub fn main_line(&self) -> Vec<NodeId> {
        let first = |id: &NodeId| self.children(*id).first().copied();
        std::iter::successors(first(&NodeId::START), first).collect()
    }

    /// Every node, each before those that follow it and the main line first.
    pub fn nodes(&self) -> Vec<NodeId> {
        self.tree.preorder()
    }

    /// Makes `id` the first of the moves that follow its parent, and so the main line from there.
    pub fn promote(&mut self, id: NodeId) {
        self.tree.make_first(id);
    }

    /// Deletes `id` with everything that follows it; the start cannot be deleted. A cursor in that part
    /// moves to the node before `id`. All other names of nodes are void afterwards.
    pub fn delete(&mut self, id: NodeId) {
        let Some(parent) = self.parent(id) else { return };
        if self.tree.path(self.cursor).contains(&id) {
            self.visit(parent);
        }
        self.tree.delete(id, &mut self.cursor);
    }
}

/// Where a new move goes among those that follow the same node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Main,
    Variation,
}

/// Records are equal when they hold the same game: the same tree in the same order, and the cursor at the
/// same place. Which line was visited last does not count.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        self.start == other.start
            && self.position == other.position
            && self.players == other.players
            && self.tree.same_as(&other.tree)
    }
}

impl Eq for Record {}

#[cfg(test)]
mod tests;
