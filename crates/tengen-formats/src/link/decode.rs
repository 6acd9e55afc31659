//! Decodes a payload to a record.

use std::num::NonZeroU16;

use tengen_game::{
    Board, BoardSize, Color, EndReason, GameResult, Mark, Move, NodeId, Players, Point, Position, Record,
    Rule, Sign, WinLength,
};

use super::envelope::{Input, wrong};
use super::{Link, LinkError, MAX_MOVES};

pub(super) const SETUP: u8 = 1;
pub(super) const MOVES: u8 = 2;
pub(super) const REMARKS: u8 = 3;
pub(super) const PLAYERS: u8 = 4;
pub(super) const CURSOR: u8 = 5;
pub(super) const OPENING: u8 = 6;
pub(super) const MOVE_LIMIT: u8 = 7;
/// The first of the tags whose sections a reader may skip if they are unknown.
const OPTIONAL: u8 = 128;

pub(super) const RENJU: u8 = 0;
pub(super) const STANDARD: u8 = 1;
pub(super) const CARO: u8 = 2;
pub(super) const CARO_EXACT: u8 = 3;
pub(super) const FREE: u8 = 16;

pub(super) const COMMENT: u8 = 1;
pub(super) const MARKS: u8 = 2;
pub(super) const RESULT: u8 = 4;

/// The numbers of points and moves on one board.
#[derive(Clone, Copy)]
pub(super) struct Cells {
    size: BoardSize,
}

impl Cells {
    pub(super) fn of(size: BoardSize) -> Cells {
        Cells { size }
    }

    pub(super) fn number(self, point: Point) -> usize {
        usize::from(point.y()) * usize::from(self.size.lines()) + usize::from(point.x())
    }

    pub(super) fn pass(self) -> usize {
        self.size.area()
    }

    pub(super) fn back(self) -> usize {
        self.size.area() + 1
    }

    /// Whether a number takes two bytes. On boards of up to 15 lines all numbers fit into one.
    fn is_wide(self) -> bool {
        self.back() > 0xFF
    }

    pub(super) fn put(self, bytes: &mut Vec<u8>, number: usize) {
        if self.is_wide() {
            bytes.push((number >> 8) as u8);
        }
        bytes.push(number as u8);
    }

    fn read(self, input: &mut Input<'_>, expected: &'static str) -> Result<usize, LinkError> {
        let high = if self.is_wide() { usize::from(input.byte(expected)?) << 8 } else { 0 };
        Ok(high | usize::from(input.byte(expected)?))
    }

    fn point(self, number: usize) -> Option<Point> {
        let lines = usize::from(self.size.lines());
        (number < self.size.area()).then(|| Point::new((number % lines) as u8, (number / lines) as u8))
    }
}

/// The contents of the remarks section for one node.
struct Remark {
    node: usize,
    comment: String,
    marks: Vec<Mark>,
    result: Option<GameResult>,
}

pub(super) fn payload(bytes: &[u8]) -> Result<Link, LinkError> {
    let mut input = Input::new(bytes);
    let size = BoardSize::new(usize::from(input.byte("the number of lines")?))?;
    let cells = Cells::of(size);
    let rule = read_rule(&mut input)?;
    let mut start = Position::new(rule, size);
    let (mut moves, mut remarks) = (Input::new(&[]), Vec::new());
    let (mut players, mut cursor, mut opening) = (Players::default(), None, None);
    let mut last = 0;
    while !input.is_empty() {
        let (at, tag, mut section) = input.section()?;
        if tag <= last {
            return Err(wrong(at, "a section with a higher tag than the last", tag));
        }
        last = tag;
        match tag {
            SETUP => start = read_setup(&mut section, rule, size)?,
            MOVES => moves = std::mem::replace(&mut section, Input::new(&[])),
            REMARKS => remarks = read_remarks(&mut section, cells)?,
            PLAYERS => {
                players.black = section.string("Black's name")?;
                players.white = section.string("White's name")?;
            }
            CURSOR => cursor = Some((section.at(), section.varint("the cursor")?)),
            OPENING => opening = Some(section.text("the opening")?),
            MOVE_LIMIT => start = start.with_max_moves(Some(read_max_moves(&mut section)?)),
            OPTIONAL.. => continue,
            _ => return Err(LinkError::Section { at, tag }),
        }
        section.end("the end of the section")?;
    }
    let mut record = Record::from_position(start);
    record.players = players;
    let ids = replay(&mut record, moves, remarks, cells)?;
    // Redo follows the main line, not the variation that was read last.
    record.visit(record.main_line().last().copied().unwrap_or(NodeId::START));
    if let Some((at, number)) = cursor {
        let &id = ids.get(number).ok_or_else(|| wrong(at, "the number of a node", number))?;
        record.visit(id);
    }
    Ok(Link { record, opening })
}

fn read_rule(input: &mut Input<'_>) -> Result<Rule, LinkError> {
    let expected = "a rule (0 to 3, or 17 to 25)";
    let at = input.at();
    match input.byte(expected)? {
        RENJU => Ok(Rule::Renju),
        STANDARD => Ok(Rule::Standard),
        CARO => Ok(Rule::Caro),
        CARO_EXACT => Ok(Rule::CaroExact),
        code => {
            let length = code.checked_sub(FREE).and_then(|n| WinLength::new(usize::from(n)).ok());
            length.map(Rule::Free).ok_or_else(|| wrong(at, expected, code))
        }
    }
}

fn read_max_moves(input: &mut Input<'_>) -> Result<NonZeroU16, LinkError> {
    let expected = "the maximum number of moves, 1 to 65535";
    let at = input.at();
    let number = input.varint(expected)?;
    u16::try_from(number).ok().and_then(NonZeroU16::new).ok_or_else(|| wrong(at, expected, number))
}

fn read_setup(input: &mut Input<'_>, rule: Rule, size: BoardSize) -> Result<Position, LinkError> {
    let at = input.at();
    let to_move = match input.byte("who moves first")? {
        0 => Color::Black,
        1 => Color::White,
        other => return Err(wrong(at, "0 or 1 for who moves first", other)),
    };
    let mut board = Board::new(size);
    let mut points = size.points();
    while let Some(first) = points.next() {
        let at = input.at();
        let mut byte = input.byte("five points of the set-up")?;
        for point in std::iter::once(first).chain(points.by_ref().take(4)) {
            let stone = [None, Some(Color::Black), Some(Color::White)][usize::from(byte % 3)];
            board.set(point, stone);
            byte /= 3;
        }
        if byte != 0 {
            return Err(wrong(at, "five points of the set-up", "more than five"));
        }
    }
    Ok(Position::from_board(rule, board, to_move)?)
}

fn read_remarks(input: &mut Input<'_>, cells: Cells) -> Result<Vec<Remark>, LinkError> {
    let mut remarks: Vec<Remark> = Vec::new();
    while !input.is_empty() {
        let at = input.at();
        let step = input.varint("how far the next remark is")?;
        let node = match remarks.last() {
            Some(_) if step == 0 => return Err(wrong(at, "a remark on a later node", "the same node")),
            last => last.map_or(0, |last| last.node) + step,
        };
        let at = input.at();
        let flags = input.byte("what is remarked")?;
        if flags == 0 || flags > COMMENT + MARKS + RESULT {
            return Err(wrong(at, "flags from 1 to 7", flags));
        }
        let comment = if flags & COMMENT != 0 { input.string("a comment")? } else { String::new() };
        let marks = if flags & MARKS != 0 { read_marks(input, cells)? } else { Vec::new() };
        let result = if flags & RESULT != 0 { Some(read_result(input)?) } else { None };
        remarks.push(Remark { node, comment, marks, result });
    }
    Ok(remarks)
}

fn read_marks(input: &mut Input<'_>, cells: Cells) -> Result<Vec<Mark>, LinkError> {
    // The number comes from outside, so that no memory is allocated before the marks are read.
    let count = input.varint("the number of marks")?;
    let mut marks = Vec::new();
    for _ in 0..count {
        let at = input.at();
        let cell = cells.read(input, "a mark's cell")?;
        let point = cells.point(cell).ok_or_else(|| wrong(at, "a mark's cell", cell))?;
        let at = input.at();
        let sign = match input.byte("a sign")? {
            0 => Sign::Circle,
            1 => Sign::Square,
            2 => Sign::Triangle,
            3 => Sign::Cross,
            4 => Sign::Label(input.string("a label")?),
            other => return Err(wrong(at, "a sign from 0 to 4", other)),
        };
        marks.push(Mark { point, sign });
    }
    Ok(marks)
}

fn read_result(input: &mut Input<'_>) -> Result<GameResult, LinkError> {
    let expected = "a result (0 to 2, and 16 or 32 for the winner)";
    let at = input.at();
    let code = input.byte(expected)?;
    let reason = match code % 16 {
        0 => EndReason::Resignation,
        1 => EndReason::Timeout,
        2 => EndReason::Agreement,
        _ => return Err(wrong(at, expected, code)),
    };
    let winner = match code / 16 {
        0 => None,
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => return Err(wrong(at, expected, code)),
    };
    Ok(GameResult { winner, reason })
}

/// Plays the moves and attaches the remarks. Returns the names of the nodes in their order.
fn replay(
    record: &mut Record,
    mut moves: Input<'_>,
    remarks: Vec<Remark>,
    cells: Cells,
) -> Result<Vec<NodeId>, LinkError> {
    let mut remarks = remarks.into_iter().peekable();
    let mut ids = vec![NodeId::START];
    let mut annotate = |record: &mut Record, node: usize| {
        let Some(remark) = remarks.next_if(|remark| remark.node == node) else { return Ok(()) };
        let here = record.current();
        record.notes_mut(here).comment = remark.comment;
        // Every cell is a point of the board.
        let _ = record.set_marks(here, remark.marks);
        let Some(result) = remark.result else { return Ok(()) };
        record.end(result).map_err(|source| LinkError::End { number: node, source })
    };
    annotate(record, 0)?;
    while !moves.is_empty() {
        let number = ids.len();
        if number > MAX_MOVES {
            return Err(LinkError::TooManyMoves);
        }
        let mut at = moves.at();
        let mut code = cells.read(&mut moves, "a move")?;
        if code == cells.back() {
            let expected = "how many moves to take back, at least 1 and no more than were played";
            let at_count = moves.at();
            let count = moves.varint(expected)?;
            if count == 0 || count > record.cursor() {
                return Err(wrong(at_count, expected, count));
            }
            for _ in 0..count {
                record.undo();
            }
            at = moves.at();
            code = cells.read(&mut moves, "a move")?;
        }
        let played = match cells.point(code) {
            Some(point) => Move::Place(point),
            None if code == cells.pass() => Move::Pass,
            None => return Err(wrong(at, "a move", code)),
        };
        let before = record.current();
        let siblings = record.children(before).len();
        record.play_or_lose(played).map_err(|source| LinkError::Play { number, source })?;
        if record.children(before).len() == siblings {
            return Err(LinkError::Twice { number });
        }
        ids.push(record.current());
        annotate(record, number)?;
    }
    match remarks.next() {
        None => Ok(ids),
        Some(remark) => {
            Err(wrong(moves.at(), "remarks on the moves there are", format!("one on node {}", remark.node)))
        }
    }
}
