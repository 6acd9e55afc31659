use crate::Time;
use crate::id::GameId;
use crate::message::{ErrorCode, MAX_CHALLENGES, MAX_SEEKS, Refusal};
use crate::settings::SettingsError;

/// Why a command in the lobby was refused. It has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LobbyError {
    /// The settings cannot be played.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// Guests have no ratings.
    #[error("expected a casual game, as guests have no ratings, found a rated one")]
    GuestRated,
    /// The user has the largest number of seeks or challenges already.
    #[error("expected at most {MAX_SEEKS} seeks and {MAX_CHALLENGES} challenges at once")]
    TooMany,
    /// The user plays a real-time game.
    #[error("expected a user without a running game with a clock, found the game `{0}`; finish it first")]
    Playing(GameId),
    /// The user has aborted games of pools, and has to wait.
    #[error("expected {0} more milliseconds before another search in a pool, since games were aborted")]
    Wait(Time),
    /// There is no open request with this identifier.
    #[error("expected an open seek, challenge or pool, found none with this identifier")]
    NotFound,
    /// The request belongs to another user.
    #[error("expected a seek or challenge of one's own")]
    NotYours,
    /// The user does not meet the conditions of the other one, or one of the two blocks the other.
    #[error("expected another user who fulfils the wishes of the first")]
    NotSuitable,
    /// The identifier is taken. The caller draws another one.
    #[error("expected a new identifier, found one that is open already")]
    DuplicateId,
}

impl LobbyError {
    /// The kind of error, as clients receive it.
    pub fn code(&self) -> ErrorCode {
        match self {
            LobbyError::Settings(_) => ErrorCode::Settings,
            LobbyError::GuestRated | LobbyError::NotYours => ErrorCode::NotAllowed,
            LobbyError::TooMany | LobbyError::Playing(_) => ErrorCode::Busy,
            LobbyError::Wait(_) => ErrorCode::TooMuch,
            LobbyError::NotFound => ErrorCode::NotFound,
            LobbyError::NotSuitable => ErrorCode::NotSuitable,
            LobbyError::DuplicateId => ErrorCode::Unavailable,
        }
    }
}

impl From<LobbyError> for Refusal {
    fn from(error: LobbyError) -> Refusal {
        Refusal::new(error.code(), error.to_string())
    }
}
