use std::collections::HashMap;

use tengen_game::{Board, BoardSize, Color, Mark, Move, NodeId, Point, Record, Sign};

use super::{
    BOARD_TEXT, COMMENT, EXTENSION, FIRST_LINE, HEADER, LEAF, MAJOR, MARK, MAX_BYTES, MAX_NODES, MINOR, NAME,
    NO_MOVE, OPENS_HERE, OWN, RenLibError, SIBLING, SIGNS, number_of_rule,
};
use crate::{Loss, Written, losses_of};

/// Writes a record as a library, with texts in UTF-8.
///
/// Players and everything else about the game as a whole, results away from the board, times, evaluations and properties
/// of other programs are lost. The rule is where [`read()`](super::read()) finds it; other programs read every library as renju. Marks
/// are lost, all of them, if there is one that a library cannot hold: a library has circles on the stone played
/// last, and signs and labels on empty points after them. Comments are lost, all of them, if one contains a
/// control character that has a meaning to RenLib (zero, backspace, carriage return).
///
/// ```
/// use tengen_formats::renlib::{self, Options};
/// use tengen_game::{BoardSize, Point, Record, Rule};
///
/// let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
/// record.play(Point::new(7, 7))?;
/// record.notes_mut(record.current()).comment = "the centre".to_owned();
/// let library = renlib::write(&record)?;
/// assert!(library.losses.is_empty());
/// assert_eq!(renlib::read(&library.content, Options::default())?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the board is not 15×15, the record begins with a set-up position, or it is too large.
pub fn write(record: &Record) -> Result<Written<Vec<u8>>, RenLibError> {
    if record.size() != BoardSize::FIFTEEN {
        return Err(RenLibError::Size(record.size()));
    }
    if record.setup().is_some() {
        return Err(RenLibError::Setup);
    }
    let mut possible = vec![
        Loss::MoveLimit,
        Loss::Players,
        Loss::Info,
        Loss::Result,
        Loss::Times,
        Loss::Evaluations,
        Loss::Properties,
    ];
    let comments = record.nodes().iter().all(|&id| {
        let comment = &record.notes(id).comment;
        !comment.contains(['\0', FIRST_LINE, '\r'])
    });
    if !comments {
        possible.push(Loss::Comments);
    }
    let marks = marks_fit(record);
    if !marks {
        possible.push(Loss::Marks);
    }
    let content = Writer { record, comments, marks, nodes: 0, bytes: Vec::new() }.write()?;
    Ok(Written { content, losses: losses_of(record, &possible) })
}

/// Whether a library can hold all marks of the record.
fn marks_fit(record: &Record) -> bool {
    let mut board = Board::new(BoardSize::FIFTEEN);
    // The nodes from the start to the current node.
    let mut path = vec![NodeId::START];
    let point_of = |id| record.played(id).and_then(Move::point);
    record.nodes().into_iter().all(|id| {
        if let Some(parent) = record.parent(id) {
            while let Some(&last) = path.last().filter(|&&last| last != parent) {
                path.pop();
                if let Some(point) = point_of(last) {
                    board.set(point, None);
                }
            }
            path.push(id);
            if let Some(point) = point_of(id) {
                // The colour does not matter here.
                board.set(point, Some(Color::Black));
            }
        }
        other_marks(record, id).all(|mark| board.is_empty(mark.point) && sign_text(&mark.sign).is_some())
    })
}

/// The mark on the stone of the node's own move, as a library can hold it.
fn own_mark(record: &Record, id: NodeId) -> Option<Mark> {
    let point = record.played(id).and_then(Move::point)?;
    Some(Mark { point, sign: Sign::Circle })
}

/// The marks of a node without the mark of its own move.
fn other_marks(record: &Record, id: NodeId) -> impl Iterator<Item = &Mark> {
    let own = own_mark(record, id);
    record.marks(id).iter().filter(move |mark| Some(*mark) != own.as_ref())
}

/// The text of a sign on the board; `None` if it would be read as another sign.
fn sign_text(sign: &Sign) -> Option<&str> {
    match sign {
        Sign::Label(text) if text.is_empty() || text.contains('\0') => None,
        Sign::Label(text) if SIGNS.iter().any(|(name, _)| name == text) => None,
        Sign::Label(text) => Some(text),
        sign => SIGNS.iter().find(|(_, known)| known == sign).map(|(name, _)| *name),
    }
}

/// A child of a node in the file: a move, or only a text on the board, or both.
struct Item<'a> {
    node: Option<NodeId>,
    played: Move,
    text: Option<&'a str>,
}

struct Writer<'a> {
    record: &'a Record,
    comments: bool,
    marks: bool,
    nodes: usize,
    bytes: Vec<u8>,
}

impl<'a> Writer<'a> {
    fn write(mut self) -> Result<Vec<u8>, RenLibError> {
        self.bytes.extend(NAME);
        self.bytes.extend([MAJOR, MINOR]);
        if let Some(number) = number_of_rule(self.record.rule()) {
            self.bytes.extend(OWN);
            self.bytes.push(number);
        }
        self.bytes.resize(HEADER, 0xFF);
        let root = Item { node: Some(NodeId::START), played: Move::Pass, text: None };
        // The items to be written, the next one last; the flag is set where a sibling follows.
        let mut waiting = vec![(root, false)];
        while let Some((item, has_sibling)) = waiting.pop() {
            let items = item.node.map_or(Vec::new(), |id| self.items(id));
            self.put(&item, has_sibling, items.is_empty());
            let count = items.len();
            let siblings = items.into_iter().enumerate().map(|(index, item)| (item, index + 1 < count));
            waiting.extend(siblings.rev());
            self.nodes += 1;
            if self.nodes > MAX_NODES {
                return Err(RenLibError::TooManyNodes);
            }
            if self.bytes.len() > MAX_BYTES {
                return Err(RenLibError::TooLong(self.bytes.len()));
            }
        }
        Ok(self.bytes)
    }

    /// The items below a node: first the labels alone, then the moves, each with a label on its point.
    fn items(&self, id: NodeId) -> Vec<Item<'a>> {
        let record = self.record;
        let children = record.children(id);
        let played = |child: &NodeId| record.played(*child).unwrap_or(Move::Pass);
        let places: HashMap<Move, usize> = children.iter().map(played).zip(0..).collect();
        let mut texts = vec![None; children.len()];
        let mut items = Vec::new();
        for mark in other_marks(record, id).filter(|_| self.marks) {
            let (played, text) = (Move::Place(mark.point), sign_text(&mark.sign));
            // A move has room for one label.
            match places.get(&played) {
                Some(&place) if texts[place].is_none() => texts[place] = text,
                _ => items.push(Item { node: None, played, text }),
            }
        }
        let moves = children.iter().zip(texts);
        items.extend(moves.map(|(child, text)| Item { node: Some(*child), played: played(child), text }));
        items
    }

    fn put(&mut self, item: &Item<'_>, has_sibling: bool, is_leaf: bool) {
        let record = self.record;
        let cell = |point: Point| 16 * point.y() + point.x() + 1;
        let comment = item.node.filter(|_| self.comments).map(|id| record.notes(id).comment.as_str());
        let comment = comment.filter(|comment| !comment.is_empty());
        let own = item.node.filter(|_| self.marks).and_then(|id| Some((id, own_mark(record, id)?)));
        let marked = own.is_some_and(|(id, mark)| record.marks(id).binary_search(&mark).is_ok());
        let flag = |present, bit| if present { bit } else { 0 };
        let flags = flag(has_sibling, SIBLING)
            | flag(is_leaf, LEAF)
            | flag(marked, MARK)
            | flag(comment.is_some(), COMMENT)
            | flag(item.node == Some(record.current()), OPENS_HERE)
            | flag(item.node.is_none(), NO_MOVE)
            | flag(item.text.is_some(), EXTENSION);
        self.bytes.extend([item.played.point().map_or(0, cell), flags]);
        if item.text.is_some() {
            self.bytes.extend(BOARD_TEXT);
        }
        if let Some(comment) = comment {
            let mut first = [0; 4];
            let lines = comment.replacen('\n', FIRST_LINE.encode_utf8(&mut first), 1).replace('\n', "\r\n");
            self.put_text(&lines);
        }
        if let Some(text) = item.text {
            self.put_text(text);
        }
    }

    fn put_text(&mut self, text: &str) {
        self.bytes.extend(text.as_bytes());
        self.bytes.push(0);
        if self.bytes.len() % 2 == 1 {
            self.bytes.push(0);
        }
    }
}
