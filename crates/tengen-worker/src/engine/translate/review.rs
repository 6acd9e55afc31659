use tengen_analysis::engine::{PointMessage, ProvedMessage, ReviewedMoveMessage};
use tengen_analysis::{Proved, ReviewedMove, Score};
use tengen_game::{Move, Point};

use super::outgoing::point;

pub(crate) fn proved(message: &ProvedMessage) -> Proved {
    Proved {
        played: usize::from(message.played),
        score: Score::Mate(message.plies),
        line: message.line.iter().copied().map(played).collect(),
    }
}

/// A move, `None` being a pass.
pub(crate) fn played(point: Option<PointMessage>) -> Move {
    point.map_or(Move::Pass, |(x, y)| Point::new(x, y).into())
}

pub(crate) fn reviewed_move(reviewed: &ReviewedMove) -> ReviewedMoveMessage {
    ReviewedMoveMessage {
        number: number(reviewed.number),
        class: reviewed.class,
        before: reviewed.before,
        after: reviewed.after,
        loss: reviewed.loss,
        line: reviewed.line.iter().copied().map(point).collect(),
        missed_win: reviewed.missed_win.as_deref().map(shown).unwrap_or_default(),
        refutation: reviewed.refutation.as_deref().map(shown).unwrap_or_default(),
    }
}

/// A move's number. A page sends no game of more moves than its largest board has points, but for passes.
pub(crate) fn number(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// A line as far as it can be shown on the board: up to the first pass.
fn shown(line: &[Move]) -> Vec<PointMessage> {
    line.iter().map_while(|played| played.point().map(point)).collect()
}
