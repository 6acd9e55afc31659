//! The time to find every forbidden point of a board: `cargo bench -p tengen-game`.

#![allow(clippy::unwrap_used, reason = "a benchmark may fail by panicking")]

use divan::{Bencher, black_box};
use tengen_game::{Board, BoardSize, Color, Position, Rule, diagram};

fn main() {
    divan::main();
}

fn position(rows: &str) -> Position {
    Position::from_board(Rule::Renju, diagram::read(rows).unwrap(), Color::Black).unwrap()
}

/// A typical middle game.
#[divan::bench]
fn middle_game(bencher: Bencher) {
    let position = position(
        "
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . O . . . . . .
        . . . . . . X . X . O . . . .
        . . . . . O . X O X . . . . .
        . . . . . . X O X . . . . . .
        . . . . O X X X O . X . . . .
        . . . . . . O O X X O . . . .
        . . . . . . . X O . . . . . .
        . . . . . . O . . X . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        ",
    );
    bencher.bench(|| black_box(&position).forbidden_points());
}

/// Black stones alone, in every second or fourth point of each line, so that nearly every point begins threes
/// and fours whose completing points begin others: hard work for the recursion.
#[divan::bench]
fn black_everywhere(bencher: Bencher) {
    let mut board = Board::new(BoardSize::FIFTEEN);
    for point in BoardSize::FIFTEEN.points() {
        if (point.x() + 2 * point.y()).is_multiple_of(4) {
            board.set(point, Some(Color::Black));
        }
    }
    let position = Position::from_board(Rule::Renju, board, Color::Black).unwrap();
    assert!(!position.is_over());
    bencher.bench(|| black_box(&position).forbidden_points());
}

/// The board that took longest, 5,150 judged stones, when every three was examined. It was found by changing a board at random and keeping
/// each change that needed more of them. Now it takes 560.
#[divan::bench]
fn most_threes(bencher: Bencher) {
    let position = position(
        "
        . . O . . . . . O . . . . . .
        . X O . . X . X . . . . . X X
        . . . X . . . X X . X . X . X
        . . . . X X . . X X . . . . .
        O X X . X . X . . . . X . X .
        . . X . . . X . . . . . X X .
        . . . . . . . X . X X . . . .
        . . . X . . X . O . . X . . .
        . . . X X . X X X . . . . . .
        O . X X . . . . . . . X X . .
        . . . . X X . . . . X X . . .
        . . X . . X . . . . . . X X .
        . . . . . . X X . X . . . . .
        . . . X . . X . X X X . . X .
        . X . . X . . X X . . . . . .
        ",
    );
    bencher.bench(|| black_box(&position).forbidden_points());
}

/// The board that takes longest now, 1,126 judged stones, found in the same way.
#[divan::bench]
fn most_double_threes(bencher: Bencher) {
    let position = position(
        "
        . . . . . . . X . . . . . . .
        . . . X . . X . . X O . . . .
        . O . X . X . . . . . X . . .
        . X . . X . . X . . X . . X .
        . X . . . . X X . . . . X X .
        . . . . . . . . . X X . . . .
        . . . X X X . . . . . X X X .
        . X X . . . . . X X . . . X .
        . . X . . X X X X . . X . X .
        . . X . X . . . . X X . . . .
        . X . . . X . X . . . . X X .
        . . . X X . X . . . X . . . .
        O . X X . . . . . . . . . . .
        . . X . . X . . . X . . . . .
        . . . . . . . . . . . . . . .
        ",
    );
    bencher.bench(|| black_box(&position).forbidden_points());
}
