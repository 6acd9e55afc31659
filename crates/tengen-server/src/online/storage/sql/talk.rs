//! The statements for the free text of games, which is kept for moderators.
//!
//! This file is a module of each database.

use tengen_online::Time;
use tengen_online::account::Remark;
use tengen_online::id::{AccountId, GameId};

use super::read::{account_id, game_id};
use super::write::{Done, any_rows};
use super::{Connection, Pool};
use crate::online::storage::{StorageError, integer};

pub(super) async fn put(connection: &mut Connection, remark: &Remark) -> Done {
    let query = sqlx::query("INSERT INTO remark (game, author, at, text) VALUES ($1, $2, $3, $4)")
        .bind(remark.game.to_string())
        .bind(remark.by.to_string())
        .bind(integer(remark.at))
        .bind(remark.text.clone());
    any_rows(query.execute(connection).await)
}

/// Deletes the remarks before a time, except for those of games that a report names.
pub(super) async fn delete_before(connection: &mut Connection, before: Time) -> Done {
    let query = sqlx::query(
        "DELETE FROM remark WHERE at < $1 \
         AND NOT EXISTS (SELECT 1 FROM report WHERE report.game = remark.game)",
    )
    .bind(integer(before));
    any_rows(query.execute(connection).await)
}

pub(super) async fn of_game(pool: &Pool, game: GameId, limit: u32) -> Result<Vec<Remark>, StorageError> {
    let statement = "SELECT game, author, at, text FROM remark WHERE game = $1 ORDER BY number LIMIT $2";
    remarks(pool, statement, game.to_string(), limit).await
}

pub(super) async fn by_account(
    pool: &Pool,
    account: AccountId,
    limit: u32,
) -> Result<Vec<Remark>, StorageError> {
    let statement = "SELECT game, author, at, text FROM remark WHERE author = $1 ORDER BY number LIMIT $2";
    remarks(pool, statement, account.to_string(), limit).await
}

/// A row of the table.
type Row = (String, String, i64, String);

/// The remarks that a statement with an identifier and a limit selects.
async fn remarks(
    pool: &Pool,
    statement: &'static str,
    id: String,
    limit: u32,
) -> Result<Vec<Remark>, StorageError> {
    let query = sqlx::query_as::<_, Row>(statement).bind(id).bind(i64::from(limit));
    query.fetch_all(pool).await?.into_iter().map(remark).collect()
}

fn remark((game, author, at, text): Row) -> Result<Remark, StorageError> {
    Ok(Remark { game: game_id(&game)?, by: account_id(&author)?, at: at.unsigned_abs(), text })
}
