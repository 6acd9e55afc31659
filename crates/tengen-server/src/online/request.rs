//! Extractors for the parts of requests that many handlers use.

use std::convert::Infallible;
use std::fmt;
use std::marker::PhantomData;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request, State as Extract};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, IntoDeserializer as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use tengen_online::Time;
use tengen_online::account::{Action, Scopes};
use tengen_online::message::ErrorCode;

use super::refusal::OnlineError;
use super::state::State;
use super::storage::StoredAccount;
use super::token::Token;
use super::visitor;

/// The most bytes of a request's body.
pub(crate) const MOST_BYTES: usize = 48 * 1024;
/// The longest time that a request's body may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(10);

/// The user of the request's session, which is required.
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

/// A user with a session, or a program with a token, and the allowed actions.
pub(crate) struct Authorised {
    pub(crate) stored: StoredAccount,
    pub(crate) scopes: Scopes,
}

impl Authorised {
    /// Checks that the user may do an action at present.
    ///
    /// # Errors
    /// When the user may not do it; the error has the reason.
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

/// A program with a token, and its allowed actions. A session is not accepted: its cookie belongs to a person's browser.
pub(crate) struct Program(pub(crate) Authorised);

impl FromRequestParts<Arc<State>> for Program {
    type Rejection = OnlineError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<State>) -> Result<Program, OnlineError> {
        let found = match Token::of_program(&parts.headers) {
            Some(Ok(token)) => visitor::of_program(state, &token).await?,
            None | Some(Err(_)) => None,
        };
        let (stored, scopes) = found.ok_or_else(|| {
            let text = "expected `Authorization: Bearer` with a token, found none that is valid";
            OnlineError::refused(StatusCode::UNAUTHORIZED, ErrorCode::NotAllowed, text)
        })?;
        Ok(Program(Authorised { stored, scopes }))
    }
}

/// A request within the limit for costly requests of the client's address.
pub(crate) struct Costly;

impl FromRequestParts<Arc<State>> for Costly {
    type Rejection = OnlineError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<State>) -> Result<Costly, OnlineError> {
        let address = visitor::address(state, &parts.extensions, &parts.headers);
        if state.limits.accounts.take(address, state.services.now()) {
            Ok(Costly)
        } else {
            Err(OnlineError::TooMany)
        }
    }
}

/// The client's address, or its network where one client can have thousands of addresses.
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl FromRequestParts<Arc<State>> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<State>) -> Result<ClientAddress, Infallible> {
        Ok(ClientAddress(visitor::address(state, &parts.extensions, &parts.headers)))
    }
}

/// The parameters of a request's path. If they cannot be read, the answer is that the address does not exist.
pub(crate) struct FromPath<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<Arc<State>> for FromPath<T> {
    type Rejection = OnlineError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<State>) -> Result<FromPath<T>, OnlineError> {
        let Path(parameters) = Path::from_request_parts(parts, state).await.map_err(|rejection| {
            let text = shortened(&rejection.body_text());
            let text = format!("expected something at this path, found nothing: {text}");
            OnlineError::refused(StatusCode::NOT_FOUND, ErrorCode::NotFound, text)
        })?;
        Ok(FromPath(parameters))
    }
}

/// The parameters of a request's query.
pub(crate) struct FromQuery<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<Arc<State>> for FromQuery<T> {
    type Rejection = OnlineError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<State>) -> Result<FromQuery<T>, OnlineError> {
        let Query(parameters) = Query::from_request_parts(parts, state).await.map_err(|rejection| {
            let text = format!("expected other parameters: {}", shortened(&rejection.body_text()));
            OnlineError::refused(StatusCode::BAD_REQUEST, ErrorCode::Malformed, text)
        })?;
        Ok(FromQuery(parameters))
    }
}

/// The beginning of a text that may quote the request, for an answer.
fn shortened(text: &str) -> String {
    text.chars().take(300).collect()
}

/// A body in JSON, which must arrive within a limited time.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<State>> for Body<T> {
    type Rejection = OnlineError;

    async fn from_request(request: Request, state: &Arc<State>) -> Result<Body<T>, OnlineError> {
        let body = tokio::time::timeout(ARRIVAL, Json::<NoList<T>>::from_request(request, state)).await;
        let late = |_| {
            OnlineError::refused(
                StatusCode::REQUEST_TIMEOUT,
                ErrorCode::Malformed,
                "expected the body in time",
            )
        };
        let Json(NoList(body)) = body.map_err(late)?.map_err(|rejection| {
            let text = shortened(&rejection.body_text());
            OnlineError::refused(
                rejection.status(),
                ErrorCode::Malformed,
                format!("expected a body in JSON: {text}"),
            )
        })?;
        Ok(Body(body))
    }
}

/// A value whose JSON is an object or a text. Derived implementations also accept a list of an object's members in their order, which no
/// description declares.
struct NoList<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for NoList<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<NoList<T>, D::Error> {
        deserializer.deserialize_any(NoListVisitor(PhantomData)).map(NoList)
    }
}

struct NoListVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for NoListVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a text")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(members))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        T::deserialize(text.into_deserializer())
    }
}

/// Rejects a request that changes something and comes from a page of another site.
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
