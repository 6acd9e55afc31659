use std::time::Duration;

use super::Properties;
use crate::{BoardSize, GameResult, Move, Point, Score};

/// Names a place in a record's tree: the position after one of its moves, or the start.
///
/// A name is good for the record that gave it, until something is deleted from that record by
/// [`Record::delete`](crate::Record::delete) or [`Record::end`](crate::Record::end); copies of the record
/// keep it. Any other name is that of another node, or of none, on which the functions of
/// [`Record`](crate::Record) panic. [`NodeId::START`] is always good.
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

    /// The nodes of a record are numbered from 0, each new one by the next number.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// The node with this number.
    pub(crate) fn of_index(index: usize) -> NodeId {
        NodeId(u32::try_from(index).unwrap_or(u32::MAX))
    }
}

/// What a record knows about one of its moves; of the start, everything but the move.
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
    /// A remark; empty if there is none.
    pub comment: String,
    /// How long the side thought. Files keep whole milliseconds.
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
    /// Where.
    pub point: Point,
    /// What.
    pub sign: Sign,
}

/// A mark lies beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {}, row {} (from 0 at the top left) is not on a {size} board", point.x(), point.y())]
pub struct MarkOffBoardError {
    /// Where the mark lies.
    pub point: Point,
    /// The board.
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
    /// Some characters, normally one letter.
    Label(String),
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
    /// In their order, each once, all of them on the board.
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
