//! Messages between a page and the engine in its Web Worker: requests as JSON text, responses as bytes.
//!
//! The page sends [`Request`]s, and the worker sends [`Response::Ready`] once. Every request but [`Request::Stop`] is
//! answered with exactly one response of the same `id`: the one that its documentation names, or [`Response::Failed`].
//! Before it, a search may send any number of [`Response::Progress`], and a review of [`Response::ReviewedMove`]. Where the
//! network for the request has not loaded, [`Response::WithoutNetwork`] comes before all of them. When a network
//! has loaded after that, [`Response::NetworkLoaded`] comes once.
//!
//! The worker runs one task at a time: a new search, explanation, proof, review, bench or decision ends the previous one,
//! which answers with its result so far. Requests for threats and candidates are answered in between, and end nothing.

mod request;
mod response;
mod searching;

pub use request::{Request, RequestError};
pub use response::Response;
pub use searching::{SearchRequest, SearchResponse};
