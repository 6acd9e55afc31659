//! Parts of requests that many handlers need.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Request, State as Extract};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use serde::de::DeserializeOwned;
use tengen_online::Time;
use tengen_online::account::{Action, Scopes};
use tengen_online::message::ErrorCode;

use super::refusal::OnlineError;
use super::state::State;
use super::storage::StoredAccount;
use super::token::Token;
use super::visitor;

/// The most bytes of a request's body.
pub(crate) const MOST_BYTES: usize = 16 * 1024;
/// How long a request's body may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(10);

/// The user of the request's session, who must have one.
pub(crate) struct SignedIn {
    pub(crate) stored: StoredAccount,
    pub(crate) token: Token,
}

impl FromRequestParts<Arc<State>> for SignedIn {
    type Rejection = OnlineError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<State>) -> Result<SignedIn, OnlineError> {
        let account = visitor::account(state, &parts.headers).await?;
        let (stored, token) = account.ok_or_else(|| {
            let text = "expected the cookie of a session, found none that is valid";
            OnlineError::refused(StatusCode::UNAUTHORIZED, ErrorCode::NotAllowed, text)
        })?;
        Ok(SignedIn { stored, token })
    }
}

/// A user with a session, or a program with a token, and what they may do.
pub(crate) struct Authorised {
    pub(crate) stored: StoredAccount,
    pub(crate) scopes: Scopes,
}

impl Authorised {
    /// Goes on only if the user may do something at present.
    ///
    /// # Errors
    /// The reason why not.
    pub(crate) fn demand(&self, action: Action, now: Time) -> Result<(), OnlineError> {
        Ok(self.stored.account.check(action, &self.scopes, now)?)
    }
}

impl FromRequestParts<Arc<State>> for Authorised {
    type Rejection = OnlineError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<State>) -> Result<Authorised, OnlineError> {
        let found = match Token::of_program(&parts.headers) {
            None => {
                visitor::account(state, &parts.headers).await?.map(|(stored, _)| (stored, Scopes::Session))
            }
            Some(Ok(token)) => visitor::of_program(state, &token).await?,
            Some(Err(_)) => None,
        };
        let (stored, scopes) = found.ok_or_else(|| {
            let text = "expected `Authorization: Bearer` with a token, or the cookie of a session, found none that is valid";
            OnlineError::refused(StatusCode::UNAUTHORIZED, ErrorCode::NotAllowed, text)
        })?;
        Ok(Authorised { stored, scopes })
    }
}

/// A request within the limit for what costs something, by the client's address.
pub(crate) struct Costly;

impl FromRequestParts<Arc<State>> for Costly {
    type Rejection = OnlineError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<State>) -> Result<Costly, OnlineError> {
        let address = visitor::address(state, &parts.extensions, &parts.headers);
        if state.limits.accounts.take(address, state.hub.now()) {
            Ok(Costly)
        } else {
            Err(OnlineError::TooMany)
        }
    }
}

/// A body in JSON, which must arrive in time.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<State>> for Body<T> {
    type Rejection = OnlineError;

    async fn from_request(request: Request, state: &Arc<State>) -> Result<Body<T>, OnlineError> {
        let body = tokio::time::timeout(ARRIVAL, Json::<T>::from_request(request, state)).await;
        let late = |_| {
            OnlineError::refused(
                StatusCode::REQUEST_TIMEOUT,
                ErrorCode::Malformed,
                "expected the body in time",
            )
        };
        let Json(body) = body.map_err(late)?.map_err(|rejection| {
            let text: String = rejection.body_text().chars().take(300).collect();
            OnlineError::refused(
                rejection.status(),
                ErrorCode::Malformed,
                format!("expected a body in JSON: {text}"),
            )
        })?;
        Ok(Body(body))
    }
}

/// Lets a request that changes something through only if it does not come from a page of another site.
pub(crate) async fn demand_own_origin(
    Extract(state): Extract<Arc<State>>,
    request: Request,
    next: Next,
) -> Result<Response, OnlineError> {
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD);
    if !is_safe && !visitor::is_own_origin(&state, request.headers()) {
        return Err(OnlineError::Origin);
    }
    Ok(next.run(request).await)
}
