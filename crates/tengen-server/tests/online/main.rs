//! Online play over real sockets.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

mod accounts;
mod bots;
mod client;
#[cfg(unix)]
mod cluster;
mod exports;
mod games;
mod hostile;
mod http;
mod judge;
mod moderation;
mod passkeys;
mod restart;
mod server;
#[cfg(unix)]
mod services;
mod tournaments;
