//! The errors of the libraries as faults of messages.

use std::fmt::Display;

use tengen_game::format::any::{ReadError, SideToMoveError};
use tengen_protocol::studio::{Fault, FaultKind, Whereabouts};

pub(crate) fn fault(kind: FaultKind, message: impl Display) -> Fault {
    Fault { kind, message: message.to_string(), whereabouts: None }
}

/// The fault of `bytes` that could not be read.
pub(crate) fn of_reading(error: &ReadError, bytes: &[u8]) -> Fault {
    let kind = match error {
        ReadError::UnknownFormat => FaultKind::UnknownFormat,
        ReadError::TooLong { .. } => FaultKind::TooLong,
        ReadError::Fault { source, .. } if source.is::<SideToMoveError>() => FaultKind::SideToMove,
        ReadError::Fault { .. } => FaultKind::Content,
    };
    let whereabouts = error.location(bytes).map(Whereabouts::from);
    Fault { kind, message: error.to_string(), whereabouts }
}
