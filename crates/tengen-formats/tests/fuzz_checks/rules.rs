//! Positions and records that the checks of the rules make, as files.

use tengen_game::Record;

use super::round_trip::{converts, is_sound};
use super::{texts, tree};

pub(crate) fn diagram(bytes: &[u8]) {
    let positions = texts::positions_drawn(bytes);
    positions.into_iter().for_each(|position| is_sound(&Record::from_position(position)));
}

pub(crate) fn position(bytes: &[u8]) {
    let Some(position) = texts::position_read(bytes) else { return };
    // Records hold no blocked points.
    if !position.size().points().any(|point| position.board().is_blocked(point)) {
        is_sound(&Record::from_position(position));
    }
}

pub(crate) fn record_tree(bytes: &[u8]) {
    if let Some(record) = tree::record_of(bytes) {
        is_sound(&record);
        converts(&record);
    }
}
