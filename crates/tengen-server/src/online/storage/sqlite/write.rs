//! Everything that is written.
//!
//! Nearly all groups are a single append to a game. Consecutive ones become one statement with one parameter in JSON,
//! however many they are: a statement for each would cost more than all else together.

use std::collections::HashMap;
use std::fmt::Write as _;

use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteQueryResult};
use sqlx::{Acquire as _, Error};
use tengen_online::game::GameEvent;
use tengen_online::id::GameId;

use super::super::StoredAccount;
use super::{Change, Conflict, StorageError, integer};

/// The result of a group within a transaction that goes on.
type Done = Result<Result<(), Conflict>, StorageError>;

pub(super) async fn commit(
    pool: &SqlitePool,
    groups: &[&[Change]],
) -> Result<Vec<Result<(), Conflict>>, StorageError> {
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    let mut results = vec![Ok(()); groups.len()];
    let mut appends = Appends::default();
    for (index, group) in groups.iter().enumerate() {
        if let [Change::Append { game, before, events }] = group {
            results[index] = appends.push(index, *game, *before, events)?;
            continue;
        }
        appends.write(&mut transaction, &mut results).await?;
        let mut savepoint = transaction.begin().await?;
        let mut result = Ok(());
        for change in *group {
            result = apply(&mut savepoint, change).await?;
            if result.is_err() {
                break;
            }
        }
        if result.is_ok() {
            savepoint.commit().await?;
        } else {
            savepoint.rollback().await?;
        }
        results[index] = result;
    }
    appends.write(&mut transaction, &mut results).await?;
    transaction.commit().await?;
    Ok(results)
}

/// Appends that have not been written yet.
#[derive(Default)]
struct Appends {
    /// For each game the group of its first append, and how many events it has with all of these.
    games: HashMap<GameId, (usize, u32)>,
    /// For each game the number of events that must be stored, as JSON: `["GameId",12]`.
    expected: String,
    /// The events as JSON: `["GameId",12,1764000000000,{...}]`.
    rows: String,
    /// The groups, with their games.
    groups: Vec<(usize, GameId)>,
    events: u64,
}

impl Appends {
    fn push(
        &mut self,
        index: usize,
        game: GameId,
        before: u32,
        events: &[GameEvent],
    ) -> Result<Result<(), Conflict>, StorageError> {
        match self.games.get_mut(&game) {
            Some((_, count)) if *count != before => return Ok(Err(Conflict::Events { game })),
            Some((_, count)) => *count += events.len() as u32,
            None => {
                self.games.insert(game, (index, before + events.len() as u32));
                let comma = if self.expected.is_empty() { "" } else { "," };
                // Writing to a string does not fail.
                let _ = write!(self.expected, "{comma}[\"{game}\",{before}]");
            }
        }
        for (seq, event) in (before..).zip(events) {
            let body = to_json(&event.event)?;
            let comma = if self.rows.is_empty() { "" } else { "," };
            let _ = write!(self.rows, "{comma}[\"{game}\",{seq},{},{body}]", event.at);
            self.events += 1;
        }
        self.groups.push((index, game));
        Ok(Ok(()))
    }

    async fn write(
        &mut self,
        connection: &mut SqliteConnection,
        results: &mut [Result<(), Conflict>],
    ) -> Result<(), StorageError> {
        if self.groups.is_empty() {
            return Ok(());
        }
        let all = std::mem::take(self);
        let conflicts = sqlx::query_scalar::<_, String>(
            "SELECT j.value ->> 0 FROM json_each(?1) AS j LEFT JOIN game AS g ON g.id = j.value ->> 0 \
             WHERE g.number IS NULL \
             OR (SELECT max(seq) + 1 FROM event WHERE event.game = g.number) IS NOT j.value ->> 1",
        )
        .bind(format!("[{}]", all.expected))
        .fetch_all(&mut *connection)
        .await?;
        let conflicts: Vec<GameId> = conflicts.iter().filter_map(|id| id.parse().ok()).collect();
        for &(index, game) in all.groups.iter().filter(|(_, game)| conflicts.contains(game)) {
            results[index] = Err(Conflict::Events { game });
        }
        let excluded: Vec<&str> = conflicts.iter().map(GameId::as_str).collect();
        sqlx::query(
            "INSERT INTO event (game, seq, at, body) \
             SELECT g.number, j.value ->> 1, j.value ->> 2, j.value -> 3 \
             FROM json_each(?1) AS j JOIN game AS g ON g.id = j.value ->> 0 \
             WHERE j.value ->> 0 NOT IN (SELECT value FROM json_each(?2))",
        )
        .bind(format!("[{}]", all.rows))
        .bind(to_json(&excluded)?)
        .execute(&mut *connection)
        .await?;
        Ok(())
    }
}

async fn apply(connection: &mut SqliteConnection, change: &Change) -> Done {
    match change {
        Change::CreateAccount(account) => create_account(connection, account).await,
        Change::Rename { account, name, name_key } => {
            let query =
                sqlx::query("UPDATE account SET name = ?2, name_key = ?3 WHERE id = ?1 AND closed = 0")
                    .bind(account.to_string())
                    .bind(name.to_string())
                    .bind(name_key.clone());
            one_row(query.execute(connection).await, Conflict::NameTaken)
        }
        Change::SetPassword { account, kind, password } => {
            let query =
                sqlx::query("UPDATE account SET password = ?2, kind = ?3 WHERE id = ?1 AND closed = 0")
                    .bind(account.to_string())
                    .bind(password.clone())
                    .bind(to_json(kind)?);
            one_row(query.execute(connection).await, Conflict::NameTaken)
        }
        Change::CloseAccount { account, name } => {
            sqlx::query("DELETE FROM session WHERE account = ?1")
                .bind(account.to_string())
                .execute(&mut *connection)
                .await?;
            let query = sqlx::query(
                "UPDATE account SET name = ?2, name_key = NULL, password = NULL, closed = 1 \
                 WHERE id = ?1 AND closed = 0",
            )
            .bind(account.to_string())
            .bind(name.to_string());
            one_row(query.execute(connection).await, Conflict::NameTaken)
        }
        Change::OpenSession { token, account, created, expires } => {
            let query =
                sqlx::query("INSERT INTO session (token, account, created, expires) VALUES (?1, ?2, ?3, ?4)")
                    .bind(token.to_vec())
                    .bind(account.to_string())
                    .bind(integer(*created))
                    .bind(integer(*expires));
            one_row(query.execute(connection).await, Conflict::DuplicateId)
        }
        Change::CloseSession(token) => {
            let query = sqlx::query("DELETE FROM session WHERE token = ?1").bind(token.to_vec());
            any_rows(query.execute(connection).await)
        }
        Change::CloseOtherSessions { account, except } => {
            let query = sqlx::query("DELETE FROM session WHERE account = ?1 AND token <> ?2")
                .bind(account.to_string())
                .bind(except.to_vec());
            any_rows(query.execute(connection).await)
        }
        Change::OpenSeek(seek) => {
            let query = sqlx::query("INSERT INTO seek (id, body) VALUES (?1, ?2)")
                .bind(seek.seek.to_string())
                .bind(to_json(seek)?);
            one_row(query.execute(connection).await, Conflict::DuplicateId)
        }
        Change::CloseSeek(seek) => any_rows(
            sqlx::query("DELETE FROM seek WHERE id = ?1").bind(seek.to_string()).execute(connection).await,
        ),
        Change::OpenChallenge(challenge) => {
            let query = sqlx::query("INSERT INTO challenge (id, body) VALUES (?1, ?2)")
                .bind(challenge.challenge.to_string())
                .bind(to_json(challenge)?);
            one_row(query.execute(connection).await, Conflict::DuplicateId)
        }
        Change::CloseChallenge(challenge) => {
            let query = sqlx::query("DELETE FROM challenge WHERE id = ?1").bind(challenge.to_string());
            any_rows(query.execute(connection).await)
        }
        Change::CreateGame { game, players: [first, second], event } => {
            let query = sqlx::query("INSERT INTO game (id, first, second, created) VALUES (?1, ?2, ?3, ?4)")
                .bind(game.to_string())
                .bind(first.to_string())
                .bind(second.to_string())
                .bind(integer(event.at));
            let created = query.execute(&mut *connection).await;
            let number = created.as_ref().map(SqliteQueryResult::last_insert_rowid).unwrap_or_default();
            if let Err(conflict) = one_row(created, Conflict::DuplicateId)? {
                return Ok(Err(conflict));
            }
            let query = sqlx::query("INSERT INTO event (game, seq, at, body) VALUES (?1, 0, ?2, ?3)")
                .bind(number)
                .bind(integer(event.at))
                .bind(to_json(&event.event)?);
            one_row(query.execute(connection).await, Conflict::DuplicateId)
        }
        Change::Append { game, before, events } => {
            let mut append = Appends::default();
            let mut result = [append.push(0, *game, *before, events)?];
            append.write(connection, &mut result).await?;
            let [result] = result;
            Ok(result)
        }
        Change::EndGame { game, ended, result } => {
            let query =
                sqlx::query("UPDATE game SET ended = ?2, result = ?3 WHERE id = ?1 AND ended IS NULL")
                    .bind(game.to_string())
                    .bind(integer(*ended))
                    .bind(to_json(result)?);
            one_row(query.execute(connection).await, Conflict::Events { game: *game })
        }
        Change::Report(report) => {
            let query = sqlx::query(
                "INSERT INTO report (id, created, author, about, game, remark) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )
            .bind(report.report.to_string())
            .bind(integer(report.created))
            .bind(report.by.to_string())
            .bind(report.about.to_string())
            .bind(report.game.map(|game| game.to_string()))
            .bind(report.remark.clone());
            one_row(query.execute(connection).await, Conflict::DuplicateId)
        }
    }
}

async fn create_account(connection: &mut SqliteConnection, account: &StoredAccount) -> Done {
    let StoredAccount { account: id, name, name_key, kind, created, password } = account;
    let query = sqlx::query(
        "INSERT INTO account (id, name, name_key, kind, created, password) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )
    .bind(id.to_string())
    .bind(name.to_string())
    .bind(name_key.clone())
    .bind(to_json(kind)?)
    .bind(integer(*created))
    .bind(password.clone());
    let conflict = if name_key.is_some() { Conflict::NameTaken } else { Conflict::DuplicateId };
    one_row(query.execute(connection).await, conflict)
}

/// A change of one row. If something unique is taken, this is a conflict; if there is no row, it is missing.
fn one_row(result: Result<SqliteQueryResult, Error>, taken: Conflict) -> Done {
    match result {
        Ok(done) if done.rows_affected() == 1 => Ok(Ok(())),
        Ok(_) => Ok(Err(Conflict::Missing)),
        Err(Error::Database(error)) if error.is_unique_violation() => Ok(Err(taken)),
        Err(Error::Database(error)) if error.is_foreign_key_violation() => Ok(Err(Conflict::Missing)),
        Err(error) => Err(error.into()),
    }
}

/// A change of any number of rows.
fn any_rows(result: Result<SqliteQueryResult, Error>) -> Done {
    result?;
    Ok(Ok(()))
}

fn to_json(value: &impl serde::Serialize) -> Result<String, StorageError> {
    serde_json::to_string(value)
        .map_err(|error| StorageError::unreadable("something that JSON can express", error))
}
