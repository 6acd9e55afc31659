//! The threats that a level faces in its games, by which its perception is measured.

use tengen_analysis::Level;
use tengen_game::{Point, Position};

use super::profile::Profile;
use super::sight::{Kind, Sight, distance};
use crate::board::{Board, Cell, Pattern, Threat};

/// The kind of a threat that a level faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FacedKind {
    /// A row that the level can complete.
    OwnFive,
    /// A row that the opponent would complete.
    TheirFive,
    /// An open three of the opponent without a gap.
    TheirOpenThree,
    /// An open three of the opponent with a gap.
    TheirBrokenThree,
}

/// A threat that a level faced with one of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faced {
    /// The kind.
    pub kind: FacedKind,
    /// Whether its row is a diagonal.
    pub is_diagonal: bool,
    /// The number of its line on the board, by which a threat that is still there is known again.
    pub line: usize,
    /// Whether it is more than two lines away from the opponent's last move.
    pub is_far: bool,
    /// The share of such threats that the level should overlook, in per mille.
    pub intended: u64,
    /// Whether the move left it as it was.
    pub is_missed: bool,
}

/// The distance from the last move up to which a threat is near.
const NEAR: usize = 2;

/// The threat that a level below full strength faced when it played `played` in this position: the most urgent one, if it is the only one of
/// its kind. `None` where there is none, or where several make the answer ambiguous.
pub fn faced(position: &Position, level: Level, played: Point) -> Option<Faced> {
    if position.is_over() || level.is_full() {
        return None;
    }
    let board = Board::new(position, None);
    let sight = Sight::new(Profile::of(level), &board, 0);
    let (side, played) = (board.side(), Cell::from(played));
    let last = board.last_move();
    let of = |kind: FacedKind, cell: Cell, direction: usize, intended: u64, is_missed: bool| Faced {
        kind,
        is_diagonal: direction >= 2,
        line: board.line_number(cell, direction),
        is_far: last.is_some_and(|last| distance(last, cell) > NEAR),
        intended,
        is_missed,
    };
    for (color, kind, as_seen) in
        [(side, FacedKind::OwnFive, Kind::OwnFive), (!side, FacedKind::TheirFive, Kind::TheirFive)]
    {
        let cells = *board.wins(color);
        if cells.is_empty() {
            continue;
        }
        let cell = cells.first().filter(|_| cells.len() == 1)?;
        let direction = only(sight.directions(&board, cell, color, Pattern::Five))?;
        let intended = sight.missed(&board, cell, direction, as_seen);
        let answers = board.answers(cell, color, Pattern::Five);
        let is_missed = played != cell && (color == side || !answers.contains(played));
        return Some(of(kind, cell, direction, intended, is_missed));
    }
    // A four of its own is an answer for a level that sees the three, and a good move for one that does not.
    if !board.threats(side, Threat::OpenFour).is_empty() || !board.fours(side).is_empty() {
        return None;
    }
    let cells: Vec<Cell> = board.threats(!side, Threat::OpenFour).iter().collect();
    let &first = cells.first()?;
    let direction = only(sight.directions(&board, first, !side, Pattern::OpenFour))?;
    let line = board.line_number(first, direction);
    let is_one_row = cells.iter().all(|&cell| {
        board.line_number(cell, direction) == line
            && only(sight.directions(&board, cell, !side, Pattern::OpenFour)) == Some(direction)
    });
    if !is_one_row {
        return None;
    }
    // The row is seen as a whole, so that the cell that is seen most easily decides.
    let missed = |&cell: &Cell| {
        let kind = Kind::TheirOpenThree.at(&board, cell, !side, direction);
        (sight.missed(&board, cell, direction, kind), kind)
    };
    let (intended, as_seen) = cells.iter().map(missed).min_by_key(|&(missed, _)| missed)?;
    let kind =
        if as_seen == Kind::BrokenThree { FacedKind::TheirBrokenThree } else { FacedKind::TheirOpenThree };
    let answers = board.answers(first, !side, Pattern::Four);
    let is_missed = !answers.contains(played);
    Some(of(kind, first, direction, intended, is_missed))
}

/// The only item, if there is exactly one.
fn only(mut items: impl Iterator<Item = usize>) -> Option<usize> {
    let first = items.next()?;
    items.next().is_none().then_some(first)
}
