//! Game records: a tree of moves with a cursor.

mod drawing;
mod info;
mod merging;
mod node;
mod sgf_point;

pub use drawing::{Drawing, Ink};
pub use info::{Fact, GameInfo};
pub use info::{Properties, PropertyError};
pub use node::{Mark, MarkOffBoardError, NodeId, Notes, Sign};

use crate::{Board, BoardSize, Color, GameResult, Move, PlayError, Position, Rule};
use node::Tree;

/// The record of a game, for storage, replay and transfer: rule, board, players, result, and a tree of moves with
/// comments, marks and a cursor.
///
/// The first child of each node is the main line, which is the game as it was played; the others are
/// variations. Undo and redo move the cursor along the line that was visited last: the *current line*.
///
/// Moves are checked as in a [`Position`]. Each node has a [`NodeId`]; functions that take one panic when the
/// record has no such node.
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
    /// The players.
    pub players: Players,
    /// The facts about the game as a whole.
    pub info: GameInfo,
}

/// The reason for which a game cannot be ended in this way. The record is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndError {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// No game ends in this way away from the board.
    #[error("a game cannot end so: {}, {}", .0.reason.name(), winner_in_words(.0.winner))]
    Impossible(GameResult),
}

fn winner_in_words(winner: Option<Color>) -> String {
    winner.map_or_else(|| "no winner".to_owned(), |color| format!("{color} wins"))
}

/// The players' names; empty where unknown.
///
/// ```
/// use tengen_game::{BoardSize, Players, Record, Rule};
///
/// let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
/// assert_eq!(record.players, Players::default());
/// record.players.white = "Tengen".to_owned();
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Players {
    /// The player of the black stones.
    pub black: String,
    /// The player of the white stones.
    pub white: String,
}

impl Record {
    /// The record of a game that has not begun yet.
    pub fn new(rule: Rule, size: BoardSize) -> Record {
        Record::from_position(Position::new(rule, size))
    }

    /// A record that starts where `position` starts and holds its moves, the cursor at their end.
    ///
    /// ```
    /// use std::num::NonZeroU16;
    /// use tengen_game::{BoardSize, Point, Position, Record, Rule};
    ///
    /// // A record of a game with a limit begins with a position that has one.
    /// let start = Position::new(Rule::Standard, BoardSize::FIFTEEN).with_max_moves(NonZeroU16::new(120));
    /// let mut record = Record::from_position(start);
    /// record.play(Point::new(7, 7))?;
    /// assert_eq!(record.start().max_moves(), NonZeroU16::new(120));
    ///
    /// let same = Record::from_position(record.position().clone());
    /// assert_eq!(same, record);
    /// # Ok::<(), tengen_game::PlayError>(())
    /// ```
    pub fn from_position(position: Position) -> Record {
        let start = position.start();
        let moves = position.moves().to_vec();
        let mut record = Record {
            tree: Tree::new(),
            cursor: NodeId::START,
            position: start.clone(),
            start,
            players: Players::default(),
            info: GameInfo::default(),
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

    /// The board that was set up before the first move, and the side that moved first; `None` for the
    /// empty board with Black to move. Many formats can hold only games without a set-up.
    ///
    /// ```
    /// use tengen_game::{Board, BoardSize, Color, Position, Record, Rule};
    ///
    /// assert!(Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN).setup().is_none());
    /// let start = Position::from_board(Rule::FREESTYLE, Board::new(BoardSize::FIFTEEN), Color::White)?;
    /// let record = Record::from_position(start);
    /// assert_eq!(record.setup().map(|(_, first)| first), Some(Color::White));
    /// # Ok::<(), tengen_game::SetupError>(())
    /// ```
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
    ///
    /// ```
    /// use tengen_game::{BoardSize, Point, Record, Rule};
    ///
    /// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    /// let [a, b, c] = [7, 8, 9].map(|x| Point::new(x, 7));
    /// record.play(a)?;
    /// record.play(b)?;
    /// record.undo();
    /// assert_eq!(record.line(), [a, b]);
    /// record.explore(c)?;
    /// assert_eq!(record.line(), [a, c]);
    /// # Ok::<(), tengen_game::PlayError>(())
    /// ```
    pub fn line(&self) -> Vec<Move> {
        self.line_nodes().into_iter().filter_map(|id| self.played(id)).collect()
    }

    /// The nodes of the current line, without the start, in the order of [`Record::line`].
    pub fn line_nodes(&self) -> Vec<NodeId> {
        let mut nodes = self.tree.path(self.cursor);
        nodes.extend(self.tree.visited_below(self.cursor));
        nodes
    }

    /// The result at the end of the current line, for any position of the cursor on it; `None` while that game
    /// is unfinished.
    pub fn result(&self) -> Option<GameResult> {
        let end = self.tree.visited_below(self.cursor).last().unwrap_or(self.cursor);
        self.tree.node(end).result
    }

    /// Whether the game has ended at the cursor, so that nothing can be played there.
    pub fn is_over(&self) -> bool {
        self.tree.node(self.cursor).result.is_some()
    }

    /// Plays a move at the cursor as the game's own next move. Other moves that followed stay as variations.
    /// A move that followed already is not added again; it becomes the first, with all that comes after it.
    ///
    /// # Errors
    /// When the move is illegal, or the game is over; the record is unchanged then.
    pub fn play(&mut self, played: impl Into<Move>) -> Result<(), PlayError> {
        self.place(played.into(), Place::Main)
    }

    /// Plays a move at the cursor as a variation, beside the moves that follow already. A move that followed
    /// already is merely visited.
    ///
    /// ```
    /// use tengen_game::{BoardSize, NodeId, Point, Record, Rule};
    ///
    /// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    /// record.play(Point::new(7, 7))?;
    /// let first = record.current();
    /// record.undo();
    /// record.explore(Point::new(0, 0))?;
    /// // The game itself is as it was.
    /// assert_eq!(record.main_line(), [first]);
    /// assert_eq!(record.children(NodeId::START), [first, record.current()]);
    /// # Ok::<(), tengen_game::PlayError>(())
    /// ```
    ///
    /// # Errors
    /// When the move is illegal, or the game is over; the record is unchanged then.
    pub fn explore(&mut self, played: impl Into<Move>) -> Result<(), PlayError> {
        self.place(played.into(), Place::Variation)
    }

    /// Plays a move at the cursor, as a variation if there is another already, even if it is forbidden to
    /// Black, which then loses the game.
    ///
    /// ```
    /// use tengen_game::{Color, EndReason, ForbiddenKind, GameResult, Point, Position, Record, Rule, diagram};
    ///
    /// let board = diagram::read("
    ///     X X X . X X X
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    /// ")?;
    /// let mut record = Record::from_position(Position::from_board(Rule::Renju, board, Color::Black)?);
    /// assert!(record.play(Point::new(3, 0)).is_err());
    /// record.play_or_lose(Point::new(3, 0))?;
    /// let reason = EndReason::Forbidden(ForbiddenKind::Overline);
    /// assert_eq!(record.result(), Some(GameResult { winner: Some(Color::White), reason }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the move is illegal in any other way, or the game is over; the record is unchanged then.
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

    /// Moves the cursor one move back; `false` if it is at the start already. Nothing is deleted.
    pub fn undo(&mut self) -> bool {
        let Some(parent) = self.tree.node(self.cursor).parent else { return false };
        self.position.undo();
        self.tree.mark_visited(self.cursor);
        self.cursor = parent;
        true
    }

    /// Moves the cursor one move forward on the current line; `false` if it is at its end already.
    pub fn redo(&mut self) -> bool {
        let next = self.tree.visited_below(self.cursor).next();
        next.is_some_and(|child| self.descend(child))
    }

    /// Moves the cursor to stand after `moves` moves of the current line, or at its end if there are fewer.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Point, Record, Rule};
    ///
    /// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    /// for x in 0..3 {
    ///     record.play(Point::new(x, x))?;
    /// }
    /// record.go_to(1);
    /// assert_eq!((record.cursor(), record.position().board().stones()), (1, 1));
    /// assert!(record.redo());
    /// record.go_to(usize::MAX);
    /// assert_eq!(record.cursor(), 3);
    /// assert!(!record.redo());
    /// # Ok::<(), tengen_game::PlayError>(())
    /// ```
    pub fn go_to(&mut self, moves: usize) {
        while self.cursor() > moves && self.undo() {}
        while self.cursor() < moves && self.redo() {}
    }

    /// Moves the cursor to any node, whose line becomes the current one.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Point, Record, Rule};
    ///
    /// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    /// let [a, b] = [7, 8].map(|x| Point::new(x, 7));
    /// record.play(a)?;
    /// let first = record.current();
    /// record.undo();
    /// record.explore(b)?;
    /// record.visit(first);
    /// assert_eq!((record.current(), record.line()), (first, vec![a.into()]));
    /// # Ok::<(), tengen_game::PlayError>(())
    /// ```
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn visit(&mut self, id: NodeId) {
        // The walk begins where the two lines part, which makes a walk through a whole tree cheap.
        let (from, to) = (self.tree.path(self.cursor), self.tree.path(id));
        let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        for _ in shared..from.len() {
            self.undo();
        }
        for &node in &to[shared..] {
            self.descend(node);
        }
    }

    /// Moves the cursor to a child of its node. A move that is in the tree could be played.
    fn descend(&mut self, child: NodeId) -> bool {
        let Some(played) = self.played(child) else { return false };
        self.position.play_unchecked(played);
        self.tree.mark_visited(child);
        self.cursor = child;
        true
    }

    /// Ends the game at the cursor, away from the board: by resignation, on time, or by agreement.
    ///
    /// **Moves that followed the cursor are deleted**, since nothing follows the end of a game; names of
    /// nodes other than [`NodeId::START`] and [`Record::current`] are void then.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Color, GameResult, PlayError, Point, Record, Rule};
    ///
    /// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    /// record.play(Point::new(7, 7))?;
    /// record.end(GameResult::resignation(Color::White))?;
    /// assert_eq!(record.result().and_then(|result| result.winner), Some(Color::Black));
    /// assert_eq!(record.play(Point::new(0, 0)), Err(PlayError::GameOver));
    /// // The end belongs to its move. Another one may lead on.
    /// record.undo();
    /// record.play(Point::new(0, 0))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the game has ended already, and when no game can end so away from the board: with a row, by
    /// agreement on a winner, by a resignation without a winner. The record is unchanged then.
    pub fn end(&mut self, result: GameResult) -> Result<(), EndError> {
        if self.is_over() {
            return Err(EndError::GameOver);
        }
        if result.reason.is_on_board() || !result.is_possible() {
            return Err(EndError::Impossible(result));
        }
        // Nothing follows the end of a game.
        self.tree.delete_below(&mut self.cursor);
        self.tree.node_mut(self.cursor).result = Some(result);
        Ok(())
    }

    /// Takes back every end away from the board, so that other moves may follow there.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Color, GameResult, Point, Record, Rule};
    ///
    /// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    /// record.end(GameResult::resignation(Color::White))?;
    /// record.lift_results();
    /// assert!(record.play(Point::new(7, 7)).is_ok());
    /// # Ok::<(), tengen_game::EndError>(())
    /// ```
    pub fn lift_results(&mut self) {
        for id in self.nodes() {
            let node = self.tree.node_mut(id);
            node.result = node.result.filter(|result| result.reason.is_on_board());
        }
    }

    /// The node at the cursor.
    pub fn current(&self) -> NodeId {
        self.cursor
    }

    /// The node before `id`; `None` at the start.
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.tree.node(id).parent
    }

    /// The moves that follow `id`, the main line's first.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Move, NodeId, Point, Record, Rule};
    ///
    /// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    /// record.play(Point::new(7, 7))?;
    /// record.undo();
    /// record.explore(Point::new(0, 0))?;
    /// let moves: Vec<Move> =
    ///     record.children(NodeId::START).iter().filter_map(|&id| record.played(id)).collect();
    /// assert_eq!(moves, [Point::new(7, 7), Point::new(0, 0)]);
    /// # Ok::<(), tengen_game::PlayError>(())
    /// ```
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.tree.node(id).children
    }

    /// The move that led to `id`; `None` at the start.
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn played(&self, id: NodeId) -> Option<Move> {
        self.tree.node(id).played
    }

    /// The result of the game at `id`, on the board or away from it; `None` if it did not end there.
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn result_at(&self, id: NodeId) -> Option<GameResult> {
        self.tree.node(id).result
    }

    /// The notes of `id`.
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn notes(&self, id: NodeId) -> &Notes {
        &self.tree.node(id).notes
    }

    /// The notes of `id`, to be changed.
    ///
    /// ```
    /// use tengen_game::{BoardSize, NodeId, Record, Rule};
    ///
    /// let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
    /// record.notes_mut(NodeId::START).comment = "A game from the final.".to_owned();
    /// assert!(record.notes(NodeId::START).time.is_none());
    /// ```
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        &mut self.tree.node_mut(id).notes
    }

    /// The marks on the board as it is after `id`, in the order that marks have, each once.
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn marks(&self, id: NodeId) -> &[Mark] {
        &self.tree.node(id).marks
    }

    /// Replaces the marks on the board as it is after `id` by these. Their order makes no difference, and neither does
    /// one that is given twice.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Mark, NodeId, Point, Record, Rule, Sign};
    ///
    /// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    /// let [a, b] = [1, 0].map(|x| Mark { point: Point::new(x, 0), sign: Sign::Circle });
    /// record.set_marks(NodeId::START, vec![a.clone(), b.clone(), a.clone()])?;
    /// assert_eq!(record.marks(NodeId::START), [b, a]);
    /// # Ok::<(), tengen_game::MarkOffBoardError>(())
    /// ```
    ///
    /// # Errors
    /// When one of the marks lies beside the board; the record is unchanged then.
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn set_marks(&mut self, id: NodeId, mut marks: Vec<Mark>) -> Result<(), MarkOffBoardError> {
        let size = self.size();
        if let Some(mark) = marks.iter().find(|mark| !size.contains(mark.point)) {
            return Err(MarkOffBoardError { point: mark.point, size });
        }
        marks.sort_unstable();
        marks.dedup();
        self.tree.node_mut(id).marks = marks;
        Ok(())
    }

    /// Adds a mark to those on the board as it is after `id`, unless it is there already.
    ///
    /// # Errors
    /// When the mark lies beside the board; the record is unchanged then.
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn add_mark(&mut self, id: NodeId, mark: Mark) -> Result<(), MarkOffBoardError> {
        let mut marks = self.marks(id).to_vec();
        marks.push(mark);
        self.set_marks(id, marks)
    }

    /// The unknown properties of the position after `id`; at the start, of the game.
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn properties(&self, id: NodeId) -> &Properties {
        &self.tree.node(id).properties
    }

    /// Adds a value to a property of the position after `id`, in the form that [`Properties`] describes.
    ///
    /// # Errors
    /// When the name is invalid, the value is not in that form, or the record stores the property in a typed field; the
    /// record is unchanged then.
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn add_property(&mut self, id: NodeId, name: &str, value: &str) -> Result<(), PropertyError> {
        self.tree.node_mut(id).properties.add(name, value, id == NodeId::START)
    }

    /// The nodes of the main line, without the start: the game as it was played, for any position of the cursor.
    pub fn main_line(&self) -> Vec<NodeId> {
        let first = |id: &NodeId| self.children(*id).first().copied();
        std::iter::successors(first(&NodeId::START), first).collect()
    }

    /// Every node, the start included, each before those that follow it and the main line first.
    ///
    /// ```
    /// use tengen_game::{BoardSize, NodeId, Point, Record, Rule};
    ///
    /// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    /// record.play(Point::new(7, 7))?;
    /// record.undo();
    /// record.explore(Point::new(0, 0))?;
    /// let variation = record.current();
    /// assert_eq!(record.nodes(), [&[NodeId::START], &record.main_line()[..], &[variation]].concat());
    /// # Ok::<(), tengen_game::PlayError>(())
    /// ```
    pub fn nodes(&self) -> Vec<NodeId> {
        self.tree.preorder()
    }

    /// Makes `id` the first of the moves that follow its parent, and so the main line from there. Its parent
    /// may itself lie in a variation; nothing is done at the start. Cursor, current line and names of nodes
    /// stay.
    ///
    /// ```
    /// use tengen_game::{BoardSize, Point, Record, Rule};
    ///
    /// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    /// record.play(Point::new(7, 7))?;
    /// record.undo();
    /// record.explore(Point::new(0, 0))?;
    /// let better = record.current();
    /// record.promote(better);
    /// assert_eq!(record.main_line(), [better]);
    /// # Ok::<(), tengen_game::PlayError>(())
    /// ```
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn promote(&mut self, id: NodeId) {
        self.tree.make_first(id);
    }

    /// Deletes `id` with everything that follows it; nothing is done at the start. A cursor in that part
    /// moves to the node before `id`. Names of nodes other than [`NodeId::START`] and [`Record::current`] are
    /// void afterwards.
    ///
    /// ```
    /// use tengen_game::{BoardSize, NodeId, Point, Record, Rule};
    ///
    /// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    /// record.play(Point::new(7, 7))?;
    /// let first = record.current();
    /// record.play(Point::new(8, 8))?;
    /// record.delete(first);
    /// assert_eq!((record.current(), record.nodes()), (NodeId::START, vec![NodeId::START]));
    /// # Ok::<(), tengen_game::PlayError>(())
    /// ```
    ///
    /// # Panics
    /// When the record has no such node.
    pub fn delete(&mut self, id: NodeId) {
        let Some(parent) = self.parent(id) else { return };
        if self.tree.path(self.cursor).contains(&id) {
            self.visit(parent);
        }
        self.tree.delete(id, &mut self.cursor);
    }
}

/// The place of a new move among those that follow the same node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Main,
    Variation,
}

/// Records are equal when they hold the same game: the same tree in the same order, and the same place of the
/// cursor. The line that was visited last does not count.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        self.start == other.start
            && self.position == other.position
            && self.players == other.players
            && self.info == other.info
            && self.tree.same_as(&other.tree)
    }
}

impl Eq for Record {}

#[cfg(test)]
mod tests;
