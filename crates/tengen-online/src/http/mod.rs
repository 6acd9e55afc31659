//! The request and answer bodies of the HTTP interface: one description for the server, the page, `tengen bot` and OpenAPI.
//!
//! Bodies of requests refuse unknown members. Answers may gain members, and their readers ignore unknown ones. With the feature `schema`
//! every type has a schema for OpenAPI that is derived from it.

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

/// The smallest length of a password, in characters.
pub const MIN_PASSWORD_LENGTH: usize = 8;
/// The largest length of a password, in bytes. A longer one would only cost time.
pub const MAX_PASSWORD_BYTES: usize = 256;
