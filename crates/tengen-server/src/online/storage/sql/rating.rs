//! The statements for leaderboards, and for the agreement of moves with the engine's.
//!
//! This file is a module of each database.

use sqlx::Row as _;
use tengen_online::Time;
use tengen_online::account::Account;
use tengen_online::category::Category;
use tengen_online::game::{Happened, NewGame};
use tengen_online::id::AccountId;
use tengen_online::message::{GameOver, PlayerInfo, UserKind};
use tengen_online::rating::{RANKED_DEVIATION, REPETITION, Rating};

use super::read::{json, parsed};
use super::write::{Done, one_row};
use super::{Connection, Pool, Row};
use crate::online::storage::{Agreement, Conflict, StorageError, event, integer};

/// The deviation of a rating grows with time, so that all ranked accounts are among those whose last deviation is small enough.
pub(super) async fn leaderboard(
    pool: &Pool,
    category: Category,
    now: Time,
    limit: u32,
) -> Result<Vec<(PlayerInfo, Rating)>, StorageError> {
    let rows = sqlx::query_as::<_, (String, String)>(
        "SELECT a.body, r.body FROM rating r JOIN account a ON a.id = r.account \
         WHERE r.category = $1 AND r.deviation < $2 ORDER BY r.value DESC, a.id LIMIT $3",
    )
    .bind(category.to_string())
    .bind(RANKED_DEVIATION)
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    let mut players = Vec::new();
    for (account, rating) in rows {
        let account: Account = json(&account, "an account")?;
        let is_banned = account.sanction.banned.is_some_and(|until| now < until);
        if account.kind == UserKind::Member && !is_banned {
            let rating: Rating = json(&rating, "a rating")?;
            players.push((PlayerInfo { rating: Some(rating.view(now)), ..account.info(None, now) }, rating));
        }
    }
    Ok(players)
}

/// The number of other rated games with a result between the players of a game within [`REPETITION`].
pub(super) async fn games_of_pair(
    connection: &mut Connection,
    game: &NewGame,
    now: Time,
) -> Result<u32, StorageError> {
    // More games than this number have no further effect.
    const MOST: i64 = 200;
    let rows = sqlx::query_as::<_, (String, String)>(
        "SELECT g.result, e.body FROM game g JOIN event e ON e.game = g.number AND e.seq = 0 \
         WHERE ((g.first = $1 AND g.second = $2) OR (g.first = $2 AND g.second = $1)) \
         AND g.created > $3 AND g.result IS NOT NULL AND g.id <> $4 ORDER BY g.created DESC LIMIT $5",
    )
    .bind(game.players[0].account.to_string())
    .bind(game.players[1].account.to_string())
    .bind(integer(now.saturating_sub(REPETITION)))
    .bind(game.game.to_string())
    .bind(MOST)
    .fetch_all(connection)
    .await?;
    let mut games = 0;
    for (result, body) in rows {
        let GameOver { cause, .. } = json(&result, "a result")?;
        let Happened::Created(new) = event(0, &body)?.event else { continue };
        games += u32::from(new.settings.rated && cause.counts());
    }
    Ok(games)
}

/// Stores the agreement of a player's moves in a game; a later judgement replaces an earlier one.
pub(super) async fn put_agreement(connection: &mut Connection, agreement: &Agreement) -> Done {
    let query = sqlx::query(
        "INSERT INTO agreement (account, game, at, judged, agreed) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (account, game) DO UPDATE \
         SET at = excluded.at, judged = excluded.judged, agreed = excluded.agreed",
    )
    .bind(agreement.account.to_string())
    .bind(agreement.game.to_string())
    .bind(integer(agreement.at))
    .bind(i64::from(agreement.judged))
    .bind(i64::from(agreement.agreed));
    one_row(query.execute(connection).await, Conflict::DuplicateId)
}

pub(super) async fn agreement(
    pool: &Pool,
    account: AccountId,
    limit: u32,
) -> Result<Vec<Agreement>, StorageError> {
    let rows = sqlx::query(
        "SELECT game, at, judged, agreed FROM agreement WHERE account = $1 ORDER BY at DESC, game LIMIT $2",
    )
    .bind(account.to_string())
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    let number = |row: &Row, column: &'static str| -> Result<u32, StorageError> {
        Ok(u32::try_from(row.try_get::<i64, _>(column)?).unwrap_or(u32::MAX))
    };
    let line = |row: &Row| -> Result<Agreement, StorageError> {
        Ok(Agreement {
            account,
            game: parsed(row, "game", "a game's identifier")?,
            at: row.try_get::<i64, _>("at")?.unsigned_abs(),
            judged: number(row, "judged")?,
            agreed: number(row, "agreed")?,
        })
    };
    rows.iter().map(line).collect()
}
