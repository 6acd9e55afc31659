//! Requests about passkeys: registration, signing in, and the list of the user's own passkeys.
//!
//! The server stores nothing between the two requests of a ceremony: the challenge is made of the time and of the session's secret. Any
//! server of a cluster can check it, and it is valid only for the browser that requested it.

mod ceremony;
mod cose;
mod verify;

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State as Extract};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use tengen_online::account::{Action, Scopes};
use tengen_online::http::{NewPasskey, PasskeyInfo, SignIn};
use tengen_online::id::{AccountId, CredentialId};
use tengen_online::message::ErrorCode;

use super::accounts::with_cookie;
use super::hub::entropy;
use super::refusal::OnlineError;
use super::request::{Body, Costly, FromPath, SignedIn};
use super::state::State;
use super::storage::{Change, Credential, StoredCredential, StoredPasskey};
use super::token::Token;
use super::tokens::drop_credential;
use super::visitor;
use ceremony::{Ceremony, LIFE, Party};

type Answer = Result<Response, OnlineError>;

/// Returns the user's own passkeys.
pub(crate) async fn list(Extract(state): Extract<Arc<State>>, user: SignedIn) -> Answer {
    let passkeys = of_account(&state, user.stored.account.id).await?;
    let infos: Vec<PasskeyInfo> = passkeys.into_iter().map(|passkey| passkey.info).collect();
    Ok(answer(StatusCode::OK, infos))
}

/// Begins a registration: returns the options with which the browser creates a passkey.
pub(crate) async fn begin(Extract(state): Extract<Arc<State>>, headers: HeaderMap, user: SignedIn) -> Answer {
    let party = Party::of_request(&state, &headers)?;
    let account = &user.stored.account;
    account.check(Action::Rename, &Scopes::Session, state.services.now())?;
    let known = of_account(&state, account.id).await?;
    let known: Vec<_> =
        known.iter().map(|passkey| json!({ "type": "public-key", "id": passkey.handle })).collect();
    let algorithms = cose::ALGORITHMS.map(|algorithm| json!({ "type": "public-key", "alg": algorithm }));
    let challenge = Ceremony::Register.challenge(&user.token, state.services.now());
    let name = account.name.as_str();
    Ok(answer(
        StatusCode::OK,
        json!({ "publicKey": {
            "rp": { "id": party.id, "name": "Tengen" },
            "user": {
                "id": ceremony::to_base64(account.id.as_str().as_bytes()),
                "name": name,
                "displayName": name,
            },
            "challenge": challenge,
            "pubKeyCredParams": algorithms,
            "timeout": LIFE,
            "excludeCredentials": known,
            "authenticatorSelection": { "residentKey": "required", "userVerification": "required" },
            "attestation": "none",
        } }),
    ))
}

/// Completes a registration: the passkey belongs to the account from now on.
pub(crate) async fn create(
    Extract(state): Extract<Arc<State>>,
    headers: HeaderMap,
    _: Costly,
    user: SignedIn,
    Body(NewPasskey { label, credential }): Body<NewPasskey>,
) -> Answer {
    let party = Party::of_request(&state, &headers)?;
    let (account, now) = (user.stored.account, state.services.now());
    account.check(Action::Rename, &Scopes::Session, now)?;
    let existing = of_account(&state, account.id).await?.len();
    let id = CredentialId::from_entropy(entropy());
    let info = PasskeyInfo::new(id, &label, existing, now)?;
    let is_challenge = |text: &str| Ceremony::Register.is_challenge(text, &user.token, now);
    let created = verify::registration(&credential, &party, is_challenge).map_err(refused)?;
    let passkey = StoredPasskey {
        info: info.clone(),
        handle: ceremony::to_base64(&created.handle),
        public_key: ceremony::to_base64(&created.public_key),
        counter: created.counter,
    };
    let key = Sha256::digest(&created.handle).into();
    if state.services.storage.credential(key).await?.is_some() {
        let text = "expected a new passkey, found one that is registered";
        return Err(OnlineError::refused(StatusCode::CONFLICT, ErrorCode::NotSuitable, text));
    }
    let credential = Credential::Passkey(passkey);
    let stored = StoredCredential { key, account: account.id, credential };
    state.services.writer.write(vec![Change::PutCredential(Box::new(stored))]).await?;
    Ok(answer(StatusCode::CREATED, info))
}

pub(crate) async fn delete(
    Extract(state): Extract<Arc<State>>,
    FromPath(passkey): FromPath<CredentialId>,
    user: SignedIn,
) -> Answer {
    drop_credential(&state, user.stored.account.id, passkey, "passkey").await?;
    Ok((StatusCode::NO_CONTENT, [(header::CACHE_CONTROL, "no-store")]).into_response())
}

/// Begins to sign in: returns the options with which the browser requests a passkey from its user. A browser without a session becomes a
/// new guest, since the challenge is bound to a session.
pub(crate) async fn begin_session(Extract(state): Extract<Arc<State>>, request: Request) -> Answer {
    let party = Party::of_request(&state, request.headers())?;
    let known = visitor::account(&state, request.headers()).await?.map(|(_, token)| token);
    let (token, is_new) = match known {
        Some(token) => (token, false),
        None => {
            let address = visitor::address(&state, request.extensions(), request.headers());
            if !state.limits.guests.take(address, state.services.now()) {
                return Err(OnlineError::TooMany);
            }
            (visitor::new_guest(&state).await?.1, true)
        }
    };
    let mut response = answer(
        StatusCode::OK,
        json!({ "publicKey": {
            "challenge": Ceremony::SignIn.challenge(&token, state.services.now()),
            "rpId": party.id,
            "timeout": LIFE,
            "userVerification": "required",
            "allowCredentials": [],
        } }),
    );
    if is_new {
        response.headers_mut().insert(header::SET_COOKIE, token.cookie(state.is_secure()));
    }
    Ok(response)
}

/// Signs in with a passkey.
pub(crate) async fn open_session(
    Extract(state): Extract<Arc<State>>,
    headers: HeaderMap,
    _: Costly,
    user: SignedIn,
    Body(SignIn { credential }): Body<SignIn>,
) -> Answer {
    let party = Party::of_request(&state, &headers)?;
    let now = state.services.now();
    let handle = ceremony::from_base64(&credential.id).ok_or_else(unknown)?;
    let key = Sha256::digest(&handle).into();
    let found = state.services.storage.credential(key).await?.ok_or_else(unknown)?;
    let Credential::Passkey(mut passkey) = found.credential else { return Err(unknown()) };
    let is_challenge = |text: &str| Ceremony::SignIn.is_challenge(text, &user.token, now);
    let counter = verify::assertion(&credential, &passkey, &party, found.account, is_challenge);
    passkey.counter = counter.map_err(refused)?;
    passkey.info.used = Some(now);
    let stored = state.services.storage.account(found.account).await?;
    let account = stored.filter(|stored| stored.account.deleted.is_none()).ok_or_else(unknown)?.account;
    let token = Token::draw().map_err(|_| OnlineError::NoEntropy)?;
    let put = StoredCredential { credential: Credential::Passkey(passkey), ..found };
    let changes =
        vec![Change::PutCredential(Box::new(put)), visitor::open_session(&state, account.id, &token)];
    state.services.writer.write(changes).await?;
    Ok(with_cookie(&state, &account, &token))
}

async fn of_account(state: &State, account: AccountId) -> Result<Vec<StoredPasskey>, OnlineError> {
    let stored = state.services.storage.credentials(account).await?;
    let passkey = |stored: StoredCredential| match stored.credential {
        Credential::Passkey(passkey) => Some(passkey),
        Credential::Token(_) => None,
    };
    Ok(stored.into_iter().filter_map(passkey).collect())
}

fn answer(status: StatusCode, body: impl serde::Serialize) -> Response {
    (status, [(header::CACHE_CONTROL, "no-store")], Json(body)).into_response()
}

fn refused(error: verify::CeremonyError) -> OnlineError {
    OnlineError::refused(StatusCode::BAD_REQUEST, ErrorCode::NotAllowed, error.to_string())
}

fn unknown() -> OnlineError {
    let text = "expected a passkey of this server, found another one";
    OnlineError::refused(StatusCode::UNAUTHORIZED, ErrorCode::NotAllowed, text)
}
