//! The statements that read.
//!
//! This file is a module of each database: `Pool`, `Row` and `Connection` are those of the parent module.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use sqlx::Row as _;
use tengen_game::opening::Player;
use tengen_online::Time;
use tengen_online::account::{Account, NameKey, Report};
use tengen_online::game::Happened;
use tengen_online::id::{AccountId, GameId};
use tengen_online::lobby::{OpenChallenge, OpenSeek};
use tengen_online::message::GameOver;
use tengen_online::rating::{RatingChange, Ratings};

use super::{CREATIONS_OF_LIVE_GAMES, Connection, Pool, Row};
use crate::online::storage::{
    GameLine, StorageError, StoredAccount, StoredGame, Tally, TokenHash, event, integer,
};

const ACCOUNT: &str = "SELECT a.id, a.version, a.password, a.body FROM account a WHERE a.id = $1";
const ACCOUNT_OF_NAME: &str =
    "SELECT a.id, a.version, a.password, a.body FROM account a WHERE a.name_key = $1";
const ACCOUNT_OF_SESSION: &str = "SELECT a.id, a.version, a.password, a.body \
    FROM session s JOIN account a ON a.id = s.account WHERE s.token = $1 AND s.expires > $2";

/// Parses a column that is text in the database.
pub(super) fn parsed<T: std::str::FromStr<Err: ToString>>(
    row: &Row,
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
async fn stored_account(pool: &Pool, row: Option<Row>) -> Result<Option<StoredAccount>, StorageError> {
    let Some(row) = row else { return Ok(None) };
    let mut account: Account = json(row.try_get("body")?, "an account")?;
    let mut connection = pool.acquire().await?;
    account.ratings = ratings(&mut connection, account.id).await?;
    let version = u32::try_from(row.try_get::<i64, _>("version")?).unwrap_or(u32::MAX);
    Ok(Some(StoredAccount { account, version, password: row.try_get("password")? }))
}

/// The ratings of an account.
pub(super) async fn ratings(
    connection: &mut Connection,
    account: AccountId,
) -> Result<Ratings, StorageError> {
    let rows = sqlx::query_as::<_, (String, String)>("SELECT category, body FROM rating WHERE account = $1")
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

pub(super) async fn account(pool: &Pool, account: AccountId) -> Result<Option<StoredAccount>, StorageError> {
    let row = sqlx::query(ACCOUNT).bind(account.to_string()).fetch_optional(pool).await?;
    stored_account(pool, row).await
}

pub(super) async fn account_of_name(
    pool: &Pool,
    key: &NameKey,
) -> Result<Option<StoredAccount>, StorageError> {
    let row = sqlx::query(ACCOUNT_OF_NAME).bind(key.to_string()).fetch_optional(pool).await?;
    stored_account(pool, row).await
}

pub(super) async fn session(
    pool: &Pool,
    token: TokenHash,
    now: Time,
) -> Result<Option<StoredAccount>, StorageError> {
    let query = sqlx::query(ACCOUNT_OF_SESSION).bind(token.to_vec()).bind(integer(now));
    let row = query.fetch_optional(pool).await?;
    stored_account(pool, row).await
}

pub(super) async fn rating_history(
    pool: &Pool,
    account: AccountId,
) -> Result<Vec<RatingChange>, StorageError> {
    let rows =
        sqlx::query_scalar::<_, String>("SELECT body FROM rating_change WHERE account = $1 ORDER BY number")
            .bind(account.to_string())
            .fetch_all(pool)
            .await?;
    rows.iter().map(|body| json(body, "a change of a rating")).collect()
}

pub(super) async fn live_games(pool: &Pool, part: u16) -> Result<Vec<StoredGame>, StorageError> {
    let rows = sqlx::query_as::<_, (String, i64, String)>(
        "SELECT g.id, e.at, e.body FROM game g JOIN event e ON e.game = g.number \
         WHERE g.part = $1 AND g.ended IS NULL ORDER BY g.number, e.seq",
    )
    .bind(i64::from(part))
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

pub(super) async fn game(pool: &Pool, game: GameId) -> Result<Option<StoredGame>, StorageError> {
    let rows = sqlx::query_as::<_, (i64, String)>(
        "SELECT e.at, e.body FROM event e WHERE e.game = (SELECT number FROM game WHERE id = $1) ORDER BY e.seq",
    )
    .bind(game.to_string())
    .fetch_all(pool)
    .await?;
    let events: Result<Vec<_>, StorageError> = rows.iter().map(|(at, body)| event(*at, body)).collect();
    Ok(Some(events?).filter(|events| !events.is_empty()).map(|events| StoredGame { game, events }))
}

pub(super) async fn games_of(
    pool: &Pool,
    account: AccountId,
    before: Time,
    limit: u32,
) -> Result<Vec<GameLine>, StorageError> {
    // Each half uses the index of its seat. The two players differ.
    let rows = sqlx::query_as::<_, (i64, Option<String>, String)>(
        "SELECT g.created, g.result, e.body FROM (\
            SELECT * FROM (SELECT number, created, result FROM game \
                WHERE first = $1 AND created < $2 ORDER BY created DESC LIMIT $3) AS firsts \
            UNION ALL SELECT * FROM (SELECT number, created, result FROM game \
                WHERE second = $1 AND created < $2 ORDER BY created DESC LIMIT $3) AS seconds\
         ) AS g JOIN event e ON e.game = g.number AND e.seq = 0 \
         ORDER BY g.created DESC, g.number DESC LIMIT $3",
    )
    .bind(account.to_string())
    .bind(integer(before))
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    let line = |(created, result, body): &(i64, Option<String>, String)| -> Result<GameLine, StorageError> {
        let Happened::Created(new) = event(*created, body)?.event else {
            return Err(StorageError::unreadable("the creation of a game", body));
        };
        let result = result.as_deref().map(|text| json(text, "a result")).transpose()?;
        Ok(GameLine { new: *new, created: created.unsigned_abs(), result })
    };
    rows.iter().map(line).collect()
}

pub(super) async fn tally(pool: &Pool, account: AccountId) -> Result<Tally, StorageError> {
    let mut tally = Tally::default();
    for (seat, statement) in [
        (
            Player::First,
            "SELECT result, count(*) FROM game WHERE first = $1 AND result IS NOT NULL GROUP BY result",
        ),
        (
            Player::Second,
            "SELECT result, count(*) FROM game WHERE second = $1 AND result IS NOT NULL GROUP BY result",
        ),
    ] {
        // There are only a few different results.
        let rows =
            sqlx::query_as::<_, (String, i64)>(statement).bind(account.to_string()).fetch_all(pool).await?;
        for (result, count) in rows {
            let GameOver { winner, cause } = json(&result, "a result")?;
            let count = count.unsigned_abs();
            match winner {
                _ if !cause.counts() => {}
                Some(winner) if winner == seat => tally.won += count,
                Some(_) => tally.lost += count,
                None => tally.drawn += count,
            }
        }
    }
    Ok(tally)
}

pub(super) async fn live_games_of(pool: &Pool, account: AccountId) -> Result<Vec<GameId>, StorageError> {
    let ids = sqlx::query_scalar::<_, String>(
        "SELECT id FROM game WHERE first = $1 AND ended IS NULL \
         UNION ALL SELECT id FROM game WHERE second = $1 AND ended IS NULL",
    )
    .bind(account.to_string())
    .fetch_all(pool)
    .await?;
    ids.iter().map(|id| game_id(id)).collect()
}

pub(super) async fn playing(
    pool: &Pool,
    accounts: &[AccountId],
) -> Result<BTreeMap<AccountId, GameId>, StorageError> {
    let list =
        serde_json::to_string(accounts).map_err(|error| StorageError::unreadable("accounts", error))?;
    let rows = sqlx::query_as::<_, (i64, String)>(CREATIONS_OF_LIVE_GAMES).bind(list);
    let mut playing = BTreeMap::new();
    for (at, body) in rows.fetch_all(pool).await? {
        if let Happened::Created(new) = event(at, &body)?.event
            && !new.settings.tempo.is_correspondence()
        {
            playing.extend(new.players.map(|player| (player.account, new.game)));
        }
    }
    playing.retain(|account, _| accounts.contains(account));
    Ok(playing)
}

pub(super) async fn lobby(pool: &Pool) -> Result<(Vec<OpenSeek>, Vec<OpenChallenge>), StorageError> {
    let seeks = sqlx::query_scalar::<_, String>("SELECT body FROM seek ORDER BY id").fetch_all(pool).await?;
    let seeks: Result<_, _> = seeks.iter().map(|body| json(body, "a seek")).collect();
    let challenges =
        sqlx::query_scalar::<_, String>("SELECT body FROM challenge ORDER BY id").fetch_all(pool).await?;
    let challenges: Result<_, _> = challenges.iter().map(|body| json(body, "a challenge")).collect();
    Ok((seeks?, challenges?))
}

pub(super) async fn reports(
    pool: &Pool,
    by: Option<AccountId>,
    only_open: bool,
    limit: u32,
) -> Result<Vec<Report>, StorageError> {
    let rows = sqlx::query_scalar::<_, String>(
        "SELECT body FROM report WHERE is_open >= $1 AND ($2 IS NULL OR author = $2) ORDER BY at DESC, id LIMIT $3",
    )
    .bind(only_open)
    .bind(by.map(|account| account.to_string()))
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    rows.iter().map(|body| json(body, "a report")).collect()
}

pub(super) async fn alive(pool: &Pool) -> Result<Option<Time>, StorageError> {
    let at = sqlx::query_scalar::<_, i64>("SELECT at FROM alive").fetch_optional(pool).await?;
    Ok(at.map(i64::unsigned_abs))
}

pub(super) async fn check(pool: &Pool) -> Result<(), StorageError> {
    sqlx::query("SELECT 1").execute(pool).await?;
    Ok(())
}

pub(super) fn game_id(text: &str) -> Result<GameId, StorageError> {
    text.parse().map_err(|error| StorageError::unreadable("a game's identifier", error))
}

pub(super) fn account_id(text: &str) -> Result<AccountId, StorageError> {
    text.parse().map_err(|error| StorageError::unreadable("an account's identifier", error))
}
