//! Everything that is read.

use serde::de::DeserializeOwned;
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{FromRow as _, Row as _};
use tengen_online::Time;
use tengen_online::account::{Account, NameKey, Report};
use tengen_online::id::{AccountId, GameId};
use tengen_online::lobby::{OpenChallenge, OpenSeek};
use tengen_online::rating::{RatingChange, Ratings};

use super::{GameLine, StorageError, StoredAccount, StoredGame, TokenHash, event, integer};

const ACCOUNT: &str = "SELECT a.id, a.version, a.password, a.body FROM account a WHERE a.id = ?1";
const ACCOUNT_OF_NAME: &str =
    "SELECT a.id, a.version, a.password, a.body FROM account a WHERE a.name_key = ?1";
const ACCOUNT_OF_SESSION: &str = "SELECT a.id, a.version, a.password, a.body \
    FROM session s JOIN account a ON a.id = s.account WHERE s.token = ?1 AND s.expires > ?2";

/// Parses a column that is text in the database.
fn parsed<T: std::str::FromStr<Err: ToString>>(
    row: &SqliteRow,
    column: &'static str,
    what: &'static str,
) -> Result<T, StorageError> {
    let text: &str = row.try_get(column)?;
    text.parse().map_err(|error: T::Err| StorageError::unreadable(what, error.to_string()))
}

/// Parses a column that is JSON in the database.
pub(super) fn json<T: DeserializeOwned>(text: &str, what: &'static str) -> Result<T, StorageError> {
    serde_json::from_str(text).map_err(|error| StorageError::unreadable(what, error))
}

/// An account with its ratings, if there is one.
async fn stored_account(
    pool: &SqlitePool,
    row: Option<SqliteRow>,
) -> Result<Option<StoredAccount>, StorageError> {
    let Some(row) = row else { return Ok(None) };
    let mut account: Account = json(row.try_get("body")?, "an account")?;
    let mut connection = pool.acquire().await?;
    account.ratings = ratings(&mut connection, account.id).await?;
    let version = u32::try_from(row.try_get::<i64, _>("version")?).unwrap_or(u32::MAX);
    Ok(Some(StoredAccount { account, version, password: row.try_get("password")? }))
}

/// The ratings of an account.
pub(super) async fn ratings(
    connection: &mut SqliteConnection,
    account: AccountId,
) -> Result<Ratings, StorageError> {
    let rows = sqlx::query_as::<_, (String, String)>("SELECT category, body FROM rating WHERE account = ?1")
        .bind(account.to_string())
        .fetch_all(connection)
        .await?;
    let mut ratings = Ratings::default();
    for (category, body) in rows {
        let category = category.parse().map_err(|error| StorageError::unreadable("a category", error))?;
        ratings.set(category, json(&body, "a rating")?);
    }
    Ok(ratings)
}

pub(super) async fn account(
    pool: &SqlitePool,
    account: AccountId,
) -> Result<Option<StoredAccount>, StorageError> {
    let row = sqlx::query(ACCOUNT).bind(account.to_string()).fetch_optional(pool).await?;
    stored_account(pool, row).await
}

pub(super) async fn account_of_name(
    pool: &SqlitePool,
    key: &NameKey,
) -> Result<Option<StoredAccount>, StorageError> {
    let row = sqlx::query(ACCOUNT_OF_NAME).bind(key.to_string()).fetch_optional(pool).await?;
    stored_account(pool, row).await
}

pub(super) async fn session(
    pool: &SqlitePool,
    token: TokenHash,
    now: Time,
) -> Result<Option<StoredAccount>, StorageError> {
    let query = sqlx::query(ACCOUNT_OF_SESSION).bind(token.to_vec()).bind(integer(now));
    let row = query.fetch_optional(pool).await?;
    stored_account(pool, row).await
}

pub(super) async fn rating_history(
    pool: &SqlitePool,
    account: AccountId,
) -> Result<Vec<RatingChange>, StorageError> {
    let rows =
        sqlx::query_scalar::<_, String>("SELECT body FROM rating_change WHERE account = ?1 ORDER BY number")
            .bind(account.to_string())
            .fetch_all(pool)
            .await?;
    rows.iter().map(|body| json(body, "a change of a rating")).collect()
}

pub(super) async fn live_games(pool: &SqlitePool) -> Result<Vec<StoredGame>, StorageError> {
    let rows = sqlx::query_as::<_, (String, i64, String)>(
        "SELECT g.id, e.at, e.body FROM game g JOIN event e ON e.game = g.number \
         WHERE g.ended IS NULL ORDER BY g.number, e.seq",
    )
    .fetch_all(pool)
    .await?;
    let mut games: Vec<StoredGame> = Vec::new();
    for (id, at, body) in rows {
        let event = event(at, &body)?;
        match games.last_mut().filter(|game| game.game.as_str() == id) {
            Some(game) => game.events.push(event),
            None => games.push(StoredGame { game: game_id(&id)?, events: vec![event] }),
        }
    }
    Ok(games)
}

pub(super) async fn game(pool: &SqlitePool, game: GameId) -> Result<Option<StoredGame>, StorageError> {
    let rows = sqlx::query_as::<_, (i64, String)>(
        "SELECT e.at, e.body FROM event e WHERE e.game = (SELECT number FROM game WHERE id = ?1) ORDER BY e.seq",
    )
    .bind(game.to_string())
    .fetch_all(pool)
    .await?;
    let events: Result<Vec<_>, StorageError> = rows.iter().map(|(at, body)| event(*at, body)).collect();
    Ok(Some(events?).filter(|events| !events.is_empty()).map(|events| StoredGame { game, events }))
}

pub(super) async fn games_of(
    pool: &SqlitePool,
    account: AccountId,
    before: Time,
    limit: u32,
) -> Result<Vec<GameLine>, StorageError> {
    // Each half uses the index of its seat. The two players differ.
    let rows = sqlx::query(
        "SELECT * FROM (SELECT number, id, created, first, second, result FROM game \
            WHERE first = ?1 AND created < ?2 ORDER BY created DESC LIMIT ?3) \
         UNION ALL SELECT * FROM (SELECT number, id, created, first, second, result FROM game \
            WHERE second = ?1 AND created < ?2 ORDER BY created DESC LIMIT ?3) \
         ORDER BY created DESC, number DESC LIMIT ?3",
    )
    .bind(account.to_string())
    .bind(integer(before))
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    let line = |row: &SqliteRow| -> Result<GameLine, StorageError> {
        let result: Option<&str> = row.try_get("result")?;
        Ok(GameLine {
            game: parsed(row, "id", "a game's identifier")?,
            created: row.try_get::<i64, _>("created")?.unsigned_abs(),
            players: [
                parsed(row, "first", "an account's identifier")?,
                parsed(row, "second", "an account's identifier")?,
            ],
            result: result.map(|text| json(text, "a result")).transpose()?,
        })
    };
    rows.iter().map(line).collect()
}

pub(super) async fn lobby(pool: &SqlitePool) -> Result<(Vec<OpenSeek>, Vec<OpenChallenge>), StorageError> {
    let seeks = sqlx::query_scalar::<_, String>("SELECT body FROM seek ORDER BY id").fetch_all(pool).await?;
    let seeks: Result<_, _> = seeks.iter().map(|body| json(body, "a seek")).collect();
    let challenges =
        sqlx::query_scalar::<_, String>("SELECT body FROM challenge ORDER BY id").fetch_all(pool).await?;
    let challenges: Result<_, _> = challenges.iter().map(|body| json(body, "a challenge")).collect();
    Ok((seeks?, challenges?))
}

pub(super) async fn reports(
    pool: &SqlitePool,
    by: Option<AccountId>,
    only_open: bool,
    limit: u32,
) -> Result<Vec<Report>, StorageError> {
    let rows = sqlx::query_scalar::<_, String>(
        "SELECT body FROM report WHERE is_open >= ?1 AND (?2 IS NULL OR author = ?2) ORDER BY at DESC, id LIMIT ?3",
    )
    .bind(only_open)
    .bind(by.map(|account| account.to_string()))
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    rows.iter().map(|body| json(body, "a report")).collect()
}

pub(super) async fn check(pool: &SqlitePool) -> Result<(), StorageError> {
    let row = sqlx::query("SELECT 1").fetch_one(pool).await?;
    <(i64,)>::from_row(&row)?;
    Ok(())
}

fn game_id(text: &str) -> Result<GameId, StorageError> {
    text.parse().map_err(|error| StorageError::unreadable("a game's identifier", error))
}
