use tengen_engine::review::{MoveClass, ReviewedMove, Side};
use tengen_game::Move;
use tengen_protocol::worker::{ClassMessage, PointMessage, ReviewedMoveMessage, SideMessage};

use super::outgoing::{point, score};

pub(crate) fn reviewed_move(reviewed: &ReviewedMove) -> ReviewedMoveMessage {
    ReviewedMoveMessage {
        number: number(reviewed.number),
        class: class(reviewed.class),
        before: score(reviewed.before),
        after: score(reviewed.after),
        loss: reviewed.loss,
        line: reviewed.line.iter().copied().map(point).collect(),
        missed_win: reviewed.missed_win.as_deref().map(shown).unwrap_or_default(),
        refutation: reviewed.refutation.as_deref().map(shown).unwrap_or_default(),
    }
}

pub(crate) fn side(side: Side) -> SideMessage {
    SideMessage { accuracy: side.accuracy, classes: side.classes }
}

/// A move's number. A page sends no game of more moves than its largest board has points, but for passes.
pub(crate) fn number(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// A line as far as it can be shown on the board: up to the first pass.
fn shown(line: &[Move]) -> Vec<PointMessage> {
    line.iter().map_while(|played| played.point().map(point)).collect()
}

fn class(class: MoveClass) -> ClassMessage {
    match class {
        MoveClass::Best => ClassMessage::Best,
        MoveClass::Good => ClassMessage::Good,
        MoveClass::Slip => ClassMessage::Slip,
        MoveClass::Mistake => ClassMessage::Mistake,
        MoveClass::Blunder => ClassMessage::Blunder,
    }
}
