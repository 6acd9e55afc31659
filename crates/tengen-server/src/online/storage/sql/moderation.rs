//! The statements for moderators: reports, and the log of their decisions.
//!
//! This file is a module of each database.

use tengen_online::account::{Decision, Report};
use tengen_online::id::{AccountId, ReportId};

use super::read::json;
use super::write::{Done, any_rows, to_json};
use super::{Connection, Pool};
use crate::online::storage::{StorageError, integer};

pub(super) async fn log(connection: &mut Connection, decision: &Decision) -> Done {
    let query = sqlx::query("INSERT INTO decision (at, about, body) VALUES ($1, $2, $3)")
        .bind(integer(decision.at))
        .bind(decision.about.to_string())
        .bind(to_json(decision)?);
    any_rows(query.execute(connection).await)
}

pub(super) async fn report(pool: &Pool, report: ReportId) -> Result<Option<Report>, StorageError> {
    let body = sqlx::query_scalar::<_, String>("SELECT body FROM report WHERE id = $1")
        .bind(report.to_string())
        .fetch_optional(pool)
        .await?;
    body.map(|body| json(&body, "a report")).transpose()
}

pub(super) async fn reports_about(
    pool: &Pool,
    account: AccountId,
    limit: u32,
) -> Result<Vec<Report>, StorageError> {
    let rows = sqlx::query_scalar::<_, String>(
        "SELECT body FROM report WHERE about = $1 ORDER BY at DESC, id LIMIT $2",
    )
    .bind(account.to_string())
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    rows.iter().map(|body| json(body, "a report")).collect()
}

pub(super) async fn decisions(
    pool: &Pool,
    about: Option<AccountId>,
    limit: u32,
) -> Result<Vec<Decision>, StorageError> {
    let rows = sqlx::query_scalar::<_, String>(
        "SELECT body FROM decision WHERE $1 IS NULL OR about = $1 ORDER BY number DESC LIMIT $2",
    )
    .bind(about.map(|account| account.to_string()))
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    rows.iter().map(|body| json(body, "an entry of the moderators' log")).collect()
}
