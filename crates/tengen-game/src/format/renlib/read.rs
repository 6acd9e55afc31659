use std::collections::HashMap;

use super::{
    BOARD_TEXT, COMMENT, EXTENSION, FIRST_LINE, HEADER, LEAF, MAJOR, MARK, MAX_BYTES, MAX_NODES, NAME,
    NO_MOVE, OLD_COMMENT, OPENS_HERE, Options, RenLibError, SIBLING, SIGNS,
};
use crate::format::Encoding;
use crate::{BoardSize, Mark, Move, NodeId, Point, Record, Sign};

/// Reads a library.
///
/// Forbidden moves of Black are accepted as what they are, the end of the game. A library that holds moves after
/// the end of a game, or passes under a rule without a pass, is refused.
///
/// ```
/// use tengen_game::{Point, format::renlib};
///
/// let mut bytes = b"\xFFRenLib\xFF\x03\x04".to_vec();
/// bytes.extend([0xFF; 10]);
/// // The root, and h8 with no more moves.
/// bytes.extend([0x00, 0x00, 0x78, 0x40]);
/// let record = renlib::read(&bytes, renlib::Options::default())?;
/// assert_eq!(record.line(), [Point::new(7, 7)]);
/// # Ok::<(), renlib::RenLibError>(())
/// ```
///
/// # Errors
/// When the bytes are no library, or one that cannot be played; the message names the byte.
pub fn read(bytes: &[u8], options: Options) -> Result<Record, RenLibError> {
    if bytes.len() > MAX_BYTES {
        return Err(RenLibError::TooLong(bytes.len()));
    }
    let mut input = Input { bytes, at: 0 };
    read_header(&mut input)?;
    let mut library = Library {
        record: Record::new(options.rule, BoardSize::FIFTEEN),
        waiting: Vec::new(),
        texts: Vec::new(),
        marks: HashMap::new(),
        opens_at: None,
    };
    library.read_nodes(&mut input)?;
    let Library { mut record, texts, mut marks, opens_at, .. } = library;
    let raw = texts.iter().map(|text| text.bytes.as_slice());
    let encoding = options.encoding.unwrap_or_else(|| Encoding::guess(raw));
    for text in texts {
        attach(&mut record, &mut marks, &text, encoding);
    }
    for (node, marks) in marks {
        // They lie on points that were read as points of this board.
        let _ = record.set_marks(node, marks);
    }
    // Redo follows the main line, not the variation that was read last.
    record.visit(record.main_line().last().copied().unwrap_or(NodeId::START));
    record.visit(opens_at.unwrap_or(NodeId::START));
    Ok(record)
}

fn read_header(input: &mut Input<'_>) -> Result<(), RenLibError> {
    if !input.bytes.starts_with(&NAME) {
        return Err(RenLibError::Header);
    }
    let Some(&[major, minor]) = input.bytes.get(NAME.len()..NAME.len() + 2).and_then(|v| v.first_chunk())
    else {
        return Err(RenLibError::Truncated { at: input.bytes.len(), expected: "the version" });
    };
    if major > MAJOR {
        return Err(RenLibError::Version { major, minor });
    }
    if input.bytes.len() < HEADER {
        return Err(RenLibError::Truncated { at: input.bytes.len(), expected: "a header of 20 bytes" });
    }
    input.at = HEADER;
    Ok(())
}

struct Library {
    record: Record,
    /// For each node whose siblings are still to come, the number of moves before it.
    waiting: Vec<usize>,
    /// Decoded at the end, when all of them can be judged together.
    texts: Vec<Text>,
    /// They go into the record when all are known, because a record sorts them.
    marks: HashMap<NodeId, Vec<Mark>>,
    opens_at: Option<NodeId>,
}

struct Text {
    node: NodeId,
    /// The point of a text on the board; `None` for a comment.
    point: Option<Point>,
    bytes: Vec<u8>,
}

impl Library {
    fn read_nodes(&mut self, input: &mut Input<'_>) -> Result<(), RenLibError> {
        let mut nodes = 0;
        // A library with a header alone is empty.
        let mut complete = input.is_at_end();
        while !complete {
            if nodes > MAX_NODES {
                return Err(RenLibError::TooManyNodes);
            }
            complete = self.read_node(input, nodes == 0)?;
            nodes += 1;
        }
        if input.is_at_end() {
            Ok(())
        } else {
            Err(RenLibError::Trailing { at: input.at, left: input.bytes.len() - input.at })
        }
    }

    /// Reads a node and returns whether it was the last.
    fn read_node(&mut self, input: &mut Input<'_>, first: bool) -> Result<bool, RenLibError> {
        let at = input.at;
        let [cell, flags] = input.pair("a node")?;
        let played = read_move(cell).ok_or(RenLibError::Point { at, found: cell })?;
        let is_root = first && played == Move::Pass;
        let is_leaf = flags & LEAF != 0;
        let has_text = flags & EXTENSION != 0 && read_extension(input)?;
        let parent = self.record.current();
        if flags & SIBLING != 0 && !is_root {
            self.waiting.push(self.record.cursor());
        }
        // A text with no move stays on its parent's board; with moves after it, it must have been one.
        let is_move = !is_root && (flags & NO_MOVE == 0 || !is_leaf || played == Move::Pass);
        if is_move {
            self.record.play_or_lose(played).map_err(|source| RenLibError::Play { at, source })?;
        }
        let node = self.record.current();
        if flags & OPENS_HERE != 0 && (is_move || is_root) {
            self.opens_at.get_or_insert(node);
        }
        if let (true, Some(point)) = (flags & MARK != 0 && is_move, played.point()) {
            self.marks.entry(node).or_default().push(Mark { point, sign: Sign::Circle });
        }
        if flags & OLD_COMMENT != 0 {
            let bytes = input.old_comment()?;
            self.texts.push(Text { node, point: None, bytes });
        } else if flags & COMMENT != 0 {
            let bytes = input.text("a comment and a zero byte")?;
            self.texts.push(Text { node, point: None, bytes });
        }
        if has_text {
            let bytes = input.text("a text on the board and a zero byte")?;
            if let Some(point) = played.point() {
                self.texts.push(Text { node: parent, point: Some(point), bytes });
            }
        }
        if !is_leaf {
            return Ok(false);
        }
        let Some(depth) = self.waiting.pop() else { return Ok(true) };
        while self.record.cursor() > depth && self.record.undo() {}
        Ok(false)
    }
}

/// The move on a cell; 0 is a pass, or the root.
fn read_move(cell: u8) -> Option<Move> {
    if cell == 0 {
        return Some(Move::Pass);
    }
    let point = Point::new((cell % 16).checked_sub(1)?, cell / 16);
    BoardSize::FIFTEEN.contains(point).then_some(Move::Place(point))
}

/// Whether the further flags announce a text on the board.
fn read_extension(input: &mut Input<'_>) -> Result<bool, RenLibError> {
    let at = input.at;
    match input.pair("two bytes of further flags")? {
        BOARD_TEXT => Ok(true),
        [0, 0] => Ok(false),
        found => Err(RenLibError::Extension { at, found }),
    }
}

fn attach(record: &mut Record, marks: &mut HashMap<NodeId, Vec<Mark>>, text: &Text, encoding: Encoding) {
    let content = encoding.decode(&text.bytes).into_owned();
    let notes = record.notes_mut(text.node);
    match text.point {
        Some(point) if !content.is_empty() => {
            let sign = SIGNS.into_iter().find(|(name, _)| *name == content);
            let sign = sign.map_or(Sign::Label(content), |(_, sign)| sign);
            marks.entry(text.node).or_default().push(Mark { point, sign });
        }
        // Where a move is there twice, its first comment counts, as in RenLib.
        None if notes.comment.is_empty() => {
            notes.comment = content.replacen(FIRST_LINE, "\n", 1).replace("\r\n", "\n");
        }
        _ => {}
    }
}

/// A library's bytes, read from front to back.
struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Input<'_> {
    fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    fn pair(&mut self, expected: &'static str) -> Result<[u8; 2], RenLibError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let &pair = rest.first_chunk().ok_or(RenLibError::Truncated { at: self.bytes.len(), expected })?;
        self.at += 2;
        Ok(pair)
    }

    /// A text up to its zero byte, and past the byte that makes its length even.
    fn text(&mut self, expected: &'static str) -> Result<Vec<u8>, RenLibError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|&byte| byte == 0);
        let length = length.ok_or(RenLibError::Truncated { at: self.bytes.len(), expected })?;
        // Some writers leave the last byte of the file out.
        self.at = (self.at + (length + 2) / 2 * 2).min(self.bytes.len());
        Ok(rest[..length].to_vec())
    }

    /// A comment of RenLib 2: pairs of characters, up to the first pair with a high bit.
    fn old_comment(&mut self) -> Result<Vec<u8>, RenLibError> {
        let mut text = Vec::new();
        loop {
            let pair = self.pair("a comment of RenLib 2, which a byte from 80 on ends")?;
            text.extend(pair.map(|byte| byte & 0x7F).into_iter().filter(|&byte| byte != 0));
            if pair.iter().any(|&byte| byte & 0x80 != 0) {
                return Ok(text);
            }
        }
    }
}
