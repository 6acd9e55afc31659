//! Errors of requests, and their answers.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use tengen_online::account::{AccountError, CredentialError, NameError};
use tengen_online::message::{ErrorCode, Refusal};

use super::storage::{Conflict, StorageError};
use super::writer::WriteError;

/// The reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OnlineError {
    /// The request comes from a page of another site.
    #[error("expected a request from a page of this server, found one from elsewhere")]
    Origin,
    /// The client has sent too many requests.
    #[error("expected fewer requests in this time; try again later")]
    TooMany,
    /// The system has no random numbers.
    #[error("expected random numbers from the system, found none")]
    NoEntropy,
    /// The server lacks the resources for the request at present.
    #[error("expected a server with less to do; try again later")]
    Busy,
    /// The storage cannot be read.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The storage cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The request cannot be carried out, for the reason in the refusal.
    #[error("{}", .1.text)]
    Refused(StatusCode, Refusal),
}

impl OnlineError {
    /// A refusal with a status and a code.
    pub(crate) fn refused(status: StatusCode, code: ErrorCode, text: impl Into<String>) -> OnlineError {
        OnlineError::Refused(status, Refusal::new(code, text))
    }
}

/// The status of a refused command that was sent by HTTP.
pub(crate) fn status(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::Malformed | ErrorCode::Version | ErrorCode::Name => StatusCode::BAD_REQUEST,
        ErrorCode::TooMuch => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::NotFound => StatusCode::NOT_FOUND,
        ErrorCode::NotAllowed | ErrorCode::NotPlayer => StatusCode::FORBIDDEN,
        ErrorCode::NotYourTurn
        | ErrorCode::Illegal
        | ErrorCode::Outdated
        | ErrorCode::Over
        | ErrorCode::TooEarly
        | ErrorCode::NoOffer
        | ErrorCode::Settings
        | ErrorCode::NotSuitable
        | ErrorCode::Busy => StatusCode::CONFLICT,
        ErrorCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl From<Refusal> for OnlineError {
    fn from(refusal: Refusal) -> OnlineError {
        OnlineError::Refused(status(refusal.code), refusal)
    }
}

impl From<CredentialError> for OnlineError {
    fn from(error: CredentialError) -> OnlineError {
        Refusal::from(error).into()
    }
}

impl From<AccountError> for OnlineError {
    fn from(error: AccountError) -> OnlineError {
        let status = match &error {
            AccountError::Name(NameError::Taken(_)) => StatusCode::CONFLICT,
            AccountError::Name(_)
            | AccountError::OneSelf
            | AccountError::Text(_)
            | AccountError::Progress(_)
            | AccountError::Puzzles(_) => StatusCode::BAD_REQUEST,
            AccountError::NotAllowed(_) | AccountError::Sanctioned(_) => StatusCode::FORBIDDEN,
            AccountError::RenamedBefore(_) | AccountError::ListFull | AccountError::NoBot => {
                StatusCode::CONFLICT
            }
        };
        OnlineError::Refused(status, error.into())
    }
}

impl IntoResponse for OnlineError {
    fn into_response(self) -> Response {
        let unavailable = || {
            // The exact error is for the log and not for clients.
            let text = "expected a storage that answers; try again later";
            (StatusCode::SERVICE_UNAVAILABLE, Refusal::new(ErrorCode::Unavailable, text))
        };
        let (status, refusal) = match self {
            OnlineError::Refused(status, refusal) => (status, refusal),
            OnlineError::Origin => {
                (StatusCode::FORBIDDEN, Refusal::new(ErrorCode::NotAllowed, self.to_string()))
            }
            OnlineError::TooMany => {
                (StatusCode::TOO_MANY_REQUESTS, Refusal::new(ErrorCode::TooMuch, self.to_string()))
            }
            OnlineError::Write(WriteError::Conflict(conflict)) => {
                let code = match conflict {
                    Conflict::NameTaken => ErrorCode::Name,
                    Conflict::Missing => ErrorCode::NotFound,
                    Conflict::Version
                    | Conflict::DuplicateId
                    | Conflict::Events { .. }
                    | Conflict::TournamentEvents { .. } => ErrorCode::Outdated,
                };
                (StatusCode::CONFLICT, Refusal::new(code, conflict.to_string()))
            }
            OnlineError::Busy => {
                (StatusCode::SERVICE_UNAVAILABLE, Refusal::new(ErrorCode::Unavailable, self.to_string()))
            }
            OnlineError::NoEntropy | OnlineError::Storage(_) | OnlineError::Write(_) => {
                tracing::error!(error = %self, "a request failed");
                unavailable()
            }
        };
        (status, [(header::CACHE_CONTROL, "no-store")], Json(refusal)).into_response()
    }
}

/// The refusal of a frame that cannot be read. The parser's text names the place and what was expected there. It may quote the text at this
/// place, which is at most as long as a frame.
pub(crate) fn malformed(error: &serde_json::Error) -> Refusal {
    let text: String = format!("expected a frame of the protocol: {error}").chars().take(200).collect();
    Refusal::new(ErrorCode::Malformed, text)
}
