//! Requests about accounts.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State as Extract};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use tengen_online::Time;
use tengen_online::account::{
    Account, AccountError, AccountExport, Action, NameError, NameKey, Report, ReportState, Scopes,
};
use tengen_online::http::{Confirmation, Credentials, NewName, NewPassword, NewReport, Preferences, Profile};
use tengen_online::id::{AccountId, ReportId};
use tengen_online::message::ErrorCode;
use tengen_online::name::UserName;

use super::hub::entropy;
use super::refusal::OnlineError;
use super::request::{Authorised, Body, Costly, FromPath, SignedIn};
use super::state::State;
use super::storage::{Change, Credential};
use super::token::{Token, removed_cookie};
use super::visitor;

/// The most games of an export.
const MOST_GAMES: usize = 100_000;
/// The number of games in one read.
const PAGE: u32 = 500;
/// The number of reports in one read.
const MOST_REPORTS: u32 = 1_000;
/// The most remarks of an export.
const MOST_REMARKS: u32 = 100_000;

type Answer<T> = Result<T, OnlineError>;

/// Returns the user's own account. A browser without a session becomes a new guest.
pub(crate) async fn begin_session(Extract(state): Extract<Arc<State>>, request: Request) -> Answer<Response> {
    if let Some((stored, _)) = visitor::account(&state, request.headers()).await? {
        return Ok(own(&state, &stored.account));
    }
    let address = visitor::address(&state, request.extensions(), request.headers());
    if !state.limits.guests.take(address, state.services.now()) {
        return Err(OnlineError::TooMany);
    }
    let (stored, token) = visitor::new_guest(&state).await?;
    Ok(with_cookie(&state, &stored.account, &token))
}

pub(crate) async fn log_out(Extract(state): Extract<Arc<State>>, user: SignedIn) -> Answer<Response> {
    state.services.writer.write(vec![Change::CloseSession(user.token.hash())]).await?;
    state.hub.accounts.log_out(user.stored.account.id);
    Ok(gone(&state))
}

/// Returns the user's own account; a program receives it as well, if its token allows that.
pub(crate) async fn account(Extract(state): Extract<Arc<State>>, user: Authorised) -> Answer<Response> {
    let is_own = user.demand(Action::ReadAccount, state.services.now());
    // A program may read its own account.
    is_own.or_else(|error| user.demand(Action::PlayAsBot, state.services.now()).map_err(|_| error))?;
    Ok(own(&state, &user.stored.account))
}

/// Records that the user has read a warning of the moderators.
pub(crate) async fn confirm_warning(Extract(state): Extract<Arc<State>>, user: SignedIn) -> Answer<Response> {
    let change = |account: &mut Account| {
        account.warning = None;
        Ok::<(), AccountError>(())
    };
    let account = state.hub.accounts.change(user.stored.account.id, None, change).await?;
    Ok(own(&state, &account))
}

/// Makes a guest a member.
pub(crate) async fn register(
    Extract(state): Extract<Arc<State>>,
    _: Costly,
    user: SignedIn,
    Body(Credentials { name, password }): Body<Credentials>,
) -> Answer<Response> {
    let taken = taken(&state, &name, user.stored.account.id).await?;
    let is_taken = |key: &NameKey| taken.as_ref() == Some(key);
    let now = state.services.now();
    // The name is checked before the password is hashed, which costs time.
    user.stored.account.clone().register(name.clone(), now, is_taken)?;
    let hash = state.passwords.hash(password, name.as_str()).await?;
    let id = user.stored.account.id;
    let change = |account: &mut Account| account.register(name.clone(), now, is_taken);
    let account = state.hub.accounts.change(id, Some(&hash), change).await?;
    let token = visitor::renew_session(&state, id, &user.token).await?;
    Ok(with_cookie(&state, &account, &token))
}

pub(crate) async fn rename(
    Extract(state): Extract<Arc<State>>,
    _: Costly,
    user: SignedIn,
    Body(NewName { name }): Body<NewName>,
) -> Answer<Response> {
    let id = user.stored.account.id;
    let taken = taken(&state, &name, id).await?;
    let now = state.services.now();
    let change = |account: &mut Account| {
        account.check(Action::Rename, &Scopes::Session, now)?;
        account.rename(name.clone(), now, |key| taken.as_ref() == Some(key))
    };
    let account = state.hub.accounts.change(id, None, change).await?;
    Ok(own(&state, &account))
}

/// Changes the user's own password. All other sessions end.
pub(crate) async fn change_password(
    Extract(state): Extract<Arc<State>>,
    _: Costly,
    user: SignedIn,
    Body(NewPassword { old, new }): Body<NewPassword>,
) -> Answer<Response> {
    let SignedIn { stored, token } = user;
    confirm(&state, old, stored.password).await?;
    let hash = state.passwords.hash(new, stored.account.name.as_str()).await?;
    let id = stored.account.id;
    let account = state.hub.accounts.change(id, Some(&hash), |_| Ok::<(), AccountError>(())).await?;
    let token = visitor::renew_session(&state, id, &token).await?;
    state
        .services
        .writer
        .write(vec![Change::CloseOtherSessions { account: id, except: token.hash() }])
        .await?;
    // The clients of this session connect again; those of other sessions no longer have a valid token.
    state.hub.accounts.log_out(id);
    Ok(with_cookie(&state, &account, &token))
}

pub(crate) async fn change_preferences(
    Extract(state): Extract<Arc<State>>,
    user: SignedIn,
    Body(Preferences { free_text, delays_watchers, progress, puzzles }): Body<Preferences>,
) -> Answer<Response> {
    let now = state.services.now();
    let change = |account: &mut Account| {
        account.check(Action::ChangeAccount, &Scopes::Session, now)?;
        if let Some(progress) = &progress {
            account.set_progress(progress.clone())?;
        }
        if let Some(puzzles) = &puzzles {
            account.set_puzzles(puzzles.clone())?;
        }
        account.free_text = free_text.unwrap_or(account.free_text);
        account.delays_watchers = delays_watchers.unwrap_or(account.delays_watchers);
        Ok::<(), AccountError>(())
    };
    let account = state.hub.accounts.change(user.stored.account.id, None, change).await?;
    Ok(own(&state, &account))
}

/// Deletes the user's own account.
pub(crate) async fn delete(
    Extract(state): Extract<Arc<State>>,
    _: Costly,
    user: SignedIn,
    Body(Confirmation { password }): Body<Confirmation>,
) -> Answer<Response> {
    let SignedIn { stored, token } = user;
    if stored.password.is_some() {
        confirm(&state, password, stored.password).await?;
    }
    let id = stored.account.id;
    if !state.hub.running_games(id).await.is_empty() {
        let text = "expected an account that plays no game; finish or resign the games first";
        return Err(OnlineError::refused(StatusCode::CONFLICT, ErrorCode::Busy, text));
    }
    state.hub.withdraw(id);
    let now = state.services.now();
    let change = |account: &mut Account| {
        *account = account.erased(now);
        Ok::<(), AccountError>(())
    };
    state.hub.accounts.change(id, None, change).await?;
    state.hub.forget_name(id);
    state.services.writer.write(vec![Change::CloseSession(token.hash())]).await?;
    state.hub.accounts.log_out(id);
    Ok(gone(&state))
}

/// Returns all stored data about the user as a file.
pub(crate) async fn export(
    Extract(state): Extract<Arc<State>>,
    _: Costly,
    user: SignedIn,
) -> Answer<Response> {
    let account = user.stored.account;
    let storage = state.services.storage.as_ref();
    let mut games = Vec::new();
    let mut before = Time::MAX >> 1;
    while games.len() < MOST_GAMES {
        let lines = storage.games_of(account.id, before, PAGE).await?;
        let Some(last) = lines.last() else { break };
        before = last.created;
        for line in lines {
            games.extend(storage.game(line.new.game).await?.map(|stored| stored.events));
        }
    }
    let ratings = storage.rating_history(account.id).await?;
    let reports = storage.reports(Some(account.id), false, MOST_REPORTS).await?;
    let decisions = storage.decisions(Some(account.id), MOST_REPORTS).await?;
    let remarks = storage.remarks_by(account.id, MOST_REMARKS).await?;
    let (mut tokens, mut passkeys) = (Vec::new(), Vec::new());
    for stored in storage.credentials(account.id).await? {
        match stored.credential {
            Credential::Token(info) => tokens.push(info),
            Credential::Passkey(passkey) => passkeys.push(passkey.info),
        }
    }
    let export = AccountExport::new(account, ratings, games, reports, state.services.now())
        .with_credentials(tokens, passkeys)
        .with_decisions(decisions)
        .with_remarks(remarks);
    let headers = [
        (header::CONTENT_DISPOSITION, "attachment; filename=\"tengen-account.json\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, Json(export)).into_response())
}

/// Returns the public profile of a user.
pub(crate) async fn profile(
    Extract(state): Extract<Arc<State>>,
    FromPath(name): FromPath<UserName>,
) -> Answer<Response> {
    let account = named(&state, &name).await?;
    let now = state.services.now();
    let ratings = account.ratings.iter().map(|(category, rating)| (category, rating.view(now))).collect();
    let games = state.services.storage.tally(account.id).await?;
    let profile = Profile { user: account.info(None, now), created: account.created, ratings, games };
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(profile)).into_response())
}

/// Stores a report to the moderators.
pub(crate) async fn report(
    Extract(state): Extract<Arc<State>>,
    _: Costly,
    user: SignedIn,
    Body(NewReport { about, reason, remark, game }): Body<NewReport>,
) -> Answer<Response> {
    let account = user.stored.account;
    if state.services.storage.account(about).await?.is_none() {
        let text = "expected an account, found none with this identifier";
        return Err(OnlineError::refused(StatusCode::NOT_FOUND, ErrorCode::NotFound, text));
    }
    if let Some(game) = game {
        let stored = state.hub.games.stored(game).await;
        let stored = stored.map_err(|error| OnlineError::Refused(StatusCode::SERVICE_UNAVAILABLE, error))?;
        if stored.is_none_or(|game| game.player_of_account(about).is_none()) {
            let text = "expected a game of the user whom the report is about";
            return Err(OnlineError::refused(StatusCode::NOT_FOUND, ErrorCode::NotFound, text));
        }
    }
    let open = state.services.storage.reports(Some(account.id), true, MOST_REPORTS).await?;
    let (id, at) = (ReportId::from_entropy(entropy()), state.services.now());
    let new = Report { id, by: account.id, about, reason, remark, game, at, state: ReportState::Open };
    let report = Report::new(new, &account, &Scopes::Session, &open)
        .map_err(|error| OnlineError::Refused(StatusCode::BAD_REQUEST, error.into()))?;
    state.services.writer.write(vec![Change::PutReport(Box::new(report.clone()))]).await?;
    Ok((StatusCode::CREATED, Json(report)).into_response())
}

/// The account with a name.
pub(crate) async fn named(state: &State, name: &UserName) -> Answer<Account> {
    let stored = state.services.storage.account_of_name(&NameKey::of(name)).await?;
    stored.map(|stored| stored.account).ok_or_else(|| {
        let text = format!("expected the name of a user, found `{name}`, which nobody has");
        OnlineError::refused(StatusCode::NOT_FOUND, ErrorCode::NotFound, text)
    })
}

/// The key of a name if another account has this name; `None` otherwise.
async fn taken(state: &State, name: &UserName, own: AccountId) -> Answer<Option<NameKey>> {
    let key = NameKey::of(name);
    let other = state.services.storage.account_of_name(&key).await?;
    Ok(other.filter(|other| other.account.id != own).map(|_| key))
}

/// Compares a password with the password of the account.
async fn confirm(state: &State, password: String, hash: Option<String>) -> Answer<()> {
    if state.passwords.is_right(password, hash).await? {
        return Ok(());
    }
    let text = "expected the password of the account, found another one";
    Err(OnlineError::refused(StatusCode::FORBIDDEN, ErrorCode::NotAllowed, text))
}

pub(crate) fn own(state: &State, account: &Account) -> Response {
    ([(header::CACHE_CONTROL, "no-store")], Json(account.own(state.services.now()))).into_response()
}

pub(crate) fn with_cookie(state: &State, account: &Account, token: &Token) -> Response {
    let mut response = own(state, account);
    response.headers_mut().insert(header::SET_COOKIE, token.cookie(state.is_secure()));
    response
}

fn gone(state: &State) -> Response {
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, removed_cookie(state.is_secure()))]).into_response()
}

impl From<NameError> for OnlineError {
    fn from(error: NameError) -> OnlineError {
        AccountError::from(error).into()
    }
}
