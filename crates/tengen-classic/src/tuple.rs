//! *Tuple*: the value of a cell is the sum of the windows through it.
//!
//! All windows of five cells on the board (572 on 15×15) are looked at once. A window's score, which depends on
//! whose stones stand in it, goes to each of its cells, and the empty cell with the largest sum is played:
//!
//! | stones in the window | 1 | 2 | 3 | 4 |
//! |---|---|---|---|---|
//! | own | 35 | 800 | 15,000 | 800,000 |
//! | the opponent's | 15 | 400 | 1,800 | 100,000 |
//!
//! An empty window scores 7, one with stones of both colours 0. There is no other rule: that a five comes first and
//! a four is stopped follows from the figures.
//!
//! # Corrected
//! The original's loop over vertical windows started at the wrong cell, and so counted some of them twice and
//! others never. Here the windows come from [`tengen_game::windows`], each exactly once.
//!
//! # Generalised
//! * Where N stones win, windows have N cells, and the figures count from the winning end: a window that lacks one
//!   stone scores 800,000 or 100,000, one that lacks two 15,000 or 1,800, and so on. For what the table does not
//!   have (more than four lacking, N above 5) the scores fall off to the 7 of an empty window.
//! * A window that no stones could turn into a winning row, because the row would be too long or, in caro, is
//!   blocked at both ends, scores nothing. In freestyle there are none.
//! * Points that the rule forbids are skipped. `seed` chooses among equal sums, which the description leaves open.

use tengen_game::{Board, Color, Line, Position, Rule, windows};

use crate::one_ply::{Choice, best_legal};

/// An empty window.
const EMPTY: i32 = 7;

/// Scores of a window by the number of stones that it lacks, from 1 on.
const OWN: [i32; 8] = [800_000, 15_000, 800, 35, 28, 21, 14, 10];
const OTHER: [i32; 8] = [100_000, 1_800, 400, 15, 13, 11, 9, 8];

/// Sums are divided by this for reports.
pub(crate) const DIVISOR: i32 = 80;

pub(crate) fn choose(position: &Position, seed: u64) -> Option<Choice> {
    let sums = sums(position);
    let points = position.size().points().zip(sums).map(|(point, sum)| (sum, point));
    best_legal(position, points.filter(|&(_, point)| position.board().is_empty(point)), seed)
}

/// The sum of every cell, in board order, for the side to move.
fn sums(position: &Position) -> Vec<i32> {
    let (board, size, rule) = (position.board(), position.size(), position.rule());
    let mut sums = vec![0; size.area()];
    for window in windows(size, rule.win_length().stones()) {
        let score = score(board, rule, position.side_to_move(), window);
        if score != 0 {
            for point in window.points() {
                sums[usize::from(point.y()) * usize::from(size.lines()) + usize::from(point.x())] += score;
            }
        }
    }
    sums
}

/// The value that a window adds to each of its cells.
fn score(board: &Board, rule: Rule, side: Color, window: Line) -> i32 {
    let count = |color| window.points().filter(|&point| board.stone(point) == Some(color)).count();
    let is_alive = |color| can_win(board, rule, color, window);
    let lacking = |stones: usize| usize::from(window.length()).saturating_sub(stones + 1);
    match (count(side), count(!side)) {
        (0, 0) if is_alive(side) || is_alive(!side) => EMPTY,
        (0, 0) => 0,
        // A full window has ended the game.
        (own, 0) if is_alive(side) => OWN.get(lacking(own)).copied().unwrap_or(0),
        (0, other) if is_alive(!side) => OTHER.get(lacking(other)).copied().unwrap_or(0),
        _ => 0,
    }
}

/// Whether the window would be part of a winning row of `color`, were it filled with that colour's stones.
fn can_win(board: &Board, rule: Rule, color: Color, window: Line) -> bool {
    let (dx, dy) = window.direction().step();
    let beyond = |k: i16| window.start().offset(k * dx, k * dy, board.size()).and_then(|p| board.stone(p));
    let ends: [Option<Color>; 2] = [beyond(-1), beyond(i16::from(window.length()))];
    let longer = ends.iter().filter(|&&end| end == Some(color)).count() as u8;
    let blocked = ends.iter().filter(|&&end| end == Some(!color)).count() as u8;
    rule.run_wins(color, window.length() + longer, blocked)
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Point, Symmetry, diagram};

    use super::*;

    /// A lone stone in the corner of 15×15: the sums around it, computed by hand.
    #[test]
    fn sums_of_a_corner() {
        let mut board = Board::new(BoardSize::FIFTEEN);
        board.set(Point::new(0, 0), Some(Color::Black));
        let sums = |side| sums(&Position::from_board(Rule::FREESTYLE, board.clone(), side).unwrap());
        // b15 lies in two windows of its row, of which one has the stone, one of its column and one of its diagonal.
        assert_eq!([sums(Color::Black)[1], sums(Color::White)[1]], [35 + 7 + 7 + 7, 15 + 7 + 7 + 7]);
        // b14 has two windows of the long diagonal, one with the stone, and two in its row and its column; the
        // other diagonal is too short.
        assert_eq!(sums(Color::Black)[16], 35 + 7 + 4 * 7);
        // The centre is in all 20 windows that a cell can have.
        assert_eq!(sums(Color::Black)[7 * 15 + 7], 20 * 7);
    }

    #[test]
    fn turning_the_board_turns_the_sums() {
        let board = diagram::read(
            ". . . . . . .
             . X O . . . .
             . . X . . . .
             . O . X . . .
             . . O X . . .
             . . . . . . .
             . . . . . . O",
        )
        .unwrap();
        for rule in [Rule::FREESTYLE, Rule::Standard, Rule::Renju, Rule::Caro] {
            let of = |board| sums(&Position::from_board(rule, board, Color::White).unwrap());
            let straight = of(board.clone());
            for symmetry in Symmetry::ALL {
                let turned = of(symmetry.apply_to_board(&board));
                for (point, sum) in board.size().points().zip(&straight) {
                    let image = symmetry.apply(point, board.size());
                    assert_eq!(turned[usize::from(image.y()) * 7 + usize::from(image.x())], *sum);
                }
            }
        }
    }
}
