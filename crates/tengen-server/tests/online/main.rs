//! Online play over real sockets.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

mod accounts;
mod bots;
mod cheating;
mod client;
#[cfg(unix)]
mod cluster;
mod exports;
mod fairness;
mod forgery;
mod full_disk;
mod games;
mod hostile;
mod http;
mod injection;
mod judge;
mod moderation;
mod passkeys;
mod presence;
mod refusals;
mod restart;
mod server;
#[cfg(unix)]
mod services;
mod small_disk;
mod talk;
mod tournaments;
