use std::time::Duration;

use super::Properties;
use crate::{BoardSize, GameResult, Move, Point, Score};

/// Names a place in a record's tree: the position after one of its moves, or the start.
///
/// A name is valid in the record that returned it, until something is deleted from that record by
/// [`Record::delete`](crate::Record::delete) or [`Record::end`](crate::Record::end); copies of the record
/// keep it. Any other name belongs to another node, or to none; then the functions of
/// [`Record`](crate::Record) panic. [`NodeId::START`] is always valid.
///
/// ```
/// use tengen_game::{BoardSize, NodeId, Point, Record, Rule};
///
/// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
/// assert_eq!(record.current(), NodeId::START);
/// record.play(Point::new(7, 7))?;
/// let first = record.current();
/// record.play(Point::new(8, 8))?;
/// record.visit(first);
/// assert_eq!((record.cursor(), record.parent(first)), (1, Some(NodeId::START)));
/// # Ok::<(), tengen_game::PlayError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The start of every record, before any move.
    pub const START: NodeId = NodeId(0);

    /// The number of the node, as an index into a list beside the record: the nodes of a record are numbered from 0, the start,
    /// each new one by the next number. Deleted nodes leave gaps.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The notes of a record about one of its moves, or about the start.
///
/// ```
/// use std::time::Duration;
/// use tengen_game::{BoardSize, Point, Record, Rule, Score};
///
/// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
/// record.play(Point::new(7, 7))?;
/// let notes = record.notes_mut(record.current());
/// notes.comment = "the centre".to_owned();
/// notes.time = Some(Duration::from_millis(1200));
/// notes.evaluation = Some(Score::Value(35));
/// assert_eq!(record.notes(record.current()).comment, "the centre");
/// # Ok::<(), tengen_game::PlayError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// A comment; empty if there is none.
    pub comment: String,
    /// The time that the side took for the move. Files keep whole milliseconds.
    pub time: Option<Duration>,
    /// The score of the position **to the side that moved**; at the start, to the side that is not to move. A mate counts
    /// the plies after the move.
    pub evaluation: Option<Score>,
}

/// A mark on a point.
///
/// Marks have an order, by columns, rows and signs, so that the same marks are always the same list.
/// [`Record::add_mark`](crate::Record::add_mark) puts one on a board.
///
/// ```
/// use tengen_game::{BoardSize, Mark, NodeId, Point, Record, Rule, Sign};
///
/// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
/// let mark = Mark { point: Point::new(7, 7), sign: Sign::Label("A".to_owned()) };
/// record.add_mark(NodeId::START, mark.clone())?;
/// assert_eq!(record.marks(NodeId::START), [mark]);
/// # Ok::<(), tengen_game::MarkOffBoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Mark {
    /// The point of the mark.
    pub point: Point,
    /// The sign of the mark.
    pub sign: Sign,
}

/// A mark lies beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {}, row {} (from 0 at the top left) is not on {} {size} board", point.x(), point.y(), size.article())]
pub struct MarkOffBoardError {
    /// The point of the mark.
    pub point: Point,
    /// The size of the board.
    pub size: BoardSize,
}

/// The signs that diagrams use.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sign {
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A cross.
    Cross,
    /// A label of some characters, normally one letter.
    Label(String),
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) parent: Option<NodeId>,
    /// The children, that of the main line first.
    pub(super) children: Vec<NodeId>,
    /// The child on the line that was visited last, which redo follows.
    pub(super) visited: usize,
    /// The move; `None` at the start.
    pub(super) played: Option<Move>,
    /// The result of the game at the node, on the board or away from it.
    pub(super) result: Option<GameResult>,
    pub(super) notes: Notes,
    /// The marks in their order, each once, all of them on the board.
    pub(super) marks: Vec<Mark>,
    pub(super) properties: Properties,
}

impl Node {
    pub(super) fn new(parent: Option<NodeId>, played: Option<Move>) -> Node {
        Node {
            parent,
            children: Vec::new(),
            visited: 0,
            played,
            result: None,
            notes: Notes::default(),
            marks: Vec::new(),
            properties: Properties::default(),
        }
    }
}

/// The nodes of a record, each with its parent and its children.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// The nodes; the start is the first, and a child comes after its parent.
    nodes: Vec<Node>,
}

impl Tree {
    pub(super) fn new() -> Tree {
        Tree { nodes: vec![Node::new(None, None)] }
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The child of `parent` with this move. It is added if it is missing, and becomes the visited child.
    pub(super) fn child_with(&mut self, parent: NodeId, played: Move) -> NodeId {
        let existing = self.node(parent).children.iter().copied();
        let found = existing.into_iter().find(|&child| self.node(child).played == Some(played));
        let child = found.unwrap_or_else(|| {
            let child = NodeId(u32::try_from(self.nodes.len()).expect("a record has fewer than 2^32 moves"));
            self.nodes.push(Node::new(Some(parent), Some(played)));
            self.node_mut(parent).children.push(child);
            child
        });
        self.mark_visited(child);
        child
    }

    /// Makes a node the first of its parent's children.
    pub(super) fn make_first(&mut self, id: NodeId) {
        let Some(parent) = self.node(id).parent else { return };
        let node = self.node_mut(parent);
        if let Some(place) = node.children.iter().position(|&child| child == id) {
            let visited = node.children[node.visited];
            node.children[..=place].rotate_right(1);
            node.visited = node.children.iter().position(|&child| child == visited).unwrap_or_default();
        }
    }

    /// Makes the line through `id` the one that was visited last.
    pub(super) fn mark_visited(&mut self, id: NodeId) {
        let Some(parent) = self.node(id).parent else { return };
        let node = self.node_mut(parent);
        node.visited = node.children.iter().position(|&child| child == id).unwrap_or_default();
    }

    /// The nodes from the start to `id`, without the start.
    pub(super) fn path(&self, id: NodeId) -> Vec<NodeId> {
        let up = |id: &NodeId| self.node(*id).parent;
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), up).collect();
        path.pop();
        path.reverse();
        path
    }

    /// The nodes that follow `id` on the line that was visited last.
    pub(super) fn visited_below(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let down = |id: &NodeId| {
            let node = self.node(*id);
            node.children.get(node.visited).copied()
        };
        std::iter::successors(down(&id), down)
    }

    /// The nodes, each before its children and the first child before the others.
    pub(super) fn preorder(&self) -> Vec<NodeId> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut waiting = vec![NodeId::START];
        while let Some(id) = waiting.pop() {
            order.push(id);
            waiting.extend(self.node(id).children.iter().rev());
        }
        order
    }

    /// Deletes a node, which is not the start and not an ancestor of `current`, with all nodes below it.
    ///
    /// The remaining nodes are renumbered, and `current` with them.
    pub(super) fn delete(&mut self, id: NodeId, current: &mut NodeId) {
        let Some(parent) = self.node(id).parent else { return };
        let node = self.node_mut(parent);
        node.children.retain(|&child| child != id);
        node.visited = 0;
        self.renumber(current);
    }

    /// Deletes all nodes below `current`.
    pub(super) fn delete_below(&mut self, current: &mut NodeId) {
        let node = self.node_mut(*current);
        if node.children.is_empty() {
            // A game ends at a leaf nearly always, and the rest of the tree can be large.
            return;
        }
        node.children.clear();
        node.visited = 0;
        self.renumber(current);
    }

    /// Drops the nodes that cannot be reached any more.
    fn renumber(&mut self, current: &mut NodeId) {
        let order = self.preorder();
        let mut names = vec![None; self.nodes.len()];
        for (new, old) in (0..).zip(&order) {
            names[old.index()] = Some(NodeId(new));
        }
        let rename = |id: NodeId| names[id.index()].unwrap_or(NodeId::START);
        let nodes = order.iter().map(|&old| {
            let mut node = self.node(old).clone();
            node.parent = node.parent.map(rename);
            node.children.iter_mut().for_each(|child| *child = rename(*child));
            node
        });
        self.nodes = nodes.collect();
        *current = rename(*current);
    }

    /// Whether two trees hold the same moves and notes in the same order.
    pub(super) fn same_as(&self, other: &Tree) -> bool {
        let (own, others) = (self.preorder(), other.preorder());
        own.len() == others.len()
            && own.iter().zip(&others).all(|(&a, &b)| {
                let (a, b) = (self.node(a), other.node(b));
                a.played == b.played
                    && a.children.len() == b.children.len()
                    && a.result == b.result
                    && a.notes == b.notes
                    && a.marks == b.marks
                    && a.properties == b.properties
            })
    }
}
