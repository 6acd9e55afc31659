//! The threats of stones on the empty points of a position: [`threats`].
//!
//! ```
//! use tengen_analysis::ThreatKind;
//! use tengen_engine::threats::threats;
//! use tengen_game::{Color, Position, Rule, diagram};
//!
//! let board = diagram::read("
//!     . . . . . . .
//!     O X X X . . .
//!     . . . . . . .
//!     . . . . . . .
//!     . . . . . . .
//!     . . . . . . .
//!     . . . . . . .
//! ")?;
//! let position = Position::from_board(Rule::FREESTYLE, board, Color::White)?;
//! let [black, white] = threats(&position);
//! assert_eq!(black.iter().map(|it| (it.point.x(), it.kind.name())).collect::<Vec<_>>(), [(4, "four"), (5, "four")]);
//! assert!(white.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use tengen_analysis::{PointThreat, Shape, ThreatKind};
use tengen_game::{Color, Position};

use crate::board::{Board, Cell, Threat};
use crate::explain::rows::shapes;

/// The points on which stones of Black and of White would make an open three or more, whichever side is to move, in board order.
/// Points that the rule forbids are left out. In a game that is over there are no threats.
pub fn threats(position: &Position) -> [Vec<PointThreat>; 2] {
    Color::BOTH.map(|color| threats_of(position, color))
}

fn threats_of(position: &Position, color: Color) -> Vec<PointThreat> {
    if position.is_over() {
        return Vec::new();
    }
    // The stones are those of a position without a winner.
    let Ok(theirs) = Position::from_board(position.rule(), position.board().clone(), color) else {
        return Vec::new();
    };
    let before = Board::new(&theirs, None);
    let mut after = before.clone();
    let mut kind = |cell: Cell| {
        if before.wins(color).contains(cell) {
            return Some(ThreatKind::Five);
        }
        let threat = before.entry(cell, color).threat;
        if matches!(threat, Threat::Quiet | Threat::Forbidden) || !after.is_legal(cell) {
            return None;
        }
        // Under rules with forbidden moves, a three counts only if it can become an open four.
        after.make(cell);
        let made = shapes(&theirs, &before, Some(&mut after), cell.point());
        after.unmake();
        let strongest = made.into_iter().map(|made| made.shape).next();
        strongest.filter(|&shape| shape != Shape::Three).map(ThreatKind::Shape)
    };
    let cells = before.empty().iter();
    cells.filter_map(|cell| Some(PointThreat { point: cell.point(), kind: kind(cell)? })).collect()
}
