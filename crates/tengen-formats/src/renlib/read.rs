use std::collections::HashMap;

use tengen_game::{BoardSize, Mark, Move, NodeId, Point, Record, Rule, Sign};

use super::{
    BOARD_TEXT, COMMENT, EXTENSION, FIRST_LINE, Game, HEADER, LEAF, MAJOR, MARK, MAX_BYTES, MAX_NODES, NAME,
    NO_MOVE, OLD_COMMENT, OPENS_HERE, OWN, Options, RenLibError, SIBLING, SIGNS, rule_of_number,
};
use crate::{Encoding, ReadNote};

/// The first byte of a library that lost its header: the first move on h8.
const FIRST_MOVE: u8 = 0x78;

/// Reads a library.
///
/// A forbidden move of Black is accepted and ends the game. A library that holds moves after the end of a game, or passes under a rule
/// without a pass, is refused.
///
/// ```
/// use tengen_formats::renlib;
/// use tengen_game::Point;
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
    read_game(bytes, options).map(|game| game.record)
}

/// Reads like [`read()`], with notes on how the library was interpreted.
///
/// # Errors
/// The errors of [`read()`].
pub fn read_game(bytes: &[u8], options: Options) -> Result<Game, RenLibError> {
    if bytes.len() > MAX_BYTES {
        return Err(RenLibError::TooLong(bytes.len()));
    }
    if is_without_header(bytes) {
        let rule = options.rule.unwrap_or(Rule::Renju);
        let library = Library::read(&mut Input { bytes, at: 0 }, rule)?;
        return Ok(library.finish(options.encoding, vec![ReadNote::NoHeader]));
    }
    let mut input = Input { bytes, at: 0 };
    let own_rule = read_header(&mut input)?;
    let rule = match (options.rule, own_rule) {
        (Some(rule), _) => rule,
        (None, Some(number)) => rule_of_number(number).ok_or(RenLibError::Rule(number))?,
        (None, None) => Rule::Renju,
    };
    let library = Library::read(&mut input, rule)?;
    Ok(library.finish(options.encoding, Vec::new()))
}

/// Whether these bytes are a library that lost its header: a tree with a first move on h8 that ends where the bytes end.
///
/// No text is such a library, since a tree has bytes that no text has.
pub(crate) fn is_without_header(bytes: &[u8]) -> bool {
    if bytes.first() != Some(&FIRST_MOVE)
        || bytes.len() > MAX_BYTES
        || std::str::from_utf8(bytes).is_ok_and(is_text)
    {
        return false;
    }
    Library::read(&mut Input { bytes, at: 0 }, Rule::Renju).is_ok_and(|library| !library.is_open)
}

/// Whether a text has no control characters other than white space.
fn is_text(text: &str) -> bool {
    !text.contains(|c: char| c.is_control() && !c.is_whitespace())
}

/// Reads the header, and returns the number of the rule if Tengen wrote one.
fn read_header(input: &mut Input<'_>) -> Result<Option<u8>, RenLibError> {
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
    let Some(header) = input.bytes.get(..HEADER) else {
        return Err(RenLibError::Truncated { at: input.bytes.len(), expected: "a header of 20 bytes" });
    };
    input.at = HEADER;
    let own = header[NAME.len() + 2..].strip_prefix(&OWN);
    Ok(own.and_then(|rest| rest.first()).copied())
}

struct Library {
    record: Record,
    /// The number of moves before each node whose siblings are still to come.
    waiting: Vec<usize>,
    /// The undecoded texts, which are decoded at the end, when all of them can be judged together.
    texts: Vec<Text>,
    /// The marks of each node. They go into the record at the end, because a record sorts them.
    marks: HashMap<NodeId, Vec<Mark>>,
    opens_at: Option<NodeId>,
    /// Whether the bytes ended before the tree did.
    is_open: bool,
}

struct Text {
    node: NodeId,
    /// The point of a text on the board; `None` for a comment.
    point: Option<Point>,
    bytes: Vec<u8>,
}

impl Library {
    fn read(input: &mut Input<'_>, rule: Rule) -> Result<Library, RenLibError> {
        let mut library = Library {
            record: Record::new(rule, BoardSize::FIFTEEN),
            waiting: Vec::new(),
            texts: Vec::new(),
            marks: HashMap::new(),
            opens_at: None,
            is_open: false,
        };
        library.read_nodes(input)?;
        Ok(library)
    }

    /// The record with its texts and marks, and the notes about it.
    fn finish(self, encoding: Option<Encoding>, mut notes: Vec<ReadNote>) -> Game {
        let Library { mut record, texts, mut marks, opens_at, is_open, .. } = self;
        if is_open {
            notes.push(ReadNote::OpenEnd);
        }
        let encoding = encoding.unwrap_or_else(|| {
            let guessed = Encoding::guess(texts.iter().map(|text| text.bytes.as_slice()));
            notes.extend((guessed != Encoding::UTF_8).then_some(ReadNote::Encoding(guessed)));
            guessed
        });
        for text in texts {
            attach(&mut record, &mut marks, &text, encoding);
        }
        for (node, marks) in marks {
            // The marks lie on points that were read as points of this board.
            let _ = record.set_marks(node, marks);
        }
        // Redo follows the main line, not the variation that was read last.
        record.visit(record.main_line().last().copied().unwrap_or(NodeId::START));
        record.visit(opens_at.unwrap_or(NodeId::START));
        Game { record, notes }
    }

    fn read_nodes(&mut self, input: &mut Input<'_>) -> Result<(), RenLibError> {
        let mut nodes = 0;
        // A library with a header alone is empty.
        let mut complete = input.is_at_end();
        while !complete {
            if nodes > MAX_NODES {
                return Err(RenLibError::TooManyNodes);
            }
            // Some programs leave out that the last node is a leaf.
            if nodes > 0 && input.is_at_end() {
                self.is_open = true;
                break;
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
        // A node without a move is a text on its parent's board; with moves after it, it must have been a move.
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
        // Of a repeated move the first comment counts, as in RenLib.
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
