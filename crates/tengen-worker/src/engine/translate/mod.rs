//! Between the engine's own types and the messages of the page.

mod incoming;
mod outgoing;
mod review;

pub(crate) use incoming::{duration, limits, limits_of_decision, seat};
pub(crate) use outgoing::{
    candidates, lines, milliseconds, point, progress, proof, report, solve_stop, statistics, threats,
};
pub(crate) use review::{number, played, proved, reviewed_move};
