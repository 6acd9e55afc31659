//! *Direction*: wins, else prevents a win, else plays the point that is best by its four directions.
//!
//! The points at most two rows and columns from a stone are compared. For each direction the program counts the stones of
//! one colour in an unbroken row next to the point, on both sides and at most four steps away, and the ends of that row
//! that an opponent's stone or the edge blocks:
//!
//! | stones | no end blocked | one | both |
//! |---|---|---|---|
//! | 4 or more | 10,000 | 10,000 | 10,000 |
//! | 3 | 1,000 | 100 | 0 |
//! | 2 | 50 | 10 | 0 |
//! | 1 | 5 | 0 | 0 |
//!
//! The value of the point is its own total × 10 + the opponent's total × 8 + (15 − its Manhattan distance to the centre) × 2.
//!
//! # Interpretation
//! The stone to be placed is not counted; a row whose four steps are all stones has no end there; the edge blocks as a
//! stone does. Of several points that win, or that prevent a win, the one of greatest value is played.
//!
//! # Generalised
//! * Where N stones win, the table counts from the winning end: N − 1 stones or more are 10,000, N − 2 are 1,000 or
//!   100, and so on, and rows are followed N − 1 steps. No stones score 0.
//! * On a board of L lines 15 is L.
//! * The rule decides what wins: a stone that would make the row too long to win, or in caro complete one that
//!   is blocked at both ends, scores 0 in that direction. Points that the rule forbids are skipped, also when
//!   they would prevent a win.
//! * If no point near the stones is legal, all others are compared; the first stone goes to the centre, because of the
//!   distance term. `seed` chooses among equal points, which the description leaves open.

use tengen_game::{Board, Color, Direction, Point, Position};

use crate::one_ply::{Choice, best_legal, wins_along, wins_with};

/// The distance from a stone within which points are compared.
const REACH: i16 = 2;

const MANY: i32 = 10_000;

/// Worth by the stones that a row lacks besides the one to be placed, from 1 on: with no end blocked, and with one.
const ROWS: [(i32, i32); 3] = [(1_000, 100), (50, 10), (5, 0)];

/// Worths are divided by this for reports.
pub(crate) const DIVISOR: i32 = 10;

pub(crate) fn choose(position: &Position, seed: u64) -> Option<Choice> {
    let (board, rule, side) = (position.board(), position.rule(), position.side_to_move());
    let of = |points: &mut dyn Iterator<Item = Point>| {
        best_legal(position, points.map(|point| (point_score(position, point), point)), seed)
    };
    let wins_for = |color| board.empty_points().filter(move |&point| wins_with(board, rule, color, point));
    of(&mut wins_for(side))
        .or_else(|| of(&mut wins_for(!side)))
        .or_else(|| of(&mut board.empty_points().filter(|&point| is_near(board, point))))
        .or_else(|| of(&mut board.empty_points()))
}

fn is_near(board: &Board, point: Point) -> bool {
    let mut around = (-REACH..=REACH).flat_map(|dy| (-REACH..=REACH).map(move |dx| (dx, dy)));
    around.any(|(dx, dy)| point.offset(dx, dy, board.size()).is_some_and(|near| board.stone(near).is_some()))
}

/// The value of a point for the side to move.
fn point_score(position: &Position, point: Point) -> i32 {
    let (size, side) = (position.size(), position.side_to_move());
    let centre = size.center();
    let distance = point.x().abs_diff(centre.x()) + point.y().abs_diff(centre.y());
    let total = |color| -> i32 {
        Direction::ALL.into_iter().map(|direction| row_score(position, point, color, direction)).sum()
    };
    total(side) * 10 + total(!side) * 8 + (i32::from(size.lines()) - i32::from(distance)) * 2
}

fn row_score(position: &Position, point: Point, color: Color, direction: Direction) -> i32 {
    let (board, size) = (position.board(), position.size());
    let steps = i16::from(position.rule().win_length().stones()) - 1;
    let (dx, dy) = direction.step();
    let (mut stones, mut blocked) = (0, 0);
    for sign in [-1, 1] {
        for k in 1..=steps {
            let cell = point.offset(sign * k * dx, sign * k * dy, size);
            match cell.map(|cell| board.stone(cell)) {
                Some(Some(stone)) if stone == color => {
                    stones += 1;
                    continue;
                }
                Some(None) => {}
                Some(Some(_)) | None => blocked += 1,
            }
            break;
        }
    }
    let lacking = steps - stones;
    match (usize::try_from(lacking - 1).ok(), stones, blocked) {
        // A row longer than the winning length scores only where it would win.
        (None, ..) => {
            if wins_along(board, position.rule(), color, point, direction) {
                MANY
            } else {
                0
            }
        }
        (Some(_), 0, _) | (Some(_), _, 2) => 0,
        (Some(lacking), _, 0) => ROWS.get(lacking).map_or(0, |row| row.0),
        (Some(lacking), ..) => ROWS.get(lacking).map_or(0, |row| row.1),
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::{Rule, Symmetry, diagram};

    use super::*;

    #[test]
    fn scores_match_hand_counts_in_every_symmetry() {
        let text = "
            . . . . . . .
            . . . . . . .
            . . X . . . .
            O X X . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
        ";
        let board = diagram::read(text).unwrap();
        // d4, the centre, for White: Black has b4 and c4 beside it in the row, with a white stone behind them (10),
        // and c5 on a diagonal that is open (5); White has nothing.
        let d4 = Point::new(3, 3);
        let of = |board, point| {
            point_score(&Position::from_board(Rule::FREESTYLE, board, Color::White).unwrap(), point)
        };
        assert_eq!(of(board.clone(), d4), (10 + 5) * 8 + 7 * 2);
        for symmetry in Symmetry::ALL {
            let turned = symmetry.apply_to_board(&board);
            for point in board.empty_points() {
                assert_eq!(of(turned.clone(), symmetry.apply(point, board.size())), of(board.clone(), point));
            }
        }
    }
}
