//! Messages between a page and the engine in its Web Worker: requests as JSON text, responses as bytes.
//!
//! The page sends [`Request`]s, and the worker says [`Response::Ready`] once. Every request but [`Request::Stop`] is
//! answered with exactly one response of the same `id`: the one that its documentation names, or [`Response::Failed`]. A
//! search may be told about with any number of [`Response::Progress`] before, a review with [`Response::ReviewedMove`].
//!
//! The worker does one thing at a time: a new search, explanation, proof, review, bench or decision ends the one before, which
//! answers with what it has found. Threats and candidates are looked up in between, and end nothing.

mod request;
mod response;
mod searching;

pub use request::{Request, RequestError};
pub use response::Response;
pub use searching::{SearchRequest, SearchResponse};
