use std::time::Duration;

use crate::{GameResult, Move, Point};

/// Names a place in a record's tree: the position after one of its moves, or the start.
///
/// A name is good for the record that gave it, until something is deleted from that record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The start of every record, before any move.
    pub const START: NodeId = NodeId(0);

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a record knows about one of its moves; of the start, everything but the move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// A remark; empty if there is none.
    pub comment: String,
    /// Marks on the board as it is after the move.
    pub marks: Vec<Mark>,
    /// How long the side thought.
    pub time: Option<Duration>,
    /// What the position was worth to the side that moved.
    pub evaluation: Option<Evaluation>,
}

/// A sign that somebody put on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where.
    pub point: Point,
    /// What.
    pub sign: Sign,
}

/// The signs that diagrams use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A cross.
    Cross,
    /// Some characters, normally one letter.
    Label(String),
}

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// An estimate in an engine's units; 0 is balanced.
    Value(i32),
    /// Plies to a forced end, negative where the side loses.
    Mate(i32),
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) parent: Option<NodeId>,
    /// The main line's child first.
    pub(super) children: Vec<NodeId>,
    /// The child on the line that was visited last, which redo follows.
    pub(super) visited: usize,
    /// `None` at the start.
    pub(super) played: Option<Move>,
    /// How the game ended here, on the board or away from it.
    pub(super) result: Option<GameResult>,
    pub(super) notes: Notes,
}

impl Node {
    pub(super) fn new(parent: Option<NodeId>, played: Option<Move>) -> Node {
        Node { parent, children: Vec::new(), visited: 0, played, result: None, notes: Notes::default() }
    }
}
