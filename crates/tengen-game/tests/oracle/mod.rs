//! Second implementations of the library's decisions: slow, and computed in other ways.
#![allow(dead_code, reason = "no test needs all of it")]

pub(crate) mod forbidden;
pub(crate) mod game;

use tengen_game::{BoardSize, Direction, Line, Point};

/// Every window of `length` through `point` that fits the board.
fn windows_through(point: Point, length: u8, size: BoardSize) -> impl Iterator<Item = Line> {
    let last = i16::from(length) - 1;
    Direction::ALL.into_iter().flat_map(move |direction| {
        let (dx, dy) = direction.step();
        (0..=last).filter_map(move |before| {
            // A window is on the board when both its ends are.
            let start = point.offset(-before * dx, -before * dy, size)?;
            start.offset(last * dx, last * dy, size).map(|_| Line::new(start, direction, length))
        })
    })
}

/// The points just outside a window that are on the board.
fn ends(window: Line, size: BoardSize) -> [Option<Point>; 2] {
    let (dx, dy) = window.direction().step();
    let length = i16::from(window.length());
    [window.start().offset(-dx, -dy, size), window.start().offset(length * dx, length * dy, size)]
}
