//! The bodies and answers of the HTTP interface: one description for the server, the page, `tengen bot` and OpenAPI.
//!
//! Bodies refuse unknown members. Answers may gain members, and their readers ignore those that they have no use for. With the
//! feature `schema` every type has a schema for OpenAPI that is derived from it.

mod account;
mod credential;
#[cfg(feature = "core")]
mod moderation;
mod program;
mod report;
mod user;

pub use account::{
    Confirmation, Credentials, FriendView, NewName, NewPassword, OwnAccount, Preferences, Role, Sanction,
    Scope, Warning, Whereabouts,
};
pub use credential::{
    Assertion, AssertionResponse, CreatedToken, NewPasskey, NewToken, PasskeyInfo, Registration,
    RegistrationResponse, SignIn, TokenInfo,
};
#[cfg(feature = "core")]
pub use moderation::{AccountView, Agreement, Closing, Decided, NewDecision, RemarkView, ReportView};
pub use program::Done;
pub use report::{NewReport, ReportReason};
pub use user::{PlayedGame, Profile, Tally};

/// The fewest characters of a password.
pub const MIN_PASSWORD_LENGTH: usize = 8;
/// The most bytes of a password: more would only cost time.
pub const MAX_PASSWORD_BYTES: usize = 256;
