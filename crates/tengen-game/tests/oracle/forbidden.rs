//! A second implementation of renju's forbidden moves, by windows instead of runs.
//!
//! A window is a stretch of a line with its two neighbours. The definitions are the same as the library's, but
//! the computation shares nothing with it.

use std::collections::BTreeSet;

use super::ends;
use tengen_game::{Board, Color, Direction, ForbiddenKind, Line, Point};

/// The contents of a point; beyond the border there is a wall.
#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Black,
    Empty,
    Other,
}

fn cell(board: &Board, point: Option<Point>) -> Cell {
    match point {
        Some(point) if board.is_empty(point) => Cell::Empty,
        Some(point) if board.stone(point) == Some(Color::Black) => Cell::Black,
        _ => Cell::Other,
    }
}

/// The points of every window of `length` through `point`, with the cells just outside of it.
fn windows_through(board: &Board, point: Point, length: u8) -> Vec<(Direction, Vec<Point>, [Cell; 2])> {
    let with_cells = |window: Line| {
        let outside = ends(window, board.size()).map(|end| cell(board, end));
        (window.direction(), window.points().collect(), outside)
    };
    super::windows_through(point, length, board.size()).map(with_cells).collect()
}

fn blacks(board: &Board, points: &[Point]) -> Vec<Point> {
    points.iter().copied().filter(|&p| cell(board, Some(p)) == Cell::Black).collect()
}

fn empties(board: &Board, points: &[Point]) -> Vec<Point> {
    points.iter().copied().filter(|&p| cell(board, Some(p)) == Cell::Empty).collect()
}

/// Whether the black stone on `point` is in a row of exactly five.
fn makes_five(board: &Board, point: Point) -> bool {
    windows_through(board, point, 5)
        .iter()
        .any(|(_, points, outside)| blacks(board, points).len() == 5 && !outside.contains(&Cell::Black))
}

/// The kind of the move that is forbidden to Black on `point`; `None` where Black may play.
pub(crate) fn judge(board: &Board, point: Point) -> Option<ForbiddenKind> {
    let mut board = board.clone();
    board.set(point, Some(Color::Black));
    if makes_five(&board, point) {
        return None;
    }
    if windows_through(&board, point, 6).iter().any(|(_, points, _)| blacks(&board, points).len() == 6) {
        return Some(ForbiddenKind::Overline);
    }
    // A four is identified by its stones: the two ways to complete a straight four share them.
    let fours: BTreeSet<Vec<Point>> = windows_through(&board, point, 5)
        .iter()
        .filter(|(_, points, outside)| {
            blacks(&board, points).len() == 4
                && empties(&board, points).len() == 1
                && !outside.contains(&Cell::Black)
        })
        .map(|(_, points, _)| blacks(&board, points))
        .collect();
    if fours.len() >= 2 {
        return Some(ForbiddenKind::DoubleFour);
    }
    let threes: BTreeSet<Direction> = windows_through(&board, point, 6)
        .iter()
        .filter(|(_, points, outside)| {
            let (ends, middle) = ([points[0], points[5]], &points[1..5]);
            let gap = empties(&board, middle);
            empties(&board, &ends).len() == 2
                && !outside.contains(&Cell::Black)
                && blacks(&board, middle).len() == 3
                && gap.len() == 1
                && middle.contains(&point)
                && may_complete(&board, gap[0])
        })
        .map(|&(direction, ..)| direction)
        .collect();
    (threes.len() >= 2).then_some(ForbiddenKind::DoubleThree)
}

/// Whether Black may make a straight four with this stone: it is legal and makes no five.
fn may_complete(board: &Board, point: Point) -> bool {
    let mut with_stone = board.clone();
    with_stone.set(point, Some(Color::Black));
    !makes_five(&with_stone, point) && judge(board, point).is_none()
}
