//! Online play over real sockets.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

mod accounts;
mod client;
mod games;
mod hostile;
mod http;
mod restart;
mod server;
