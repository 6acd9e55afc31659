//! The protocol between a client and the server, version 1.
//!
//! Both sides send JSON objects. A client sends a [`ClientFrame`], which numbers its command:
//! `{"n":17,"do":{"play":["AbCdEfGh",{"move":{"ply":12,"to":[7,7]}}]}}`. The server sends a [`ServerMessage`]:
//! `{"game":["AbCdEfGh",{"move":{"ply":12,"to":[7,7],"at":1764000000000,"left":[[298765],[300000]],"until":1764000300000}}]}`.
//! Each is an object with one member, whose name is the kind of the message; a message without contents is this name alone.
//!
//! # Numbers and repetitions
//!
//! The first frame of a connection is [`ClientCommand::Hello`] with the protocol's version and a session that the client has chosen. A
//! client numbers the commands of a session in ascending order, and the server answers each with [`ServerMessage::Done`] or
//! [`ServerMessage::Refused`]. After a reconnect [`Welcome::received`] is the number of the last command that was carried out, and the
//! client sends the later ones again. A command that arrives twice is carried out once. If the session is lost, as after the failure of a
//! server, moves and choices are still carried out once, because each contains the number of its ply.
//!
//! # Times
//!
//! All times are the server's ([`Time`](crate::Time)). The server sends the deadline of the player to act, and no ticks. [`Welcome::now`]
//! and [`ServerMessage::Pong`] let a client compare its clock with the server's.
//!
//! # Differences
//!
//! A list is sent once and then as differences: [`LobbyUpdate`], [`GameUpdate`] after a [`GameSnapshot`], and [`TournamentUpdate`].
//! [`GameSnapshot::apply`] computes the next snapshot from a difference, or reports that the client needs a new snapshot
//! ([`ClientCommand::Watch`]).

mod client;
#[cfg(feature = "core")]
mod document;
mod error;
mod game;
mod lobby;
mod player;
mod rating;
mod server;
mod snapshot;
mod tournament;

pub use client::{ClientCommand, ClientFrame};
#[cfg(feature = "core")]
pub use document::{client_examples, document, server_examples};
pub use error::{ErrorCode, Refusal};
pub use game::{
    ClockState, EndCause, GameCommand, GameOver, GameUpdate, Offer, ParseEndCauseError, TimeLeft, clock_side,
};
pub use lobby::{
    ChallengeRequest, ChallengeView, GameSummary, LobbyUpdate, PoolId, PoolView, RatingRange, SeekRequest,
    SeekView,
};
pub use player::{PlayerInfo, RatingView, UserKind};
pub use rating::{LeaderboardRow, LeaderboardView, RatingHistory, RatingPoint};
pub use server::{Created, ServerMessage, Welcome};
pub use snapshot::{ApplyError, GameSnapshot, Presence};
pub use tournament::{
    StandingView, TournamentFormat, TournamentList, TournamentRequest, TournamentStatus, TournamentUpdate,
    TournamentView,
};

/// The version of the protocol. A server refuses others with [`ErrorCode::Version`].
pub const VERSION: u16 = 1;

/// The largest frame that the server reads, in bytes.
pub const MAX_CLIENT_BYTES: usize = 4_096;
/// The largest number of commands that a client can send before the first is answered.
pub const MAX_PENDING_COMMANDS: usize = 16;
/// The largest number of games and tournaments that a connection can follow at once.
pub const MAX_WATCHED: usize = 20;
/// The largest number of seeks of a user at once.
pub const MAX_SEEKS: usize = 3;
/// The largest number of open challenges of a user at once.
pub const MAX_CHALLENGES: usize = 10;
/// The largest length of an opening choice, in characters: fifty fifth moves with their prefix.
pub const MAX_CHOICE_LENGTH: usize = 160;
/// The largest number of tournaments of a creator that have not ended.
pub const MAX_CREATED_TOURNAMENTS: usize = 5;
/// The largest length of a tournament's name, in characters.
pub const MAX_TOURNAMENT_NAME_LENGTH: usize = 60;
/// The largest length of a remark in a report, in characters.
pub const MAX_REMARK_LENGTH: usize = 1_000;
/// The largest number of rows of standings in one message.
pub const MAX_STANDINGS_ROWS: usize = 100;
/// The largest number of games in the lobby's list of games to watch.
pub const MAX_LOBBY_GAMES: usize = 30;
