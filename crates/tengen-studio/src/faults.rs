//! The errors of the libraries as faults of messages.

use std::error::Error;
use std::fmt::Display;

use tengen_game::PlayError;
use tengen_game::format::MoveFault;
use tengen_game::format::any::{ReadError, SideToMoveError};
use tengen_game::format::json::JsonError;
use tengen_game::format::link::LinkError;
use tengen_protocol::studio::{Fault, FaultKind, Whereabouts};

pub(crate) fn fault(kind: FaultKind, message: impl Display) -> Fault {
    Fault { kind, message: message.to_string(), whereabouts: None }
}

/// The fault of `bytes` that could not be read.
pub(crate) fn of_reading(error: &ReadError, bytes: &[u8]) -> Fault {
    let kind = match error {
        ReadError::UnknownFormat => FaultKind::UnknownFormat,
        ReadError::TooLong { .. } => FaultKind::TooLong,
        ReadError::Fault { source, .. } => kind_of(source.as_ref()),
    };
    let whereabouts = error.location(bytes).map(Whereabouts::from);
    Fault { kind, message: error.to_string(), whereabouts }
}

/// What is wrong with a text whose format is known. The causes of an error say more than the error itself.
fn kind_of(error: &(dyn Error + 'static)) -> FaultKind {
    let of_cause = |cause: &(dyn Error + 'static)| {
        if cause.is::<SideToMoveError>() {
            return Some(FaultKind::SideToMove);
        }
        // A list of moves hides the cause of its fault.
        if cause.is::<PlayError>() || cause.is::<MoveFault>() {
            return Some(FaultKind::IllegalMove);
        }
        match (cause.downcast_ref(), cause.downcast_ref()) {
            (Some(LinkError::CutOff(_) | LinkError::Base64(_) | LinkError::Checksum { .. }), _) => {
                Some(FaultKind::Damaged)
            }
            (Some(LinkError::Version(_) | LinkError::Section { .. }), _)
            | (_, Some(JsonError::Version(_))) => Some(FaultKind::Newer),
            (Some(LinkError::TooLong | LinkError::TooManyMoves), _) => Some(FaultKind::TooLong),
            _ => None,
        }
    };
    let mut causes = std::iter::successors(Some(error), |&cause| cause.source());
    causes.find_map(of_cause).unwrap_or(FaultKind::Content)
}
