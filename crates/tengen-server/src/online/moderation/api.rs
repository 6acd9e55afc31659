//! Moderation over HTTP.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Extract;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tengen_online::account::{Account, Action, Decision, Measure, NameKey, Report, Scopes};
use tengen_online::http::{AccountView, Closing, Decided, NewDecision, RemarkView, ReportView};
use tengen_online::id::{AccountId, ReportId};
use tengen_online::message::ErrorCode;
use tengen_online::name::UserName;

use super::{Outcome, Refused, decide_on};
use crate::online::refusal::OnlineError;
use crate::online::request::{Body, FromPath, FromQuery, SignedIn};
use crate::online::state::State;
use crate::online::storage::Change;

type Answer<T> = Result<T, OnlineError>;

/// The most entries of a list.
const MOST: u32 = 200;

/// The filter of a request for reports.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReportFilter {
    /// Whether closed reports are included.
    #[serde(default)]
    all: bool,
}

/// The name of the account in a request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ByName {
    name: UserName,
}

/// Returns the reports, the latest first.
pub(crate) async fn reports(
    Extract(state): Extract<Arc<State>>,
    user: SignedIn,
    FromQuery(filter): FromQuery<ReportFilter>,
) -> Answer<Response> {
    demand(&state, &user)?;
    Ok(json(report_views(&state, !filter.all).await?))
}

/// Returns an account by its name.
pub(crate) async fn accounts(
    Extract(state): Extract<Arc<State>>,
    user: SignedIn,
    FromQuery(ByName { name }): FromQuery<ByName>,
) -> Answer<Response> {
    demand(&state, &user)?;
    let account = by_name(&state, &name).await?;
    Ok(json(account_view(&state, account).await?))
}

/// Returns an account by its identifier. Guests have no names.
pub(crate) async fn account(
    Extract(state): Extract<Arc<State>>,
    user: SignedIn,
    FromPath(account): FromPath<AccountId>,
) -> Answer<Response> {
    demand(&state, &user)?;
    let account = by_id(&state, account).await?;
    Ok(json(account_view(&state, account).await?))
}

/// Takes a measure about an account.
pub(crate) async fn decide(
    Extract(state): Extract<Arc<State>>,
    user: SignedIn,
    FromPath(about): FromPath<AccountId>,
    Body(new): Body<NewDecision>,
) -> Answer<Response> {
    let outcome = take(&state, &user, about, new.measure, new.report, new.remark).await?;
    let account = account_view(&state, outcome.account).await?;
    Ok(json(Decided { account, password: outcome.password }))
}

pub(crate) async fn close_report(
    Extract(state): Extract<Arc<State>>,
    user: SignedIn,
    FromPath(report): FromPath<ReportId>,
    Body(Closing { justified }): Body<Closing>,
) -> Answer<Response> {
    Ok(json(close(&state, &user, report, justified).await?))
}

/// Returns the moderators' log, the latest entry first.
pub(crate) async fn log(Extract(state): Extract<Arc<State>>, user: SignedIn) -> Answer<Response> {
    demand(&state, &user)?;
    Ok(json(state.services.storage.decisions(None, MOST).await?))
}

fn json(value: impl serde::Serialize) -> Response {
    ([(header::CACHE_CONTROL, "no-store")], Json(value)).into_response()
}

/// Checks that the user is a moderator.
///
/// # Errors
/// When the user is not a moderator.
pub(super) fn demand(state: &State, user: &SignedIn) -> Answer<()> {
    Ok(user.stored.account.check(Action::Moderate, &Scopes::Session, state.services.now())?)
}

/// Takes a measure about an account, if the user has the right. A running game of a banned user continues without this user.
pub(super) async fn take(
    state: &State,
    user: &SignedIn,
    about: AccountId,
    measure: Measure,
    report: Option<ReportId>,
    remark: String,
) -> Answer<Outcome> {
    let (moderator, now) = (&user.stored.account, state.services.now());
    demand(state, user)?;
    let account = by_id(state, about).await?;
    moderator.check_measure(&measure, &account, &Scopes::Session, now)?;
    let ends_connections = matches!(measure, Measure::Ban { .. } | Measure::ResetPassword);
    let remark: String = remark.chars().take(tengen_online::message::MAX_REMARK_LENGTH).collect();
    let decision = Decision { by: Some(moderator.id), about, at: now, measure, report, remark };
    let outcome = decide_on(state.services.storage.as_ref(), &state.services.writer, &decision).await?;
    state.hub.accounts.update(&outcome.account);
    if ends_connections || outcome.account.role > account.role {
        state.hub.accounts.log_out(about);
    }
    tracing::info!(by = %moderator.id, %about, measure = ?decision.measure, "a moderator has decided");
    Ok(outcome)
}

/// Closes a report, if the user has the right.
pub(super) async fn close(
    state: &State,
    user: &SignedIn,
    report: ReportId,
    justified: bool,
) -> Answer<Report> {
    let now = state.services.now();
    let mut found = state.services.storage.report(report).await?.ok_or_else(|| not_found("report"))?;
    found
        .close(&user.stored.account, &Scopes::Session, justified, now)
        .map_err(|error| OnlineError::from(tengen_online::message::Refusal::from(error)))?;
    state.services.writer.write(vec![Change::PutReport(Box::new(found.clone()))]).await?;
    Ok(found)
}

pub(super) async fn report_views(state: &State, only_open: bool) -> Answer<Vec<ReportView>> {
    let mut views = Vec::new();
    for report in state.services.storage.reports(None, only_open, MOST).await? {
        let author = if report.by == Report::server() {
            Account::of_server().info(None, 0)
        } else {
            by_id(state, report.by).await?.info(None, 0)
        };
        let accused = by_id(state, report.about).await?.info(None, 0);
        let talk = talk_in(state, &report).await?;
        views.push(ReportView { report, author, accused, talk });
    }
    Ok(views)
}

/// The free text of the game that a report names.
async fn talk_in(state: &State, report: &Report) -> Answer<Vec<RemarkView>> {
    let Some(game) = report.game else { return Ok(Vec::new()) };
    let mut talk = Vec::new();
    for remark in state.services.storage.remarks(game, MOST).await? {
        let by = by_id(state, remark.by).await?.info(None, 0);
        talk.push(RemarkView { by, at: remark.at, text: remark.text });
    }
    Ok(talk)
}

pub(super) async fn account_view(state: &State, account: Account) -> Answer<AccountView> {
    let storage = &state.services.storage;
    Ok(AccountView {
        games: storage.tally(account.id).await?,
        reports: storage.reports_about(account.id, MOST).await?,
        decisions: storage.decisions(Some(account.id), MOST).await?,
        agreement: storage.agreement(account.id, MOST).await?,
        user: account.info(None, state.services.now()),
        role: account.role,
        created: account.created,
        sanction: account.sanction,
        warning: account.warning,
    })
}

pub(super) async fn by_name(state: &State, name: &UserName) -> Answer<Account> {
    let stored = state.services.storage.account_of_name(&NameKey::of(name)).await?;
    stored.map(|stored| stored.account).ok_or_else(|| not_found("user with this name"))
}

pub(super) async fn by_id(state: &State, account: AccountId) -> Answer<Account> {
    let stored = state.services.storage.account(account).await?;
    stored.map(|stored| stored.account).ok_or_else(|| not_found("account"))
}

fn not_found(what: &str) -> OnlineError {
    let text = format!("expected a {what}, found none");
    OnlineError::refused(StatusCode::NOT_FOUND, ErrorCode::NotFound, text)
}

impl From<Refused> for OnlineError {
    fn from(error: Refused) -> OnlineError {
        match error {
            Refused::NoAccount => not_found("account"),
            Refused::Account(error) => error.into(),
            Refused::Storage(error) => error.into(),
            Refused::Write(error) => error.into(),
            Refused::NoEntropy => OnlineError::NoEntropy,
        }
    }
}
