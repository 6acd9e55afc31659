//! Records: moves, variations, cursor, notes and deletions in any order.

use std::collections::HashSet;
use std::time::Duration;

use tengen_game::{
    Board, Color, EndReason, GameResult, Mark, Move, NodeId, Notes, Point, Position, Record, Score, Sign,
};

use super::input::Input;

/// The most steps of a run. The tree is compared as a whole after each step, so it must not grow much.
const MOST_STEPS: usize = 120;

/// A node: its moves from the start, its notes, its marks and its result.
type Branch = (Vec<Move>, Notes, Vec<Mark>, Option<GameResult>);

/// The first bytes choose the start of the record. Each step then takes a few bytes.
pub(crate) fn record_tree(bytes: &[u8]) {
    record_of(bytes);
}

/// The record after the steps, each of which is checked.
pub(crate) fn record_of(bytes: &[u8]) -> Option<Record> {
    let mut input = Input::new(bytes);
    let mut record = Record::from_position(start(&mut input)?);
    for _ in 0..MOST_STEPS {
        let Some(()) = step(&mut record, &mut input) else { break };
        is_sound(&record);
    }
    Some(record)
}

/// An empty board, or one with a few stones.
fn start(input: &mut Input<'_>) -> Option<Position> {
    let (rule, size) = (input.rule()?, input.size()?);
    let stones = input.byte()?;
    let mut board = Board::new(size);
    if stones < 0x80 {
        return Some(Position::new(rule, size));
    }
    for number in 0..stones % 16 {
        let color = Color::BOTH[usize::from(number % 2)];
        board.set(input.point(size)?, Some(color));
    }
    let to_move = Color::BOTH[usize::from(stones / 16 % 2)];
    Position::from_board(rule, board, to_move).ok()
}

fn step(record: &mut Record, input: &mut Input<'_>) -> Option<()> {
    let before = record.clone();
    match input.below(16)? {
        0..=3 => {
            let played = played(record, input)?;
            let outcome = record.play(played);
            assert!(outcome.is_ok() || *record == before, "a refused move changed the record");
            if outcome.is_ok() {
                let children = record.children(record.parent(record.current())?);
                assert_eq!(children.first(), Some(&record.current()), "a move of the game is the main line");
            }
        }
        4 | 5 => {
            let played = played(record, input)?;
            let outcome = record.explore(played);
            assert!(outcome.is_ok() || *record == before, "a refused move changed the record");
            assert!(outcome.is_ok() || !outcome.unwrap_err().to_string().is_empty());
        }
        6 => {
            let played = played(record, input)?;
            let outcome = record.play_or_lose(played);
            assert!(outcome.is_ok() || *record == before, "a refused move changed the record");
        }
        7 => {
            let (line, there) = (record.line(), record.current());
            if record.undo() {
                assert_eq!(record.line(), line);
                assert!(record.redo());
                assert_eq!((record.line(), record.current()), (line, there));
                record.undo();
            }
        }
        8 => {
            let line = record.line();
            let target = input.below(line.len() + 2)?;
            record.go_to(target);
            assert_eq!((record.cursor(), record.line()), (target.min(line.len()), line));
        }
        9 => {
            let target = *input.one_of(&record.nodes())?;
            record.visit(target);
            assert_eq!(record.current(), target);
            assert_eq!(branches(record), branches(&before));
        }
        10 => promote(record, input)?,
        11 => delete(record, input)?,
        12 => end(record, input)?,
        _ => note(record, input)?,
    }
    Some(())
}

fn played(record: &Record, input: &mut Input<'_>) -> Option<Move> {
    let byte = input.byte()?;
    if byte == 0xFF {
        return Some(Move::Pass);
    }
    // The moves are near the last stone, so that rows occur and variations meet.
    let last = record.position().moves().iter().rev().find_map(|played| played.point());
    let from = last.unwrap_or(record.size().center());
    let (dx, dy) = (i16::from(byte % 7) - 3, i16::from(byte / 7 % 7) - 3);
    Some(Move::Place(from.offset(dx, dy, record.size()).unwrap_or(Point::new(byte, byte))))
}

fn promote(record: &mut Record, input: &mut Input<'_>) -> Option<()> {
    let before = branches(record);
    let target = *input.one_of(&record.nodes())?;
    let there = record.current();
    record.promote(target);
    assert_eq!(record.current(), there);
    if let Some(parent) = record.parent(target) {
        assert_eq!(record.children(parent).first(), Some(&target));
    }
    let after = branches(record);
    assert_eq!(after.len(), before.len());
    assert!(before.iter().all(|branch| after.contains(branch)), "promoting changed more than the order");
    Some(())
}

fn delete(record: &mut Record, input: &mut Input<'_>) -> Option<()> {
    let before = branches(record);
    let target = *input.one_of(&record.nodes())?;
    let (deleted, there) = (path(record, target), path(record, record.current()));
    record.delete(target);
    let expected: Vec<Branch> = if deleted.is_empty() {
        before
    } else {
        before.into_iter().filter(|(moves, ..)| !moves.starts_with(&deleted)).collect()
    };
    assert_eq!(branches(record), expected);
    let inside = !deleted.is_empty() && there.starts_with(&deleted);
    let expected = if inside { &deleted[..deleted.len() - 1] } else { &there[..] };
    assert_eq!(path(record, record.current()), expected);
    Some(())
}

fn end(record: &mut Record, input: &mut Input<'_>) -> Option<()> {
    let before = record.clone();
    let byte = input.byte()?;
    let reason = [EndReason::Resignation, EndReason::Timeout, EndReason::Agreement][usize::from(byte % 3)];
    let winner = [None, Some(Color::Black), Some(Color::White)][usize::from(byte / 3 % 3)];
    let result = GameResult { winner, reason };
    if record.end(result).is_ok() {
        assert!(result.is_possible(), "{result:?}");
        assert!(record.is_over() && record.children(record.current()).is_empty());
        assert_eq!(record.result(), Some(result));
        assert_eq!(record.position(), before.position());
    } else {
        assert_eq!(*record, before);
    }
    Some(())
}

fn note(record: &mut Record, input: &mut Input<'_>) -> Option<()> {
    let size = record.size();
    let byte = input.byte()?;
    let value = i32::from_be_bytes([byte, input.byte()?, input.byte()?, byte]);
    let sign = match byte % 5 {
        0 => Sign::Circle,
        1 => Sign::Square,
        2 => Sign::Triangle,
        3 => Sign::Cross,
        _ => Sign::Label(input.text()?),
    };
    let own = record.played(record.current()).and_then(Move::point);
    let point = if byte.is_multiple_of(2) { own.unwrap_or(size.center()) } else { input.point(size)? };
    let text = input.text()?;
    let here = record.current();
    let notes = record.notes_mut(here);
    match byte >> 5 {
        0..=2 => assert!(record.add_mark(here, Mark { point, sign }).is_ok()),
        3 => notes.comment = text,
        4 => notes.time = Some(Duration::from_millis(u64::from(value.unsigned_abs()))),
        5 => notes.evaluation = Some(Score::Value(value)),
        6 => notes.evaluation = Some(Score::Mate(value)),
        _ => record.players.black = text,
    }
    Some(())
}

/// The moves that lead to a node.
fn path(record: &Record, id: NodeId) -> Vec<Move> {
    let up = std::iter::successors(Some(id), |&id| record.parent(id));
    let mut moves: Vec<Move> = up.filter_map(|id| record.played(id)).collect();
    moves.reverse();
    moves
}

/// The nodes of the tree in their order, without their ids.
fn branches(record: &Record) -> Vec<Branch> {
    let branch = |id: NodeId| {
        (path(record, id), record.notes(id).clone(), record.marks(id).to_vec(), record.result_at(id))
    };
    record.nodes().into_iter().map(branch).collect()
}

/// Checks the properties of every record after a step.
fn is_sound(record: &Record) {
    let nodes = record.nodes();
    assert_eq!(nodes.first(), Some(&NodeId::START));
    assert_eq!(nodes.iter().collect::<HashSet<_>>().len(), nodes.len());
    assert!(nodes.contains(&record.current()));
    for &id in &nodes {
        assert_eq!(record.parent(id).is_none(), id == NodeId::START);
        assert_eq!(record.played(id).is_none(), id == NodeId::START);
        let children = record.children(id);
        assert!(children.iter().all(|&child| record.parent(child) == Some(id)));
        let moves: Vec<_> = children.iter().map(|&child| record.played(child)).collect();
        assert!(moves.iter().collect::<HashSet<_>>().len() == moves.len(), "two children have one move");
        assert!(record.result_at(id).is_none() || children.is_empty(), "nothing follows the end of a game");
    }
    let here = path(record, record.current());
    assert_eq!(record.position().moves(), here);
    assert!(record.line().starts_with(&here));
    assert_eq!(record.line_nodes().len(), record.line().len());
    let on_board = record.position().outcome().map(GameResult::from);
    assert!(on_board.is_none() || on_board == record.result_at(record.current()));
    let mut replayed = record.start().clone();
    here.iter().for_each(|&played| replayed.play_unchecked(played));
    assert_eq!(&replayed, record.position());
}
