//! Messages between a page and the engine in its Web Worker: requests as JSON text, responses as bytes.
//!
//! The page sends [`Request`]s, and the worker says [`Response::Ready`] once. Every request but [`Request::Stop`] is
//! answered with exactly one response of the same `id`: the one that its documentation names, or [`Response::Failed`]. A
//! search may be told about with any number of [`Response::Progress`] before, a review with [`Response::ReviewedMove`].
//!
//! The worker does one thing at a time: a new search, explanation, proof, review, bench or decision ends the one before, which
//! answers with what it has found. Threats and candidates are looked up in between, and end nothing.

mod limits;
mod opening;
mod opponent;
mod point;
mod position;
mod proof;
mod reading;
mod request;
mod response;
mod review;
mod searching;
mod thinking;
mod threats;

pub use limits::{LimitsMessage, SolveLimitsMessage};
pub use opening::read_opening;
pub use opponent::OpponentMessage;
pub use point::{PointMessage, on_board};
pub use position::{PositionMessage, PositionMessageError};
pub use proof::{ProofMessage, TurnMessage, VerdictMessage};
pub use reading::RequestError;
pub use request::Request;
pub use response::Response;
pub use review::{ProvedMessage, ReviewedMoveMessage};
pub use searching::{SearchRequest, SearchResponse};
pub use thinking::{CandidateMessage, LineMessage, StatisticsMessage, Thinking};
pub use threats::{FirstSightMessage, ThreatKindMessage, ThreatMessage};

fn is_zero(number: &u32) -> bool {
    *number == 0
}
