//! The moves that the engine would try first, before any search: [`candidates`].
//!
//! ```
//! use tengen_engine::candidates::candidates;
//! use tengen_game::{Color, Position, Rule, diagram};
//!
//! let board = diagram::read("
//!     . . . . . . .
//!     O X X X . . .
//!     . . . . . . .
//!     . . . O . . .
//!     . . . . . . .
//!     . . . . . . .
//!     . . . . . . .
//! ")?;
//! let position = Position::from_board(Rule::FREESTYLE, board, Color::White)?;
//! let best = candidates(&position, 5);
//! assert_eq!(best.len(), 5);
//! assert!(best.is_sorted_by(|one, other| one.order >= other.order));
//! assert!(best[..2].iter().all(|it| it.takes.is_some_and(|kind| kind.name() == "four")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use tengen_analysis::{Candidate, PointThreat};
use tengen_game::{Point, Position};

use crate::board::{Board, CellSet};
use crate::threats::threats;

/// The legal moves close to a stone that the engine would try first, at most `most` of them, by its built-in evaluation. On an
/// empty board that is the centre. In a game that is over there are none.
///
/// A search does not keep this order: its history changes the order while it continues, and where the opponent threatens to win
/// it tries only moves that may help.
pub fn candidates(position: &Position, most: usize) -> Vec<Candidate> {
    if position.is_over() {
        return Vec::new();
    }
    let mut board = Board::new(position, None);
    let side = board.side();
    let cells = if board.empty().len() == board.size().area() {
        [board.size().center().into()].into_iter().collect()
    } else {
        let near = board.near();
        if near.iter().any(|cell| board.is_legal(cell)) { near } else { *board.empty() }
    };
    let threats = threats(position);
    let kind_at = |of_side: &[PointThreat], point: Point| {
        of_side.iter().find(|threat| threat.point == point).map(|threat| threat.kind)
    };
    let legal: CellSet = cells.iter().filter(|&cell| board.is_legal(cell)).collect();
    let seen = legal.iter().map(|cell| {
        let point = cell.point();
        let order = board.order(cell);
        let [makes, takes] = [side, !side].map(|color| kind_at(&threats[color.index()], point));
        Candidate { point, order, makes, takes }
    });
    let mut seen: Vec<Candidate> = seen.collect();
    // Of equals, the one that is first on the board comes first, as in the search.
    seen.sort_by_key(|candidate| std::cmp::Reverse(candidate.order));
    seen.truncate(most);
    seen
}

#[cfg(test)]
mod tests {
    use tengen_analysis::ThreatKind;
    use tengen_game::{BoardSize, Rule, moves};

    use super::*;

    fn played(rule: Rule, text: &str) -> Position {
        let mut position = Position::new(rule, BoardSize::FIFTEEN);
        for played in moves::read(text, BoardSize::FIFTEEN).unwrap() {
            position.play(played).unwrap();
        }
        position
    }

    #[test]
    fn wins_and_necessary_defences_come_first() {
        let position = played(Rule::FREESTYLE, "h8 a1 i8 c1 j8 e1 k8 g1");
        let best = candidates(&position, 10);
        assert!(best[..2].iter().all(|it| it.makes == Some(ThreatKind::Five)), "{best:?}");
        assert!(best.iter().all(|it| position.check(it.point).is_ok()));
        assert_eq!(best.len(), 10);
        let after = played(Rule::FREESTYLE, "h8 a1 i8 c1 j8 e1 k8");
        let best = candidates(&after, 2);
        assert!(best.iter().all(|it| it.takes == Some(ThreatKind::Five)), "{best:?}");
    }

    #[test]
    fn forbidden_points_are_no_candidates_and_an_empty_board_has_its_centre() {
        let position = played(Rule::Renju, "h8 a1 h9 a15 i7 o1 j7 o15");
        assert!(position.check(Point::new(7, 8)).is_err(), "a double three");
        assert!(candidates(&position, 300).iter().all(|it| it.point != Point::new(7, 8)));
        let empty = Position::new(Rule::Renju, BoardSize::FIFTEEN);
        assert_eq!(candidates(&empty, 9).iter().map(|it| it.point).collect::<Vec<_>>(), [Point::new(7, 7)]);
    }

    #[test]
    fn a_game_that_is_over_has_none() {
        assert!(candidates(&played(Rule::FREESTYLE, "h8 a1 i8 c1 j8 e1 k8 g1 l8"), 5).is_empty());
    }
}
