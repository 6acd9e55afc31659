//! *Greedy*: plays the point of the greatest value, one stone ahead.
//!
//! The value of a point is twice what a stone of the mover would make there plus what a stone of the opponent would make,
//! in all four directions. A small bonus prefers the centre; `seed` chooses among equal points. The
//! [game tree](crate::game_tree) chooses its candidates by the same point value.
//!
//! # Figures
//! The description names none for the point value. These are Tengen's, with the game tree's 100,000 for a win at the top
//! (the names are those of five in a row; where N stones win, a *four* is a row that lacks one stone, and so on):
//!
//! | five | open four | four | open three | sleeping three | open two |
//! |---|---|---|---|---|---|
//! | 100,000 | 10,000 | 1,500 | 1,000 | 150 | 100 |
//!
//! The bonus is the number of lines between the point and the nearest edge of the board: on 15×15 it is 7 in the
//! centre and 0 at the edge. A five of the mover scores more than one of the opponent, that more than an open four of the
//! mover, and that more than the opponent's.
//!
//! # Corrected
//! Forbidden points are those of the Renju International Federation's definition (recursive, two *or more*, and a
//! five before everything), as `tengen-game` has it; they are passed over.

use tengen_game::{Point, Position};

use crate::field::Field;
use crate::figures::Figures;
use crate::one_ply::{Choice, best_legal};

pub(crate) const FIGURES: Figures = Figures {
    five: 100_000,
    open_four: 10_000,
    four: 1_500,
    open_three: 1_000,
    sleeping_three: 150,
    open_two: 100,
};

/// Values are divided by this for reports.
pub(crate) const DIVISOR: i32 = 20;

pub(crate) fn choose(position: &Position, seed: u64) -> Option<Choice> {
    let field = Field::new(position, 1);
    let points = position.board().empty_points();
    best_legal(position, points.map(|point| (point_value(&field, point), point)), seed)
}

/// The value of an empty point for the side to move.
pub(crate) fn point_value(field: &Field, point: Point) -> i32 {
    let own = FIGURES.of_point(field, point, field.side());
    let other = FIGURES.of_point(field, point, !field.side());
    2 * own + other + bonus(field, point)
}

fn bonus(field: &Field, point: Point) -> i32 {
    let last = field.size().lines() - 1;
    let to_edge = [point.x(), point.y(), last - point.x(), last - point.y()].into_iter().min();
    i32::from(to_edge.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use tengen_game::{Color, Rule, Symmetry, diagram};

    use super::*;

    #[test]
    fn turning_the_board_turns_the_values() {
        let text = "
            . . . . . . .
            . X O . . . .
            . . X . . . .
            . O X X . . .
            . . O X . . .
            . . . . . . .
            . . . . . . O
        ";
        let board = diagram::read(text).unwrap();
        for rule in [Rule::FREESTYLE, Rule::Standard, Rule::Renju, Rule::Caro] {
            let field = |board| Field::new(&Position::from_board(rule, board, Color::White).unwrap(), 1);
            let straight = field(board.clone());
            for symmetry in Symmetry::ALL {
                let turned = field(symmetry.apply_to_board(&board));
                for point in board.empty_points() {
                    let image = symmetry.apply(point, board.size());
                    assert_eq!(point_value(&turned, image), point_value(&straight, point), "{rule} {point}");
                }
            }
        }
    }
}
