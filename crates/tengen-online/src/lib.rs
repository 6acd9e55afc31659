//! Online play without I/O.
//!
//! All decisions of online play are made here by plain state machines: commands in, events out. Time and randomness come from the caller;
//! nothing in this crate reads a clock, draws a random number, opens a socket or writes a file. The server connects these machines to
//! sockets and storage, and the page reads the [messages](message).
//!
//! * [`message`]: the protocol between a client and the server, as JSON. With the types of the modules [`id`], [`settings`], [`category`],
//!   [`phrase`] and [`name`](mod@name) it is all that a client needs, and the whole crate without the feature `core`.
//! * `game`: a live game with its opening protocol, clocks and offers. Its state is rebuilt exactly from its events.
//! * `lobby`: seeks, pools and challenges, and the games that they lead to.
//! * `rating`: Glicko-2 ratings and leaderboards.
//! * `account`: accounts with their names, rights and sanctions; remarks of users; reports, export and deletion.
//! * `fairness`: games that look like the farming of ratings.
//! * `tournament`: arenas, Swiss tournaments and round robins.
//!
//! # Units
//!
//! Times are [`Time`]: milliseconds since the Unix epoch by the server's clock. Durations are also in milliseconds, unless a name states
//! otherwise.
#![forbid(unsafe_code)]

#[cfg(feature = "core")]
pub mod account;
pub mod category;
#[cfg(feature = "core")]
mod day;
#[cfg(feature = "core")]
pub mod fairness;
#[cfg(feature = "core")]
pub mod game;
pub mod http;
pub mod id;
#[cfg(feature = "core")]
pub mod lobby;
pub mod message;
pub mod name;
pub mod phrase;
#[cfg(feature = "core")]
pub mod rating;
#[cfg(feature = "schema")]
pub mod schema;
pub mod settings;
#[cfg(feature = "core")]
pub mod tournament;

#[cfg(feature = "core")]
pub use day::date;

/// A time in milliseconds since the Unix epoch, by the server's clock.
pub type Time = u64;

/// A second, in milliseconds.
pub const SECOND: Time = 1_000;
/// A minute, in milliseconds.
pub const MINUTE: Time = 60 * SECOND;
/// A day, in milliseconds.
pub const DAY: Time = 24 * 60 * MINUTE;

/// The README's example, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
