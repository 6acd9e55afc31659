//! Encodes a record as a payload.

use std::collections::HashMap;

use tengen_game::{Board, Color, EndReason, GameResult, NodeId, Players, Record, Rule, Sign};

use super::decode::{
    CARO, CARO_EXACT, COMMENT, CURSOR, Cells, FREE, MARKS, MOVE_LIMIT, MOVES, OPENING, PLAYERS, REMARKS,
    RENJU, RESULT, SETUP, STANDARD,
};
use super::envelope::{put_string, put_varint};
use super::{Link, LinkError};

/// Encodes the payload; `nodes` are those of the record in their order.
pub(super) fn payload(link: &Link, nodes: &[NodeId]) -> Result<Vec<u8>, LinkError> {
    let record = &link.record;
    let numbers: HashMap<NodeId, usize> =
        nodes.iter().enumerate().map(|(number, &id)| (id, number)).collect();
    let mut bytes = vec![record.size().lines(), rule_code(record.rule())?];
    if let Some((board, to_move)) = record.setup() {
        put_section(&mut bytes, SETUP, &setup(board, to_move));
    }
    put_section(&mut bytes, MOVES, &moves(record, nodes));
    put_section(&mut bytes, REMARKS, &remarks(record, nodes));
    if record.players != Players::default() {
        let mut names = Vec::new();
        put_string(&mut names, &record.players.black);
        put_string(&mut names, &record.players.white);
        put_section(&mut bytes, PLAYERS, &names);
    }
    let end = record.main_line().last().copied().unwrap_or(NodeId::START);
    if let (true, Some(&number)) = (record.current() != end, numbers.get(&record.current())) {
        let mut cursor = Vec::new();
        put_varint(&mut cursor, number);
        put_section(&mut bytes, CURSOR, &cursor);
    }
    if let Some(opening) = &link.opening {
        // An empty text differs from a missing one.
        bytes.push(OPENING);
        put_string(&mut bytes, opening);
    }
    if let Some(max_moves) = record.start().max_moves() {
        let mut limit = Vec::new();
        put_varint(&mut limit, usize::from(max_moves.get()));
        put_section(&mut bytes, MOVE_LIMIT, &limit);
    }
    Ok(bytes)
}

fn put_section(bytes: &mut Vec<u8>, tag: u8, content: &[u8]) {
    if !content.is_empty() {
        bytes.push(tag);
        put_varint(bytes, content.len());
        bytes.extend(content);
    }
}

fn rule_code(rule: Rule) -> Result<u8, LinkError> {
    Ok(match rule {
        Rule::Renju => RENJU,
        Rule::Standard => STANDARD,
        Rule::Caro => CARO,
        Rule::CaroExact => CARO_EXACT,
        Rule::Free(length) => FREE + length.stones(),
        newer => return Err(LinkError::Rule(newer)),
    })
}

fn setup(board: &Board, to_move: Color) -> Vec<u8> {
    let digit = |point| board.stone(point).map_or(0, |color| color.index() as u8 + 1);
    let digits: Vec<u8> = board.size().points().map(digit).collect();
    let mut bytes = vec![to_move.index() as u8];
    bytes.extend(digits.chunks(5).map(|five| five.iter().rev().fold(0, |byte, digit| byte * 3 + digit)));
    bytes
}

fn moves(record: &Record, nodes: &[NodeId]) -> Vec<u8> {
    let cells = Cells::of(record.size());
    let mut bytes = Vec::with_capacity(nodes.len());
    // The nodes from the start to the one written last.
    let mut path = vec![NodeId::START];
    for &id in nodes {
        let (Some(parent), Some(played)) = (record.parent(id), record.played(id)) else { continue };
        let depth = path.iter().rposition(|&node| node == parent).unwrap_or_default();
        let back = path.len() - 1 - depth;
        if back > 0 {
            cells.put(&mut bytes, cells.back());
            put_varint(&mut bytes, back);
            path.truncate(depth + 1);
        }
        cells.put(&mut bytes, played.point().map_or(cells.pass(), |point| cells.number(point)));
        path.push(id);
    }
    bytes
}

fn remarks(record: &Record, nodes: &[NodeId]) -> Vec<u8> {
    let cells = Cells::of(record.size());
    let mut bytes = Vec::new();
    let mut last = 0;
    for (number, &id) in nodes.iter().enumerate() {
        let notes = record.notes(id);
        let marks = record.marks(id);
        let result = record.result_at(id).and_then(result_code);
        let flag = |present, bit| if present { bit } else { 0 };
        let flags = flag(!notes.comment.is_empty(), COMMENT)
            | flag(!marks.is_empty(), MARKS)
            | flag(result.is_some(), RESULT);
        if flags == 0 {
            continue;
        }
        put_varint(&mut bytes, number - last);
        last = number;
        bytes.push(flags);
        if !notes.comment.is_empty() {
            put_string(&mut bytes, &notes.comment);
        }
        if !marks.is_empty() {
            put_varint(&mut bytes, marks.len());
        }
        for mark in marks {
            cells.put(&mut bytes, cells.number(mark.point));
            bytes.push(match mark.sign {
                Sign::Circle => 0,
                Sign::Square => 1,
                Sign::Triangle => 2,
                Sign::Cross => 3,
                Sign::Label(_) => 4,
            });
            if let Sign::Label(text) = &mark.sign {
                put_string(&mut bytes, text);
            }
        }
        bytes.extend(result);
    }
    bytes
}

/// The code of a result away from the board.
fn result_code(result: GameResult) -> Option<u8> {
    let reason = match result.reason {
        EndReason::Resignation => 0,
        EndReason::Timeout => 1,
        EndReason::Agreement => 2,
        _ => return None,
    };
    Some(reason + result.winner.map_or(0, |winner| 16 * (winner.index() as u8 + 1)))
}
