//! Everything that is read.

use serde::de::DeserializeOwned;
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{FromRow as _, Row as _};
use tengen_online::Time;
use tengen_online::id::{AccountId, GameId};
use tengen_online::lobby::{OpenChallenge, OpenSeek};

use super::{GameLine, StorageError, StoredAccount, StoredGame, StoredReport, TokenHash, event, integer};

const ACCOUNT: &str =
    "SELECT a.id, a.name, a.name_key, a.kind, a.created, a.password FROM account a WHERE a.id = ?1";
const ACCOUNT_OF_NAME: &str = "SELECT a.id, a.name, a.name_key, a.kind, a.created, a.password \
    FROM account a WHERE a.name_key = ?1";
const ACCOUNT_OF_SESSION: &str = "SELECT a.id, a.name, a.name_key, a.kind, a.created, a.password \
    FROM session s JOIN account a ON a.id = s.account WHERE s.token = ?1 AND s.expires > ?2 AND a.closed = 0";

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

fn stored_account(row: &SqliteRow) -> Result<StoredAccount, StorageError> {
    Ok(StoredAccount {
        account: parsed(row, "id", "an account's identifier")?,
        name: parsed(row, "name", "a name")?,
        name_key: row.try_get("name_key")?,
        kind: json(row.try_get("kind")?, "a kind of account")?,
        created: row.try_get::<i64, _>("created")?.unsigned_abs(),
        password: row.try_get("password")?,
    })
}

pub(super) async fn account(
    pool: &SqlitePool,
    account: AccountId,
) -> Result<Option<StoredAccount>, StorageError> {
    let row = sqlx::query(ACCOUNT).bind(account.as_str().to_owned()).fetch_optional(pool).await?;
    row.as_ref().map(stored_account).transpose()
}

pub(super) async fn account_of_name(
    pool: &SqlitePool,
    key: &str,
) -> Result<Option<StoredAccount>, StorageError> {
    let row = sqlx::query(ACCOUNT_OF_NAME).bind(key.to_owned()).fetch_optional(pool).await?;
    row.as_ref().map(stored_account).transpose()
}

pub(super) async fn session(
    pool: &SqlitePool,
    token: TokenHash,
    now: Time,
) -> Result<Option<StoredAccount>, StorageError> {
    let query = sqlx::query(ACCOUNT_OF_SESSION).bind(token.to_vec()).bind(integer(now));
    query.fetch_optional(pool).await?.as_ref().map(stored_account).transpose()
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
    .bind(game.as_str().to_owned())
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
    // Each half uses the index of its seat. Nobody plays against oneself.
    let rows = sqlx::query(
        "SELECT * FROM (SELECT number, id, created, first, second, result FROM game \
            WHERE first = ?1 AND created < ?2 ORDER BY created DESC LIMIT ?3) \
         UNION ALL SELECT * FROM (SELECT number, id, created, first, second, result FROM game \
            WHERE second = ?1 AND created < ?2 ORDER BY created DESC LIMIT ?3) \
         ORDER BY created DESC, number DESC LIMIT ?3",
    )
    .bind(account.as_str().to_owned())
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

pub(super) async fn reports(pool: &SqlitePool, limit: u32) -> Result<Vec<StoredReport>, StorageError> {
    let rows = sqlx::query(
        "SELECT id, created, author, about, game, remark FROM report ORDER BY created DESC, id LIMIT ?1",
    )
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    let report = |row: &SqliteRow| -> Result<StoredReport, StorageError> {
        let game: Option<&str> = row.try_get("game")?;
        Ok(StoredReport {
            report: parsed(row, "id", "a report's identifier")?,
            created: row.try_get::<i64, _>("created")?.unsigned_abs(),
            by: parsed(row, "author", "an account's identifier")?,
            about: parsed(row, "about", "an account's identifier")?,
            game: game.map(game_id).transpose()?,
            remark: row.try_get("remark")?,
        })
    };
    rows.iter().map(report).collect()
}

pub(super) async fn check(pool: &SqlitePool) -> Result<(), StorageError> {
    let row = sqlx::query("SELECT 1").fetch_one(pool).await?;
    <(i64,)>::from_row(&row)?;
    Ok(())
}

fn game_id(text: &str) -> Result<GameId, StorageError> {
    text.parse().map_err(|error| StorageError::unreadable("a game's identifier", error))
}
