//! Requests about the tokens of programs, and about accounts that become accounts of programs.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Extract;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use tengen_online::account::{Account, Action, Scopes};
use tengen_online::http::{CreatedToken, NewToken, TokenInfo};
use tengen_online::id::{AccountId, CredentialId};
use tengen_online::message::ErrorCode;

use super::accounts::own;
use super::hub::entropy;
use super::refusal::OnlineError;
use super::request::{Body, Costly, FromPath, SignedIn};
use super::state::State;
use super::storage::{Change, Conflict, Credential, StoredCredential};
use super::token::Token;
use super::writer::WriteError;

/// Returns the user's own tokens, without their secrets.
pub(crate) async fn list(
    Extract(state): Extract<Arc<State>>,
    user: SignedIn,
) -> Result<Response, OnlineError> {
    let tokens = of_account(&state, user.stored.account.id).await?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(tokens)).into_response())
}

pub(crate) async fn create(
    Extract(state): Extract<Arc<State>>,
    _: Costly,
    user: SignedIn,
    Body(NewToken { label, scopes }): Body<NewToken>,
) -> Result<Response, OnlineError> {
    let account = user.stored.account;
    let now = state.services.now();
    account.check(Action::Rename, &Scopes::Session, now)?;
    let existing = of_account(&state, account.id).await?.len();
    let info = TokenInfo::new(CredentialId::from_entropy(entropy()), &label, scopes, existing, now)?;
    let token = Token::draw().map_err(|_| OnlineError::NoEntropy)?;
    let credential = Credential::Token(info.clone());
    let stored = StoredCredential { key: token.hash(), account: account.id, credential };
    state.services.writer.write(vec![Change::PutCredential(Box::new(stored))]).await?;
    let created = CreatedToken { info, token: token.bearer() };
    Ok((StatusCode::CREATED, [(header::CACHE_CONTROL, "no-store")], Json(created)).into_response())
}

/// Deletes a token. All connections of the account's programs end, since each of them may have used the token.
pub(crate) async fn delete(
    Extract(state): Extract<Arc<State>>,
    FromPath(credential): FromPath<CredentialId>,
    user: SignedIn,
) -> Result<Response, OnlineError> {
    let account = user.stored.account.id;
    drop_credential(&state, account, credential, "token").await?;
    state.hub.accounts.log_out_programs(account);
    Ok((StatusCode::NO_CONTENT, [(header::CACHE_CONTROL, "no-store")]).into_response())
}

/// Makes the user's own account that of a program.
pub(crate) async fn become_bot(
    Extract(state): Extract<Arc<State>>,
    _: Costly,
    user: SignedIn,
) -> Result<Response, OnlineError> {
    let id = user.stored.account.id;
    if !state.hub.running_games(id).await.is_empty() {
        let text = "expected an account that plays no game; finish or resign the games first";
        return Err(OnlineError::refused(StatusCode::CONFLICT, ErrorCode::Busy, text));
    }
    let now = state.services.now();
    let change = |account: &mut Account| {
        account.check(Action::Rename, &Scopes::Session, now)?;
        account.become_bot()
    };
    let account = state.hub.accounts.change(id, None, change).await?;
    // All clients have to connect again: until then, their seeks and challenges are those of a person.
    state.hub.accounts.log_out(id);
    Ok(own(&state, &account))
}

pub(crate) async fn of_account(state: &State, account: AccountId) -> Result<Vec<TokenInfo>, OnlineError> {
    let stored = state.services.storage.credentials(account).await?;
    let token = |stored: StoredCredential| match stored.credential {
        Credential::Token(info) => Some(info),
        Credential::Passkey(_) => None,
    };
    Ok(stored.into_iter().filter_map(token).collect())
}

/// Deletes a token or passkey of an account. `what` is its name in the refusal if it does not exist.
pub(crate) async fn drop_credential(
    state: &State,
    account: AccountId,
    credential: CredentialId,
    what: &str,
) -> Result<(), OnlineError> {
    match state.services.writer.write(vec![Change::DropCredential { account, credential }]).await {
        Err(WriteError::Conflict(Conflict::Missing)) => {
            let text =
                format!("expected a {what} of this account, found none with the identifier {credential}");
            Err(OnlineError::refused(StatusCode::NOT_FOUND, ErrorCode::NotFound, text))
        }
        done => Ok(done?),
    }
}
